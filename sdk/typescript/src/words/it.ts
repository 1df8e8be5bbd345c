import { oneOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Italian. */
export const it: LanguageWith<"one" | "other"> = {
  tag: "it",
  formOf: oneOrOther,
  sentences: {
    general: "Si è verificato un problema. Contattaci se succede di nuovo.",
    "general.retry": "Si è verificato un problema. Riprova tra poco.",

    "wait.later": "Riprova tra poco.",
    "wait.seconds": {
      one: "Riprova tra {count} secondo.",
      other: "Riprova tra {count} secondi.",
    },
    "wait.minutes": {
      one: "Riprova tra {count} minuto.",
      other: "Riprova tra {count} minuti.",
    },
    "wait.hours": {
      one: "Riprova tra {count} ora.",
      other: "Riprova tra {count} ore.",
    },

    NETWORK: "Nessuna connessione. Controlla la connessione a internet e riprova.",
    TIMEOUT: "L’operazione sta richiedendo troppo tempo. Controlla la connessione a internet e riprova.",
    STORAGE: "Il tuo dispositivo non è riuscito a salvare o leggere l’accesso. Riavvia l’app e riprova.",
    PASSKEY_FAILED:
      "Il tuo dispositivo non è riuscito a usare una passkey. Riprova o scegli un altro metodo di accesso.",

    INVALID_CREDENTIALS: "L’indirizzo email o la password non sono corretti. Riprova.",
    USER_DISABLED: "Questo account è disattivato. Contattaci.",
    EMAIL_NOT_VERIFIED:
      "Prima conferma il tuo indirizzo email: apri il link nell’email che ti abbiamo inviato.",
    EMAIL_ALREADY_EXISTS: "Esiste già un account con questo indirizzo email. Accedi.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Hai già un account con questo indirizzo email. Prima accedi a quell’account. Metodi disponibili: {methods}.",
    "method.password": "password",
    "method.passkey": "passkey",
    EMAIL_TOKEN_INVALID: "Questo link non funziona più. Richiedi una nuova email e usa il link più recente.",
    SIGN_UP_CLOSED: "Al momento non è possibile creare nuovi account.",
    ANONYMOUS_SIGN_IN_DISABLED: "Qui non è possibile continuare come ospite. Accedi o crea un account.",
    NOT_A_GUEST: "Hai già un account. Non devi fare altro.",
    SESSION_REVOKED: "La tua sessione è stata chiusa. Accedi di nuovo.",
    "SESSION_REVOKED.deleted": "Questo account è stato eliminato.",
    REAUTHENTICATION_REQUIRED: "Per proteggere il tuo account, conferma la tua identità e poi riprova.",
    LAST_SIGN_IN_METHOD: "È il tuo unico metodo di accesso. Aggiungine un altro prima di rimuoverlo.",

    WEAK_PASSWORD: "Questa password è troppo debole. Scegline un’altra.",
    "WEAK_PASSWORD.min_length": {
      one: "Questa password è troppo corta. Usa almeno {count} carattere.",
      other: "Questa password è troppo corta. Usa almeno {count} caratteri.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Questa password è troppo lunga. Usa al massimo {count} carattere.",
      other: "Questa password è troppo lunga. Usa al massimo {count} caratteri.",
    },
    "WEAK_PASSWORD.common": "Molte persone usano questa password. Scegline una più difficile da indovinare.",
    "WEAK_PASSWORD.personal":
      "Questa password è troppo facile da indovinare: è il tuo indirizzo email o il nome dell’app. Scegline un’altra.",

    EMAIL_CODE_INVALID: "Questo codice è errato o scaduto. Controlla l’email più recente e riprova. {left}",
    "EMAIL_CODE_INVALID.none": "Questo codice non funziona più. Richiedine uno nuovo.",
    EMAIL_CODE_DISABLED:
      "L’accesso con un codice via email non è disponibile. Scegli un altro metodo di accesso.",
    MFA_CODE_INVALID: "Questo codice è errato o scaduto. Riprova con uno nuovo. {left}",
    "MFA_CODE_INVALID.none": "Troppi codici errati. Accedi di nuovo.",
    "attempts.left": {
      one: "Ti resta {count} tentativo.",
      other: "Ti restano {count} tentativi.",
    },

    MFA_REQUIRED: "Inserisci il codice della tua app di autenticazione per completare l’accesso.",
    MFA_ENROLLMENT_REQUIRED: "Configura un’app di autenticazione per completare l’accesso.",
    MFA_CHALLENGE_INVALID: "È passato troppo tempo. Ricomincia.",
    MFA_DISABLED: "La verifica in due passaggi non è disponibile per questo account.",

    PASSKEY_INVALID: "Questa passkey non è stata accettata. Riprova o scegli un altro metodo di accesso.",
    PASSKEY_DISABLED: "Qui le passkey non sono disponibili. Scegli un altro metodo di accesso.",
    PASSKEY_ALREADY_EXISTS: "Questa passkey è già registrata. Puoi usarla per accedere.",
    TOO_MANY_PASSKEYS: "Hai raggiunto il numero massimo di passkey. Rimuovine una per aggiungerne un’altra.",

    OAUTH_ACCOUNT_EXISTS: "Questo account è già collegato a un’altra persona. Usalo per accedere.",
    OAUTH_TOKEN_INVALID: "Non è stato possibile completare l’accesso. Ricomincia.",
    OAUTH_PROVIDER_DISABLED: "Questo metodo di accesso non è disponibile. Scegline un altro.",
    PROVIDER_UNAVAILABLE: "Il servizio di accesso al momento non risponde. Riprova tra poco.",
    "ALREADY_EXISTS.identity":
      "Il tuo account è già collegato a un altro account {provider}. Prima scollega quello.",

    BILLING_DISABLED: "Al momento gli acquisti non sono disponibili.",
    STORE_UNAVAILABLE: "Lo store al momento non risponde. {wait}",
    PURCHASE_INVALID: "Lo store non ha confermato questo acquisto. Contattaci se hai ricevuto un addebito.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Questo acquisto appartiene a un altro account. Accedi con l’account usato per l’acquisto.",
    PRODUCT_RETIRED: "Questo prodotto non è più disponibile.",
    ALREADY_SUBSCRIBED: "Hai già un abbonamento. Puoi modificarlo nelle impostazioni dell’abbonamento.",
    ALREADY_PURCHASED: "Hai già acquistato questo prodotto.",
    SUBSCRIBED_IN_OTHER_STORE: "Hai già un abbonamento in un altro store.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Hai già un abbonamento in un altro store ({store}).",

    INVALID_REQUEST: "Controlla i dati inseriti e riprova.",
    "INVALID_REQUEST.email": "Inserisci un indirizzo email valido.",
    NOT_FOUND: "Questo contenuto non esiste più.",
    RATE_LIMITED: "Troppi tentativi. {wait}",
    OVERLOADED: "Al momento riceviamo molte richieste. {wait}",
    UNIMPLEMENTED: "Questa funzione non è ancora disponibile. Riprova più tardi.",
  },
};
