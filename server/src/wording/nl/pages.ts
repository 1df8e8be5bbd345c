import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Dutch. */
export const pages: PageWords = {
  "page.verify.heading": "Bevestig je e-mailadres",
  "page.verify.body":
    "Gebruik de knop om te bevestigen dat dit adres van jou is en je account bij {product} verder in te stellen.",
  "page.verify.button": "Mijn e-mailadres bevestigen",
  "page.verify.not_you": "Heb je geen account bij {product} aangemaakt?",
  "page.verify.not_you_button": "Dit was ik niet",
  "page.verify.done_heading": "Je e-mailadres is bevestigd",
  "page.verify.done": "Bedankt. {email} hoort nu bij je account bij {product}.",
  "page.verify.dead_link_confirmed":
    "Heb je je adres al bevestigd? Dan is alles in orde: ga terug naar {product} en log in.",
  "page.verify.dead_link_new":
    "Zo niet, vraag dan in de app een nieuwe e-mail aan en gebruik de link in de nieuwste.",
  "page.verify.delete_heading": "Dit account verwijderen?",
  "page.verify.delete_body":
    "Iemand heeft met jouw e-mailadres een account bij {product} aangemaakt. Was jij dit niet? Verwijder het account dan: {product} gebruikt je adres daarna niet meer.",
  "page.verify.delete_button": "Account verwijderen",
  "page.verify.detach_heading": "Je adres uit dit account verwijderen?",
  "page.verify.detach_body":
    "Iemand heeft jouw e-mailadres gebruikt voor een account bij {product}. Was jij dit niet? Verwijder dan je adres en het wachtwoord uit het account. Het account zelf blijft bestaan, omdat het van iemand anders kan zijn.",
  "page.verify.detach_button": "Mijn adres verwijderen",
  "page.verify.back_button": "Terug",
  "page.verify.deleted_heading": "Het account is verwijderd",
  "page.verify.deleted":
    "{product} gebruikt je e-mailadres niet meer. Je hoeft verder niets te doen en kunt deze pagina sluiten.",
  "page.verify.detached_heading": "Je adres is verwijderd",
  "page.verify.detached":
    "Je e-mailadres en het wachtwoord zijn verwijderd uit het account: niemand kan er nog mee inloggen. Het account zelf is niet verwijderd.",
  "page.verify.detached_close": "Je hoeft verder niets te doen en kunt deze pagina sluiten.",

  "page.reset.heading": "Kies een nieuw wachtwoord",
  "page.reset.body": "Voor je account bij {product}. Alle apparaten worden uitgelogd.",
  "page.reset.button": "Nieuw wachtwoord opslaan",
  "page.reset.done_heading": "Je wachtwoord is gewijzigd",
  "page.reset.done": "Alle apparaten zijn uitgelogd.",
  "page.reset.dead_link":
    "Ga terug naar {product}, kies ‘Wachtwoord vergeten’ en gebruik de link in de nieuwste e-mail.",

  "page.invite.heading": "Kies een wachtwoord",
  "page.invite.body": "Je bent uitgenodigd voor {product}. Kies een wachtwoord om je account te activeren.",
  "page.invite.button": "Wachtwoord opslaan",
  "page.invite.done_heading": "Je account is klaar",
  "page.invite.done": "Je wachtwoord is opgeslagen.",
  "page.invite.dead_link": "Ga naar {product} en kies ‘Wachtwoord vergeten’ om een nieuwe link te krijgen.",

  "page.password.new_label": "Nieuw wachtwoord",
  "page.password.label": "Wachtwoord",
  "page.password.show": "Wachtwoord tonen",
  "page.password.hide": "Wachtwoord verbergen",
  "page.password.at_least": {
    one: "Minstens {count} teken. Spaties en symbolen mogen.",
    other: "Minstens {count} tekens. Spaties en symbolen mogen.",
  },
  "page.password.no_common": "Veelgebruikte wachtwoorden worden niet geaccepteerd.",
  "page.password.at_most": { one: "Hoogstens {count} teken", other: "Hoogstens {count} tekens" },
  "page.password.too_short": {
    one: "Te kort: gebruik minstens {count} teken",
    other: "Te kort: gebruik minstens {count} tekens",
  },
  "page.password.too_long": {
    one: "Te lang: gebruik hoogstens {count} teken",
    other: "Te lang: gebruik hoogstens {count} tekens",
  },
  "page.password.too_common": "Te veel gebruikt: veel mensen hebben dit wachtwoord. Kies een ander",
  "page.password.personal": "Te makkelijk te raden: het is de naam van de app of je adres",
  "page.password.weak": "Te zwak: kies een ander wachtwoord",
  "page.password.sign_in":
    "Ga terug naar {product} en log in met je nieuwe wachtwoord. Je kunt deze pagina sluiten.",

  "page.methods.keep_heading": "Deze inlogmethoden behouden?",
  "page.methods.keep_hint":
    "Met elk hiervan kan er zonder wachtwoord op je account worden ingelogd. Wat je niet aanvinkt, wordt verwijderd.",
  "page.methods.remove_heading": "Inlogmethoden verwijderen?",
  "page.methods.remove_hint":
    "Ze zijn aan het account toegevoegd voordat je dit adres bevestigde. Vink aan wat je niet zelf hebt toegevoegd: dat wordt verwijderd als je je adres bevestigt.",
  "page.methods.one_added":
    "Deze inlogmethode is aan het account toegevoegd voordat je dit adres bevestigde:",
  "page.methods.app_added":
    "Voordat je dit adres bevestigde, is er een authenticator-app aan het account toegevoegd. Bij elke login wordt om de code daaruit gevraagd:",
  "page.methods.remove_it":
    "Heb je dit niet zelf toegevoegd? Bevestig dan je adres en verwijder deze inlogmethode.",
  "page.methods.remove_provider_button": "Bevestigen en {provider} verwijderen",
  "page.methods.remove_passkey_button": "Bevestigen en passkey verwijderen",
  "page.methods.remove_app_button": "Bevestigen en authenticator-app verwijderen",
  "page.methods.passkey": "Passkey",
  "page.methods.app": "Authenticator-app",
  "page.methods.linked": "Gekoppeld op {time}",
  "page.methods.added": "Toegevoegd op {time}, laatst gebruikt op {last_time}",
  "page.methods.added_unused": "Toegevoegd op {time}, sindsdien niet gebruikt",
  "page.methods.connected": "Gekoppeld op {time}, laatst gebruikt op {last_time}",
  "page.methods.connected_unused": "Gekoppeld op {time}, sindsdien niet gebruikt",
  "page.methods.providers_removed": "Je kunt niet meer met {providers} inloggen op het account.",
  "page.methods.passkeys_removed": {
    one: "Er is {count} passkey verwijderd uit het account.",
    other: "Er zijn {count} passkeys verwijderd uit het account.",
  },
  "page.methods.app_removed":
    "De authenticator-app is verwijderd uit het account en alle apparaten zijn uitgelogd.",

  "page.confirm_email.heading": "Bevestig je nieuwe e-mailadres",
  "page.confirm_email.body":
    "Je account bij {product} gebruikt voortaan dit adres, om in te loggen en voor alle berichten. We sturen een melding naar je oude adres.",
  "page.confirm_email.button": "Dit adres gebruiken",
  "page.confirm_email.done_heading": "Je e-mailadres is gewijzigd",
  "page.confirm_email.done": "Je account bij {product} gebruikt nu {email}: log voortaan daarmee in.",
  "page.confirm_email.in_use":
    "Een ander account bij {product} gebruikt dit adres inmiddels, dus dat van jou houdt het oude adres.",
  "page.confirm_email.in_use_again": "Wil je een ander adres gebruiken? Wijzig het dan opnieuw in de app.",
  "page.confirm_email.dead_link_confirmed":
    "Heb je de wijziging al bevestigd? Dan is alles in orde: log in met je nieuwe adres.",
  "page.confirm_email.dead_link_new":
    "Zo niet, wijzig het adres dan opnieuw in de app en gebruik de link in de nieuwste e-mail.",

  "page.undo.heading": "Wijziging van je e-mailadres ongedaan maken?",
  "page.undo.body":
    "Het e-mailadres van je account bij {product} is gewijzigd. Was jij dit niet? Maak de wijziging dan ongedaan:",
  "page.undo.effect_address": "Je account gebruikt weer {email}",
  "page.undo.effect_devices": "Alle apparaten worden uitgelogd",
  "page.undo.effect_methods": "Het wachtwoord en alle onlangs toegevoegde inlogmethoden worden verwijderd",
  "page.undo.effect_password": "Je kiest meteen een nieuw wachtwoord",
  "page.undo.button": "Wijziging ongedaan maken",
  "page.undo.by_you":
    "Heb je het adres zelf gewijzigd? Dan hoef je niets te doen en kun je deze pagina sluiten.",
  "page.undo.done":
    "De wijziging is ongedaan gemaakt. Je account bij {product} gebruikt weer {email} en alle apparaten zijn uitgelogd.",
  "page.undo.in_use":
    "Een ander account bij {product} gebruikt inmiddels je oude adres, dus de wijziging kon niet ongedaan worden gemaakt. Er is niets veranderd.",
  "page.undo.get_back": "Vraag om hulp om je account terug te krijgen.",
  "page.undo.dead_link_undone":
    "Heb je de wijziging al ongedaan gemaakt? Dan werkt je oude adres weer: ga naar {product} en kies ‘Wachtwoord vergeten’ om een nieuw wachtwoord in te stellen.",
  "page.undo.dead_link_not": "Zo niet, vraag dan om hulp.",

  "page.delete_account.ask_heading": "Je account bij {product} verwijderen",
  "page.delete_account.ask_body":
    "Vul het e-mailadres van je account in. We sturen je een link en er wordt niets verwijderd tot je die opent en het bevestigt.",
  "page.delete_account.email_label": "E-mailadres",
  "page.delete_account.email_hint": "Het adres waarmee je inlogt bij {product}.",
  "page.delete_account.email_mistake": "Vul een e-mailadres in, zoals {example}",
  "page.delete_account.ask_button": "Stuur me de link",
  "page.delete_account.ask_effects": "Na je bevestiging wordt dit definitief verwijderd:",
  "page.delete_account.effect_profile": "Je profiel: naam, foto en e-mailadres",
  "page.delete_account.effect_methods": "Alle inlogmethoden: wachtwoord en gekoppelde accounts",
  "page.delete_account.effect_sessions": "Alle sessies: elk apparaat wordt uitgelogd",
  "page.delete_account.sent_heading": "Kijk in je inbox",
  "page.delete_account.sent":
    "Als er bij {product} een account is voor {email}, hebben we een link naar dat adres gestuurd. Open die om het account te verwijderen.",
  "page.delete_account.sent_nothing":
    "Na een paar minuten nog niets ontvangen? Kijk in je spammap en controleer of dit het adres van je account is.",
  "page.delete_account.heading": "Je account verwijderen?",
  "page.delete_account.body": "Hiermee wordt je account bij {product} definitief verwijderd:",
  "page.delete_account.at_once": "Dit kan niet ongedaan worden gemaakt.",
  "page.delete_account.later":
    "Je wordt meteen uitgelogd en het account wordt over {lifetime} verwijderd. Bedenk je je? Log dan vóór die tijd in.",
  "page.delete_account.subscription":
    "Een abonnement dat je in een appstore hebt gekocht, loopt door tot je het daar opzegt.",
  "page.delete_account.sure": "Ja, verwijder mijn account definitief",
  "page.delete_account.sure_mistake": "Zet een vinkje om te bevestigen dat je het zeker weet",
  "page.delete_account.button": "Mijn account verwijderen",
  "page.delete_account.done_heading": "Je account is verwijderd",
  "page.delete_account.done":
    "Je account bij {product} is met alles erin verwijderd en alle apparaten zijn uitgelogd.",
  "page.delete_account.scheduled_heading": "Je account wordt verwijderd",
  "page.delete_account.scheduled":
    "Je account bij {product} wordt met alles erin verwijderd op {time}. Alle apparaten zijn uitgelogd.",
  "page.delete_account.keep": "Wil je het behouden? Log dan vóór die tijd in bij {product}.",
  "page.delete_account.dead_link":
    "Heb je je account al verwijderd? Dan hoef je niets meer te doen. Zo niet, vraag dan een nieuwe link aan.",
  "page.delete_account.dead_link_button": "Nieuwe link aanvragen",

  "page.code.heading": "Je inlogcode",
  "page.code.asked_with": "Aangevraagd op {time} met {device}.",
  "page.code.asked": "Aangevraagd op {time}.",
  "page.code.body": "Vul de code in bij {product} op het apparaat waarop erom is gevraagd:",
  "page.code.not_you": "Heb je hier niet om gevraagd? Sluit dan deze pagina en geef de code aan niemand.",
  "page.code.newest": "Alleen de code in de nieuwste e-mail werkt.",
  "page.code.dead_link":
    "Ben je al ingelogd? Dan is alles in orde. Zo niet, ga dan terug naar {product} en vraag een nieuwe code aan.",

  "page.app.heading": "Ga terug naar {product}",
  "page.app.body": "Deze link opent de app van {product} op een apparaat waarop die is geïnstalleerd.",
  "page.app.try_again":
    "Was je aan het inloggen? Ga dan terug naar de app en probeer het opnieuw. Je kunt deze pagina sluiten.",

  "page.return.button": "Terug naar {product}",
  "page.return.signed_in_heading": "Bijna klaar",
  "page.return.signed_in":
    "Ga terug naar {product} om het inloggen af te ronden. Gaat dat niet vanzelf? Gebruik dan de knop.",
  "page.return.cancelled_heading": "Inloggen geannuleerd",
  "page.return.cancelled": "Er is niets gedeeld met {product} en je bent niet ingelogd.",
  "page.return.failed_heading": "Inloggen is niet gelukt",
  "page.return.failed": "Je bent niet ingelogd. Ga terug naar {product} en probeer het opnieuw.",
  "page.return.lost_heading": "We konden het inloggen niet afronden",
  "page.return.lost": "Het is in een andere browser begonnen, duurde te lang of is al afgerond.",
  "page.return.lost_again": "Ga terug naar {product} en log opnieuw in.",
  "page.return.wrong_heading": "Het inloggen is niet goed ingesteld",
  "page.return.wrong":
    "De app heeft je hierheen gestuurd op een manier die deze server niet accepteert. Je bent niet ingelogd.",
  "page.return.the_app": "de app",

  "page.authorize.heading": "Hier kun je niet inloggen",
  "page.authorize.body":
    "Deze server ondersteunt de ‘authorization code flow’ van OAuth 2.0 niet. Wilde je inloggen bij {product}? Gebruik dan de app of de website.",

  "page.accept_invite.heading": "Word beheerder",
  "page.accept_invite.body":
    "Je bent uitgenodigd om de {product}-server op {host} te beheren. Kies het wachtwoord waarmee je gaat inloggen.",
  "page.accept_invite.invited": "{inviter} heeft de uitnodiging naar {email} gestuurd.",
  "page.accept_invite.button": "Uitnodiging accepteren",
  "page.accept_invite.done_heading": "Je bent nu beheerder",
  "page.accept_invite.done":
    "Log in op de console als {email} met het wachtwoord dat je net hebt gekozen: {console}",
  "page.accept_invite.console": "Console openen",
  "page.accept_invite.role": "Je rol: {roles}",
  "page.accept_invite.token":
    "Maak voor de opdrachtregel een persoonlijk toegangstoken aan in de console en geef het door aan {command}.",
  "page.accept_invite.dead_link_accepted":
    "Heb je de uitnodiging al geaccepteerd? Dan is alles in orde: log in op de console.",
  "page.accept_invite.dead_link_new":
    "Zo niet, vraag dan een nieuwe uitnodiging aan de beheerder die je heeft uitgenodigd.",
  "page.accept_invite.owner": "Eigenaar",
  "page.accept_invite.administrator": "Beheerder",
  "page.accept_invite.support": "Support",
  "page.accept_invite.viewer": "Alleen lezen",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "deze server",

  "page.failure.dead_link_heading": "Deze link werkt niet meer",
  "page.failure.dead_link": "De link is al gebruikt, verlopen of vervangen door een nieuwere e-mail.",
  "page.failure.not_found_heading": "Pagina niet gevonden",
  "page.failure.not_found":
    "Er is niets op dit adres. Kom je vanuit een e-mail? Open de link dan opnieuw en let erop dat die volledig is.",
  "page.failure.elsewhere_heading": "Dit verzoek kwam van een andere site",
  "page.failure.elsewhere":
    "Voor je veiligheid is er niets gewijzigd. Open de link in je e-mail en gebruik de knop op die pagina.",
  "page.failure.many_heading": "Te veel pogingen",
  "page.failure.many_wait": "Wacht {lifetime} en probeer het dan opnieuw.",
  "page.failure.unreadable_heading": "Dit formulier kon niet worden gelezen",
  "page.failure.unreadable": "Er is niets gewijzigd. Open de link in je e-mail en probeer het opnieuw.",
  "page.failure.other_heading": "Er is iets misgegaan",
  "page.failure.later": "Probeer het over een paar minuten opnieuw.",
  "page.failure.quote": "Gebeurt het nog een keer? Vraag dan om hulp en vermeld dit nummer:",
  "page.failure.in_use_heading": "Dit adres is al in gebruik",
  "page.failure.try_again": "Opnieuw proberen",

  "page.contact": "Neem contact op met {support_email}.",
  "page.contact_team": "Neem contact op met het team van {product}.",
  "page.back_to_app": "Ga terug naar {product} om verder te gaan. Je kunt deze pagina sluiten.",
  "page.close": "Je kunt deze pagina sluiten.",
  "page.open_app": "App openen",
  "page.open_app_hint": "De knop werkt op een apparaat waarop de app is geïnstalleerd.",
  "page.error_title": "Fout: {title}",
  "page.footer_help": "Hulp",
  "page.footer_privacy": "Privacy",
  "page.footer_terms": "Voorwaarden",
};
