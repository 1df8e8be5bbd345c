import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Italian. */
export const pages: PageWords = {
  "page.verify.heading": "Conferma il tuo indirizzo email",
  "page.verify.body":
    "Premi il pulsante per confermare che questo indirizzo è tuo e completare la configurazione del tuo account {product}.",
  "page.verify.button": "Conferma il mio indirizzo email",
  "page.verify.not_you": "Non hai creato un account {product}?",
  "page.verify.not_you_button": "Non l’ho fatto io",
  "page.verify.done_heading": "Il tuo indirizzo email è confermato",
  "page.verify.done": "Grazie. {email} ora è associato al tuo account {product}.",
  "page.verify.dead_link_confirmed":
    "Se hai già confermato l’indirizzo, è tutto a posto: torna su {product} e accedi.",
  "page.verify.dead_link_new":
    "In caso contrario, richiedi una nuova email nell’app e usa il link della più recente.",
  "page.verify.delete_heading": "Eliminare questo account?",
  "page.verify.delete_body":
    "Qualcuno si è registrato su {product} con il tuo indirizzo email. Se non l’hai fatto tu, elimina l’account: {product} non userà più il tuo indirizzo.",
  "page.verify.delete_button": "Elimina l’account",
  "page.verify.detach_heading": "Rimuovere il tuo indirizzo da questo account?",
  "page.verify.detach_body":
    "Qualcuno ha usato il tuo indirizzo email per un account {product}. Se non l’hai fatto tu, rimuovi il tuo indirizzo e la password dall’account. L’account resta attivo, perché potrebbe appartenere a qualcun altro.",
  "page.verify.detach_button": "Rimuovi il mio indirizzo",
  "page.verify.back_button": "Indietro",
  "page.verify.deleted_heading": "L’account è stato eliminato",
  "page.verify.deleted":
    "{product} non usa più il tuo indirizzo email. Non devi fare altro: puoi chiudere questa pagina.",
  "page.verify.detached_heading": "Il tuo indirizzo è stato rimosso",
  "page.verify.detached":
    "Il tuo indirizzo email e la password sono stati rimossi dall’account: nessuno può più usarli per accedere. L’account non è stato eliminato.",
  "page.verify.detached_close": "Non devi fare altro: puoi chiudere questa pagina.",

  "page.reset.heading": "Scegli una nuova password",
  "page.reset.body": "Per il tuo account {product}. Tutti i dispositivi verranno disconnessi.",
  "page.reset.button": "Salva la nuova password",
  "page.reset.done_heading": "La tua password è stata cambiata",
  "page.reset.done": "Tutti i dispositivi sono stati disconnessi.",
  "page.reset.dead_link":
    "Torna su {product}, scegli “Password dimenticata” e usa il link dell’email più recente.",

  "page.invite.heading": "Scegli una password",
  "page.invite.body":
    "Hai ricevuto un invito per {product}. Scegli una password per attivare il tuo account.",
  "page.invite.button": "Salva la password",
  "page.invite.done_heading": "Il tuo account è pronto",
  "page.invite.done": "La tua password è stata salvata.",
  "page.invite.dead_link": "Vai su {product} e scegli “Password dimenticata” per ricevere un nuovo link.",

  "page.password.new_label": "Nuova password",
  "page.password.label": "Password",
  "page.password.show": "Mostra password",
  "page.password.hide": "Nascondi password",
  "page.password.at_least": {
    one: "Almeno {count} carattere. Spazi e simboli sono ammessi.",
    many: "Almeno {count} caratteri. Spazi e simboli sono ammessi.",
    other: "Almeno {count} caratteri. Spazi e simboli sono ammessi.",
  },
  "page.password.no_common": "Le password molto comuni non sono accettate.",
  "page.password.at_most": {
    one: "Al massimo {count} carattere",
    many: "Al massimo {count} caratteri",
    other: "Al massimo {count} caratteri",
  },
  "page.password.too_short": {
    one: "Troppo corta: usa almeno {count} carattere",
    many: "Troppo corta: usa almeno {count} caratteri",
    other: "Troppo corta: usa almeno {count} caratteri",
  },
  "page.password.too_long": {
    one: "Troppo lunga: usa al massimo {count} carattere",
    many: "Troppo lunga: usa al massimo {count} caratteri",
    other: "Troppo lunga: usa al massimo {count} caratteri",
  },
  "page.password.too_common": "Troppo comune: molte persone usano questa password. Scegline un’altra",
  "page.password.personal": "Troppo facile da indovinare: è il nome dell’app o il tuo indirizzo",
  "page.password.weak": "Troppo debole: scegli un’altra password",
  "page.password.sign_in": "Torna su {product} e accedi con la nuova password. Puoi chiudere questa pagina.",

  "page.methods.keep_heading": "Mantenere questi metodi di accesso?",
  "page.methods.keep_hint":
    "Ognuno permette di accedere al tuo account senza password. Quelli che non selezioni verranno rimossi.",
  "page.methods.remove_heading": "Rimuovere qualcuno di questi metodi di accesso?",
  "page.methods.remove_hint":
    "Sono stati aggiunti all’account prima che confermassi questo indirizzo. Seleziona quelli che non hai aggiunto tu: verranno rimossi quando confermi l’indirizzo.",
  "page.methods.one_added":
    "Questo metodo di accesso è stato aggiunto all’account prima che confermassi questo indirizzo:",
  "page.methods.app_added":
    "Prima che confermassi questo indirizzo, all’account è stata aggiunta un’app di autenticazione, il cui codice viene richiesto a ogni accesso:",
  "page.methods.remove_it": "Se non l’hai fatto tu, conferma il tuo indirizzo e rimuovi questo metodo.",
  "page.methods.remove_provider_button": "Conferma e rimuovi {provider}",
  "page.methods.remove_passkey_button": "Conferma e rimuovi la passkey",
  "page.methods.remove_app_button": "Conferma e rimuovi l’app di autenticazione",
  "page.methods.passkey": "Passkey",
  "page.methods.app": "App di autenticazione",
  "page.methods.linked": "Collegato: {time}",
  "page.methods.added": "Aggiunta: {time}, ultimo utilizzo: {last_time}",
  "page.methods.added_unused": "Aggiunta: {time}, mai usata da allora",
  "page.methods.connected": "Collegata: {time}, ultimo utilizzo: {last_time}",
  "page.methods.connected_unused": "Collegata: {time}, mai usata da allora",
  "page.methods.providers_removed": "Non è più possibile accedere all’account con {providers}.",
  "page.methods.passkeys_removed": {
    one: "{count} passkey è stata rimossa dall’account.",
    many: "{count} passkey sono state rimosse dall’account.",
    other: "{count} passkey sono state rimosse dall’account.",
  },
  "page.methods.app_removed":
    "L’app di autenticazione è stata rimossa dall’account e tutti i dispositivi sono stati disconnessi.",

  "page.confirm_email.heading": "Conferma il tuo nuovo indirizzo email",
  "page.confirm_email.body":
    "D’ora in poi il tuo account {product} userà questo indirizzo, per l’accesso e per tutti i messaggi. Avviseremo il tuo vecchio indirizzo.",
  "page.confirm_email.button": "Usa questo indirizzo",
  "page.confirm_email.done_heading": "Il tuo indirizzo email è stato cambiato",
  "page.confirm_email.done":
    "Il tuo account {product} ora usa {email}: d’ora in poi accedi con questo indirizzo.",
  "page.confirm_email.in_use":
    "Ora un altro account {product} usa questo indirizzo, quindi il tuo mantiene quello che aveva.",
  "page.confirm_email.in_use_again": "Per usare un indirizzo diverso, cambialo di nuovo nell’app.",
  "page.confirm_email.dead_link_confirmed":
    "Se hai già confermato la modifica, è tutto a posto: accedi con il tuo nuovo indirizzo.",
  "page.confirm_email.dead_link_new":
    "In caso contrario, cambia di nuovo l’indirizzo nell’app e usa il link dell’email più recente.",

  "page.undo.heading": "Annullare la modifica del tuo indirizzo email?",
  "page.undo.body":
    "L’indirizzo email del tuo account {product} è stato cambiato. Se non l’hai fatto tu, annulla la modifica:",
  "page.undo.effect_address": "Il tuo account userà di nuovo {email}",
  "page.undo.effect_devices": "Tutti i dispositivi verranno disconnessi",
  "page.undo.effect_methods": "La password e tutti i metodi di accesso aggiunti di recente verranno rimossi",
  "page.undo.effect_password": "Sceglierai subito una nuova password",
  "page.undo.button": "Annulla la modifica",
  "page.undo.by_you": "Se hai cambiato tu l’indirizzo, non devi fare nulla: puoi chiudere questa pagina.",
  "page.undo.done":
    "La modifica è stata annullata. Il tuo account {product} usa di nuovo {email} e tutti i dispositivi sono stati disconnessi.",
  "page.undo.in_use":
    "Ora un altro account {product} usa il tuo vecchio indirizzo, quindi non è stato possibile annullare la modifica. Non è cambiato nulla.",
  "page.undo.get_back": "Per recuperare il tuo account, chiedi aiuto.",
  "page.undo.dead_link_undone":
    "Se hai già annullato la modifica, il tuo vecchio indirizzo funziona di nuovo: vai su {product} e scegli “Password dimenticata” per impostare una nuova password.",
  "page.undo.dead_link_not": "In caso contrario, chiedi aiuto.",

  "page.delete_account.ask_heading": "Elimina il tuo account {product}",
  "page.delete_account.ask_body":
    "Inserisci l’indirizzo email del tuo account. Ti invieremo un link: non verrà eliminato nulla finché non lo apri e confermi.",
  "page.delete_account.email_label": "Indirizzo email",
  "page.delete_account.email_hint": "Quello con cui accedi a {product}.",
  "page.delete_account.email_mistake": "Inserisci un indirizzo email, ad esempio {example}",
  "page.delete_account.ask_button": "Inviami il link",
  "page.delete_account.ask_effects": "Dopo la conferma verranno eliminati definitivamente:",
  "page.delete_account.effect_profile": "Il tuo profilo: nome, foto e indirizzo email",
  "page.delete_account.effect_methods": "Tutti i metodi di accesso: password e account collegati",
  "page.delete_account.effect_sessions": "Tutte le sessioni: ogni dispositivo viene disconnesso",
  "page.delete_account.sent_heading": "Controlla la posta in arrivo",
  "page.delete_account.sent":
    "Se esiste un account {product} per {email}, abbiamo inviato un link a quell’indirizzo. Aprilo per eliminare l’account.",
  "page.delete_account.sent_nothing":
    "Dopo qualche minuto non è arrivato nulla? Guarda nella cartella dello spam e verifica che sia l’indirizzo del tuo account.",
  "page.delete_account.heading": "Eliminare il tuo account?",
  "page.delete_account.body": "Il tuo account {product} verrà eliminato definitivamente:",
  "page.delete_account.at_once": "L’operazione è irreversibile.",
  "page.delete_account.later":
    "I tuoi dispositivi verranno disconnessi subito e l’account verrà eliminato tra {lifetime}. Se cambi idea, accedi prima di allora.",
  "page.delete_account.subscription":
    "Un abbonamento acquistato in un app store continua finché non lo annulli lì.",
  "page.delete_account.sure": "Sì, elimina definitivamente il mio account",
  "page.delete_account.sure_mistake": "Seleziona la casella per confermare la tua scelta",
  "page.delete_account.button": "Elimina il mio account",
  "page.delete_account.done_heading": "Il tuo account è stato eliminato",
  "page.delete_account.done":
    "Il tuo account {product} e tutto il suo contenuto sono stati eliminati e tutti i dispositivi sono stati disconnessi.",
  "page.delete_account.scheduled_heading": "Il tuo account verrà eliminato",
  "page.delete_account.scheduled":
    "Il tuo account {product} e tutto il suo contenuto verranno eliminati in data {time}. Tutti i dispositivi sono stati disconnessi.",
  "page.delete_account.keep": "Vuoi conservarlo? Accedi a {product} prima di quella data.",
  "page.delete_account.dead_link":
    "Se hai già eliminato il tuo account, non devi fare altro. In caso contrario, richiedi un nuovo link.",
  "page.delete_account.dead_link_button": "Richiedi un nuovo link",

  "page.code.heading": "Il tuo codice di accesso",
  "page.code.asked_with": "Richiesta effettuata in data {time} con {device}.",
  "page.code.asked": "Richiesta effettuata in data {time}.",
  "page.code.body": "Inserisci il codice in {product}, sul dispositivo da cui è stato richiesto:",
  "page.code.not_you": "Se non l’hai richiesto, chiudi questa pagina e non comunicare il codice a nessuno.",
  "page.code.newest": "Funziona solo il codice dell’email più recente.",
  "page.code.dead_link":
    "Se hai già effettuato l’accesso, è tutto a posto. In caso contrario, torna su {product} e richiedi un nuovo codice.",

  "page.app.heading": "Torna su {product}",
  "page.app.body": "Questo link apre l’app {product} su un dispositivo in cui è installata.",
  "page.app.try_again": "Se stavi accedendo, torna all’app e riprova. Puoi chiudere questa pagina.",

  "page.return.button": "Apri {product}",
  "page.return.signed_in_heading": "Ci siamo quasi",
  "page.return.signed_in":
    "Riapri {product} per completare l’accesso. Se non si apre automaticamente, premi il pulsante.",
  "page.return.cancelled_heading": "Accesso annullato",
  "page.return.cancelled": "Nessun dato è stato condiviso con {product} e l’accesso non è stato effettuato.",
  "page.return.failed_heading": "Accesso non riuscito",
  "page.return.failed": "L’accesso non è stato effettuato. Riapri {product} e riprova.",
  "page.return.lost_heading": "Non è stato possibile completare l’accesso",
  "page.return.lost":
    "L’accesso è stato avviato in un altro browser, ha richiesto troppo tempo o è già stato completato.",
  "page.return.lost_again": "Riapri {product} e accedi di nuovo.",
  "page.return.wrong_heading": "L’accesso non è configurato correttamente",
  "page.return.wrong":
    "L’app ha aperto questa pagina in un modo che questo server non accetta. L’accesso non è stato effettuato.",
  "page.return.the_app": "l’app",

  "page.authorize.heading": "Qui non si può accedere",
  "page.authorize.body":
    "Questo server non supporta il flusso “authorization code” di OAuth 2.0. Se volevi accedere a {product}, usa l’app o il sito web.",

  "page.accept_invite.heading": "Attiva il tuo accesso di amministrazione",
  "page.accept_invite.body":
    "Hai ricevuto un invito ad amministrare il server {product} all’indirizzo {host}. Scegli la password con cui accederai.",
  "page.accept_invite.invited": "{inviter} ha inviato l’invito a {email}.",
  "page.accept_invite.button": "Accetta l’invito",
  "page.accept_invite.done_heading": "Il tuo accesso di amministrazione è attivo",
  "page.accept_invite.done":
    "Accedi alla console come {email} con la password che hai appena scelto: {console}",
  "page.accept_invite.console": "Apri la console",
  "page.accept_invite.role": "Il tuo ruolo: {roles}",
  "page.accept_invite.token":
    "Per la riga di comando, crea un token di accesso personale nella console e passalo a {command}.",
  "page.accept_invite.dead_link_accepted":
    "Se hai già accettato l’invito, è tutto a posto: accedi alla console.",
  "page.accept_invite.dead_link_new":
    "In caso contrario, chiedi un nuovo invito alla persona che te l’ha mandato.",
  "page.accept_invite.owner": "Titolare",
  "page.accept_invite.administrator": "Amministrazione",
  "page.accept_invite.support": "Assistenza",
  "page.accept_invite.viewer": "Sola lettura",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "questo server",

  "page.failure.dead_link_heading": "Questo link non funziona più",
  "page.failure.dead_link": "È già stato usato, è scaduto o è stato sostituito da un’email più recente.",
  "page.failure.not_found_heading": "Pagina non trovata",
  "page.failure.not_found":
    "Non c’è nulla a questo indirizzo. Se arrivi da un’email, apri di nuovo il link e verifica che sia completo.",
  "page.failure.elsewhere_heading": "Questa richiesta arriva da un altro sito",
  "page.failure.elsewhere":
    "Per la tua sicurezza non è stato cambiato nulla. Apri il link nell’email e premi il pulsante nella pagina.",
  "page.failure.many_heading": "Troppi tentativi",
  "page.failure.many_wait": "Attendi {lifetime}, poi riprova.",
  "page.failure.unreadable_heading": "Impossibile leggere il modulo",
  "page.failure.unreadable": "Non è stato cambiato nulla. Apri il link nell’email e riprova.",
  "page.failure.other_heading": "Si è verificato un problema",
  "page.failure.later": "Riprova tra qualche minuto.",
  "page.failure.quote": "Se succede di nuovo, chiedi aiuto e indica questo numero:",
  "page.failure.in_use_heading": "Questo indirizzo è già in uso",
  "page.failure.try_again": "Riprova",

  "page.contact": "Scrivi a {support_email}.",
  "page.contact_team": "Contatta il team che gestisce {product}.",
  "page.back_to_app": "Torna su {product} per continuare. Puoi chiudere questa pagina.",
  "page.close": "Puoi chiudere questa pagina.",
  "page.open_app": "Apri l’app",
  "page.open_app_hint": "Il pulsante funziona su un dispositivo in cui l’app è installata.",
  "page.error_title": "Errore: {title}",
  "page.footer_help": "Assistenza",
  "page.footer_privacy": "Privacy",
  "page.footer_terms": "Termini",
};
