import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Ukrainian. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Підтвердьте адресу електронної пошти для {product}",
  "email.verify_email.preview": "Одне натискання — і адресу підтверджено.",
  "email.verify_email.heading": "Підтвердьте адресу електронної пошти",
  "email.verify_email.body":
    "Цю адресу вказали під час реєстрації в {product}. Підтвердьте, що вона належить вам.",
  "email.verify_email.button": "Підтвердити адресу",
  "email.verify_email.not_you":
    "Якщо ви не реєструвалися, просто не зважайте на цей лист або відкрийте посилання й виберіть «Це не я».",

  "email.reset_password.subject": "Новий пароль для {product}",
  "email.reset_password.preview": "Задайте новий пароль за посиланням у цьому листі.",
  "email.reset_password.heading": "Задайте новий пароль",
  "email.reset_password.body":
    "Ми отримали запит на скидання пароля вашого облікового запису {product}. Щоб задати новий пароль, перейдіть за посиланням нижче.",
  "email.reset_password.button": "Задати новий пароль",
  "email.reset_password.not_you":
    "Якщо ви цього не просили, не зважайте на цей лист: пароль залишиться незмінним.",

  "email.invite_user.subject": "Вас запрошують до {product}",
  "email.invite_user.preview": "Задайте пароль, щоб активувати обліковий запис.",
  "email.invite_user.heading": "Ласкаво просимо до {product}",
  "email.invite_user.body": "Вас запрошують до {product}. Задайте пароль, щоб активувати обліковий запис.",
  "email.invite_user.button": "Задати пароль",
  "email.invite_user.not_you": "Якщо ви не чекали на це запрошення, просто не зважайте на цей лист.",

  "email.delete_account.subject": "Видалення вашого облікового запису {product}",
  "email.delete_account.preview": "Без вашого підтвердження нічого не буде видалено.",
  "email.delete_account.heading": "Видалення облікового запису",
  "email.delete_account.body":
    "Ми отримали запит на остаточне видалення вашого облікового запису {product} з усіма даними.\nПоки що нічого не видалено. Щоб підтвердити видалення, перейдіть за посиланням нижче. Скасувати його буде неможливо.",
  "email.delete_account.button": "Видалити мій обліковий запис",
  "email.delete_account.not_you":
    "Якщо ви цього не просили, не зважайте на цей лист: обліковий запис залишиться без змін.",

  "email.change_email.subject": "Підтвердьте нову адресу електронної пошти для {product}",
  "email.change_email.preview": "Адреса зміниться, коли ви її підтвердите.",
  "email.change_email.heading": "Підтвердьте нову адресу електронної пошти",
  "email.change_email.body":
    "Ви вирішили використовувати цю адресу для облікового запису {product}. Підтвердьте, що вона належить вам.",
  "email.change_email.button": "Підтвердити нову адресу",
  "email.change_email.not_you": "Якщо ви цього не просили, не зважайте на цей лист: нічого не зміниться.",

  "email.email_code.subject": "Ваш код для входу в {product}",
  "email.email_code.preview": "Відкрийте лист і введіть код у {product}.",
  "email.email_code.heading": "Ваш код для входу",
  "email.email_code.body": "Введіть цей код у {product} на тому пристрої, з якого ви його запросили.",
  "email.email_code.button": "Відкрити {product}",
  "email.email_code.validity":
    "Код діє один раз і лише на пристрої, з якого його запросили. Термін дії: {lifetime}.",
  "email.email_code.not_you":
    "Якщо ви його не запитували, не зважайте на цей лист. Нікому не повідомляйте код: ми ніколи його не питаємо.",

  "email.factor_code.subject": "Код для налаштування двоетапної перевірки в {product}",
  "email.factor_code.preview": "Відкрийте лист і введіть код у {product}.",
  "email.factor_code.heading": "Налаштування двоетапної перевірки",
  "email.factor_code.body":
    "Введіть цей код у {product}, щоб підключити до облікового запису застосунок для автентифікації.",
  "email.factor_code.validity":
    "Код діє один раз і лише на пристрої, з якого його запросили. Термін дії: {lifetime}.",
  "email.factor_code.not_you":
    "Якщо ви його не запитували, можливо, хтось знає ваш пароль: задайте новий. Нікому не повідомляйте код.",

  "email.account_exists.subject": "У вас уже є обліковий запис {product}",
  "email.account_exists.preview": "Хтось спробував зареєструватися з вашою адресою.",
  "email.account_exists.heading": "У вас уже є обліковий запис",
  "email.account_exists.body":
    "Хтось спробував зареєструватися в {product} з вашою адресою. У вас уже є обліковий запис, тому новий не створено.\nЯкщо це були ви, увійдіть як зазвичай. Якщо ви не пам’ятаєте пароль, виберіть «Забули пароль?» під час входу.",
  "email.account_exists.not_you":
    "Якщо це були не ви, нічого робити не потрібно: у ваш обліковий запис ніхто не ввійшов.",

  "email.email_changed.subject": "Адресу електронної пошти вашого облікового запису {product} змінено",
  "email.email_changed.preview": "Ця адреса більше не пов’язана з вашим обліковим записом.",
  "email.email_changed.heading": "Адресу електронної пошти змінено",
  "email.email_changed.body":
    "Адресу електронної пошти вашого облікового запису {product} замінено іншою. Увійти із цією адресою більше не можна.",
  "email.email_changed.undo":
    "Якщо це зробили не ви, скасуйте зміну: адресу буде відновлено, на всіх пристроях відбудеться вихід, і ви задасте новий пароль.",
  "email.email_changed.button": "Скасувати зміну",
  "email.email_changed.by_you": "Якщо ви змінили адресу самі, нічого робити не потрібно.",
  "email.email_changed.not_you":
    "Якщо це зробили не ви, можливо, вашим обліковим записом користується хтось інший.",

  "email.password_changed.subject": "Пароль вашого облікового запису {product} змінено",
  "email.password_changed.preview": "Якщо це зробили ви, нічого робити не потрібно.",
  "email.password_changed.heading": "Пароль змінено",
  "email.password_changed.body":
    "Пароль вашого облікового запису {product} змінено. На інших пристроях виконано вихід.",
  "email.password_changed.not_you":
    "Якщо це зробили не ви, виберіть «Забули пароль?» під час входу в {product} і задайте новий пароль.",

  "email.method_linked.subject": "До вашого облікового запису {product} додано спосіб входу",
  "email.method_linked.preview": "Якщо це зробили ви, нічого робити не потрібно.",
  "email.method_linked.heading": "Додано спосіб входу",
  "email.method_linked.provider": "Тепер в обліковий запис {product} можна ввійти через {provider}.",
  "email.method_linked.password":
    "Тепер в обліковий запис {product} можна ввійти з адресою електронної пошти й паролем.",
  "email.method_linked.passkey": "Тепер в обліковий запис {product} можна ввійти з ключем доступу.",
  "email.method_linked.other": "Тепер в обліковий запис {product} можна ввійти через інший сервіс.",
  "email.method_linked.not_you":
    "Якщо це зробили не ви, виберіть «Забули пароль?» під час входу в {product}: новий пароль видалить способи входу, які додали інші.",

  "email.method_removed.subject": "З вашого облікового запису {product} видалено спосіб входу",
  "email.method_removed.preview": "Якщо це зробили ви, нічого робити не потрібно.",
  "email.method_removed.heading": "Спосіб входу видалено",
  "email.method_removed.provider": "В обліковий запис {product} більше не можна ввійти через {provider}.",
  "email.method_removed.password":
    "В обліковий запис {product} більше не можна ввійти з адресою електронної пошти й паролем.",
  "email.method_removed.passkey":
    "Ключ доступу видалено з вашого облікового запису {product}, увійти з ним більше не можна.",
  "email.method_removed.other": "В обліковий запис {product} більше не можна ввійти через інший сервіс.",
  "email.method_removed.not_you":
    "Якщо це зробили не ви, виберіть «Забули пароль?» під час входу в {product} і задайте новий пароль.",

  "email.factor_changed.subject": "Двоетапну перевірку вашого облікового запису {product} змінено",
  "email.factor_changed.preview": "Якщо це зробили ви, нічого робити не потрібно.",
  "email.factor_changed.heading": "Двоетапну перевірку змінено",
  "email.factor_changed.enrolled":
    "До вашого облікового запису {product} підключено застосунок для автентифікації. Тепер для входу потрібен і код із нього. На інших пристроях виконано вихід.",
  "email.factor_changed.removed":
    "Застосунок для автентифікації від’єднано від вашого облікового запису {product}. На інших пристроях виконано вихід.",
  "email.factor_changed.codes_removed":
    "Коди відновлення вашого облікового запису {product} видалено. На інших пристроях виконано вихід.",
  "email.factor_changed.codes_replaced":
    "Для вашого облікового запису {product} створено нові коди відновлення. Старі більше не діють. На інших пристроях виконано вихід.",
  "email.factor_changed.reset":
    "Служба підтримки видалила другі фактори вашого облікового запису {product}. На всіх пристроях виконано вихід.",
  "email.factor_changed.not_you":
    "Якщо це зробили не ви, можливо, вашим обліковим записом користується хтось інший.",

  "email.new_device.subject": "Новий вхід у ваш обліковий запис {product}",
  "email.new_device.preview": "У ваш обліковий запис увійшли з нового пристрою.",
  "email.new_device.heading": "Новий вхід в обліковий запис",
  "email.new_device.body":
    "У ваш обліковий запис {product} увійшли з пристрою, який раніше не використовувався.",
  "email.new_device.not_you":
    "Якщо це були не ви, виберіть «Забули пароль?» під час входу в {product} і задайте новий пароль: на всіх пристроях відбудеться вихід.",

  "email.deletion_scheduled.subject": "Ваш обліковий запис {product} буде видалено",
  "email.deletion_scheduled.preview": "Увійдіть, щоб зберегти його.",
  "email.deletion_scheduled.heading": "Ваш обліковий запис буде видалено",
  "email.deletion_scheduled.body":
    "Ваш обліковий запис {product} з усіма даними буде видалено. Дата видалення: {time}. До цього часу на всіх пристроях виконано вихід.\nХочете зберегти його? Увійдіть до цього часу, і все залишиться як є. Підписка, придбана в магазині застосунків, триває, доки ви не скасуєте її там.",
  "email.deletion_scheduled.not_you":
    "Якщо ви цього не просили, увійдіть у {product}, щоб зберегти обліковий запис, і змініть пароль. Якщо ввійти не вдається, можливо, вашим обліковим записом користується хтось інший.",

  "email.invite_admin.subject": "Вас запрошують адмініструвати {host}",
  "email.invite_admin.preview": "Задайте пароль, щоб прийняти запрошення.",
  "email.invite_admin.heading": "Вас запрошують адмініструвати {host}",
  "email.invite_admin.body":
    "{inviter} запрошує вас адмініструвати сервер {product} за адресою {host}.\nЗадайте пароль за посиланням нижче, а потім увійдіть із ним і цією адресою.",
  "email.invite_admin.button": "Прийняти запрошення",
  "email.invite_admin.not_you": "Якщо ви на це не чекали, не зважайте на цей лист: нічого не станеться.",

  "email.admin_factors_changed.subject": "Вашу двоетапну перевірку на {host} змінено",
  "email.admin_factors_changed.preview": "Якщо це зробили ви, нічого робити не потрібно.",
  "email.admin_factors_changed.heading": "Вашу двоетапну перевірку змінено",
  "email.admin_factors_changed.added":
    "До вашого облікового запису адміністратора на сервері {product} ({host}) додано застосунок для автентифікації. Інші сеанси завершено.",
  "email.admin_factors_changed.removed":
    "З вашого облікового запису адміністратора на сервері {product} ({host}) видалено застосунок для автентифікації та коди відновлення. Інші сеанси завершено.",
  "email.admin_factors_changed.replaced":
    "Застосунок для автентифікації у вашому обліковому записі адміністратора на сервері {product} ({host}) замінено іншим, створено нові коди відновлення. Інші сеанси завершено.",
  "email.admin_factors_changed.codes_replaced":
    "Коди відновлення вашого облікового запису адміністратора на сервері {product} ({host}) замінено новими. Інші сеанси завершено.",
  "email.admin_factors_changed.button": "Відкрити консоль",
  "email.admin_factors_changed.not_you":
    "Якщо це зробили не ви, можливо, вашим обліковим записом користується хтось інший. Попросіть власника сервера скинути ваші фактори й задати вам новий пароль (svc admin create).",

  "email.link_validity": "Посилання діє один раз. Термін дії: {lifetime}.",
  "email.open_link": "Якщо кнопка не працює, відкрийте це посилання:",
  "email.asked_with": "Запит надіслано: {device}, {time}.",
  "email.asked": "Запит надіслано: {time}.",
  "email.contact_then": "Після цього напишіть нам: {support_email}.",
  "email.contact_then_team": "Після цього зв’яжіться з командою {product}.",
  "email.contact_now": "Одразу напишіть нам: {support_email}.",
  "email.contact_now_team": "Одразу зв’яжіться з командою {product}.",
  "email.footer_help": "Допомога",
  "email.footer_privacy": "Конфіденційність",
  "email.footer_terms": "Умови",

  "device.browser": "{browser} ({system})",
  "device.app_android": "застосунок на Android",
  "device.app_apple": "застосунок на пристрої Apple",
  "device.app": "застосунок",
};
