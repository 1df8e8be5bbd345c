import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Russian. */
export const pages: PageWords = {
  "page.verify.heading": "Подтвердите адрес электронной почты",
  "page.verify.body":
    "Нажмите кнопку, чтобы подтвердить, что этот адрес ваш, и завершить настройку аккаунта {product}.",
  "page.verify.button": "Подтвердить адрес",
  "page.verify.not_you": "Не регистрировались в {product}?",
  "page.verify.not_you_button": "Это не я",
  "page.verify.done_heading": "Адрес электронной почты подтверждён",
  "page.verify.done": "Спасибо. Адрес {email} теперь связан с вашим аккаунтом {product}.",
  "page.verify.dead_link_confirmed":
    "Если вы уже подтвердили адрес, всё в порядке: вернитесь в {product} и войдите.",
  "page.verify.dead_link_new":
    "Если нет, запросите в приложении новое письмо и откройте ссылку из последнего.",
  "page.verify.delete_heading": "Удалить этот аккаунт?",
  "page.verify.delete_body":
    "Кто-то зарегистрировался в {product} с вашим адресом электронной почты. Если это были не вы, удалите аккаунт: {product} больше не будет использовать ваш адрес.",
  "page.verify.delete_button": "Удалить аккаунт",
  "page.verify.detach_heading": "Убрать ваш адрес из этого аккаунта?",
  "page.verify.detach_body":
    "Кто-то указал ваш адрес электронной почты для аккаунта {product}. Если это были не вы, уберите из аккаунта свой адрес и пароль. Сам аккаунт останется: возможно, он принадлежит другому человеку.",
  "page.verify.detach_button": "Убрать мой адрес",
  "page.verify.back_button": "Назад",
  "page.verify.deleted_heading": "Аккаунт удалён",
  "page.verify.deleted":
    "{product} больше не использует ваш адрес электронной почты. Больше ничего делать не нужно: эту страницу можно закрыть.",
  "page.verify.detached_heading": "Ваш адрес убран",
  "page.verify.detached":
    "Ваш адрес электронной почты и пароль убраны из аккаунта: войти с ними больше никто не сможет. Сам аккаунт не удалён.",
  "page.verify.detached_close": "Больше ничего делать не нужно: эту страницу можно закрыть.",

  "page.reset.heading": "Задайте новый пароль",
  "page.reset.body": "Для вашего аккаунта {product}. На всех устройствах произойдёт выход.",
  "page.reset.button": "Сохранить новый пароль",
  "page.reset.done_heading": "Пароль изменён",
  "page.reset.done": "На всех устройствах выполнен выход.",
  "page.reset.dead_link":
    "Вернитесь в {product}, выберите «Забыли пароль?» и откройте ссылку из последнего письма.",

  "page.invite.heading": "Задайте пароль",
  "page.invite.body": "Вас приглашают в {product}. Задайте пароль, чтобы активировать аккаунт.",
  "page.invite.button": "Сохранить пароль",
  "page.invite.done_heading": "Ваш аккаунт готов",
  "page.invite.done": "Пароль сохранён.",
  "page.invite.dead_link": "Откройте {product} и выберите «Забыли пароль?», чтобы получить новую ссылку.",

  "page.password.new_label": "Новый пароль",
  "page.password.label": "Пароль",
  "page.password.show": "Показать пароль",
  "page.password.hide": "Скрыть пароль",
  "page.password.at_least": {
    one: "Не менее {count} символа. Пробелы и знаки допускаются.",
    few: "Не менее {count} символов. Пробелы и знаки допускаются.",
    many: "Не менее {count} символов. Пробелы и знаки допускаются.",
    other: "Не менее {count} символа. Пробелы и знаки допускаются.",
  },
  "page.password.no_common": "Слишком распространённые пароли не принимаются.",
  "page.password.at_most": {
    one: "Не более {count} символа",
    few: "Не более {count} символов",
    many: "Не более {count} символов",
    other: "Не более {count} символа",
  },
  "page.password.too_short": {
    one: "Слишком короткий: нужно не менее {count} символа",
    few: "Слишком короткий: нужно не менее {count} символов",
    many: "Слишком короткий: нужно не менее {count} символов",
    other: "Слишком короткий: нужно не менее {count} символа",
  },
  "page.password.too_long": {
    one: "Слишком длинный: можно не более {count} символа",
    few: "Слишком длинный: можно не более {count} символов",
    many: "Слишком длинный: можно не более {count} символов",
    other: "Слишком длинный: можно не более {count} символа",
  },
  "page.password.too_common": "Слишком распространённый: таким паролем пользуются многие. Выберите другой",
  "page.password.personal": "Слишком легко угадать: это название приложения или ваш адрес",
  "page.password.weak": "Слишком простой: выберите другой пароль",
  "page.password.sign_in": "Вернитесь в {product} и войдите с новым паролем. Эту страницу можно закрыть.",

  "page.methods.keep_heading": "Оставить эти способы входа?",
  "page.methods.keep_hint": "Каждым из них можно войти в ваш аккаунт без пароля. Неотмеченные будут удалены.",
  "page.methods.remove_heading": "Удалить какие-то из этих способов входа?",
  "page.methods.remove_hint":
    "Их добавили в аккаунт до того, как вы подтвердили этот адрес. Отметьте те, которые добавили не вы: они будут удалены, когда вы подтвердите адрес.",
  "page.methods.one_added": "Этот способ входа добавили в аккаунт до того, как вы подтвердили этот адрес:",
  "page.methods.app_added":
    "До того как вы подтвердили этот адрес, к аккаунту подключили приложение для аутентификации, код которого нужен при каждом входе:",
  "page.methods.remove_it": "Если его добавили не вы, подтвердите адрес и удалите его.",
  "page.methods.remove_provider_button": "Подтвердить и удалить {provider}",
  "page.methods.remove_passkey_button": "Подтвердить и удалить ключ доступа",
  "page.methods.remove_app_button": "Подтвердить и отключить приложение",
  "page.methods.passkey": "Ключ доступа",
  "page.methods.app": "Приложение для аутентификации",
  "page.methods.linked": "Связан: {time}",
  "page.methods.added": "Добавлен: {time}, последнее использование: {last_time}",
  "page.methods.added_unused": "Добавлен: {time}, с тех пор не использовался",
  "page.methods.connected": "Подключено: {time}, последнее использование: {last_time}",
  "page.methods.connected_unused": "Подключено: {time}, с тех пор не использовалось",
  "page.methods.providers_removed": "В аккаунт больше нельзя войти через {providers}.",
  "page.methods.passkeys_removed": {
    one: "Из аккаунта удалён {count} ключ доступа.",
    few: "Из аккаунта удалено {count} ключа доступа.",
    many: "Из аккаунта удалено {count} ключей доступа.",
    other: "Из аккаунта удалено {count} ключа доступа.",
  },
  "page.methods.app_removed":
    "Приложение для аутентификации отключено от аккаунта, на всех устройствах выполнен выход.",

  "page.confirm_email.heading": "Подтвердите новый адрес электронной почты",
  "page.confirm_email.body":
    "Теперь ваш аккаунт {product} будет использовать этот адрес для входа и всех сообщений. Мы сообщим об этом на прежний адрес.",
  "page.confirm_email.button": "Использовать этот адрес",
  "page.confirm_email.done_heading": "Адрес электронной почты изменён",
  "page.confirm_email.done": "Теперь адрес вашего аккаунта {product} — {email}. Входите с ним.",
  "page.confirm_email.in_use":
    "Этот адрес уже использует другой аккаунт {product}, поэтому в вашем остался прежний.",
  "page.confirm_email.in_use_again": "Чтобы указать другой адрес, измените его в приложении ещё раз.",
  "page.confirm_email.dead_link_confirmed":
    "Если вы уже подтвердили изменение, всё в порядке: входите с новым адресом.",
  "page.confirm_email.dead_link_new":
    "Если нет, измените адрес в приложении ещё раз и откройте ссылку из последнего письма.",

  "page.undo.heading": "Отменить изменение адреса электронной почты?",
  "page.undo.body":
    "Адрес электронной почты вашего аккаунта {product} был изменён. Если это сделали не вы, отмените изменение:",
  "page.undo.effect_address": "Аккаунт снова будет использовать адрес {email}",
  "page.undo.effect_devices": "На всех устройствах произойдёт выход",
  "page.undo.effect_methods": "Пароль и все недавно добавленные способы входа будут удалены",
  "page.undo.effect_password": "Вы сразу зададите новый пароль",
  "page.undo.button": "Отменить изменение",
  "page.undo.by_you": "Если вы изменили адрес сами, ничего делать не нужно: эту страницу можно закрыть.",
  "page.undo.done":
    "Изменение отменено. Ваш аккаунт {product} снова использует адрес {email}, на всех устройствах выполнен выход.",
  "page.undo.in_use":
    "Ваш прежний адрес уже использует другой аккаунт {product}, поэтому отменить изменение не удалось. Ничего не изменено.",
  "page.undo.get_back": "Чтобы вернуть аккаунт:",
  "page.undo.dead_link_undone":
    "Если вы уже отменили изменение, прежний адрес снова действует: откройте {product} и выберите «Забыли пароль?», чтобы задать новый пароль.",
  "page.undo.dead_link_not": "Если нет:",

  "page.delete_account.ask_heading": "Удаление аккаунта {product}",
  "page.delete_account.ask_body":
    "Введите адрес электронной почты вашего аккаунта. Мы отправим ссылку, и ничего не будет удалено, пока вы не откроете её и не подтвердите удаление.",
  "page.delete_account.email_label": "Адрес электронной почты",
  "page.delete_account.email_hint": "Тот, с которым вы входите в {product}.",
  "page.delete_account.email_mistake": "Введите адрес электронной почты, например {example}",
  "page.delete_account.ask_button": "Отправить ссылку",
  "page.delete_account.ask_effects": "После подтверждения будет безвозвратно удалено:",
  "page.delete_account.effect_profile": "Профиль: имя, фото и адрес электронной почты",
  "page.delete_account.effect_methods": "Все способы входа: пароль и связанные аккаунты",
  "page.delete_account.effect_sessions": "Все сеансы: на каждом устройстве произойдёт выход",
  "page.delete_account.sent_heading": "Проверьте почту",
  "page.delete_account.sent":
    "Если в {product} есть аккаунт с адресом {email}, мы отправили на него ссылку. Откройте её, чтобы удалить аккаунт.",
  "page.delete_account.sent_nothing":
    "Письма нет несколько минут? Загляните в папку со спамом и проверьте, что регистрировались с этим адресом.",
  "page.delete_account.heading": "Удалить аккаунт?",
  "page.delete_account.body": "Ваш аккаунт {product} будет безвозвратно удалён:",
  "page.delete_account.at_once": "Отменить это нельзя.",
  "page.delete_account.later":
    "Выход произойдёт сразу, а аккаунт будет удалён позже. Осталось: {lifetime}. Если передумаете, войдите до этого времени.",
  "page.delete_account.subscription":
    "Подписка, купленная в магазине приложений, продолжается, пока вы не отмените её там.",
  "page.delete_account.sure": "Да, безвозвратно удалить мой аккаунт",
  "page.delete_account.sure_mistake": "Поставьте отметку, чтобы подтвердить удаление",
  "page.delete_account.button": "Удалить мой аккаунт",
  "page.delete_account.done_heading": "Ваш аккаунт удалён",
  "page.delete_account.done":
    "Ваш аккаунт {product} и все его данные удалены, на всех устройствах выполнен выход.",
  "page.delete_account.scheduled_heading": "Ваш аккаунт будет удалён",
  "page.delete_account.scheduled":
    "Ваш аккаунт {product} и все его данные будут удалены. Дата удаления: {time}. На всех устройствах выполнен выход.",
  "page.delete_account.keep": "Хотите его сохранить? Войдите в {product} до этого времени.",
  "page.delete_account.dead_link":
    "Если вы уже удалили аккаунт, больше ничего делать не нужно. Если нет, запросите новую ссылку.",
  "page.delete_account.dead_link_button": "Запросить новую ссылку",

  "page.code.heading": "Ваш код для входа",
  "page.code.asked_with": "Запрос отправлен: {device}, {time}.",
  "page.code.asked": "Запрос отправлен: {time}.",
  "page.code.body": "Введите его в {product} на том устройстве:",
  "page.code.not_you": "Если вы его не запрашивали, закройте эту страницу и никому не сообщайте код.",
  "page.code.newest": "Действует только код из последнего письма.",
  "page.code.dead_link":
    "Если вы уже вошли, всё в порядке. Если нет, вернитесь в {product} и запросите новый код.",

  "page.app.heading": "Вернитесь в {product}",
  "page.app.body": "Эта ссылка открывает приложение {product} на устройстве, где оно установлено.",
  "page.app.try_again":
    "Если вы входили в аккаунт, вернитесь в приложение и попробуйте ещё раз. Эту страницу можно закрыть.",

  "page.return.button": "Вернуться в {product}",
  "page.return.signed_in_heading": "Почти готово",
  "page.return.signed_in":
    "Вернитесь в {product}, чтобы завершить вход. Если приложение не откроется само, нажмите кнопку.",
  "page.return.cancelled_heading": "Вход отменён",
  "page.return.cancelled": "Данные для {product} не переданы, вход не выполнен.",
  "page.return.failed_heading": "Войти не удалось",
  "page.return.failed": "Вход не выполнен. Вернитесь в {product} и попробуйте ещё раз.",
  "page.return.lost_heading": "Не удалось завершить вход",
  "page.return.lost": "Он начат в другом браузере, занял слишком много времени или уже завершён.",
  "page.return.lost_again": "Вернитесь в {product} и войдите ещё раз.",
  "page.return.wrong_heading": "Вход настроен неправильно",
  "page.return.wrong":
    "Приложение направило вас сюда способом, который сервер не принимает. Вход не выполнен.",
  "page.return.the_app": "приложение",

  "page.authorize.heading": "Здесь нет входа",
  "page.authorize.body":
    "Этот сервер не поддерживает OAuth 2.0 с кодом авторизации. Чтобы войти в {product}, используйте приложение или сайт.",

  "page.accept_invite.heading": "Станьте администратором",
  "page.accept_invite.body":
    "Вас приглашают администрировать сервер {product} по адресу {host}. Задайте пароль, с которым будете входить.",
  "page.accept_invite.invited": "Приглашение на адрес {email} отправил администратор {inviter}.",
  "page.accept_invite.button": "Принять приглашение",
  "page.accept_invite.done_heading": "Вы администратор",
  "page.accept_invite.done": "Войдите в консоль как {email} с только что заданным паролем: {console}",
  "page.accept_invite.console": "Открыть консоль",
  "page.accept_invite.role": "Ваша роль: {roles}",
  "page.accept_invite.token":
    "Для командной строки создайте в консоли личный токен доступа и передайте его команде {command}.",
  "page.accept_invite.dead_link_accepted":
    "Если вы уже приняли приглашение, всё в порядке: войдите в консоль.",
  "page.accept_invite.dead_link_new":
    "Если нет, попросите пригласившего вас администратора о новом приглашении.",
  "page.accept_invite.owner": "Владелец",
  "page.accept_invite.administrator": "Администратор",
  "page.accept_invite.support": "Поддержка",
  "page.accept_invite.viewer": "Просмотр",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "этот сервер",

  "page.failure.dead_link_heading": "Ссылка больше не действует",
  "page.failure.dead_link": "Она уже использована, устарела или заменена более новым письмом.",
  "page.failure.not_found_heading": "Страница не найдена",
  "page.failure.not_found":
    "По этому адресу ничего нет. Если вы пришли из письма, откройте ссылку ещё раз и проверьте, что она полная.",
  "page.failure.elsewhere_heading": "Запрос пришёл с другого сайта",
  "page.failure.elsewhere":
    "Ради вашей безопасности ничего не изменено. Откройте ссылку из письма и нажмите кнопку на той странице.",
  "page.failure.many_heading": "Слишком много попыток",
  "page.failure.many_wait": "Попробуйте позже. Осталось ждать: {lifetime}.",
  "page.failure.unreadable_heading": "Не удалось прочитать форму",
  "page.failure.unreadable": "Ничего не изменено. Откройте ссылку из письма и попробуйте ещё раз.",
  "page.failure.other_heading": "Что-то пошло не так",
  "page.failure.later": "Попробуйте ещё раз через несколько минут.",
  "page.failure.quote": "Если это повторится, укажите этот номер:",
  "page.failure.in_use_heading": "Этот адрес уже используется",
  "page.failure.try_again": "Попробовать ещё раз",

  "page.contact": "Напишите нам: {support_email}.",
  "page.contact_team": "Свяжитесь с командой {product}.",
  "page.back_to_app": "Вернитесь в {product}, чтобы продолжить. Эту страницу можно закрыть.",
  "page.close": "Эту страницу можно закрыть.",
  "page.open_app": "Открыть приложение",
  "page.open_app_hint": "Кнопка работает на устройстве, где установлено приложение.",
  "page.error_title": "Ошибка: {title}",
  "page.footer_help": "Помощь",
  "page.footer_privacy": "Конфиденциальность",
  "page.footer_terms": "Условия",
};
