import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Polish. */
export const pages: PageWords = {
  "page.verify.heading": "Potwierdź swój adres e-mail",
  "page.verify.body":
    "Użyj przycisku, aby potwierdzić, że ten adres należy do Ciebie, i dokończyć zakładanie konta {product}.",
  "page.verify.button": "Potwierdź mój adres e-mail",
  "page.verify.not_you": "To nie Ty zakładasz konto {product}?",
  "page.verify.not_you_button": "To nie ja",
  "page.verify.done_heading": "Twój adres e-mail jest potwierdzony",
  "page.verify.done": "Dziękujemy. Adres {email} jest teraz przypisany do Twojego konta {product}.",
  "page.verify.dead_link_confirmed":
    "Jeśli Twój adres jest już potwierdzony, wszystko jest w porządku: wróć do {product} i zaloguj się.",
  "page.verify.dead_link_new":
    "Jeśli nie, poproś w aplikacji o nową wiadomość i skorzystaj z linku z najnowszej.",
  "page.verify.delete_heading": "Usunąć to konto?",
  "page.verify.delete_body":
    "Ktoś założył konto {product} z Twoim adresem e-mail. Jeśli to nie Ty, usuń to konto: {product} nie będzie już używać Twojego adresu.",
  "page.verify.delete_button": "Usuń konto",
  "page.verify.detach_heading": "Usunąć Twój adres z tego konta?",
  "page.verify.detach_body":
    "Ktoś użył Twojego adresu e-mail na koncie {product}. Jeśli to nie Ty, usuń z tego konta swój adres i hasło. Samo konto pozostanie, bo może należeć do kogoś innego.",
  "page.verify.detach_button": "Usuń mój adres",
  "page.verify.back_button": "Wróć",
  "page.verify.deleted_heading": "Konto zostało usunięte",
  "page.verify.deleted":
    "{product} nie używa już Twojego adresu e-mail. Nie musisz robić nic więcej: możesz zamknąć tę stronę.",
  "page.verify.detached_heading": "Twój adres został usunięty",
  "page.verify.detached":
    "Twój adres e-mail i hasło zostały usunięte z konta: nikt nie może się nimi zalogować. Samo konto nie zostało usunięte.",
  "page.verify.detached_close": "Nie musisz robić nic więcej: możesz zamknąć tę stronę.",

  "page.reset.heading": "Ustaw nowe hasło",
  "page.reset.body": "Do Twojego konta {product}. Wszystkie urządzenia zostaną wylogowane.",
  "page.reset.button": "Zapisz nowe hasło",
  "page.reset.done_heading": "Twoje hasło zostało zmienione",
  "page.reset.done": "Wszystkie urządzenia zostały wylogowane.",
  "page.reset.dead_link":
    "Wróć do {product}, wybierz „Nie pamiętam hasła” i skorzystaj z linku z najnowszej wiadomości.",

  "page.invite.heading": "Ustaw hasło",
  "page.invite.body": "Masz zaproszenie do {product}. Ustaw hasło, aby aktywować konto.",
  "page.invite.button": "Zapisz hasło",
  "page.invite.done_heading": "Twoje konto jest gotowe",
  "page.invite.done": "Twoje hasło zostało zapisane.",
  "page.invite.dead_link": "Otwórz {product} i wybierz „Nie pamiętam hasła”, aby otrzymać nowy link.",

  "page.password.new_label": "Nowe hasło",
  "page.password.label": "Hasło",
  "page.password.show": "Pokaż hasło",
  "page.password.hide": "Ukryj hasło",
  "page.password.at_least": {
    one: "Co najmniej {count} znak. Spacje i symbole są dozwolone.",
    few: "Co najmniej {count} znaki. Spacje i symbole są dozwolone.",
    many: "Co najmniej {count} znaków. Spacje i symbole są dozwolone.",
    other: "Co najmniej {count} znaku. Spacje i symbole są dozwolone.",
  },
  "page.password.no_common": "Bardzo popularne hasła nie są akceptowane.",
  "page.password.at_most": {
    one: "Najwyżej {count} znak",
    few: "Najwyżej {count} znaki",
    many: "Najwyżej {count} znaków",
    other: "Najwyżej {count} znaku",
  },
  "page.password.too_short": {
    one: "Za krótkie: użyj co najmniej {count} znaku",
    few: "Za krótkie: użyj co najmniej {count} znaków",
    many: "Za krótkie: użyj co najmniej {count} znaków",
    other: "Za krótkie: użyj co najmniej {count} znaku",
  },
  "page.password.too_long": {
    one: "Za długie: użyj najwyżej {count} znaku",
    few: "Za długie: użyj najwyżej {count} znaków",
    many: "Za długie: użyj najwyżej {count} znaków",
    other: "Za długie: użyj najwyżej {count} znaku",
  },
  "page.password.too_common": "Zbyt popularne: wiele osób używa tego hasła. Wybierz inne",
  "page.password.personal": "Zbyt łatwe do odgadnięcia: to nazwa aplikacji lub Twój adres",
  "page.password.weak": "Za słabe: wybierz inne hasło",
  "page.password.sign_in": "Wróć do {product} i zaloguj się nowym hasłem. Możesz zamknąć tę stronę.",

  "page.methods.keep_heading": "Zachować te metody logowania?",
  "page.methods.keep_hint":
    "Każda z nich pozwala zalogować się na Twoje konto bez hasła. Niezaznaczone zostaną usunięte.",
  "page.methods.remove_heading": "Usunąć niektóre z tych metod logowania?",
  "page.methods.remove_hint":
    "Dodano je do konta przed potwierdzeniem tego adresu. Zaznacz te, które nie pochodzą od Ciebie: zostaną usunięte, gdy potwierdzisz adres.",
  "page.methods.one_added": "Tę metodę logowania dodano do konta przed potwierdzeniem tego adresu:",
  "page.methods.app_added":
    "Przed potwierdzeniem tego adresu dodano do konta aplikację uwierzytelniającą, z której kod jest wymagany przy każdym logowaniu:",
  "page.methods.remove_it": "Jeśli to nie Ty, potwierdź swój adres i usuń tę metodę.",
  "page.methods.remove_provider_button": "Potwierdź i usuń {provider}",
  "page.methods.remove_passkey_button": "Potwierdź i usuń klucz dostępu",
  "page.methods.remove_app_button": "Potwierdź i usuń aplikację uwierzytelniającą",
  "page.methods.passkey": "Klucz dostępu",
  "page.methods.app": "Aplikacja uwierzytelniająca",
  "page.methods.linked": "Połączono {time}",
  "page.methods.added": "Dodano {time}, ostatnio użyto {last_time}",
  "page.methods.added_unused": "Dodano {time}, od tego czasu nie użyto",
  "page.methods.connected": "Połączono {time}, ostatnio użyto {last_time}",
  "page.methods.connected_unused": "Połączono {time}, od tego czasu nie użyto",
  "page.methods.providers_removed": "Nie można już logować się na to konto przez {providers}.",
  "page.methods.passkeys_removed": {
    one: "Z konta usunięto {count} klucz dostępu.",
    few: "Z konta usunięto {count} klucze dostępu.",
    many: "Z konta usunięto {count} kluczy dostępu.",
    other: "Z konta usunięto {count} klucza dostępu.",
  },
  "page.methods.app_removed":
    "Z konta usunięto aplikację uwierzytelniającą i wylogowano wszystkie urządzenia.",

  "page.confirm_email.heading": "Potwierdź nowy adres e-mail",
  "page.confirm_email.body":
    "Od teraz Twoje konto {product} będzie używać tego adresu, do logowania i do wszystkich wiadomości. Wyślemy powiadomienie na Twój stary adres.",
  "page.confirm_email.button": "Użyj tego adresu",
  "page.confirm_email.done_heading": "Twój adres e-mail został zmieniony",
  "page.confirm_email.done":
    "Twoje konto {product} używa teraz adresu {email}: od teraz loguj się za jego pomocą.",
  "page.confirm_email.in_use":
    "Inne konto {product} używa już tego adresu, więc Twoje zachowuje dotychczasowy.",
  "page.confirm_email.in_use_again": "Aby użyć innego adresu, zmień go ponownie w aplikacji.",
  "page.confirm_email.dead_link_confirmed":
    "Jeśli zmiana jest już potwierdzona, wszystko jest w porządku: zaloguj się za pomocą nowego adresu.",
  "page.confirm_email.dead_link_new":
    "Jeśli nie, zmień adres ponownie w aplikacji i skorzystaj z linku z najnowszej wiadomości.",

  "page.undo.heading": "Cofnąć zmianę adresu e-mail?",
  "page.undo.body": "Zmieniono adres e-mail Twojego konta {product}. Jeśli to nie Ty, cofnij tę zmianę:",
  "page.undo.effect_address": "Twoje konto będzie znów używać adresu {email}",
  "page.undo.effect_devices": "Wszystkie urządzenia zostaną wylogowane",
  "page.undo.effect_methods": "Hasło i wszystkie niedawno dodane metody logowania zostaną usunięte",
  "page.undo.effect_password": "Od razu ustawisz nowe hasło",
  "page.undo.button": "Cofnij zmianę",
  "page.undo.by_you": "Jeśli to Twoja zmiana, nie musisz nic robić: możesz zamknąć tę stronę.",
  "page.undo.done":
    "Zmiana została cofnięta. Twoje konto {product} znów używa adresu {email}, a wszystkie urządzenia zostały wylogowane.",
  "page.undo.in_use":
    "Inne konto {product} używa już Twojego starego adresu, więc nie udało się cofnąć zmiany. Nic się nie zmieniło.",
  "page.undo.get_back": "Aby odzyskać konto, poproś o pomoc.",
  "page.undo.dead_link_undone":
    "Jeśli zmiana jest już cofnięta, Twój stary adres znów działa: otwórz {product} i wybierz „Nie pamiętam hasła”, aby ustawić nowe hasło.",
  "page.undo.dead_link_not": "Jeśli nie, poproś o pomoc.",

  "page.delete_account.ask_heading": "Usuń swoje konto {product}",
  "page.delete_account.ask_body":
    "Podaj adres e-mail swojego konta. Wyślemy Ci link i nic nie usuniemy, dopóki go nie otworzysz i nie potwierdzisz.",
  "page.delete_account.email_label": "Adres e-mail",
  "page.delete_account.email_hint": "Ten, którego używasz do logowania w {product}.",
  "page.delete_account.email_mistake": "Podaj adres e-mail, na przykład {example}",
  "page.delete_account.ask_button": "Wyślij mi link",
  "page.delete_account.ask_effects": "Po potwierdzeniu zostaną trwale usunięte:",
  "page.delete_account.effect_profile": "Twój profil: imię i nazwisko, zdjęcie i adres e-mail",
  "page.delete_account.effect_methods": "Wszystkie metody logowania: hasło i połączone konta",
  "page.delete_account.effect_sessions": "Wszystkie sesje: każde urządzenie zostanie wylogowane",
  "page.delete_account.sent_heading": "Sprawdź skrzynkę odbiorczą",
  "page.delete_account.sent":
    "Jeśli istnieje konto {product} z adresem {email}, wysłaliśmy na ten adres link. Otwórz go, aby usunąć konto.",
  "page.delete_account.sent_nothing":
    "Po kilku minutach nadal nic nie ma? Zajrzyj do folderu ze spamem i sprawdź, czy to adres Twojego konta.",
  "page.delete_account.heading": "Usunąć Twoje konto?",
  "page.delete_account.body": "Twoje konto {product} zostanie trwale usunięte:",
  "page.delete_account.at_once": "Tej operacji nie można cofnąć.",
  "page.delete_account.later":
    "Wylogujemy Cię od razu. Czas do usunięcia konta: {lifetime}. Jeśli zmienisz zdanie, zaloguj się wcześniej.",
  "page.delete_account.subscription":
    "Subskrypcja kupiona w sklepie z aplikacjami trwa, dopóki jej tam nie anulujesz.",
  "page.delete_account.sure": "Tak, trwale usuń moje konto",
  "page.delete_account.sure_mistake": "Zaznacz pole, aby potwierdzić swoją decyzję",
  "page.delete_account.button": "Usuń moje konto",
  "page.delete_account.done_heading": "Twoje konto zostało usunięte",
  "page.delete_account.done":
    "Twoje konto {product} wraz z całą zawartością zostało usunięte, a wszystkie urządzenia zostały wylogowane.",
  "page.delete_account.scheduled_heading": "Twoje konto zostanie usunięte",
  "page.delete_account.scheduled":
    "Twoje konto {product} wraz z całą zawartością zostanie usunięte {time}. Wszystkie urządzenia zostały wylogowane.",
  "page.delete_account.keep": "Chcesz je zachować? Zaloguj się do {product} przed tym terminem.",
  "page.delete_account.dead_link":
    "Jeśli Twoje konto jest już usunięte, nie musisz robić nic więcej. Jeśli nie, poproś o nowy link.",
  "page.delete_account.dead_link_button": "Poproś o nowy link",

  "page.code.heading": "Twój kod logowania",
  "page.code.asked_with": "Data prośby: {time} ({device}).",
  "page.code.asked": "Data prośby: {time}.",
  "page.code.body": "Wpisz go w {product} na urządzeniu, z którego pochodzi prośba:",
  "page.code.not_you": "Jeśli to nie Twoja prośba, zamknij tę stronę i nikomu nie podawaj kodu.",
  "page.code.newest": "Działa tylko kod z najnowszej wiadomości.",
  "page.code.dead_link":
    "Jeśli logowanie już się udało, wszystko jest w porządku. Jeśli nie, wróć do {product} i poproś o nowy kod.",

  "page.app.heading": "Wróć do {product}",
  "page.app.body": "Ten link otwiera aplikację {product} na urządzeniu, na którym jest zainstalowana.",
  "page.app.try_again":
    "Jeśli trwało logowanie, wróć do aplikacji i spróbuj ponownie. Możesz zamknąć tę stronę.",

  "page.return.button": "Wróć do {product}",
  "page.return.signed_in_heading": "Już prawie gotowe",
  "page.return.signed_in":
    "Wróć do {product}, aby dokończyć logowanie. Jeśli nie nastąpi to automatycznie, użyj przycisku.",
  "page.return.cancelled_heading": "Logowanie anulowane",
  "page.return.cancelled": "Niczego nie udostępniono {product}, a logowanie nie zostało wykonane.",
  "page.return.failed_heading": "Logowanie się nie udało",
  "page.return.failed": "Logowanie nie zostało wykonane. Wróć do {product} i spróbuj ponownie.",
  "page.return.lost_heading": "Nie udało się dokończyć logowania",
  "page.return.lost": "Rozpoczęto je w innej przeglądarce, trwało zbyt długo lub jest już zakończone.",
  "page.return.lost_again": "Wróć do {product} i zaloguj się ponownie.",
  "page.return.wrong_heading": "Logowanie jest nieprawidłowo skonfigurowane",
  "page.return.wrong":
    "Aplikacja otworzyła tę stronę w sposób, którego ten serwer nie akceptuje. Logowanie nie zostało wykonane.",
  "page.return.the_app": "aplikacji",

  "page.authorize.heading": "Tutaj nie można się zalogować",
  "page.authorize.body":
    "Ten serwer nie obsługuje przepływu kodu autoryzacji OAuth 2.0. Aby zalogować się do {product}, użyj aplikacji lub strony internetowej.",

  "page.accept_invite.heading": "Aktywuj dostęp administratora",
  "page.accept_invite.body":
    "Masz zaproszenie do administrowania serwerem {product} pod adresem {host}. Ustaw hasło, którym będziesz się logować.",
  "page.accept_invite.invited": "Zaproszenie wysłano z adresu {inviter} na adres {email}.",
  "page.accept_invite.button": "Przyjmij zaproszenie",
  "page.accept_invite.done_heading": "Masz dostęp administratora",
  "page.accept_invite.done": "Zaloguj się do konsoli jako {email}, używając nowego hasła: {console}",
  "page.accept_invite.console": "Otwórz konsolę",
  "page.accept_invite.role": "Twoja rola: {roles}",
  "page.accept_invite.token":
    "Aby korzystać z wiersza poleceń, utwórz w konsoli osobisty token dostępu i przekaż go do {command}.",
  "page.accept_invite.dead_link_accepted":
    "Jeśli zaproszenie jest już przyjęte, wszystko jest w porządku: zaloguj się do konsoli.",
  "page.accept_invite.dead_link_new": "Jeśli nie, poproś osobę, od której pochodzi zaproszenie, o nowe.",
  "page.accept_invite.owner": "Właściciel",
  "page.accept_invite.administrator": "Administrator",
  "page.accept_invite.support": "Pomoc techniczna",
  "page.accept_invite.viewer": "Tylko odczyt",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "ten serwer",

  "page.failure.dead_link_heading": "Ten link już nie działa",
  "page.failure.dead_link": "Został użyty, wygasł lub zastąpiła go nowsza wiadomość.",
  "page.failure.not_found_heading": "Nie znaleziono strony",
  "page.failure.not_found":
    "Pod tym adresem nic nie ma. Jeśli link pochodzi z wiadomości e-mail, otwórz go ponownie i sprawdź, czy jest kompletny.",
  "page.failure.elsewhere_heading": "To żądanie pochodzi z innej strony",
  "page.failure.elsewhere":
    "Dla Twojego bezpieczeństwa nic nie zostało zmienione. Otwórz link z wiadomości e-mail i użyj przycisku na tamtej stronie.",
  "page.failure.many_heading": "Zbyt wiele prób",
  "page.failure.many_wait": "Spróbuj ponownie później. Czas oczekiwania: {lifetime}.",
  "page.failure.unreadable_heading": "Nie udało się odczytać formularza",
  "page.failure.unreadable": "Nic nie zostało zmienione. Otwórz link z wiadomości e-mail i spróbuj ponownie.",
  "page.failure.other_heading": "Coś poszło nie tak",
  "page.failure.later": "Spróbuj ponownie za kilka minut.",
  "page.failure.quote": "Jeśli to się powtórzy, poproś o pomoc i podaj ten numer:",
  "page.failure.in_use_heading": "Ten adres jest już używany",
  "page.failure.try_again": "Spróbuj ponownie",

  "page.contact": "Napisz na adres {support_email}.",
  "page.contact_team": "Skontaktuj się z zespołem {product}.",
  "page.back_to_app": "Wróć do {product}, aby kontynuować. Możesz zamknąć tę stronę.",
  "page.close": "Możesz zamknąć tę stronę.",
  "page.open_app": "Otwórz aplikację",
  "page.open_app_hint": "Przycisk działa na urządzeniu, na którym aplikacja jest zainstalowana.",
  "page.error_title": "Błąd: {title}",
  "page.footer_help": "Pomoc",
  "page.footer_privacy": "Prywatność",
  "page.footer_terms": "Regulamin",
};
