import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Dutch. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Bevestig je e-mailadres voor {product}",
  "email.verify_email.preview": "Met één tik is je adres bevestigd.",
  "email.verify_email.heading": "Bevestig je e-mailadres",
  "email.verify_email.body":
    "Met dit adres is een account bij {product} aangemaakt. Bevestig dat het van jou is.",
  "email.verify_email.button": "E-mailadres bevestigen",
  "email.verify_email.not_you":
    "Heb je geen account aangemaakt? Dan kun je deze e-mail negeren, of de link openen en ‘Dit was ik niet’ kiezen.",

  "email.reset_password.subject": "Stel een nieuw wachtwoord in voor {product}",
  "email.reset_password.preview": "Gebruik de link in deze e-mail om een nieuw wachtwoord te kiezen.",
  "email.reset_password.heading": "Stel een nieuw wachtwoord in",
  "email.reset_password.body":
    "We hebben een verzoek ontvangen om het wachtwoord van je account bij {product} opnieuw in te stellen. Gebruik de link hieronder om een nieuw wachtwoord te kiezen.",
  "email.reset_password.button": "Nieuw wachtwoord kiezen",
  "email.reset_password.not_you":
    "Heb je hier niet om gevraagd? Dan kun je deze e-mail negeren: je wachtwoord blijft zoals het is.",

  "email.invite_user.subject": "Je bent uitgenodigd voor {product}",
  "email.invite_user.preview": "Kies een wachtwoord om je account te activeren.",
  "email.invite_user.heading": "Welkom bij {product}",
  "email.invite_user.body":
    "Je bent uitgenodigd voor {product}. Kies een wachtwoord om je account te activeren.",
  "email.invite_user.button": "Wachtwoord kiezen",
  "email.invite_user.not_you": "Had je deze uitnodiging niet verwacht? Dan kun je deze e-mail negeren.",

  "email.delete_account.subject": "Je account bij {product} verwijderen",
  "email.delete_account.preview": "Er wordt niets verwijderd tot je het bevestigt.",
  "email.delete_account.heading": "Je account verwijderen",
  "email.delete_account.body":
    "We hebben een verzoek ontvangen om je account bij {product} met alles erin definitief te verwijderen.\nEr is nog niets verwijderd. Gebruik de link hieronder om het te bevestigen. Dit kan niet ongedaan worden gemaakt.",
  "email.delete_account.button": "Mijn account verwijderen",
  "email.delete_account.not_you":
    "Heb je hier niet om gevraagd? Dan kun je deze e-mail negeren: je account blijft zoals het is.",

  "email.change_email.subject": "Bevestig je nieuwe e-mailadres voor {product}",
  "email.change_email.preview": "Je adres verandert zodra je het bevestigt.",
  "email.change_email.heading": "Bevestig je nieuwe e-mailadres",
  "email.change_email.body":
    "Je wilt dit adres gebruiken voor je account bij {product}. Bevestig dat het van jou is.",
  "email.change_email.button": "Nieuw adres bevestigen",
  "email.change_email.not_you":
    "Heb je hier niet om gevraagd? Dan kun je deze e-mail negeren: er verandert niets.",

  "email.email_code.subject": "Je inlogcode voor {product}",
  "email.email_code.preview": "Open deze e-mail en vul de code in bij {product}.",
  "email.email_code.heading": "Je inlogcode",
  "email.email_code.body": "Vul deze code in bij {product} op het apparaat waarop je erom hebt gevraagd.",
  "email.email_code.button": "{product} openen",
  "email.email_code.validity":
    "De code is {lifetime} geldig, werkt één keer en alleen op het apparaat waarop erom is gevraagd.",
  "email.email_code.not_you":
    "Heb je hier niet om gevraagd? Dan kun je deze e-mail negeren. Geef de code nooit aan iemand anders: wij vragen er nooit om.",

  "email.factor_code.subject": "Je code om verificatie in twee stappen in te stellen voor {product}",
  "email.factor_code.preview": "Open deze e-mail en vul de code in bij {product}.",
  "email.factor_code.heading": "Verificatie in twee stappen instellen",
  "email.factor_code.body":
    "Vul deze code in bij {product} om een authenticator-app aan je account te koppelen.",
  "email.factor_code.validity":
    "De code is {lifetime} geldig, werkt één keer en alleen op het apparaat waarop erom is gevraagd.",
  "email.factor_code.not_you":
    "Heb je hier niet om gevraagd? Dan weet misschien iemand je wachtwoord: kies een nieuw. Geef de code nooit aan iemand anders.",

  "email.account_exists.subject": "Je hebt al een account bij {product}",
  "email.account_exists.preview": "Iemand wilde een account aanmaken met jouw adres.",
  "email.account_exists.heading": "Je hebt al een account",
  "email.account_exists.body":
    "Iemand wilde met jouw adres een account aanmaken bij {product}. Omdat je al een account hebt, is er geen nieuw account aangemaakt.\nWas jij dit? Log dan gewoon in. Weet je je wachtwoord niet meer? Kies dan ‘Wachtwoord vergeten’ bij het inloggen.",
  "email.account_exists.not_you":
    "Was jij dit niet? Dan hoef je niets te doen: niemand is in je account geweest.",

  "email.email_changed.subject": "Het e-mailadres van je account bij {product} is gewijzigd",
  "email.email_changed.preview": "Dit adres hoort niet meer bij je account.",
  "email.email_changed.heading": "Je e-mailadres is gewijzigd",
  "email.email_changed.body":
    "Het e-mailadres van je account bij {product} is gewijzigd in een ander adres. Je kunt niet meer inloggen met dit adres.",
  "email.email_changed.undo":
    "Was jij dit niet? Maak de wijziging dan ongedaan: je adres wordt hersteld, alle apparaten worden uitgelogd en je kiest een nieuw wachtwoord.",
  "email.email_changed.button": "Wijziging ongedaan maken",
  "email.email_changed.by_you": "Heb je het adres zelf gewijzigd? Dan hoef je niets te doen.",
  "email.email_changed.not_you": "Was jij dit niet? Dan gebruikt misschien iemand anders je account.",

  "email.password_changed.subject": "Het wachtwoord van je account bij {product} is gewijzigd",
  "email.password_changed.preview": "Was jij dit? Dan hoef je niets te doen.",
  "email.password_changed.heading": "Je wachtwoord is gewijzigd",
  "email.password_changed.body":
    "Het wachtwoord van je account bij {product} is gewijzigd. Je andere apparaten zijn uitgelogd.",
  "email.password_changed.not_you":
    "Was jij dit niet? Kies dan ‘Wachtwoord vergeten’ bij het inloggen bij {product} om een nieuw wachtwoord in te stellen.",

  "email.method_linked.subject": "Er is een inlogmethode toegevoegd aan je account bij {product}",
  "email.method_linked.preview": "Was jij dit? Dan hoef je niets te doen.",
  "email.method_linked.heading": "Er is een inlogmethode toegevoegd",
  "email.method_linked.provider": "Je kunt nu met {provider} inloggen op je account bij {product}.",
  "email.method_linked.password":
    "Je kunt nu met een e-mailadres en wachtwoord inloggen op je account bij {product}.",
  "email.method_linked.passkey": "Je kunt nu met een passkey inloggen op je account bij {product}.",
  "email.method_linked.other": "Je kunt nu met een andere provider inloggen op je account bij {product}.",
  "email.method_linked.not_you":
    "Was jij dit niet? Kies dan ‘Wachtwoord vergeten’ bij het inloggen bij {product}: een nieuw wachtwoord verwijdert inlogmethoden die anderen hebben toegevoegd.",

  "email.method_removed.subject": "Er is een inlogmethode verwijderd uit je account bij {product}",
  "email.method_removed.preview": "Was jij dit? Dan hoef je niets te doen.",
  "email.method_removed.heading": "Er is een inlogmethode verwijderd",
  "email.method_removed.provider": "Je kunt niet meer met {provider} inloggen op je account bij {product}.",
  "email.method_removed.password":
    "Je kunt niet meer met een e-mailadres en wachtwoord inloggen op je account bij {product}.",
  "email.method_removed.passkey":
    "Er is een passkey verwijderd uit je account bij {product}. Je kunt er niet meer mee inloggen.",
  "email.method_removed.other":
    "Je kunt niet meer met een andere provider inloggen op je account bij {product}.",
  "email.method_removed.not_you":
    "Was jij dit niet? Kies dan ‘Wachtwoord vergeten’ bij het inloggen bij {product} om een nieuw wachtwoord in te stellen.",

  "email.factor_changed.subject": "De verificatie in twee stappen van je account bij {product} is gewijzigd",
  "email.factor_changed.preview": "Was jij dit? Dan hoef je niets te doen.",
  "email.factor_changed.heading": "De verificatie in twee stappen is gewijzigd",
  "email.factor_changed.enrolled":
    "Er is een authenticator-app gekoppeld aan je account bij {product}. Om in te loggen is nu ook een code uit die app nodig. Je andere apparaten zijn uitgelogd.",
  "email.factor_changed.removed":
    "De authenticator-app is verwijderd uit je account bij {product}. Je andere apparaten zijn uitgelogd.",
  "email.factor_changed.codes_removed":
    "De herstelcodes van je account bij {product} zijn verwijderd. Je andere apparaten zijn uitgelogd.",
  "email.factor_changed.codes_replaced":
    "Er zijn nieuwe herstelcodes gemaakt voor je account bij {product}. De oude werken niet meer. Je andere apparaten zijn uitgelogd.",
  "email.factor_changed.reset":
    "De klantenservice heeft de tweede factoren van je account bij {product} verwijderd. Alle apparaten zijn uitgelogd.",
  "email.factor_changed.not_you": "Was jij dit niet? Dan gebruikt misschien iemand anders je account.",

  "email.new_device.subject": "Nieuwe login op je account bij {product}",
  "email.new_device.preview": "Je account is gebruikt op een nieuw apparaat.",
  "email.new_device.heading": "Nieuwe login op je account",
  "email.new_device.body":
    "Iemand heeft op je account bij {product} ingelogd met een apparaat dat nog niet eerder is gebruikt.",
  "email.new_device.not_you":
    "Was jij dit niet? Kies dan ‘Wachtwoord vergeten’ bij het inloggen bij {product} om een nieuw wachtwoord in te stellen: daarmee worden alle apparaten uitgelogd.",

  "email.deletion_scheduled.subject": "Je account bij {product} wordt verwijderd",
  "email.deletion_scheduled.preview": "Log in om het te behouden.",
  "email.deletion_scheduled.heading": "Je account wordt verwijderd",
  "email.deletion_scheduled.body":
    "Je account bij {product} wordt met alles erin verwijderd op {time}. Tot die tijd zijn alle apparaten uitgelogd.\nWil je het behouden? Log dan vóór die tijd in, dan blijft alles zoals het is. Een abonnement dat je in een appstore hebt gekocht, loopt door tot je het daar opzegt.",
  "email.deletion_scheduled.not_you":
    "Heb je hier niet om gevraagd? Log dan in bij {product} om je account te behouden en wijzig je wachtwoord. Kun je niet inloggen? Dan gebruikt misschien iemand anders je account.",

  "email.invite_admin.subject": "Je bent uitgenodigd om {host} te beheren",
  "email.invite_admin.preview": "Kies een wachtwoord om de uitnodiging te accepteren.",
  "email.invite_admin.heading": "Je bent uitgenodigd om {host} te beheren",
  "email.invite_admin.body":
    "{inviter} heeft je uitgenodigd om de {product}-server op {host} te beheren.\nGebruik de link hieronder om een wachtwoord te kiezen en log daarna in met dat wachtwoord en dit adres.",
  "email.invite_admin.button": "Uitnodiging accepteren",
  "email.invite_admin.not_you":
    "Had je deze uitnodiging niet verwacht? Dan kun je deze e-mail negeren: er gebeurt niets.",

  "email.admin_factors_changed.subject": "Je verificatie in twee stappen bij {host} is gewijzigd",
  "email.admin_factors_changed.preview": "Was jij dit? Dan hoef je niets te doen.",
  "email.admin_factors_changed.heading": "Je verificatie in twee stappen is gewijzigd",
  "email.admin_factors_changed.added":
    "Er is een authenticator-app toegevoegd aan je beheerdersaccount op de {product}-server op {host}. Je andere sessies zijn beëindigd.",
  "email.admin_factors_changed.removed":
    "De authenticator-app en de herstelcodes zijn verwijderd uit je beheerdersaccount op de {product}-server op {host}. Je andere sessies zijn beëindigd.",
  "email.admin_factors_changed.replaced":
    "De authenticator-app van je beheerdersaccount op de {product}-server op {host} is vervangen door een andere, met nieuwe herstelcodes. Je andere sessies zijn beëindigd.",
  "email.admin_factors_changed.codes_replaced":
    "De herstelcodes van je beheerdersaccount op de {product}-server op {host} zijn vervangen door nieuwe. Je andere sessies zijn beëindigd.",
  "email.admin_factors_changed.button": "Console openen",
  "email.admin_factors_changed.not_you":
    "Was jij dit niet? Dan gebruikt misschien iemand anders je account. Vraag de beheerder van de server om je factoren te resetten en een nieuw wachtwoord voor je in te stellen (svc admin create).",

  "email.link_validity": "Je kunt deze link één keer gebruiken. De link verloopt over {lifetime}.",
  "email.open_link": "Werkt de knop niet? Open dan deze link:",
  "email.asked_with": "Aangevraagd op {time} met {device}.",
  "email.asked": "Aangevraagd op {time}.",
  "email.contact_then": "Neem daarna contact op met {support_email}.",
  "email.contact_then_team": "Neem daarna contact op met het team van {product}.",
  "email.contact_now": "Neem direct contact op met {support_email}.",
  "email.contact_now_team": "Neem direct contact op met het team van {product}.",
  "email.footer_help": "Hulp",
  "email.footer_privacy": "Privacy",
  "email.footer_terms": "Voorwaarden",

  "device.browser": "{browser} op {system}",
  "device.app_android": "een app op Android",
  "device.app_apple": "een app op een Apple-apparaat",
  "device.app": "een app",
};
