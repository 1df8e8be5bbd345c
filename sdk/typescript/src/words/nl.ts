import { oneOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Dutch. */
export const nl: LanguageWith<"one" | "other"> = {
  tag: "nl",
  formOf: oneOrOther,
  sentences: {
    general: "Er is iets misgegaan. Neem contact met ons op als het nog een keer gebeurt.",
    "general.retry": "Er is iets misgegaan. Probeer het zo opnieuw.",

    "wait.later": "Probeer het zo opnieuw.",
    "wait.seconds": {
      one: "Probeer het over {count} seconde opnieuw.",
      other: "Probeer het over {count} seconden opnieuw.",
    },
    "wait.minutes": {
      one: "Probeer het over {count} minuut opnieuw.",
      other: "Probeer het over {count} minuten opnieuw.",
    },
    "wait.hours": {
      one: "Probeer het over {count} uur opnieuw.",
      other: "Probeer het over {count} uur opnieuw.",
    },

    NETWORK: "Geen verbinding. Controleer je internetverbinding en probeer het opnieuw.",
    TIMEOUT: "Dit duurt te lang. Controleer je internetverbinding en probeer het opnieuw.",
    STORAGE:
      "Je apparaat kon je login niet opslaan of lezen. Start de app opnieuw en probeer het nog een keer.",
    PASSKEY_FAILED:
      "Je apparaat kon geen passkey gebruiken. Probeer het opnieuw of kies een andere inlogmethode.",

    INVALID_CREDENTIALS: "Het e-mailadres of wachtwoord klopt niet. Probeer het opnieuw.",
    USER_DISABLED: "Dit account is geblokkeerd. Neem contact met ons op.",
    EMAIL_NOT_VERIFIED: "Bevestig eerst je e-mailadres: open de link in de e-mail die we je hebben gestuurd.",
    EMAIL_ALREADY_EXISTS: "Er is al een account met dit e-mailadres. Log daarop in.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Je hebt al een account met dit e-mailadres. Log daar eerst op in. Dat kan met: {methods}.",
    "method.password": "wachtwoord",
    "method.passkey": "passkey",
    EMAIL_TOKEN_INVALID:
      "Deze link werkt niet meer. Vraag een nieuwe e-mail aan en gebruik de nieuwste link.",
    SIGN_UP_CLOSED: "Er kunnen op dit moment geen nieuwe accounts worden aangemaakt.",
    ANONYMOUS_SIGN_IN_DISABLED: "Je kunt hier niet als gast verdergaan. Log in of maak een account aan.",
    NOT_A_GUEST: "Je hebt al een account. Je hoeft verder niets te doen.",
    SESSION_REVOKED: "Je bent uitgelogd. Log opnieuw in.",
    "SESSION_REVOKED.deleted": "Dit account is verwijderd.",
    REAUTHENTICATION_REQUIRED:
      "Bevestig dat jij het bent om je account te beschermen en probeer het dan opnieuw.",
    LAST_SIGN_IN_METHOD: "Dit is je enige inlogmethode. Voeg een andere toe voordat je deze verwijdert.",

    WEAK_PASSWORD: "Dit wachtwoord is te zwak. Kies een ander.",
    "WEAK_PASSWORD.min_length": {
      one: "Dit wachtwoord is te kort. Gebruik minstens {count} teken.",
      other: "Dit wachtwoord is te kort. Gebruik minstens {count} tekens.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Dit wachtwoord is te lang. Gebruik hoogstens {count} teken.",
      other: "Dit wachtwoord is te lang. Gebruik hoogstens {count} tekens.",
    },
    "WEAK_PASSWORD.common": "Veel mensen gebruiken dit wachtwoord. Kies er een dat moeilijker te raden is.",
    "WEAK_PASSWORD.personal":
      "Dit wachtwoord is te makkelijk te raden: het is je e-mailadres of de naam van de app. Kies een ander.",

    EMAIL_CODE_INVALID:
      "Deze code is onjuist of verlopen. Kijk in de nieuwste e-mail en probeer het opnieuw. {left}",
    "EMAIL_CODE_INVALID.none": "Deze code werkt niet meer. Vraag een nieuwe aan.",
    EMAIL_CODE_DISABLED: "Inloggen met een code per e-mail is niet mogelijk. Kies een andere inlogmethode.",
    MFA_CODE_INVALID: "Deze code is onjuist of verlopen. Probeer het met een nieuwe. {left}",
    "MFA_CODE_INVALID.none": "Te veel onjuiste codes. Log opnieuw in.",
    "attempts.left": {
      one: "Je hebt nog {count} poging.",
      other: "Je hebt nog {count} pogingen.",
    },

    MFA_REQUIRED: "Vul de code uit je authenticator-app in om het inloggen af te ronden.",
    MFA_ENROLLMENT_REQUIRED: "Stel een authenticator-app in om het inloggen af te ronden.",
    MFA_CHALLENGE_INVALID: "Dit duurde te lang. Begin opnieuw.",
    MFA_DISABLED: "Verificatie in twee stappen is niet beschikbaar voor dit account.",

    PASSKEY_INVALID:
      "Deze passkey is niet geaccepteerd. Probeer het opnieuw of kies een andere inlogmethode.",
    PASSKEY_DISABLED: "Passkeys zijn hier niet beschikbaar. Kies een andere inlogmethode.",
    PASSKEY_ALREADY_EXISTS: "Deze passkey is al geregistreerd. Je kunt ermee inloggen.",
    TOO_MANY_PASSKEYS:
      "Je hebt het maximale aantal passkeys bereikt. Verwijder er een om een andere toe te voegen.",

    OAUTH_ACCOUNT_EXISTS: "Dit account is al gekoppeld aan een andere gebruiker. Log er direct mee in.",
    OAUTH_TOKEN_INVALID: "Het inloggen kon niet worden afgerond. Begin opnieuw.",
    OAUTH_PROVIDER_DISABLED: "Deze inlogmethode is niet beschikbaar. Kies een andere.",
    PROVIDER_UNAVAILABLE: "De inlogdienst reageert op dit moment niet. Probeer het zo opnieuw.",
    "ALREADY_EXISTS.identity":
      "Je account is al gekoppeld aan een ander account van {provider}. Ontkoppel dat eerst.",

    BILLING_DISABLED: "Aankopen zijn op dit moment niet mogelijk.",
    STORE_UNAVAILABLE: "De store reageert op dit moment niet. {wait}",
    PURCHASE_INVALID:
      "De store heeft deze aankoop niet bevestigd. Neem contact met ons op als er geld is afgeschreven.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Deze aankoop hoort bij een ander account. Log in met het account waarmee je de aankoop hebt gedaan.",
    PRODUCT_RETIRED: "Dit product is niet meer beschikbaar.",
    ALREADY_SUBSCRIBED: "Je hebt al een abonnement. Je kunt het wijzigen in je abonnementsinstellingen.",
    ALREADY_PURCHASED: "Dit heb je al gekocht.",
    SUBSCRIBED_IN_OTHER_STORE: "Je hebt al een abonnement in een andere store.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Je hebt al een abonnement in een andere store ({store}).",

    INVALID_REQUEST: "Controleer wat je hebt ingevuld en probeer het opnieuw.",
    "INVALID_REQUEST.email": "Vul een geldig e-mailadres in.",
    NOT_FOUND: "Dit bestaat niet meer.",
    RATE_LIMITED: "Te veel pogingen. {wait}",
    OVERLOADED: "Het is op dit moment erg druk. {wait}",
    UNIMPLEMENTED: "Dit is nog niet beschikbaar. Probeer het later opnieuw.",
  },
};
