import { oneOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** German. */
export const de: LanguageWith<"one" | "other"> = {
  tag: "de",
  formOf: oneOrOther,
  sentences: {
    general: "Etwas ist schiefgelaufen. Wenden Sie sich an uns, wenn es wieder passiert.",
    "general.retry": "Etwas ist schiefgelaufen. Bitte versuchen Sie es gleich noch einmal.",

    "wait.later": "Bitte versuchen Sie es gleich noch einmal.",
    "wait.seconds": {
      one: "Bitte versuchen Sie es in {count} Sekunde noch einmal.",
      other: "Bitte versuchen Sie es in {count} Sekunden noch einmal.",
    },
    "wait.minutes": {
      one: "Bitte versuchen Sie es in {count} Minute noch einmal.",
      other: "Bitte versuchen Sie es in {count} Minuten noch einmal.",
    },
    "wait.hours": {
      one: "Bitte versuchen Sie es in {count} Stunde noch einmal.",
      other: "Bitte versuchen Sie es in {count} Stunden noch einmal.",
    },

    NETWORK: "Keine Verbindung. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.",
    TIMEOUT: "Das dauert zu lange. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.",
    STORAGE:
      "Ihr Gerät konnte Ihre Anmeldung nicht speichern oder lesen. Starten Sie die App neu und versuchen Sie es noch einmal.",
    PASSKEY_FAILED:
      "Ihr Gerät konnte keinen Passkey verwenden. Versuchen Sie es noch einmal oder wählen Sie eine andere Anmeldemethode.",

    INVALID_CREDENTIALS: "E-Mail-Adresse oder Passwort ist falsch. Bitte versuchen Sie es noch einmal.",
    USER_DISABLED: "Dieses Konto ist gesperrt. Bitte wenden Sie sich an uns.",
    EMAIL_NOT_VERIFIED:
      "Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.",
    EMAIL_ALREADY_EXISTS:
      "Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich stattdessen an.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Sie haben bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich zuerst dort an. Möglich mit: {methods}.",
    "method.password": "Passwort",
    "method.passkey": "Passkey",
    EMAIL_TOKEN_INVALID:
      "Dieser Link funktioniert nicht mehr. Fordern Sie eine neue E-Mail an und verwenden Sie den neuesten Link.",
    SIGN_UP_CLOSED: "Derzeit können keine neuen Konten erstellt werden.",
    ANONYMOUS_SIGN_IN_DISABLED:
      "Sie können hier nicht als Gast fortfahren. Bitte melden Sie sich an oder erstellen Sie ein Konto.",
    NOT_A_GUEST: "Sie haben bereits ein Konto. Sie müssen nichts weiter tun.",
    SESSION_REVOKED: "Sie wurden abgemeldet. Bitte melden Sie sich noch einmal an.",
    "SESSION_REVOKED.deleted": "Dieses Konto wurde gelöscht.",
    REAUTHENTICATION_REQUIRED:
      "Bitte bestätigen Sie zum Schutz Ihres Kontos, dass Sie es sind, und versuchen Sie es dann noch einmal.",
    LAST_SIGN_IN_METHOD:
      "Das ist Ihre einzige Anmeldemethode. Fügen Sie eine andere hinzu, bevor Sie sie entfernen.",

    WEAK_PASSWORD: "Dieses Passwort ist zu schwach. Bitte wählen Sie ein anderes.",
    "WEAK_PASSWORD.min_length": {
      one: "Dieses Passwort ist zu kurz. Verwenden Sie mindestens {count} Zeichen.",
      other: "Dieses Passwort ist zu kurz. Verwenden Sie mindestens {count} Zeichen.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Dieses Passwort ist zu lang. Verwenden Sie höchstens {count} Zeichen.",
      other: "Dieses Passwort ist zu lang. Verwenden Sie höchstens {count} Zeichen.",
    },
    "WEAK_PASSWORD.common":
      "Viele verwenden dieses Passwort. Bitte wählen Sie eines, das schwerer zu erraten ist.",
    "WEAK_PASSWORD.personal":
      "Dieses Passwort ist zu leicht zu erraten: Es entspricht Ihrer E-Mail-Adresse oder dem Namen der App. Bitte wählen Sie ein anderes.",

    EMAIL_CODE_INVALID:
      "Dieser Code ist falsch oder abgelaufen. Sehen Sie in der neuesten E-Mail nach und versuchen Sie es noch einmal. {left}",
    "EMAIL_CODE_INVALID.none": "Dieser Code funktioniert nicht mehr. Bitte fordern Sie einen neuen an.",
    EMAIL_CODE_DISABLED:
      "Die Anmeldung mit einem Code per E-Mail ist nicht verfügbar. Bitte wählen Sie eine andere Anmeldemethode.",
    MFA_CODE_INVALID:
      "Dieser Code ist falsch oder abgelaufen. Bitte versuchen Sie es mit einem neuen. {left}",
    "MFA_CODE_INVALID.none": "Zu viele falsche Codes. Bitte melden Sie sich noch einmal an.",
    "attempts.left": {
      one: "Sie haben noch {count} Versuch.",
      other: "Sie haben noch {count} Versuche.",
    },

    MFA_REQUIRED: "Geben Sie den Code aus Ihrer Authenticator-App ein, um die Anmeldung abzuschließen.",
    MFA_ENROLLMENT_REQUIRED: "Richten Sie eine Authenticator-App ein, um die Anmeldung abzuschließen.",
    MFA_CHALLENGE_INVALID: "Das hat zu lange gedauert. Bitte beginnen Sie noch einmal.",
    MFA_DISABLED: "Die Bestätigung in zwei Schritten ist für dieses Konto nicht verfügbar.",

    PASSKEY_INVALID:
      "Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder wählen Sie eine andere Anmeldemethode.",
    PASSKEY_DISABLED: "Passkeys sind hier nicht verfügbar. Bitte wählen Sie eine andere Anmeldemethode.",
    PASSKEY_ALREADY_EXISTS: "Dieser Passkey ist bereits registriert. Sie können sich damit anmelden.",
    TOO_MANY_PASSKEYS:
      "Sie haben die maximale Anzahl an Passkeys erreicht. Entfernen Sie einen, um einen weiteren hinzuzufügen.",

    OAUTH_ACCOUNT_EXISTS:
      "Dieses Konto ist bereits mit einem anderen Nutzerkonto verknüpft. Melden Sie sich stattdessen damit an.",
    OAUTH_TOKEN_INVALID: "Die Anmeldung konnte nicht abgeschlossen werden. Bitte beginnen Sie noch einmal.",
    OAUTH_PROVIDER_DISABLED: "Diese Anmeldemethode ist nicht verfügbar. Bitte wählen Sie eine andere.",
    PROVIDER_UNAVAILABLE:
      "Der Anmeldedienst antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.",
    "ALREADY_EXISTS.identity":
      "Ihr Konto ist bereits mit einem anderen Konto von {provider} verknüpft. Heben Sie zuerst diese Verknüpfung auf.",

    BILLING_DISABLED: "Käufe sind derzeit nicht verfügbar.",
    STORE_UNAVAILABLE: "Der Store antwortet gerade nicht. {wait}",
    PURCHASE_INVALID:
      "Der Store hat diesen Kauf nicht bestätigt. Wenden Sie sich an uns, falls Ihnen etwas berechnet wurde.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Dieser Kauf gehört zu einem anderen Konto. Melden Sie sich mit dem Konto an, mit dem Sie ihn getätigt haben.",
    PRODUCT_RETIRED: "Dieses Produkt ist nicht mehr verfügbar.",
    ALREADY_SUBSCRIBED: "Sie haben bereits ein Abo. Sie können es in Ihren Abo-Einstellungen ändern.",
    ALREADY_PURCHASED: "Das haben Sie bereits gekauft.",
    SUBSCRIBED_IN_OTHER_STORE: "Sie haben bereits ein Abo in einem anderen Store.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Sie haben bereits ein Abo in einem anderen Store ({store}).",

    INVALID_REQUEST: "Bitte prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.",
    "INVALID_REQUEST.email": "Bitte geben Sie eine gültige E-Mail-Adresse ein.",
    NOT_FOUND: "Das gibt es nicht mehr.",
    RATE_LIMITED: "Zu viele Versuche. {wait}",
    OVERLOADED: "Wir sind gerade stark ausgelastet. {wait}",
    UNIMPLEMENTED: "Das ist noch nicht verfügbar. Bitte versuchen Sie es später noch einmal.",
  },
};
