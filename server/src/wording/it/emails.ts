import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Italian. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Conferma il tuo indirizzo email per {product}",
  "email.verify_email.preview": "Basta un tocco per confermare il tuo indirizzo.",
  "email.verify_email.heading": "Conferma il tuo indirizzo email",
  "email.verify_email.body":
    "Questo indirizzo è stato usato per creare un account {product}. Conferma che è tuo.",
  "email.verify_email.button": "Conferma indirizzo email",
  "email.verify_email.not_you":
    "Se non hai creato un account, puoi ignorare questa email oppure aprire il link e scegliere “Non l’ho fatto io”.",

  "email.reset_password.subject": "Imposta una nuova password per {product}",
  "email.reset_password.preview": "Usa il link in questa email per sceglierne una nuova.",
  "email.reset_password.heading": "Imposta una nuova password",
  "email.reset_password.body":
    "Abbiamo ricevuto una richiesta di reimpostare la password del tuo account {product}. Usa il link qui sotto per sceglierne una nuova.",
  "email.reset_password.button": "Scegli una nuova password",
  "email.reset_password.not_you":
    "Se la richiesta non è tua, puoi ignorare questa email: la tua password resta invariata.",

  "email.invite_user.subject": "Il tuo invito per {product}",
  "email.invite_user.preview": "Scegli una password per attivare il tuo account.",
  "email.invite_user.heading": "Ti diamo il benvenuto su {product}",
  "email.invite_user.body":
    "Hai ricevuto un invito per {product}. Scegli una password per attivare il tuo account.",
  "email.invite_user.button": "Scegli una password",
  "email.invite_user.not_you": "Se non aspettavi questo invito, puoi ignorare questa email.",

  "email.delete_account.subject": "Eliminazione del tuo account {product}",
  "email.delete_account.preview": "Non verrà eliminato nulla senza la tua conferma.",
  "email.delete_account.heading": "Eliminazione del tuo account",
  "email.delete_account.body":
    "Abbiamo ricevuto una richiesta di eliminare definitivamente il tuo account {product} e tutto il suo contenuto.\nFinora non è stato eliminato nulla. Usa il link qui sotto per confermare. L’operazione è irreversibile.",
  "email.delete_account.button": "Elimina il mio account",
  "email.delete_account.not_you":
    "Se la richiesta non è tua, puoi ignorare questa email: il tuo account resta invariato.",

  "email.change_email.subject": "Conferma il tuo nuovo indirizzo email per {product}",
  "email.change_email.preview": "L’indirizzo cambierà solo dopo la tua conferma.",
  "email.change_email.heading": "Conferma il tuo nuovo indirizzo email",
  "email.change_email.body":
    "Hai chiesto di usare questo indirizzo per il tuo account {product}. Conferma che è tuo.",
  "email.change_email.button": "Conferma il nuovo indirizzo",
  "email.change_email.not_you": "Se la richiesta non è tua, puoi ignorare questa email: non cambierà nulla.",

  "email.email_code.subject": "Il tuo codice di accesso per {product}",
  "email.email_code.preview": "Apri questa email e inserisci il codice in {product}.",
  "email.email_code.heading": "Il tuo codice di accesso",
  "email.email_code.body": "Inserisci questo codice in {product}, sul dispositivo da cui l’hai richiesto.",
  "email.email_code.button": "Apri {product}",
  "email.email_code.validity":
    "Il codice è valido per {lifetime}, una sola volta e solo sul dispositivo da cui è stato richiesto.",
  "email.email_code.not_you":
    "Se non l’hai richiesto, puoi ignorare questa email. Non comunicare mai il codice a nessuno: noi non te lo chiederemo.",

  "email.factor_code.subject": "Il tuo codice per configurare la verifica in due passaggi di {product}",
  "email.factor_code.preview": "Apri questa email e inserisci il codice in {product}.",
  "email.factor_code.heading": "Configura la verifica in due passaggi",
  "email.factor_code.body":
    "Inserisci questo codice in {product} per collegare un’app di autenticazione al tuo account.",
  "email.factor_code.validity":
    "Il codice è valido per {lifetime}, una sola volta e solo sul dispositivo da cui è stato richiesto.",
  "email.factor_code.not_you":
    "Se non l’hai richiesto, qualcuno potrebbe conoscere la tua password: scegline una nuova. Non comunicare mai il codice a nessuno.",

  "email.account_exists.subject": "Hai già un account {product}",
  "email.account_exists.preview": "Qualcuno ha provato a registrarsi con il tuo indirizzo.",
  "email.account_exists.heading": "Hai già un account",
  "email.account_exists.body":
    "Qualcuno ha provato a registrarsi su {product} con il tuo indirizzo. Dato che hai già un account, non ne è stato creato uno nuovo.\nSe l’hai fatto tu, accedi come al solito. Se non ricordi la password, scegli “Password dimenticata” quando accedi.",
  "email.account_exists.not_you":
    "Se non l’hai fatto tu, non devi fare nulla: nessuno è entrato nel tuo account.",

  "email.email_changed.subject": "L’indirizzo email del tuo account {product} è stato cambiato",
  "email.email_changed.preview": "Questo indirizzo non è più associato al tuo account.",
  "email.email_changed.heading": "Il tuo indirizzo email è stato cambiato",
  "email.email_changed.body":
    "L’indirizzo email del tuo account {product} è stato sostituito con un altro. Non puoi più accedere con questo indirizzo.",
  "email.email_changed.undo":
    "Se non l’hai fatto tu, annulla la modifica: il tuo indirizzo verrà ripristinato, tutti i dispositivi verranno disconnessi e sceglierai una nuova password.",
  "email.email_changed.button": "Annulla questa modifica",
  "email.email_changed.by_you": "Se hai cambiato tu l’indirizzo, non devi fare nulla.",
  "email.email_changed.not_you":
    "Se non l’hai fatto tu, qualcun altro potrebbe avere accesso al tuo account.",

  "email.password_changed.subject": "La password del tuo account {product} è stata cambiata",
  "email.password_changed.preview": "Se l’hai fatto tu, non devi fare nulla.",
  "email.password_changed.heading": "La tua password è stata cambiata",
  "email.password_changed.body":
    "La password del tuo account {product} è stata cambiata. Gli altri tuoi dispositivi sono stati disconnessi.",
  "email.password_changed.not_you":
    "Se non l’hai fatto tu, scegli “Password dimenticata” quando accedi a {product} per impostare una nuova password.",

  "email.method_linked.subject": "È stato aggiunto un metodo di accesso al tuo account {product}",
  "email.method_linked.preview": "Se l’hai fatto tu, non devi fare nulla.",
  "email.method_linked.heading": "È stato aggiunto un metodo di accesso",
  "email.method_linked.provider": "Ora puoi accedere al tuo account {product} con {provider}.",
  "email.method_linked.password":
    "Ora puoi accedere al tuo account {product} con un indirizzo email e una password.",
  "email.method_linked.passkey": "Ora puoi accedere al tuo account {product} con una passkey.",
  "email.method_linked.other": "Ora puoi accedere al tuo account {product} con un altro provider.",
  "email.method_linked.not_you":
    "Se non l’hai fatto tu, scegli “Password dimenticata” quando accedi a {product}: una nuova password rimuove i metodi di accesso aggiunti da altri.",

  "email.method_removed.subject": "È stato rimosso un metodo di accesso dal tuo account {product}",
  "email.method_removed.preview": "Se l’hai fatto tu, non devi fare nulla.",
  "email.method_removed.heading": "È stato rimosso un metodo di accesso",
  "email.method_removed.provider": "Non puoi più accedere al tuo account {product} con {provider}.",
  "email.method_removed.password":
    "Non puoi più accedere al tuo account {product} con un indirizzo email e una password.",
  "email.method_removed.passkey":
    "Una passkey è stata rimossa dal tuo account {product} e non può più essere usata per accedere.",
  "email.method_removed.other": "Non puoi più accedere al tuo account {product} con un altro provider.",
  "email.method_removed.not_you":
    "Se non l’hai fatto tu, scegli “Password dimenticata” quando accedi a {product} per impostare una nuova password.",

  "email.factor_changed.subject": "La verifica in due passaggi del tuo account {product} è stata modificata",
  "email.factor_changed.preview": "Se l’hai fatto tu, non devi fare nulla.",
  "email.factor_changed.heading": "La verifica in due passaggi è stata modificata",
  "email.factor_changed.enrolled":
    "Un’app di autenticazione è stata collegata al tuo account {product}. Per accedere ora serve anche un codice dell’app. Gli altri tuoi dispositivi sono stati disconnessi.",
  "email.factor_changed.removed":
    "L’app di autenticazione è stata rimossa dal tuo account {product}. Gli altri tuoi dispositivi sono stati disconnessi.",
  "email.factor_changed.codes_removed":
    "I codici di recupero del tuo account {product} sono stati rimossi. Gli altri tuoi dispositivi sono stati disconnessi.",
  "email.factor_changed.codes_replaced":
    "Sono stati generati nuovi codici di recupero per il tuo account {product}. Quelli vecchi non funzionano più. Gli altri tuoi dispositivi sono stati disconnessi.",
  "email.factor_changed.reset":
    "L’assistenza ha rimosso i secondi fattori del tuo account {product}. Tutti i dispositivi sono stati disconnessi.",
  "email.factor_changed.not_you":
    "Se non l’hai fatto tu, qualcun altro potrebbe avere accesso al tuo account.",

  "email.new_device.subject": "Nuovo accesso al tuo account {product}",
  "email.new_device.preview": "Il tuo account è stato usato su un nuovo dispositivo.",
  "email.new_device.heading": "Nuovo accesso al tuo account",
  "email.new_device.body":
    "Qualcuno ha effettuato l’accesso al tuo account {product} da un dispositivo mai usato prima.",
  "email.new_device.not_you":
    "Se non l’hai fatto tu, scegli “Password dimenticata” quando accedi a {product} per impostare una nuova password: così tutti i dispositivi verranno disconnessi.",

  "email.deletion_scheduled.subject": "Il tuo account {product} verrà eliminato",
  "email.deletion_scheduled.preview": "Accedi per conservarlo.",
  "email.deletion_scheduled.heading": "Il tuo account verrà eliminato",
  "email.deletion_scheduled.body":
    "Il tuo account {product} e tutto il suo contenuto verranno eliminati in data {time}. Fino ad allora tutti i dispositivi restano disconnessi.\nVuoi conservarlo? Accedi prima di quella data e tutto resterà com’è. Un abbonamento acquistato in un app store continua finché non lo annulli lì.",
  "email.deletion_scheduled.not_you":
    "Se la richiesta non è tua, accedi a {product} per conservare il tuo account e cambia la password. Se non riesci ad accedere, qualcun altro potrebbe avere accesso al tuo account.",

  "email.invite_admin.subject": "Il tuo invito ad amministrare {host}",
  "email.invite_admin.preview": "Scegli una password per accettare l’invito.",
  "email.invite_admin.heading": "Il tuo invito ad amministrare {host}",
  "email.invite_admin.body":
    "Hai ricevuto da {inviter} un invito ad amministrare il server {product} all’indirizzo {host}.\nUsa il link qui sotto per scegliere una password, poi accedi con la password e con questo indirizzo.",
  "email.invite_admin.button": "Accetta l’invito",
  "email.invite_admin.not_you":
    "Se non aspettavi questo invito, puoi ignorare questa email: non succederà nulla.",

  "email.admin_factors_changed.subject": "La tua verifica in due passaggi su {host} è stata modificata",
  "email.admin_factors_changed.preview": "Se l’hai fatto tu, non devi fare nulla.",
  "email.admin_factors_changed.heading": "La tua verifica in due passaggi è stata modificata",
  "email.admin_factors_changed.added":
    "Un’app di autenticazione è stata aggiunta al tuo account di amministrazione sul server {product} all’indirizzo {host}. Le altre tue sessioni sono state chiuse.",
  "email.admin_factors_changed.removed":
    "L’app di autenticazione e i codici di recupero sono stati rimossi dal tuo account di amministrazione sul server {product} all’indirizzo {host}. Le altre tue sessioni sono state chiuse.",
  "email.admin_factors_changed.replaced":
    "L’app di autenticazione del tuo account di amministrazione sul server {product} all’indirizzo {host} è stata sostituita con un’altra, con nuovi codici di recupero. Le altre tue sessioni sono state chiuse.",
  "email.admin_factors_changed.codes_replaced":
    "I codici di recupero del tuo account di amministrazione sul server {product} all’indirizzo {host} sono stati sostituiti con codici nuovi. Le altre tue sessioni sono state chiuse.",
  "email.admin_factors_changed.button": "Apri la console",
  "email.admin_factors_changed.not_you":
    "Se non l’hai fatto tu, qualcun altro potrebbe avere accesso al tuo account. Chiedi a chi gestisce il server di reimpostare i tuoi fattori e di assegnarti una nuova password (svc admin create).",

  "email.link_validity": "Questo link può essere usato una sola volta e scade tra {lifetime}.",
  "email.open_link": "Se il pulsante non funziona, apri questo link:",
  "email.asked_with": "Richiesta effettuata in data {time} con {device}.",
  "email.asked": "Richiesta effettuata in data {time}.",
  "email.contact_then": "Poi scrivi a {support_email}.",
  "email.contact_then_team": "Poi contatta il team che gestisce {product}.",
  "email.contact_now": "Scrivi subito a {support_email}.",
  "email.contact_now_team": "Contatta subito il team che gestisce {product}.",
  "email.footer_help": "Assistenza",
  "email.footer_privacy": "Privacy",
  "email.footer_terms": "Termini",

  "device.browser": "{browser} su {system}",
  "device.app_android": "un’app su Android",
  "device.app_apple": "un’app su un dispositivo Apple",
  "device.app": "un’app",
};
