import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Polish. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Potwierdź swój adres e-mail w {product}",
  "email.verify_email.preview": "Wystarczy jedno kliknięcie.",
  "email.verify_email.heading": "Potwierdź swój adres e-mail",
  "email.verify_email.body":
    "Tego adresu użyto do założenia konta {product}. Potwierdź, że należy do Ciebie.",
  "email.verify_email.button": "Potwierdź adres e-mail",
  "email.verify_email.not_you":
    "Jeśli to nie Ty, zignoruj tę wiadomość albo otwórz link i wybierz „To nie ja”.",

  "email.reset_password.subject": "Ustaw nowe hasło do {product}",
  "email.reset_password.preview": "Ustaw nowe hasło, korzystając z linku w tej wiadomości.",
  "email.reset_password.heading": "Ustaw nowe hasło",
  "email.reset_password.body":
    "Otrzymaliśmy prośbę o zresetowanie hasła do Twojego konta {product}. Skorzystaj z poniższego linku, aby ustawić nowe.",
  "email.reset_password.button": "Ustaw nowe hasło",
  "email.reset_password.not_you":
    "Jeśli to nie Twoja prośba, zignoruj tę wiadomość: Twoje hasło się nie zmieni.",

  "email.invite_user.subject": "Zaproszenie do {product}",
  "email.invite_user.preview": "Ustaw hasło, aby aktywować konto.",
  "email.invite_user.heading": "Witamy w {product}",
  "email.invite_user.body": "Masz zaproszenie do {product}. Ustaw hasło, aby aktywować konto.",
  "email.invite_user.button": "Ustaw hasło",
  "email.invite_user.not_you": "Jeśli nie spodziewasz się tego zaproszenia, zignoruj tę wiadomość.",

  "email.delete_account.subject": "Usuwanie Twojego konta {product}",
  "email.delete_account.preview": "Nic nie zostanie usunięte bez Twojego potwierdzenia.",
  "email.delete_account.heading": "Usuwanie konta",
  "email.delete_account.body":
    "Otrzymaliśmy prośbę o trwałe usunięcie Twojego konta {product} wraz z całą zawartością.\nNic jeszcze nie zostało usunięte. Skorzystaj z poniższego linku, aby to potwierdzić. Tej operacji nie można cofnąć.",
  "email.delete_account.button": "Usuń moje konto",
  "email.delete_account.not_you":
    "Jeśli to nie Twoja prośba, zignoruj tę wiadomość: Twoje konto pozostanie bez zmian.",

  "email.change_email.subject": "Potwierdź nowy adres e-mail w {product}",
  "email.change_email.preview": "Adres zmieni się, gdy go potwierdzisz.",
  "email.change_email.heading": "Potwierdź nowy adres e-mail",
  "email.change_email.body":
    "Ten adres ma zostać przypisany do Twojego konta {product}. Potwierdź, że należy do Ciebie.",
  "email.change_email.button": "Potwierdź nowy adres",
  "email.change_email.not_you": "Jeśli to nie Twoja prośba, zignoruj tę wiadomość: nic się nie zmieni.",

  "email.email_code.subject": "Twój kod logowania do {product}",
  "email.email_code.preview": "Otwórz tę wiadomość i wpisz kod w {product}.",
  "email.email_code.heading": "Twój kod logowania",
  "email.email_code.body": "Wpisz ten kod w {product} na urządzeniu, z którego pochodzi prośba o kod.",
  "email.email_code.button": "Otwórz {product}",
  "email.email_code.validity":
    "Kod jest jednorazowy i działa tylko na urządzeniu, z którego pochodzi prośba. Ważność: {lifetime}.",
  "email.email_code.not_you":
    "Jeśli to nie Twoja prośba, zignoruj tę wiadomość. Nigdy nikomu nie podawaj kodu: my o niego nie zapytamy.",

  "email.factor_code.subject": "Twój kod do skonfigurowania weryfikacji dwuetapowej w {product}",
  "email.factor_code.preview": "Otwórz tę wiadomość i wpisz kod w {product}.",
  "email.factor_code.heading": "Skonfiguruj weryfikację dwuetapową",
  "email.factor_code.body":
    "Wpisz ten kod w {product}, aby połączyć aplikację uwierzytelniającą ze swoim kontem.",
  "email.factor_code.validity":
    "Kod jest jednorazowy i działa tylko na urządzeniu, z którego pochodzi prośba. Ważność: {lifetime}.",
  "email.factor_code.not_you":
    "Jeśli to nie Twoja prośba, ktoś może znać Twoje hasło: ustaw nowe. Nigdy nikomu nie podawaj kodu.",

  "email.account_exists.subject": "Masz już konto {product}",
  "email.account_exists.preview": "Ktoś próbował zarejestrować się z Twoim adresem.",
  "email.account_exists.heading": "Masz już konto",
  "email.account_exists.body":
    "Ktoś próbował założyć konto {product} z Twoim adresem. Masz już konto, więc nowe nie zostało utworzone.\nJeśli to Ty, zaloguj się jak zwykle. Jeśli nie pamiętasz hasła, wybierz „Nie pamiętam hasła” podczas logowania.",
  "email.account_exists.not_you":
    "Jeśli to nie Ty, nie musisz nic robić: nikt nie uzyskał dostępu do Twojego konta.",

  "email.email_changed.subject": "Zmieniono adres e-mail Twojego konta {product}",
  "email.email_changed.preview": "Ten adres nie jest już przypisany do Twojego konta.",
  "email.email_changed.heading": "Zmieniono Twój adres e-mail",
  "email.email_changed.body":
    "Adres e-mail Twojego konta {product} zmieniono na inny. Nie możesz już logować się za pomocą tego adresu.",
  "email.email_changed.undo":
    "Jeśli to nie Ty, cofnij zmianę: przywrócimy Twój adres, wylogujemy wszystkie urządzenia, a Ty ustawisz nowe hasło.",
  "email.email_changed.button": "Cofnij tę zmianę",
  "email.email_changed.by_you": "Jeśli to Twoja zmiana, nie musisz nic robić.",
  "email.email_changed.not_you": "Jeśli to nie Ty, ktoś inny może korzystać z Twojego konta.",

  "email.password_changed.subject": "Zmieniono hasło do Twojego konta {product}",
  "email.password_changed.preview": "Jeśli to Ty, nie musisz nic robić.",
  "email.password_changed.heading": "Zmieniono Twoje hasło",
  "email.password_changed.body":
    "Hasło do Twojego konta {product} zostało zmienione. Wylogowaliśmy Twoje pozostałe urządzenia.",
  "email.password_changed.not_you":
    "Jeśli to nie Ty, wybierz „Nie pamiętam hasła” podczas logowania do {product} i ustaw nowe hasło.",

  "email.method_linked.subject": "Do Twojego konta {product} dodano metodę logowania",
  "email.method_linked.preview": "Jeśli to Ty, nie musisz nic robić.",
  "email.method_linked.heading": "Dodano metodę logowania",
  "email.method_linked.provider": "Możesz teraz logować się na swoje konto {product} przez {provider}.",
  "email.method_linked.password":
    "Możesz teraz logować się na swoje konto {product} za pomocą adresu e-mail i hasła.",
  "email.method_linked.passkey":
    "Możesz teraz logować się na swoje konto {product} za pomocą klucza dostępu.",
  "email.method_linked.other": "Możesz teraz logować się na swoje konto {product} przez innego dostawcę.",
  "email.method_linked.not_you":
    "Jeśli to nie Ty, wybierz „Nie pamiętam hasła” podczas logowania do {product}: ustawienie nowego hasła usuwa metody logowania dodane przez inne osoby.",

  "email.method_removed.subject": "Z Twojego konta {product} usunięto metodę logowania",
  "email.method_removed.preview": "Jeśli to Ty, nie musisz nic robić.",
  "email.method_removed.heading": "Usunięto metodę logowania",
  "email.method_removed.provider": "Nie możesz już logować się na swoje konto {product} przez {provider}.",
  "email.method_removed.password":
    "Nie możesz już logować się na swoje konto {product} za pomocą adresu e-mail i hasła.",
  "email.method_removed.passkey":
    "Z Twojego konta {product} usunięto klucz dostępu. Nie można już się nim logować.",
  "email.method_removed.other": "Nie możesz już logować się na swoje konto {product} przez innego dostawcę.",
  "email.method_removed.not_you":
    "Jeśli to nie Ty, wybierz „Nie pamiętam hasła” podczas logowania do {product} i ustaw nowe hasło.",

  "email.factor_changed.subject": "Zmieniono weryfikację dwuetapową Twojego konta {product}",
  "email.factor_changed.preview": "Jeśli to Ty, nie musisz nic robić.",
  "email.factor_changed.heading": "Zmieniono weryfikację dwuetapową",
  "email.factor_changed.enrolled":
    "Z Twoim kontem {product} połączono aplikację uwierzytelniającą. Logowanie wymaga teraz także kodu z tej aplikacji. Wylogowaliśmy Twoje pozostałe urządzenia.",
  "email.factor_changed.removed":
    "Z Twojego konta {product} usunięto aplikację uwierzytelniającą. Wylogowaliśmy Twoje pozostałe urządzenia.",
  "email.factor_changed.codes_removed":
    "Usunięto kody odzyskiwania Twojego konta {product}. Wylogowaliśmy Twoje pozostałe urządzenia.",
  "email.factor_changed.codes_replaced":
    "Wygenerowano nowe kody odzyskiwania dla Twojego konta {product}. Stare już nie działają. Wylogowaliśmy Twoje pozostałe urządzenia.",
  "email.factor_changed.reset":
    "Zespół pomocy usunął dodatkowe zabezpieczenia logowania z Twojego konta {product}. Wylogowaliśmy wszystkie urządzenia.",
  "email.factor_changed.not_you": "Jeśli to nie Ty, ktoś inny może korzystać z Twojego konta.",

  "email.new_device.subject": "Nowe logowanie na Twoje konto {product}",
  "email.new_device.preview": "Twojego konta użyto na nowym urządzeniu.",
  "email.new_device.heading": "Nowe logowanie na Twoje konto",
  "email.new_device.body":
    "Ktoś zalogował się na Twoje konto {product} na urządzeniu, które nie było wcześniej używane.",
  "email.new_device.not_you":
    "Jeśli to nie Ty, wybierz „Nie pamiętam hasła” podczas logowania do {product} i ustaw nowe hasło: wtedy wylogujemy wszystkie urządzenia.",

  "email.deletion_scheduled.subject": "Twoje konto {product} zostanie usunięte",
  "email.deletion_scheduled.preview": "Zaloguj się, aby je zachować.",
  "email.deletion_scheduled.heading": "Twoje konto zostanie usunięte",
  "email.deletion_scheduled.body":
    "Twoje konto {product} wraz z całą zawartością zostanie usunięte {time}. Do tego czasu wszystkie urządzenia pozostaną wylogowane.\nChcesz zachować konto? Zaloguj się przed tym terminem, a nic się nie zmieni. Subskrypcja kupiona w sklepie z aplikacjami trwa, dopóki jej tam nie anulujesz.",
  "email.deletion_scheduled.not_you":
    "Jeśli to nie Twoja prośba, zaloguj się do {product}, aby zachować konto, i zmień hasło. Jeśli nie możesz się zalogować, ktoś inny może korzystać z Twojego konta.",

  "email.invite_admin.subject": "Zaproszenie do administrowania serwerem {host}",
  "email.invite_admin.preview": "Ustaw hasło, aby przyjąć zaproszenie.",
  "email.invite_admin.heading": "Zaproszenie do administrowania serwerem {host}",
  "email.invite_admin.body":
    "{inviter} zaprasza Cię do administrowania serwerem {product} pod adresem {host}.\nSkorzystaj z poniższego linku, aby ustawić hasło, a potem zaloguj się, podając je wraz z tym adresem e-mail.",
  "email.invite_admin.button": "Przyjmij zaproszenie",
  "email.invite_admin.not_you":
    "Jeśli nie spodziewasz się tego zaproszenia, zignoruj tę wiadomość: nic się nie stanie.",

  "email.admin_factors_changed.subject": "Zmieniono Twoją weryfikację dwuetapową na {host}",
  "email.admin_factors_changed.preview": "Jeśli to Ty, nie musisz nic robić.",
  "email.admin_factors_changed.heading": "Zmieniono Twoją weryfikację dwuetapową",
  "email.admin_factors_changed.added":
    "Do Twojego konta administratora na serwerze {product} pod adresem {host} dodano aplikację uwierzytelniającą. Pozostałe sesje zostały zakończone.",
  "email.admin_factors_changed.removed":
    "Z Twojego konta administratora na serwerze {product} pod adresem {host} usunięto aplikację uwierzytelniającą i kody odzyskiwania. Pozostałe sesje zostały zakończone.",
  "email.admin_factors_changed.replaced":
    "Aplikację uwierzytelniającą Twojego konta administratora na serwerze {product} pod adresem {host} zastąpiono inną, z nowymi kodami odzyskiwania. Pozostałe sesje zostały zakończone.",
  "email.admin_factors_changed.codes_replaced":
    "Kody odzyskiwania Twojego konta administratora na serwerze {product} pod adresem {host} zastąpiono nowymi. Pozostałe sesje zostały zakończone.",
  "email.admin_factors_changed.button": "Otwórz konsolę",
  "email.admin_factors_changed.not_you":
    "Jeśli to nie Ty, ktoś inny może korzystać z Twojego konta. Poproś osobę zarządzającą serwerem o zresetowanie weryfikacji dwuetapowej i ustawienie Ci nowego hasła (svc admin create).",

  "email.link_validity": "Link jest jednorazowy. Ważność: {lifetime}.",
  "email.open_link": "Jeśli przycisk nie działa, otwórz ten link:",
  "email.asked_with": "Data prośby: {time} ({device}).",
  "email.asked": "Data prośby: {time}.",
  "email.contact_then": "Następnie napisz na adres {support_email}.",
  "email.contact_then_team": "Następnie skontaktuj się z zespołem {product}.",
  "email.contact_now": "Jak najszybciej napisz na adres {support_email}.",
  "email.contact_now_team": "Jak najszybciej skontaktuj się z zespołem {product}.",
  "email.footer_help": "Pomoc",
  "email.footer_privacy": "Prywatność",
  "email.footer_terms": "Regulamin",

  "device.browser": "{browser}, {system}",
  "device.app_android": "aplikacja na Androidzie",
  "device.app_apple": "aplikacja na urządzeniu Apple",
  "device.app": "aplikacja",
};
