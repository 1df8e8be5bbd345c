import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Ukrainian. */
export const pages: PageWords = {
  "page.verify.heading": "Підтвердьте адресу електронної пошти",
  "page.verify.body":
    "Натисніть кнопку, щоб підтвердити, що ця адреса ваша, і завершити налаштування облікового запису {product}.",
  "page.verify.button": "Підтвердити адресу",
  "page.verify.not_you": "Не реєструвалися в {product}?",
  "page.verify.not_you_button": "Це не я",
  "page.verify.done_heading": "Адресу електронної пошти підтверджено",
  "page.verify.done": "Дякуємо. Адреса {email} тепер пов’язана з вашим обліковим записом {product}.",
  "page.verify.dead_link_confirmed":
    "Якщо ви вже підтвердили адресу, усе гаразд: поверніться до {product} і ввійдіть.",
  "page.verify.dead_link_new":
    "Якщо ні, попросіть у застосунку новий лист і відкрийте посилання з останнього.",
  "page.verify.delete_heading": "Видалити цей обліковий запис?",
  "page.verify.delete_body":
    "Хтось зареєструвався в {product} з вашою адресою електронної пошти. Якщо це були не ви, видаліть обліковий запис: {product} більше не використовуватиме вашу адресу.",
  "page.verify.delete_button": "Видалити обліковий запис",
  "page.verify.detach_heading": "Прибрати вашу адресу із цього облікового запису?",
  "page.verify.detach_body":
    "Хтось указав вашу адресу електронної пошти для облікового запису {product}. Якщо це були не ви, приберіть з облікового запису свою адресу й пароль. Сам обліковий запис залишиться: можливо, він належить іншій людині.",
  "page.verify.detach_button": "Прибрати мою адресу",
  "page.verify.back_button": "Назад",
  "page.verify.deleted_heading": "Обліковий запис видалено",
  "page.verify.deleted":
    "{product} більше не використовує вашу адресу електронної пошти. Більше нічого робити не потрібно: цю сторінку можна закрити.",
  "page.verify.detached_heading": "Вашу адресу прибрано",
  "page.verify.detached":
    "Вашу адресу електронної пошти й пароль прибрано з облікового запису: увійти з ними більше ніхто не зможе. Сам обліковий запис не видалено.",
  "page.verify.detached_close": "Більше нічого робити не потрібно: цю сторінку можна закрити.",

  "page.reset.heading": "Задайте новий пароль",
  "page.reset.body": "Для вашого облікового запису {product}. На всіх пристроях відбудеться вихід.",
  "page.reset.button": "Зберегти новий пароль",
  "page.reset.done_heading": "Пароль змінено",
  "page.reset.done": "На всіх пристроях виконано вихід.",
  "page.reset.dead_link":
    "Поверніться до {product}, виберіть «Забули пароль?» і відкрийте посилання з останнього листа.",

  "page.invite.heading": "Задайте пароль",
  "page.invite.body": "Вас запрошують до {product}. Задайте пароль, щоб активувати обліковий запис.",
  "page.invite.button": "Зберегти пароль",
  "page.invite.done_heading": "Ваш обліковий запис готовий",
  "page.invite.done": "Пароль збережено.",
  "page.invite.dead_link": "Відкрийте {product} і виберіть «Забули пароль?», щоб отримати нове посилання.",

  "page.password.new_label": "Новий пароль",
  "page.password.label": "Пароль",
  "page.password.show": "Показати пароль",
  "page.password.hide": "Сховати пароль",
  "page.password.at_least": {
    one: "Щонайменше {count} символ. Пробіли й знаки дозволено.",
    few: "Щонайменше {count} символи. Пробіли й знаки дозволено.",
    many: "Щонайменше {count} символів. Пробіли й знаки дозволено.",
    other: "Щонайменше {count} символу. Пробіли й знаки дозволено.",
  },
  "page.password.no_common": "Дуже поширені паролі не приймаються.",
  "page.password.at_most": {
    one: "Щонайбільше {count} символ",
    few: "Щонайбільше {count} символи",
    many: "Щонайбільше {count} символів",
    other: "Щонайбільше {count} символу",
  },
  "page.password.too_short": {
    one: "Закороткий: потрібно щонайменше {count} символ",
    few: "Закороткий: потрібно щонайменше {count} символи",
    many: "Закороткий: потрібно щонайменше {count} символів",
    other: "Закороткий: потрібно щонайменше {count} символу",
  },
  "page.password.too_long": {
    one: "Задовгий: можна щонайбільше {count} символ",
    few: "Задовгий: можна щонайбільше {count} символи",
    many: "Задовгий: можна щонайбільше {count} символів",
    other: "Задовгий: можна щонайбільше {count} символу",
  },
  "page.password.too_common": "Надто поширений: таким паролем користуються багато людей. Виберіть інший",
  "page.password.personal": "Надто легко вгадати: це назва застосунку або ваша адреса",
  "page.password.weak": "Надто простий: виберіть інший пароль",
  "page.password.sign_in": "Поверніться до {product} і ввійдіть із новим паролем. Цю сторінку можна закрити.",

  "page.methods.keep_heading": "Залишити ці способи входу?",
  "page.methods.keep_hint":
    "Кожним із них можна ввійти у ваш обліковий запис без пароля. Непозначені буде видалено.",
  "page.methods.remove_heading": "Видалити якісь із цих способів входу?",
  "page.methods.remove_hint":
    "Їх додали до облікового запису, перш ніж ви підтвердили цю адресу. Позначте ті, які додали не ви: їх буде видалено, коли ви підтвердите адресу.",
  "page.methods.one_added":
    "Цей спосіб входу додали до облікового запису, перш ніж ви підтвердили цю адресу:",
  "page.methods.app_added":
    "Перш ніж ви підтвердили цю адресу, до облікового запису підключили застосунок для автентифікації, код якого потрібен під час кожного входу:",
  "page.methods.remove_it": "Якщо його додали не ви, підтвердьте адресу й видаліть його.",
  "page.methods.remove_provider_button": "Підтвердити й видалити {provider}",
  "page.methods.remove_passkey_button": "Підтвердити й видалити ключ доступу",
  "page.methods.remove_app_button": "Підтвердити й від’єднати застосунок",
  "page.methods.passkey": "Ключ доступу",
  "page.methods.app": "Застосунок для автентифікації",
  "page.methods.linked": "Пов’язано: {time}",
  "page.methods.added": "Додано: {time}, останнє використання: {last_time}",
  "page.methods.added_unused": "Додано: {time}, відтоді не використовувався",
  "page.methods.connected": "Підключено: {time}, останнє використання: {last_time}",
  "page.methods.connected_unused": "Підключено: {time}, відтоді не використовувався",
  "page.methods.providers_removed": "В обліковий запис більше не можна ввійти через {providers}.",
  "page.methods.passkeys_removed": {
    one: "З облікового запису видалено {count} ключ доступу.",
    few: "З облікового запису видалено {count} ключі доступу.",
    many: "З облікового запису видалено {count} ключів доступу.",
    other: "З облікового запису видалено {count} ключа доступу.",
  },
  "page.methods.app_removed":
    "Застосунок для автентифікації від’єднано від облікового запису, на всіх пристроях виконано вихід.",

  "page.confirm_email.heading": "Підтвердьте нову адресу електронної пошти",
  "page.confirm_email.body":
    "Відтепер ваш обліковий запис {product} використовуватиме цю адресу для входу й усіх повідомлень. Ми сповістимо про це на попередню адресу.",
  "page.confirm_email.button": "Використовувати цю адресу",
  "page.confirm_email.done_heading": "Адресу електронної пошти змінено",
  "page.confirm_email.done": "Тепер адреса вашого облікового запису {product} — {email}. Входьте з нею.",
  "page.confirm_email.in_use":
    "Цю адресу вже використовує інший обліковий запис {product}, тому у вашому залишилася попередня.",
  "page.confirm_email.in_use_again": "Щоб указати іншу адресу, змініть її в застосунку ще раз.",
  "page.confirm_email.dead_link_confirmed":
    "Якщо ви вже підтвердили зміну, усе гаразд: входьте з новою адресою.",
  "page.confirm_email.dead_link_new":
    "Якщо ні, змініть адресу в застосунку ще раз і відкрийте посилання з останнього листа.",

  "page.undo.heading": "Скасувати зміну адреси електронної пошти?",
  "page.undo.body":
    "Адресу електронної пошти вашого облікового запису {product} було змінено. Якщо це зробили не ви, скасуйте зміну:",
  "page.undo.effect_address": "Обліковий запис знову використовуватиме адресу {email}",
  "page.undo.effect_devices": "На всіх пристроях відбудеться вихід",
  "page.undo.effect_methods": "Пароль і всі нещодавно додані способи входу буде видалено",
  "page.undo.effect_password": "Ви одразу задасте новий пароль",
  "page.undo.button": "Скасувати зміну",
  "page.undo.by_you": "Якщо ви змінили адресу самі, нічого робити не потрібно: цю сторінку можна закрити.",
  "page.undo.done":
    "Зміну скасовано. Ваш обліковий запис {product} знову використовує адресу {email}, на всіх пристроях виконано вихід.",
  "page.undo.in_use":
    "Вашу попередню адресу вже використовує інший обліковий запис {product}, тому скасувати зміну не вдалося. Нічого не змінено.",
  "page.undo.get_back": "Щоб повернути обліковий запис:",
  "page.undo.dead_link_undone":
    "Якщо ви вже скасували зміну, попередня адреса знову діє: відкрийте {product} і виберіть «Забули пароль?», щоб задати новий пароль.",
  "page.undo.dead_link_not": "Якщо ні:",

  "page.delete_account.ask_heading": "Видалення облікового запису {product}",
  "page.delete_account.ask_body":
    "Введіть адресу електронної пошти вашого облікового запису. Ми надішлемо посилання, і нічого не буде видалено, доки ви не відкриєте його й не підтвердите видалення.",
  "page.delete_account.email_label": "Адреса електронної пошти",
  "page.delete_account.email_hint": "Та, з якою ви входите в {product}.",
  "page.delete_account.email_mistake": "Введіть адресу електронної пошти, наприклад {example}",
  "page.delete_account.ask_button": "Надіслати посилання",
  "page.delete_account.ask_effects": "Після підтвердження буде остаточно видалено:",
  "page.delete_account.effect_profile": "Профіль: ім’я, фото й адресу електронної пошти",
  "page.delete_account.effect_methods": "Усі способи входу: пароль і пов’язані облікові записи",
  "page.delete_account.effect_sessions": "Усі сеанси: на кожному пристрої відбудеться вихід",
  "page.delete_account.sent_heading": "Перевірте пошту",
  "page.delete_account.sent":
    "Якщо в {product} є обліковий запис з адресою {email}, ми надіслали на неї посилання. Відкрийте його, щоб видалити обліковий запис.",
  "page.delete_account.sent_nothing":
    "Листа немає кілька хвилин? Загляньте в папку зі спамом і перевірте, чи реєструвалися ви із цією адресою.",
  "page.delete_account.heading": "Видалити обліковий запис?",
  "page.delete_account.body": "Ваш обліковий запис {product} буде остаточно видалено:",
  "page.delete_account.at_once": "Скасувати це неможливо.",
  "page.delete_account.later":
    "Вихід відбудеться одразу, а обліковий запис буде видалено пізніше. Залишилося: {lifetime}. Якщо передумаєте, увійдіть до цього часу.",
  "page.delete_account.subscription":
    "Підписка, придбана в магазині застосунків, триває, доки ви не скасуєте її там.",
  "page.delete_account.sure": "Так, остаточно видалити мій обліковий запис",
  "page.delete_account.sure_mistake": "Поставте позначку, щоб підтвердити видалення",
  "page.delete_account.button": "Видалити мій обліковий запис",
  "page.delete_account.done_heading": "Ваш обліковий запис видалено",
  "page.delete_account.done":
    "Ваш обліковий запис {product} з усіма даними видалено, на всіх пристроях виконано вихід.",
  "page.delete_account.scheduled_heading": "Ваш обліковий запис буде видалено",
  "page.delete_account.scheduled":
    "Ваш обліковий запис {product} з усіма даними буде видалено. Дата видалення: {time}. На всіх пристроях виконано вихід.",
  "page.delete_account.keep": "Хочете зберегти його? Увійдіть у {product} до цього часу.",
  "page.delete_account.dead_link":
    "Якщо ви вже видалили обліковий запис, більше нічого робити не потрібно. Якщо ні, попросіть нове посилання.",
  "page.delete_account.dead_link_button": "Попросити нове посилання",

  "page.code.heading": "Ваш код для входу",
  "page.code.asked_with": "Запит надіслано: {device}, {time}.",
  "page.code.asked": "Запит надіслано: {time}.",
  "page.code.body": "Введіть його в {product} на тому пристрої:",
  "page.code.not_you": "Якщо ви його не запитували, закрийте цю сторінку й нікому не повідомляйте код.",
  "page.code.newest": "Діє лише код з останнього листа.",
  "page.code.dead_link":
    "Якщо ви вже ввійшли, усе гаразд. Якщо ні, поверніться до {product} і попросіть новий код.",

  "page.app.heading": "Поверніться до {product}",
  "page.app.body": "Це посилання відкриває застосунок {product} на пристрої, де його встановлено.",
  "page.app.try_again":
    "Якщо ви входили в обліковий запис, поверніться до застосунку й спробуйте ще раз. Цю сторінку можна закрити.",

  "page.return.button": "Повернутися до {product}",
  "page.return.signed_in_heading": "Майже готово",
  "page.return.signed_in":
    "Поверніться до {product}, щоб завершити вхід. Якщо застосунок не відкриється сам, натисніть кнопку.",
  "page.return.cancelled_heading": "Вхід скасовано",
  "page.return.cancelled": "Дані для {product} не передано, вхід не виконано.",
  "page.return.failed_heading": "Увійти не вдалося",
  "page.return.failed": "Вхід не виконано. Поверніться до {product} і спробуйте ще раз.",
  "page.return.lost_heading": "Не вдалося завершити вхід",
  "page.return.lost": "Його розпочато в іншому браузері, він тривав надто довго або вже завершений.",
  "page.return.lost_again": "Поверніться до {product} і ввійдіть ще раз.",
  "page.return.wrong_heading": "Вхід налаштовано неправильно",
  "page.return.wrong": "Застосунок спрямував вас сюди способом, якого сервер не приймає. Вхід не виконано.",
  "page.return.the_app": "застосунок",

  "page.authorize.heading": "Тут немає входу",
  "page.authorize.body":
    "Цей сервер не підтримує OAuth 2.0 з кодом авторизації. Щоб увійти в {product}, скористайтеся застосунком або сайтом.",

  "page.accept_invite.heading": "Станьте адміністратором",
  "page.accept_invite.body":
    "Вас запрошують адмініструвати сервер {product} за адресою {host}. Задайте пароль, з яким входитимете.",
  "page.accept_invite.invited": "Запрошення на адресу {email} надіслав адміністратор {inviter}.",
  "page.accept_invite.button": "Прийняти запрошення",
  "page.accept_invite.done_heading": "Ви адміністратор",
  "page.accept_invite.done": "Увійдіть у консоль як {email} зі щойно заданим паролем: {console}",
  "page.accept_invite.console": "Відкрити консоль",
  "page.accept_invite.role": "Ваша роль: {roles}",
  "page.accept_invite.token":
    "Для командного рядка створіть у консолі особистий токен доступу й передайте його команді {command}.",
  "page.accept_invite.dead_link_accepted": "Якщо ви вже прийняли запрошення, усе гаразд: увійдіть у консоль.",
  "page.accept_invite.dead_link_new":
    "Якщо ні, попросіть адміністратора, який вас запросив, про нове запрошення.",
  "page.accept_invite.owner": "Власник",
  "page.accept_invite.administrator": "Адміністратор",
  "page.accept_invite.support": "Підтримка",
  "page.accept_invite.viewer": "Перегляд",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "цей сервер",

  "page.failure.dead_link_heading": "Посилання більше не діє",
  "page.failure.dead_link": "Його вже використано, воно застаріло або його замінено новішим листом.",
  "page.failure.not_found_heading": "Сторінку не знайдено",
  "page.failure.not_found":
    "За цією адресою нічого немає. Якщо ви прийшли з листа, відкрийте посилання ще раз і перевірте, чи воно повне.",
  "page.failure.elsewhere_heading": "Запит надійшов з іншого сайту",
  "page.failure.elsewhere":
    "Заради вашої безпеки нічого не змінено. Відкрийте посилання з листа й натисніть кнопку на тій сторінці.",
  "page.failure.many_heading": "Забагато спроб",
  "page.failure.many_wait": "Спробуйте пізніше. Залишилося чекати: {lifetime}.",
  "page.failure.unreadable_heading": "Не вдалося прочитати форму",
  "page.failure.unreadable": "Нічого не змінено. Відкрийте посилання з листа й спробуйте ще раз.",
  "page.failure.other_heading": "Щось пішло не так",
  "page.failure.later": "Спробуйте ще раз за кілька хвилин.",
  "page.failure.quote": "Якщо це повториться, укажіть цей номер:",
  "page.failure.in_use_heading": "Ця адреса вже використовується",
  "page.failure.try_again": "Спробувати ще раз",

  "page.contact": "Напишіть нам: {support_email}.",
  "page.contact_team": "Зв’яжіться з командою {product}.",
  "page.back_to_app": "Поверніться до {product}, щоб продовжити. Цю сторінку можна закрити.",
  "page.close": "Цю сторінку можна закрити.",
  "page.open_app": "Відкрити застосунок",
  "page.open_app_hint": "Кнопка працює на пристрої, де встановлено застосунок.",
  "page.error_title": "Помилка: {title}",
  "page.footer_help": "Допомога",
  "page.footer_privacy": "Конфіденційність",
  "page.footer_terms": "Умови",
};
