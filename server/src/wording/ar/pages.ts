import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Arabic. */
export const pages: PageWords = {
  "page.verify.heading": "تأكيد عنوان بريدك الإلكتروني",
  "page.verify.body": "يُرجى الضغط على الزر لتأكيد أن هذا العنوان لك وإكمال إعداد حسابك في {product}.",
  "page.verify.button": "تأكيد عنوان بريدي الإلكتروني",
  "page.verify.not_you": "هل أُنشئ حساب في {product} دون علمك؟",
  "page.verify.not_you_button": "لم أكن أنا",
  "page.verify.done_heading": "تم تأكيد عنوان بريدك الإلكتروني",
  "page.verify.done": "شكرًا لك. أصبح {email} مرتبطًا بحسابك في {product}.",
  "page.verify.dead_link_confirmed":
    "إذا سبق لك تأكيد عنوانك، فكل شيء على ما يرام: يُرجى العودة إلى {product} وتسجيل الدخول.",
  "page.verify.dead_link_new": "وإلا، فيُرجى طلب رسالة جديدة من التطبيق واستخدام الرابط في أحدث رسالة.",
  "page.verify.delete_heading": "حذف هذا الحساب؟",
  "page.verify.delete_body":
    "تم إنشاء حساب في {product} باستخدام عنوان بريدك الإلكتروني. إذا لم يكن ذلك منك، يُرجى حذف الحساب، ولن يُستخدم عنوانك في {product} بعد ذلك.",
  "page.verify.delete_button": "حذف الحساب",
  "page.verify.detach_heading": "إزالة عنوانك من هذا الحساب؟",
  "page.verify.detach_body":
    "تم استخدام عنوان بريدك الإلكتروني لحساب في {product}. إذا لم يكن ذلك منك، يُرجى إزالة عنوانك وكلمة المرور من الحساب. سيبقى الحساب نفسه، لأنه قد يخص شخصًا آخر.",
  "page.verify.detach_button": "إزالة عنواني",
  "page.verify.back_button": "رجوع",
  "page.verify.deleted_heading": "تم حذف الحساب",
  "page.verify.deleted":
    "لن يُستخدم عنوان بريدك الإلكتروني في {product} بعد الآن. لا داعي لفعل أي شيء آخر: يمكنك إغلاق هذه الصفحة.",
  "page.verify.detached_heading": "تمت إزالة عنوانك",
  "page.verify.detached":
    "تمت إزالة عنوان بريدك الإلكتروني وكلمة المرور من الحساب، ولن يتمكن أحد من تسجيل الدخول إليه بهما. لم يُحذف الحساب نفسه.",
  "page.verify.detached_close": "لا داعي لفعل أي شيء آخر: يمكنك إغلاق هذه الصفحة.",

  "page.reset.heading": "اختيار كلمة مرور جديدة",
  "page.reset.body": "لحسابك في {product}. سيتم تسجيل الخروج من جميع الأجهزة.",
  "page.reset.button": "حفظ كلمة المرور الجديدة",
  "page.reset.done_heading": "تم تغيير كلمة مرورك",
  "page.reset.done": "تم تسجيل الخروج من جميع الأجهزة.",
  "page.reset.dead_link":
    "يُرجى العودة إلى {product} واختيار «نسيت كلمة المرور» واستخدام الرابط في أحدث رسالة.",

  "page.invite.heading": "اختيار كلمة مرور",
  "page.invite.body": "تمت دعوتك إلى {product}. يُرجى اختيار كلمة مرور لتفعيل حسابك.",
  "page.invite.button": "حفظ كلمة المرور",
  "page.invite.done_heading": "حسابك جاهز",
  "page.invite.done": "تم حفظ كلمة مرورك.",
  "page.invite.dead_link": "يُرجى الانتقال إلى {product} واختيار «نسيت كلمة المرور» للحصول على رابط جديد.",

  "page.password.new_label": "كلمة المرور الجديدة",
  "page.password.label": "كلمة المرور",
  "page.password.show": "إظهار كلمة المرور",
  "page.password.hide": "إخفاء كلمة المرور",
  "page.password.at_least": {
    zero: "{count} حرف على الأقل. يمكن استخدام المسافات والرموز.",
    one: "{count} حرف على الأقل. يمكن استخدام المسافات والرموز.",
    two: "{count} حرف على الأقل. يمكن استخدام المسافات والرموز.",
    few: "{count} أحرف على الأقل. يمكن استخدام المسافات والرموز.",
    many: "{count} حرفًا على الأقل. يمكن استخدام المسافات والرموز.",
    other: "{count} حرف على الأقل. يمكن استخدام المسافات والرموز.",
  },
  "page.password.no_common": "لا تُقبل كلمات المرور الشائعة جدًا.",
  "page.password.at_most": {
    zero: "{count} حرف على الأكثر",
    one: "{count} حرف على الأكثر",
    two: "{count} حرف على الأكثر",
    few: "{count} أحرف على الأكثر",
    many: "{count} حرفًا على الأكثر",
    other: "{count} حرف على الأكثر",
  },
  "page.password.too_short": {
    zero: "قصيرة جدًا: يلزم {count} حرف على الأقل",
    one: "قصيرة جدًا: يلزم {count} حرف على الأقل",
    two: "قصيرة جدًا: يلزم {count} حرف على الأقل",
    few: "قصيرة جدًا: يلزم {count} أحرف على الأقل",
    many: "قصيرة جدًا: يلزم {count} حرفًا على الأقل",
    other: "قصيرة جدًا: يلزم {count} حرف على الأقل",
  },
  "page.password.too_long": {
    zero: "طويلة جدًا: الحد الأقصى {count} حرف",
    one: "طويلة جدًا: الحد الأقصى {count} حرف",
    two: "طويلة جدًا: الحد الأقصى {count} حرف",
    few: "طويلة جدًا: الحد الأقصى {count} أحرف",
    many: "طويلة جدًا: الحد الأقصى {count} حرفًا",
    other: "طويلة جدًا: الحد الأقصى {count} حرف",
  },
  "page.password.too_common": "شائعة جدًا: يستخدم كثيرون كلمة المرور هذه. يُرجى اختيار كلمة مرور أخرى",
  "page.password.personal": "سهلة التخمين: إنها اسم التطبيق أو عنوانك",
  "page.password.weak": "ضعيفة جدًا: يُرجى اختيار كلمة مرور أخرى",
  "page.password.sign_in":
    "يُرجى العودة إلى {product} وتسجيل الدخول بكلمة مرورك الجديدة. يمكنك إغلاق هذه الصفحة.",

  "page.methods.keep_heading": "الاحتفاظ بطرق تسجيل الدخول هذه؟",
  "page.methods.keep_hint":
    "يمكن استخدام كل منها لتسجيل الدخول إلى حسابك بدون كلمة المرور. ستُزال الطرق غير المحدّدة.",
  "page.methods.remove_heading": "إزالة أي من طرق تسجيل الدخول هذه؟",
  "page.methods.remove_hint":
    "أُضيفت هذه الطرق إلى الحساب قبل تأكيد هذا العنوان. يُرجى تحديد الطرق التي لم تكن إضافتها منك، وستُزال عند تأكيد عنوانك.",
  "page.methods.one_added": "أُضيفت طريقة تسجيل الدخول هذه إلى الحساب قبل تأكيد هذا العنوان:",
  "page.methods.app_added":
    "قبل تأكيد هذا العنوان، أُضيف إلى الحساب تطبيق مصادقة يُطلب رمز منه عند كل تسجيل دخول:",
  "page.methods.remove_it": "إذا لم تكن هذه الإضافة منك، يُرجى تأكيد عنوانك مع الإزالة.",
  "page.methods.remove_provider_button": "تأكيد وإزالة {provider}",
  "page.methods.remove_passkey_button": "تأكيد وإزالة مفتاح المرور",
  "page.methods.remove_app_button": "تأكيد وإزالة تطبيق المصادقة",
  "page.methods.passkey": "مفتاح مرور",
  "page.methods.app": "تطبيق مصادقة",
  "page.methods.linked": "تاريخ الربط: {time}",
  "page.methods.added": "تاريخ الإضافة: {time}، آخر استخدام: {last_time}",
  "page.methods.added_unused": "تاريخ الإضافة: {time}، ولم يُستخدم منذ ذلك الحين",
  "page.methods.connected": "تاريخ الربط: {time}، آخر استخدام: {last_time}",
  "page.methods.connected_unused": "تاريخ الربط: {time}، ولم يُستخدم منذ ذلك الحين",
  "page.methods.providers_removed": "لم يعد بإمكانك تسجيل الدخول إلى الحساب باستخدام {providers}.",
  "page.methods.passkeys_removed": {
    zero: "عدد مفاتيح المرور التي تمت إزالتها من الحساب: {count}.",
    one: "عدد مفاتيح المرور التي تمت إزالتها من الحساب: {count}.",
    two: "عدد مفاتيح المرور التي تمت إزالتها من الحساب: {count}.",
    few: "تمت إزالة {count} مفاتيح مرور من الحساب.",
    many: "تمت إزالة {count} مفتاح مرور من الحساب.",
    other: "تمت إزالة {count} مفتاح مرور من الحساب.",
  },
  "page.methods.app_removed": "تمت إزالة تطبيق المصادقة من الحساب، وتم تسجيل الخروج من جميع الأجهزة.",

  "page.confirm_email.heading": "تأكيد عنوان بريدك الإلكتروني الجديد",
  "page.confirm_email.body":
    "من الآن فصاعدًا، سيُستخدم هذا العنوان لحسابك في {product}، سواء لتسجيل الدخول أو لتلقّي الرسائل. سنُرسل إشعارًا بذلك إلى عنوانك القديم.",
  "page.confirm_email.button": "استخدام هذا العنوان",
  "page.confirm_email.done_heading": "تم تغيير عنوان بريدك الإلكتروني",
  "page.confirm_email.done": "أصبح عنوان حسابك في {product} هو {email}: يُرجى تسجيل الدخول به من الآن فصاعدًا.",
  "page.confirm_email.in_use": "هذا العنوان مستخدَم الآن لحساب آخر في {product}، لذا بقي عنوان حسابك كما كان.",
  "page.confirm_email.in_use_again": "لاستخدام عنوان مختلف، يُرجى تغييره في التطبيق مرة أخرى.",
  "page.confirm_email.dead_link_confirmed":
    "إذا سبق لك تأكيد التغيير، فكل شيء على ما يرام: يُرجى تسجيل الدخول بعنوانك الجديد.",
  "page.confirm_email.dead_link_new":
    "وإلا، فيُرجى تغيير العنوان في التطبيق مرة أخرى واستخدام الرابط في أحدث رسالة.",

  "page.undo.heading": "التراجع عن تغيير عنوان بريدك الإلكتروني؟",
  "page.undo.body":
    "تم تغيير عنوان البريد الإلكتروني لحسابك في {product}. إذا لم يكن ذلك منك، يُرجى التراجع عن التغيير:",
  "page.undo.effect_address": "سيعود حسابك إلى استخدام {email}",
  "page.undo.effect_devices": "سيتم تسجيل الخروج من جميع الأجهزة",
  "page.undo.effect_methods": "ستُزال كلمة المرور وكل طريقة تسجيل دخول أُضيفت مؤخرًا",
  "page.undo.effect_password": "سيُطلب منك اختيار كلمة مرور جديدة على الفور",
  "page.undo.button": "التراجع عن التغيير",
  "page.undo.by_you": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء: يمكنك إغلاق هذه الصفحة.",
  "page.undo.done":
    "تم التراجع عن التغيير. عاد حسابك في {product} إلى استخدام {email}، وتم تسجيل الخروج من جميع الأجهزة.",
  "page.undo.in_use":
    "عنوانك القديم مستخدَم الآن لحساب آخر في {product}، لذا تعذّر التراجع عن التغيير. لم يتغيّر أي شيء.",
  "page.undo.get_back": "لاستعادة حسابك، يُرجى طلب المساعدة.",
  "page.undo.dead_link_undone":
    "إذا سبق لك التراجع عن التغيير، فعنوانك القديم صالح من جديد: يُرجى الانتقال إلى {product} واختيار «نسيت كلمة المرور» لتعيين كلمة مرور جديدة.",
  "page.undo.dead_link_not": "وإلا، فيُرجى طلب المساعدة.",

  "page.delete_account.ask_heading": "حذف حسابك في {product}",
  "page.delete_account.ask_body":
    "يُرجى إدخال عنوان البريد الإلكتروني لحسابك. سنُرسل إليك رابطًا، ولن يُحذف أي شيء قبل فتحه والتأكيد.",
  "page.delete_account.email_label": "عنوان البريد الإلكتروني",
  "page.delete_account.email_hint": "العنوان المستخدَم لتسجيل الدخول إلى {product}.",
  "page.delete_account.email_mistake": "يُرجى إدخال عنوان بريد إلكتروني، مثل {example}",
  "page.delete_account.ask_button": "إرسال الرابط",
  "page.delete_account.ask_effects": "بعد تأكيدك، سيُحذف ما يلي نهائيًا:",
  "page.delete_account.effect_profile": "ملفك الشخصي: الاسم والصورة وعنوان البريد الإلكتروني",
  "page.delete_account.effect_methods": "كل طرق تسجيل الدخول: كلمة المرور والحسابات المرتبطة",
  "page.delete_account.effect_sessions": "كل الجلسات: سيتم تسجيل الخروج من جميع الأجهزة",
  "page.delete_account.sent_heading": "يُرجى التحقق من بريدك الوارد",
  "page.delete_account.sent":
    "إذا كان لدى {product} حساب بالعنوان {email}، فقد أرسلنا رابطًا إليه. لحذف الحساب، يُرجى فتح الرابط.",
  "page.delete_account.sent_nothing":
    "ألم يصلك شيء بعد بضع دقائق؟ يُرجى البحث في مجلد الرسائل غير المرغوب فيها، والتأكد من أن هذا هو العنوان المستخدَم عند إنشاء الحساب.",
  "page.delete_account.heading": "حذف حسابك؟",
  "page.delete_account.body": "سيؤدي هذا إلى حذف حسابك في {product} نهائيًا:",
  "page.delete_account.at_once": "لا يمكن التراجع عن هذا الإجراء.",
  "page.delete_account.later":
    "سيتم تسجيل خروجك على الفور. المهلة قبل حذف الحساب: {lifetime}. للاحتفاظ به، يُرجى تسجيل الدخول قبل ذلك.",
  "page.delete_account.subscription":
    "الاشتراك الذي تم شراؤه من متجر تطبيقات يستمر إلى أن يُلغى من المتجر نفسه.",
  "page.delete_account.sure": "نعم، أريد حذف حسابي نهائيًا",
  "page.delete_account.sure_mistake": "يُرجى تحديد المربّع لتأكيد رغبتك في الحذف",
  "page.delete_account.button": "حذف حسابي",
  "page.delete_account.done_heading": "تم حذف حسابك",
  "page.delete_account.done": "تم حذف حسابك في {product} وكل ما فيه، وتم تسجيل الخروج من جميع الأجهزة.",
  "page.delete_account.scheduled_heading": "سيُحذف حسابك",
  "page.delete_account.scheduled":
    "سيُحذف حسابك في {product} وكل ما فيه بتاريخ {time}. تم تسجيل الخروج من جميع الأجهزة.",
  "page.delete_account.keep": "للاحتفاظ به، يُرجى تسجيل الدخول إلى {product} قبل ذلك.",
  "page.delete_account.dead_link":
    "إذا سبق لك حذف حسابك، فلا داعي لفعل أي شيء آخر. وإلا، فيُرجى طلب رابط جديد.",
  "page.delete_account.dead_link_button": "طلب رابط جديد",

  "page.code.heading": "رمز تسجيل الدخول",
  "page.code.asked_with": "تم الطلب من {device} بتاريخ {time}.",
  "page.code.asked": "تم الطلب بتاريخ {time}.",
  "page.code.body": "يُرجى إدخال الرمز في {product} على ذلك الجهاز:",
  "page.code.not_you": "إذا لم يكن هذا الطلب منك، يُرجى إغلاق هذه الصفحة وعدم مشاركة الرمز مع أي شخص.",
  "page.code.newest": "الرمز الصالح هو الرمز في أحدث رسالة فقط.",
  "page.code.dead_link":
    "إذا سبق لك تسجيل الدخول، فكل شيء على ما يرام. وإلا، فيُرجى العودة إلى {product} وطلب رمز جديد.",

  "page.app.heading": "يُرجى العودة إلى {product}",
  "page.app.body": "يفتح هذا الرابط تطبيق {product} على الأجهزة المثبَّت عليها.",
  "page.app.try_again":
    "إذا كان تسجيل الدخول جاريًا، يُرجى العودة إلى التطبيق وإعادة المحاولة. يمكنك إغلاق هذه الصفحة.",

  "page.return.button": "العودة إلى {product}",
  "page.return.signed_in_heading": "خطوة أخيرة",
  "page.return.signed_in":
    "يُرجى العودة إلى {product} لإكمال تسجيل الدخول. إذا لم يُفتح تلقائيًا، يُرجى الضغط على الزر.",
  "page.return.cancelled_heading": "تم إلغاء تسجيل الدخول",
  "page.return.cancelled": "لم تتم مشاركة أي شيء مع {product}، ولم يتم تسجيل دخولك.",
  "page.return.failed_heading": "تعذّر تسجيل الدخول",
  "page.return.failed": "لم يتم تسجيل دخولك. يُرجى العودة إلى {product} وإعادة المحاولة.",
  "page.return.lost_heading": "تعذّر إكمال عملية تسجيل الدخول هذه",
  "page.return.lost": "بدأت العملية في متصفح آخر، أو استغرقت وقتًا طويلًا، أو انتهت بالفعل.",
  "page.return.lost_again": "يُرجى العودة إلى {product} وتسجيل الدخول مرة أخرى.",
  "page.return.wrong_heading": "تسجيل الدخول غير مُعدّ بشكل صحيح",
  "page.return.wrong": "أرسلك التطبيق إلى هنا بطريقة لا يقبلها هذا الخادم. لم يتم تسجيل دخولك.",
  "page.return.the_app": "التطبيق",

  "page.authorize.heading": "لا يمكن تسجيل الدخول من هنا",
  "page.authorize.body":
    "لا يدعم هذا الخادم مسار رمز التفويض (authorization code) في OAuth 2.0. لتسجيل الدخول إلى {product}، يُرجى استخدام التطبيق أو الموقع الإلكتروني.",

  "page.accept_invite.heading": "الانضمام إلى الإدارة",
  "page.accept_invite.body":
    "تمت دعوتك لإدارة خادم {product} على {host}. يُرجى اختيار كلمة المرور التي ستُستخدم لتسجيل دخولك.",
  "page.accept_invite.invited": "مُرسِل الدعوة: {inviter}، والعنوان المدعو: {email}.",
  "page.accept_invite.button": "قبول الدعوة",
  "page.accept_invite.done_heading": "تم منحك صلاحيات الإدارة",
  "page.accept_invite.done":
    "يُرجى تسجيل الدخول إلى لوحة التحكم بالعنوان {email} وكلمة المرور التي اخترتها للتو: {console}",
  "page.accept_invite.console": "فتح لوحة التحكم",
  "page.accept_invite.role": "دورك: {roles}",
  "page.accept_invite.token":
    "لاستخدام سطر الأوامر، يُرجى إنشاء رمز وصول شخصي في لوحة التحكم وإدخاله في {command}.",
  "page.accept_invite.dead_link_accepted":
    "إذا سبق لك قبول الدعوة، فكل شيء على ما يرام: يُرجى تسجيل الدخول إلى لوحة التحكم.",
  "page.accept_invite.dead_link_new": "وإلا، فيُرجى طلب دعوة جديدة من المسؤول الذي دعاك.",
  "page.accept_invite.owner": "مالك",
  "page.accept_invite.administrator": "مسؤول",
  "page.accept_invite.support": "دعم",
  "page.accept_invite.viewer": "مشاهد",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "هذا الخادم",

  "page.failure.dead_link_heading": "لم يعد هذا الرابط صالحًا",
  "page.failure.dead_link": "إما أنه استُخدم من قبل، أو انتهت صلاحيته، أو حلّت محله رسالة أحدث.",
  "page.failure.not_found_heading": "الصفحة غير موجودة",
  "page.failure.not_found":
    "لا يوجد شيء في هذا العنوان. إذا وصلت إلى هنا من رسالة بريد إلكتروني، يُرجى فتح الرابط مرة أخرى والتأكد من أنه كامل.",
  "page.failure.elsewhere_heading": "جاء هذا الطلب من موقع آخر",
  "page.failure.elsewhere":
    "حرصًا على أمانك، لم يتغيّر أي شيء. يُرجى فتح الرابط في رسالة البريد الإلكتروني والضغط على الزر في تلك الصفحة.",
  "page.failure.many_heading": "محاولات كثيرة جدًا",
  "page.failure.many_wait": "يُرجى إعادة المحاولة لاحقًا. مدة الانتظار: {lifetime}.",
  "page.failure.unreadable_heading": "تعذّرت قراءة هذا النموذج",
  "page.failure.unreadable": "لم يتغيّر أي شيء. يُرجى فتح الرابط في رسالة البريد الإلكتروني وإعادة المحاولة.",
  "page.failure.other_heading": "حدث خطأ ما",
  "page.failure.later": "يُرجى إعادة المحاولة بعد بضع دقائق.",
  "page.failure.quote": "إذا تكرر ذلك، يُرجى طلب المساعدة وذكر هذا الرقم:",
  "page.failure.in_use_heading": "هذا العنوان مستخدَم بالفعل",
  "page.failure.try_again": "إعادة المحاولة",

  "page.contact": "يُرجى التواصل مع {support_email}.",
  "page.contact_team": "يُرجى التواصل مع القائمين على {product}.",
  "page.back_to_app": "يُرجى العودة إلى {product} للمتابعة. يمكنك إغلاق هذه الصفحة.",
  "page.close": "يمكنك إغلاق هذه الصفحة.",
  "page.open_app": "فتح التطبيق",
  "page.open_app_hint": "يعمل الزر على الأجهزة المثبَّت عليها التطبيق.",
  "page.error_title": "خطأ: {title}",
  "page.footer_help": "المساعدة",
  "page.footer_privacy": "الخصوصية",
  "page.footer_terms": "الشروط",
};
