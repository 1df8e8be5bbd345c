import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Arabic. */
export const emails: EmailWords = {
  "email.verify_email.subject": "تأكيد عنوان بريدك الإلكتروني في {product}",
  "email.verify_email.preview": "نقرة واحدة تكفي لتأكيد عنوانك.",
  "email.verify_email.heading": "تأكيد عنوان بريدك الإلكتروني",
  "email.verify_email.body": "تم استخدام هذا العنوان لإنشاء حساب في {product}. يُرجى تأكيد أنه عنوانك.",
  "email.verify_email.button": "تأكيد عنوان البريد الإلكتروني",
  "email.verify_email.not_you":
    "إذا أُنشئ الحساب دون علمك، يمكنك تجاهل هذه الرسالة، أو فتح الرابط واختيار «لم أكن أنا».",

  "email.reset_password.subject": "تعيين كلمة مرور جديدة في {product}",
  "email.reset_password.preview": "يمكنك اختيار كلمة مرور جديدة من خلال الرابط في هذه الرسالة.",
  "email.reset_password.heading": "تعيين كلمة مرور جديدة",
  "email.reset_password.body":
    "تلقينا طلبًا لإعادة تعيين كلمة مرور حسابك في {product}. يمكنك اختيار كلمة مرور جديدة من خلال الرابط أدناه.",
  "email.reset_password.button": "اختيار كلمة مرور جديدة",
  "email.reset_password.not_you":
    "إذا لم يكن هذا الطلب منك، يمكنك تجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.",

  "email.invite_user.subject": "دعوة إلى {product}",
  "email.invite_user.preview": "يُرجى اختيار كلمة مرور لتفعيل حسابك.",
  "email.invite_user.heading": "مرحبًا بك في {product}",
  "email.invite_user.body": "تمت دعوتك إلى {product}. يُرجى اختيار كلمة مرور لتفعيل حسابك.",
  "email.invite_user.button": "اختيار كلمة مرور",
  "email.invite_user.not_you": "إذا لم تكن هذه الدعوة متوقعة، يمكنك تجاهل هذه الرسالة.",

  "email.delete_account.subject": "حذف حسابك في {product}",
  "email.delete_account.preview": "لن يُحذف أي شيء قبل تأكيدك.",
  "email.delete_account.heading": "حذف حسابك",
  "email.delete_account.body":
    "تلقينا طلبًا لحذف حسابك في {product} وكل ما فيه نهائيًا.\nلم يُحذف أي شيء حتى الآن. للتأكيد، يُرجى فتح الرابط أدناه. لا يمكن التراجع عن هذا الإجراء.",
  "email.delete_account.button": "حذف حسابي",
  "email.delete_account.not_you": "إذا لم يكن هذا الطلب منك، يمكنك تجاهل هذه الرسالة، وسيبقى حسابك كما هو.",

  "email.change_email.subject": "تأكيد عنوان بريدك الإلكتروني الجديد في {product}",
  "email.change_email.preview": "سيتغيّر عنوانك بعد تأكيده.",
  "email.change_email.heading": "تأكيد عنوان بريدك الإلكتروني الجديد",
  "email.change_email.body": "تلقينا طلبًا لاستخدام هذا العنوان لحسابك في {product}. يُرجى تأكيد أنه عنوانك.",
  "email.change_email.button": "تأكيد العنوان الجديد",
  "email.change_email.not_you": "إذا لم يكن هذا الطلب منك، يمكنك تجاهل هذه الرسالة، ولن يتغيّر أي شيء.",

  "email.email_code.subject": "رمز تسجيل الدخول إلى {product}",
  "email.email_code.preview": "يُرجى فتح هذه الرسالة وإدخال الرمز في {product}.",
  "email.email_code.heading": "رمز تسجيل الدخول",
  "email.email_code.body": "يُرجى إدخال هذا الرمز في {product} على الجهاز الذي طُلب منه.",
  "email.email_code.button": "فتح {product}",
  "email.email_code.validity":
    "يمكن استخدام الرمز مرة واحدة فقط، وعلى الجهاز الذي طُلب منه فقط. مدة صلاحيته: {lifetime}.",
  "email.email_code.not_you":
    "إذا لم يكن هذا الطلب منك، يمكنك تجاهل هذه الرسالة. يُرجى عدم مشاركة الرمز مع أي شخص، فلن يطلبه منك أحد من فريقنا.",

  "email.factor_code.subject": "رمز إعداد التحقق بخطوتين في {product}",
  "email.factor_code.preview": "يُرجى فتح هذه الرسالة وإدخال الرمز في {product}.",
  "email.factor_code.heading": "إعداد التحقق بخطوتين",
  "email.factor_code.body": "يُرجى إدخال هذا الرمز في {product} لربط تطبيق مصادقة بحسابك.",
  "email.factor_code.validity":
    "يمكن استخدام الرمز مرة واحدة فقط، وعلى الجهاز الذي طُلب منه فقط. مدة صلاحيته: {lifetime}.",
  "email.factor_code.not_you":
    "إذا لم يكن هذا الطلب منك، فربما يعرف شخص آخر كلمة مرورك، لذا يُرجى اختيار كلمة مرور جديدة. يُرجى عدم مشاركة الرمز مع أي شخص.",

  "email.account_exists.subject": "لديك حساب بالفعل في {product}",
  "email.account_exists.preview": "جرت محاولة لإنشاء حساب باستخدام عنوانك.",
  "email.account_exists.heading": "لديك حساب بالفعل",
  "email.account_exists.body":
    "جرت محاولة لإنشاء حساب في {product} باستخدام عنوانك. ولأن لديك حسابًا بالفعل، لم يُنشأ حساب جديد.\nإذا كانت المحاولة منك، يمكنك تسجيل الدخول كالمعتاد. وفي حال نسيان كلمة المرور، يُرجى اختيار «نسيت كلمة المرور» عند تسجيل الدخول.",
  "email.account_exists.not_you": "إذا لم تكن المحاولة منك، فلا داعي لفعل أي شيء، إذ لم يدخل أحد إلى حسابك.",

  "email.email_changed.subject": "تم تغيير عنوان البريد الإلكتروني لحسابك في {product}",
  "email.email_changed.preview": "لم يعد هذا العنوان مرتبطًا بحسابك.",
  "email.email_changed.heading": "تم تغيير عنوان بريدك الإلكتروني",
  "email.email_changed.body":
    "تم تغيير عنوان البريد الإلكتروني لحسابك في {product} إلى عنوان آخر. لم يعد بإمكانك تسجيل الدخول بهذا العنوان.",
  "email.email_changed.undo":
    "إذا لم يكن هذا التغيير منك، يُرجى التراجع عنه: سيُستعاد عنوانك، وسيتم تسجيل الخروج من جميع الأجهزة، وسيُطلب منك اختيار كلمة مرور جديدة.",
  "email.email_changed.button": "التراجع عن هذا التغيير",
  "email.email_changed.by_you": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء.",
  "email.email_changed.not_you": "إذا لم يكن هذا التغيير منك، فربما يستخدم شخص آخر حسابك.",

  "email.password_changed.subject": "تم تغيير كلمة مرور حسابك في {product}",
  "email.password_changed.preview": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء.",
  "email.password_changed.heading": "تم تغيير كلمة مرورك",
  "email.password_changed.body": "تم تغيير كلمة مرور حسابك في {product}، وتم تسجيل الخروج من أجهزتك الأخرى.",
  "email.password_changed.not_you":
    "إذا لم يكن هذا التغيير منك، يُرجى اختيار «نسيت كلمة المرور» عند تسجيل الدخول إلى {product} لتعيين كلمة مرور جديدة.",

  "email.method_linked.subject": "تمت إضافة طريقة تسجيل دخول إلى حسابك في {product}",
  "email.method_linked.preview": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء.",
  "email.method_linked.heading": "تمت إضافة طريقة تسجيل دخول",
  "email.method_linked.provider": "يمكنك الآن تسجيل الدخول إلى حسابك في {product} باستخدام {provider}.",
  "email.method_linked.password":
    "يمكنك الآن تسجيل الدخول إلى حسابك في {product} باستخدام عنوان بريد إلكتروني وكلمة مرور.",
  "email.method_linked.passkey": "يمكنك الآن تسجيل الدخول إلى حسابك في {product} باستخدام مفتاح مرور.",
  "email.method_linked.other": "يمكنك الآن تسجيل الدخول إلى حسابك في {product} باستخدام خدمة أخرى.",
  "email.method_linked.not_you":
    "إذا لم يكن هذا التغيير منك، يُرجى اختيار «نسيت كلمة المرور» عند تسجيل الدخول إلى {product}: سيؤدي تعيين كلمة مرور جديدة إلى إزالة طرق تسجيل الدخول التي أضافها آخرون.",

  "email.method_removed.subject": "تمت إزالة طريقة تسجيل دخول من حسابك في {product}",
  "email.method_removed.preview": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء.",
  "email.method_removed.heading": "تمت إزالة طريقة تسجيل دخول",
  "email.method_removed.provider": "لم يعد بإمكانك تسجيل الدخول إلى حسابك في {product} باستخدام {provider}.",
  "email.method_removed.password":
    "لم يعد بإمكانك تسجيل الدخول إلى حسابك في {product} باستخدام عنوان بريد إلكتروني وكلمة مرور.",
  "email.method_removed.passkey":
    "تمت إزالة مفتاح مرور من حسابك في {product}، ولم يعد من الممكن استخدامه لتسجيل الدخول.",
  "email.method_removed.other": "لم يعد بإمكانك تسجيل الدخول إلى حسابك في {product} باستخدام خدمة أخرى.",
  "email.method_removed.not_you":
    "إذا لم يكن هذا التغيير منك، يُرجى اختيار «نسيت كلمة المرور» عند تسجيل الدخول إلى {product} لتعيين كلمة مرور جديدة.",

  "email.factor_changed.subject": "تم تغيير إعدادات التحقق بخطوتين لحسابك في {product}",
  "email.factor_changed.preview": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء.",
  "email.factor_changed.heading": "تم تغيير إعدادات التحقق بخطوتين",
  "email.factor_changed.enrolled":
    "تم ربط تطبيق مصادقة بحسابك في {product}. أصبح تسجيل الدخول يتطلب أيضًا رمزًا من هذا التطبيق. تم تسجيل الخروج من أجهزتك الأخرى.",
  "email.factor_changed.removed":
    "تمت إزالة تطبيق المصادقة من حسابك في {product}. تم تسجيل الخروج من أجهزتك الأخرى.",
  "email.factor_changed.codes_removed":
    "تمت إزالة رموز الاسترداد من حسابك في {product}. تم تسجيل الخروج من أجهزتك الأخرى.",
  "email.factor_changed.codes_replaced":
    "تم إنشاء رموز استرداد جديدة لحسابك في {product}، ولم تعد الرموز القديمة صالحة. تم تسجيل الخروج من أجهزتك الأخرى.",
  "email.factor_changed.reset":
    "أوقف فريق الدعم التحقق بخطوتين لحسابك في {product}. تم تسجيل الخروج من جميع الأجهزة.",
  "email.factor_changed.not_you": "إذا لم يكن هذا التغيير منك، فربما يستخدم شخص آخر حسابك.",

  "email.new_device.subject": "تسجيل دخول جديد إلى حسابك في {product}",
  "email.new_device.preview": "تم استخدام حسابك على جهاز جديد.",
  "email.new_device.heading": "تسجيل دخول جديد إلى حسابك",
  "email.new_device.body": "تم تسجيل الدخول إلى حسابك في {product} من جهاز لم يُستخدم من قبل.",
  "email.new_device.not_you":
    "إذا لم يكن ذلك منك، يُرجى اختيار «نسيت كلمة المرور» عند تسجيل الدخول إلى {product} لتعيين كلمة مرور جديدة، وسيتم تسجيل الخروج من جميع الأجهزة.",

  "email.deletion_scheduled.subject": "سيُحذف حسابك في {product}",
  "email.deletion_scheduled.preview": "للاحتفاظ به، يُرجى تسجيل الدخول.",
  "email.deletion_scheduled.heading": "سيُحذف حسابك",
  "email.deletion_scheduled.body":
    "سيُحذف حسابك في {product} وكل ما فيه بتاريخ {time}. تم تسجيل الخروج من جميع الأجهزة.\nللاحتفاظ بحسابك، يكفي تسجيل الدخول قبل ذلك الموعد، وسيبقى كما هو. أما الاشتراك الذي تم شراؤه من متجر تطبيقات، فيستمر إلى أن يُلغى من المتجر نفسه.",
  "email.deletion_scheduled.not_you":
    "إذا لم يكن هذا الطلب منك، يُرجى تسجيل الدخول إلى {product} للاحتفاظ بحسابك، وتغيير كلمة مرورك. وإذا تعذّر عليك تسجيل الدخول، فربما يستخدم شخص آخر حسابك.",

  "email.invite_admin.subject": "دعوة لإدارة {host}",
  "email.invite_admin.preview": "يُرجى اختيار كلمة مرور لقبول الدعوة.",
  "email.invite_admin.heading": "دعوة لإدارة {host}",
  "email.invite_admin.body":
    "تلقيت دعوة من {inviter} لإدارة خادم {product} على {host}.\nيُرجى اختيار كلمة مرور من خلال الرابط أدناه، ثم تسجيل الدخول بها وبهذا العنوان.",
  "email.invite_admin.button": "قبول الدعوة",
  "email.invite_admin.not_you": "إذا لم تكن هذه الدعوة متوقعة، يمكنك تجاهل هذه الرسالة، ولن يحدث أي شيء.",

  "email.admin_factors_changed.subject": "تم تغيير إعدادات التحقق بخطوتين لحسابك على {host}",
  "email.admin_factors_changed.preview": "إذا كان هذا التغيير منك، فلا داعي لفعل أي شيء.",
  "email.admin_factors_changed.heading": "تم تغيير إعدادات التحقق بخطوتين",
  "email.admin_factors_changed.added":
    "تمت إضافة تطبيق مصادقة إلى حسابك الإداري على خادم {product} في {host}. انتهت جلساتك الأخرى.",
  "email.admin_factors_changed.removed":
    "تمت إزالة تطبيق المصادقة ورموز الاسترداد من حسابك الإداري على خادم {product} في {host}. انتهت جلساتك الأخرى.",
  "email.admin_factors_changed.replaced":
    "تم استبدال تطبيق المصادقة لحسابك الإداري على خادم {product} في {host} بتطبيق آخر مع رموز استرداد جديدة. انتهت جلساتك الأخرى.",
  "email.admin_factors_changed.codes_replaced":
    "تم استبدال رموز الاسترداد لحسابك الإداري على خادم {product} في {host} برموز جديدة. انتهت جلساتك الأخرى.",
  "email.admin_factors_changed.button": "فتح لوحة التحكم",
  "email.admin_factors_changed.not_you":
    "إذا لم يكن هذا التغيير منك، فربما يستخدم شخص آخر حسابك. يُرجى الطلب من مشغّل الخادم إعادة ضبط التحقق بخطوتين وتعيين كلمة مرور جديدة لك (svc admin create).",

  "email.link_validity": "يمكن استخدام هذا الرابط مرة واحدة فقط. مدة صلاحيته: {lifetime}.",
  "email.open_link": "إذا لم يعمل الزر، يُرجى فتح هذا الرابط:",
  "email.asked_with": "تم الطلب من {device} بتاريخ {time}.",
  "email.asked": "تم الطلب بتاريخ {time}.",
  "email.contact_then": "يُرجى بعد ذلك التواصل مع {support_email}.",
  "email.contact_then_team": "يُرجى بعد ذلك التواصل مع القائمين على {product}.",
  "email.contact_now": "يُرجى التواصل فورًا مع {support_email}.",
  "email.contact_now_team": "يُرجى التواصل فورًا مع القائمين على {product}.",
  "email.footer_help": "المساعدة",
  "email.footer_privacy": "الخصوصية",
  "email.footer_terms": "الشروط",

  "device.browser": "{browser} على {system}",
  "device.app_android": "تطبيق على Android",
  "device.app_apple": "تطبيق على جهاز Apple",
  "device.app": "تطبيق",
};
