import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Russian. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Подтвердите адрес электронной почты для {product}",
  "email.verify_email.preview": "Одно нажатие — и адрес подтверждён.",
  "email.verify_email.heading": "Подтвердите адрес электронной почты",
  "email.verify_email.body":
    "Этот адрес указали при регистрации в {product}. Подтвердите, что он принадлежит вам.",
  "email.verify_email.button": "Подтвердить адрес",
  "email.verify_email.not_you":
    "Если вы не регистрировались, просто не обращайте внимания на это письмо или откройте ссылку и выберите «Это не я».",

  "email.reset_password.subject": "Новый пароль для {product}",
  "email.reset_password.preview": "Задайте новый пароль по ссылке из этого письма.",
  "email.reset_password.heading": "Задайте новый пароль",
  "email.reset_password.body":
    "Мы получили запрос на сброс пароля вашего аккаунта {product}. Чтобы задать новый пароль, перейдите по ссылке ниже.",
  "email.reset_password.button": "Задать новый пароль",
  "email.reset_password.not_you":
    "Если вы этого не запрашивали, не обращайте внимания на это письмо: пароль останется прежним.",

  "email.invite_user.subject": "Вас приглашают в {product}",
  "email.invite_user.preview": "Задайте пароль, чтобы активировать аккаунт.",
  "email.invite_user.heading": "Добро пожаловать в {product}",
  "email.invite_user.body": "Вас приглашают в {product}. Задайте пароль, чтобы активировать аккаунт.",
  "email.invite_user.button": "Задать пароль",
  "email.invite_user.not_you":
    "Если вы не ждали этого приглашения, просто не обращайте внимания на это письмо.",

  "email.delete_account.subject": "Удаление вашего аккаунта {product}",
  "email.delete_account.preview": "Без вашего подтверждения ничего не будет удалено.",
  "email.delete_account.heading": "Удаление аккаунта",
  "email.delete_account.body":
    "Мы получили запрос на безвозвратное удаление вашего аккаунта {product} и всех его данных.\nПока ничего не удалено. Чтобы подтвердить удаление, перейдите по ссылке ниже. Отменить его будет нельзя.",
  "email.delete_account.button": "Удалить мой аккаунт",
  "email.delete_account.not_you":
    "Если вы этого не запрашивали, не обращайте внимания на это письмо: с аккаунтом ничего не случится.",

  "email.change_email.subject": "Подтвердите новый адрес электронной почты для {product}",
  "email.change_email.preview": "Адрес изменится, когда вы его подтвердите.",
  "email.change_email.heading": "Подтвердите новый адрес электронной почты",
  "email.change_email.body":
    "Вы решили использовать этот адрес для аккаунта {product}. Подтвердите, что он принадлежит вам.",
  "email.change_email.button": "Подтвердить новый адрес",
  "email.change_email.not_you":
    "Если вы этого не запрашивали, не обращайте внимания на это письмо: ничего не изменится.",

  "email.email_code.subject": "Ваш код для входа в {product}",
  "email.email_code.preview": "Откройте письмо и введите код в {product}.",
  "email.email_code.heading": "Ваш код для входа",
  "email.email_code.body": "Введите этот код в {product} на том устройстве, где вы его запросили.",
  "email.email_code.button": "Открыть {product}",
  "email.email_code.validity":
    "Код действует один раз и только на устройстве, с которого его запросили. Срок действия: {lifetime}.",
  "email.email_code.not_you":
    "Если вы его не запрашивали, не обращайте внимания на это письмо. Никому не сообщайте код: мы никогда его не спрашиваем.",

  "email.factor_code.subject": "Код для настройки двухэтапной аутентификации в {product}",
  "email.factor_code.preview": "Откройте письмо и введите код в {product}.",
  "email.factor_code.heading": "Настройка двухэтапной аутентификации",
  "email.factor_code.body":
    "Введите этот код в {product}, чтобы подключить к аккаунту приложение для аутентификации.",
  "email.factor_code.validity":
    "Код действует один раз и только на устройстве, с которого его запросили. Срок действия: {lifetime}.",
  "email.factor_code.not_you":
    "Если вы его не запрашивали, возможно, кто-то знает ваш пароль: задайте новый. Никому не сообщайте код.",

  "email.account_exists.subject": "У вас уже есть аккаунт {product}",
  "email.account_exists.preview": "Кто-то попытался зарегистрироваться с вашим адресом.",
  "email.account_exists.heading": "У вас уже есть аккаунт",
  "email.account_exists.body":
    "Кто-то попытался зарегистрироваться в {product} с вашим адресом. У вас уже есть аккаунт, поэтому новый не создан.\nЕсли это были вы, войдите как обычно. Если вы не помните пароль, выберите «Забыли пароль?» при входе.",
  "email.account_exists.not_you":
    "Если это были не вы, ничего делать не нужно: в ваш аккаунт никто не вошёл.",

  "email.email_changed.subject": "Адрес электронной почты вашего аккаунта {product} изменён",
  "email.email_changed.preview": "Этот адрес больше не связан с вашим аккаунтом.",
  "email.email_changed.heading": "Адрес электронной почты изменён",
  "email.email_changed.body":
    "Адрес электронной почты вашего аккаунта {product} заменён другим. Войти с этим адресом больше нельзя.",
  "email.email_changed.undo":
    "Если это сделали не вы, отмените изменение: адрес будет восстановлен, на всех устройствах произойдёт выход, и вы зададите новый пароль.",
  "email.email_changed.button": "Отменить изменение",
  "email.email_changed.by_you": "Если вы изменили адрес сами, ничего делать не нужно.",
  "email.email_changed.not_you":
    "Если это сделали не вы, возможно, вашим аккаунтом пользуется кто-то другой.",

  "email.password_changed.subject": "Пароль вашего аккаунта {product} изменён",
  "email.password_changed.preview": "Если это сделали вы, ничего делать не нужно.",
  "email.password_changed.heading": "Пароль изменён",
  "email.password_changed.body":
    "Пароль вашего аккаунта {product} изменён. На остальных устройствах выполнен выход.",
  "email.password_changed.not_you":
    "Если это сделали не вы, выберите «Забыли пароль?» при входе в {product} и задайте новый пароль.",

  "email.method_linked.subject": "К вашему аккаунту {product} добавлен способ входа",
  "email.method_linked.preview": "Если это сделали вы, ничего делать не нужно.",
  "email.method_linked.heading": "Добавлен способ входа",
  "email.method_linked.provider": "Теперь в аккаунт {product} можно войти через {provider}.",
  "email.method_linked.password":
    "Теперь в аккаунт {product} можно войти с адресом электронной почты и паролем.",
  "email.method_linked.passkey": "Теперь в аккаунт {product} можно войти с ключом доступа.",
  "email.method_linked.other": "Теперь в аккаунт {product} можно войти через другой сервис.",
  "email.method_linked.not_you":
    "Если это сделали не вы, выберите «Забыли пароль?» при входе в {product}: новый пароль удалит способы входа, добавленные другими.",

  "email.method_removed.subject": "Из вашего аккаунта {product} удалён способ входа",
  "email.method_removed.preview": "Если это сделали вы, ничего делать не нужно.",
  "email.method_removed.heading": "Способ входа удалён",
  "email.method_removed.provider": "В аккаунт {product} больше нельзя войти через {provider}.",
  "email.method_removed.password":
    "В аккаунт {product} больше нельзя войти с адресом электронной почты и паролем.",
  "email.method_removed.passkey":
    "Ключ доступа удалён из вашего аккаунта {product}, войти с ним больше нельзя.",
  "email.method_removed.other": "В аккаунт {product} больше нельзя войти через другой сервис.",
  "email.method_removed.not_you":
    "Если это сделали не вы, выберите «Забыли пароль?» при входе в {product} и задайте новый пароль.",

  "email.factor_changed.subject": "Изменена двухэтапная аутентификация вашего аккаунта {product}",
  "email.factor_changed.preview": "Если это сделали вы, ничего делать не нужно.",
  "email.factor_changed.heading": "Двухэтапная аутентификация изменена",
  "email.factor_changed.enrolled":
    "К вашему аккаунту {product} подключено приложение для аутентификации. Теперь для входа нужен и код из него. На остальных устройствах выполнен выход.",
  "email.factor_changed.removed":
    "Приложение для аутентификации отключено от вашего аккаунта {product}. На остальных устройствах выполнен выход.",
  "email.factor_changed.codes_removed":
    "Коды восстановления вашего аккаунта {product} удалены. На остальных устройствах выполнен выход.",
  "email.factor_changed.codes_replaced":
    "Для вашего аккаунта {product} созданы новые коды восстановления. Старые больше не действуют. На остальных устройствах выполнен выход.",
  "email.factor_changed.reset":
    "Служба поддержки удалила вторые факторы вашего аккаунта {product}. На всех устройствах выполнен выход.",
  "email.factor_changed.not_you":
    "Если это сделали не вы, возможно, вашим аккаунтом пользуется кто-то другой.",

  "email.new_device.subject": "Новый вход в ваш аккаунт {product}",
  "email.new_device.preview": "В ваш аккаунт вошли с нового устройства.",
  "email.new_device.heading": "Новый вход в аккаунт",
  "email.new_device.body": "В ваш аккаунт {product} вошли с устройства, которое раньше не использовалось.",
  "email.new_device.not_you":
    "Если это были не вы, выберите «Забыли пароль?» при входе в {product} и задайте новый пароль: на всех устройствах произойдёт выход.",

  "email.deletion_scheduled.subject": "Ваш аккаунт {product} будет удалён",
  "email.deletion_scheduled.preview": "Войдите, чтобы сохранить его.",
  "email.deletion_scheduled.heading": "Ваш аккаунт будет удалён",
  "email.deletion_scheduled.body":
    "Ваш аккаунт {product} и все его данные будут удалены. Дата удаления: {time}. До этого времени на всех устройствах выполнен выход.\nХотите сохранить аккаунт? Войдите до этого времени, и всё останется как есть. Подписка, купленная в магазине приложений, продолжается, пока вы не отмените её там.",
  "email.deletion_scheduled.not_you":
    "Если вы этого не запрашивали, войдите в {product}, чтобы сохранить аккаунт, и смените пароль. Если войти не удаётся, возможно, вашим аккаунтом пользуется кто-то другой.",

  "email.invite_admin.subject": "Вас приглашают администрировать {host}",
  "email.invite_admin.preview": "Задайте пароль, чтобы принять приглашение.",
  "email.invite_admin.heading": "Вас приглашают администрировать {host}",
  "email.invite_admin.body":
    "{inviter} приглашает вас администрировать сервер {product} по адресу {host}.\nЗадайте пароль по ссылке ниже, затем войдите с ним и этим адресом.",
  "email.invite_admin.button": "Принять приглашение",
  "email.invite_admin.not_you":
    "Если вы этого не ждали, не обращайте внимания на это письмо: ничего не произойдёт.",

  "email.admin_factors_changed.subject": "Изменена ваша двухэтапная аутентификация на {host}",
  "email.admin_factors_changed.preview": "Если это сделали вы, ничего делать не нужно.",
  "email.admin_factors_changed.heading": "Двухэтапная аутентификация изменена",
  "email.admin_factors_changed.added":
    "К вашему аккаунту администратора на сервере {product} ({host}) добавлено приложение для аутентификации. Остальные сеансы завершены.",
  "email.admin_factors_changed.removed":
    "Из вашего аккаунта администратора на сервере {product} ({host}) удалены приложение для аутентификации и коды восстановления. Остальные сеансы завершены.",
  "email.admin_factors_changed.replaced":
    "Приложение для аутентификации в вашем аккаунте администратора на сервере {product} ({host}) заменено другим, созданы новые коды восстановления. Остальные сеансы завершены.",
  "email.admin_factors_changed.codes_replaced":
    "Коды восстановления вашего аккаунта администратора на сервере {product} ({host}) заменены новыми. Остальные сеансы завершены.",
  "email.admin_factors_changed.button": "Открыть консоль",
  "email.admin_factors_changed.not_you":
    "Если это сделали не вы, возможно, вашим аккаунтом пользуется кто-то другой. Попросите владельца сервера сбросить ваши факторы и задать вам новый пароль (svc admin create).",

  "email.link_validity": "Ссылка действует один раз. Срок действия: {lifetime}.",
  "email.open_link": "Если кнопка не работает, откройте эту ссылку:",
  "email.asked_with": "Запрос отправлен: {device}, {time}.",
  "email.asked": "Запрос отправлен: {time}.",
  "email.contact_then": "После этого напишите нам: {support_email}.",
  "email.contact_then_team": "После этого свяжитесь с командой {product}.",
  "email.contact_now": "Сразу же напишите нам: {support_email}.",
  "email.contact_now_team": "Сразу же свяжитесь с командой {product}.",
  "email.footer_help": "Помощь",
  "email.footer_privacy": "Конфиденциальность",
  "email.footer_terms": "Условия",

  "device.browser": "{browser} ({system})",
  "device.app_android": "приложение на Android",
  "device.app_apple": "приложение на устройстве Apple",
  "device.app": "приложение",
};
