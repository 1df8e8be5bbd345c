import { polishForm } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Polish. */
export const pl: LanguageWith<"one" | "few" | "many"> = {
  tag: "pl",
  formOf: polishForm,
  sentences: {
    general: "Coś poszło nie tak. Skontaktuj się z nami, jeśli to się powtórzy.",
    "general.retry": "Coś poszło nie tak. Spróbuj ponownie za chwilę.",

    "wait.later": "Spróbuj ponownie za chwilę.",
    "wait.seconds": {
      one: "Spróbuj ponownie za {count} sekundę.",
      few: "Spróbuj ponownie za {count} sekundy.",
      many: "Spróbuj ponownie za {count} sekund.",
    },
    "wait.minutes": {
      one: "Spróbuj ponownie za {count} minutę.",
      few: "Spróbuj ponownie za {count} minuty.",
      many: "Spróbuj ponownie za {count} minut.",
    },
    "wait.hours": {
      one: "Spróbuj ponownie za {count} godzinę.",
      few: "Spróbuj ponownie za {count} godziny.",
      many: "Spróbuj ponownie za {count} godzin.",
    },

    NETWORK: "Brak połączenia. Sprawdź połączenie z internetem i spróbuj ponownie.",
    TIMEOUT: "To trwa zbyt długo. Sprawdź połączenie z internetem i spróbuj ponownie.",
    STORAGE:
      "Urządzenie nie mogło zapisać lub odczytać danych logowania. Uruchom aplikację ponownie i spróbuj jeszcze raz.",
    PASSKEY_FAILED:
      "Urządzenie nie mogło użyć klucza dostępu. Spróbuj ponownie lub wybierz inną metodę logowania.",

    INVALID_CREDENTIALS: "Adres e-mail lub hasło są nieprawidłowe. Spróbuj ponownie.",
    USER_DISABLED: "To konto jest zablokowane. Skontaktuj się z nami.",
    EMAIL_NOT_VERIFIED: "Najpierw potwierdź swój adres e-mail: otwórz link w wiadomości, którą wysłaliśmy.",
    EMAIL_ALREADY_EXISTS: "Istnieje już konto z tym adresem e-mail. Zaloguj się na nie.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Masz już konto z tym adresem e-mail. Najpierw zaloguj się na nie. Dostępne metody: {methods}.",
    "method.password": "hasło",
    "method.passkey": "klucz dostępu",
    EMAIL_TOKEN_INVALID: "Ten link już nie działa. Poproś o nową wiadomość i skorzystaj z najnowszego linku.",
    SIGN_UP_CLOSED: "Obecnie nie można zakładać nowych kont.",
    ANONYMOUS_SIGN_IN_DISABLED: "Nie można tu kontynuować jako gość. Zaloguj się lub załóż konto.",
    NOT_A_GUEST: "Masz już konto. Nie musisz robić nic więcej.",
    SESSION_REVOKED: "Nastąpiło wylogowanie. Zaloguj się ponownie.",
    "SESSION_REVOKED.deleted": "To konto zostało usunięte.",
    REAUTHENTICATION_REQUIRED:
      "Ze względów bezpieczeństwa potwierdź swoją tożsamość, a potem spróbuj ponownie.",
    LAST_SIGN_IN_METHOD: "To Twoja jedyna metoda logowania. Dodaj inną, zanim ją usuniesz.",

    WEAK_PASSWORD: "To hasło jest za słabe. Wybierz inne.",
    "WEAK_PASSWORD.min_length": {
      one: "To hasło jest za krótkie. Użyj co najmniej {count} znaku.",
      few: "To hasło jest za krótkie. Użyj co najmniej {count} znaków.",
      many: "To hasło jest za krótkie. Użyj co najmniej {count} znaków.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "To hasło jest za długie. Użyj najwyżej {count} znaku.",
      few: "To hasło jest za długie. Użyj najwyżej {count} znaków.",
      many: "To hasło jest za długie. Użyj najwyżej {count} znaków.",
    },
    "WEAK_PASSWORD.common": "Wiele osób używa tego hasła. Wybierz trudniejsze do odgadnięcia.",
    "WEAK_PASSWORD.personal":
      "To hasło jest zbyt łatwe do odgadnięcia: to Twój adres e-mail lub nazwa aplikacji. Wybierz inne.",

    EMAIL_CODE_INVALID:
      "Ten kod jest nieprawidłowy lub wygasł. Sprawdź najnowszą wiadomość i spróbuj ponownie. {left}",
    "EMAIL_CODE_INVALID.none": "Ten kod już nie działa. Poproś o nowy.",
    EMAIL_CODE_DISABLED:
      "Logowanie kodem z wiadomości e-mail jest niedostępne. Wybierz inną metodę logowania.",
    MFA_CODE_INVALID: "Ten kod jest nieprawidłowy lub wygasł. Spróbuj ponownie z nowym kodem. {left}",
    "MFA_CODE_INVALID.none": "Zbyt wiele nieprawidłowych kodów. Zaloguj się ponownie.",
    "attempts.left": {
      one: "Pozostała {count} próba.",
      few: "Pozostały {count} próby.",
      many: "Pozostało {count} prób.",
    },

    MFA_REQUIRED: "Wpisz kod z aplikacji uwierzytelniającej, aby dokończyć logowanie.",
    MFA_ENROLLMENT_REQUIRED: "Skonfiguruj aplikację uwierzytelniającą, aby dokończyć logowanie.",
    MFA_CHALLENGE_INVALID: "Trwało to zbyt długo. Zacznij od nowa.",
    MFA_DISABLED: "Weryfikacja dwuetapowa jest niedostępna dla tego konta.",

    PASSKEY_INVALID:
      "Ten klucz dostępu nie został zaakceptowany. Spróbuj ponownie lub wybierz inną metodę logowania.",
    PASSKEY_DISABLED: "Klucze dostępu są tu niedostępne. Wybierz inną metodę logowania.",
    PASSKEY_ALREADY_EXISTS: "Ten klucz dostępu jest już zarejestrowany. Możesz się nim zalogować.",
    TOO_MANY_PASSKEYS: "Osiągnięto maksymalną liczbę kluczy dostępu. Usuń jeden, aby dodać kolejny.",

    OAUTH_ACCOUNT_EXISTS: "To konto jest już połączone z inną osobą. Zaloguj się za jego pomocą.",
    OAUTH_TOKEN_INVALID: "Nie udało się dokończyć logowania. Zacznij od nowa.",
    OAUTH_PROVIDER_DISABLED: "Ta metoda logowania jest niedostępna. Wybierz inną.",
    PROVIDER_UNAVAILABLE: "Usługa logowania obecnie nie odpowiada. Spróbuj ponownie za chwilę.",
    "ALREADY_EXISTS.identity":
      "Twoje konto jest już połączone z innym kontem {provider}. Najpierw odłącz tamto konto.",

    BILLING_DISABLED: "Zakupy są obecnie niedostępne.",
    STORE_UNAVAILABLE: "Sklep obecnie nie odpowiada. {wait}",
    PURCHASE_INVALID: "Sklep nie potwierdził tego zakupu. Skontaktuj się z nami, jeśli pobrano opłatę.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Ten zakup należy do innego konta. Zaloguj się na konto, z którego go dokonano.",
    PRODUCT_RETIRED: "Ten produkt nie jest już dostępny.",
    ALREADY_SUBSCRIBED: "Masz już subskrypcję. Możesz ją zmienić w ustawieniach subskrypcji.",
    ALREADY_PURCHASED: "Masz już ten produkt.",
    SUBSCRIBED_IN_OTHER_STORE: "Masz już subskrypcję w innym sklepie.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Masz już subskrypcję w innym sklepie ({store}).",

    INVALID_REQUEST: "Sprawdź wpisane dane i spróbuj ponownie.",
    "INVALID_REQUEST.email": "Podaj prawidłowy adres e-mail.",
    NOT_FOUND: "To już nie istnieje.",
    RATE_LIMITED: "Zbyt wiele prób. {wait}",
    OVERLOADED: "Obecnie mamy bardzo duży ruch. {wait}",
    UNIMPLEMENTED: "Ta funkcja nie jest jeszcze dostępna. Spróbuj ponownie później.",
  },
};
