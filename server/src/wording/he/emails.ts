import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Hebrew. */
export const emails: EmailWords = {
  "email.verify_email.subject": "אימות כתובת האימייל שלך עבור {product}",
  "email.verify_email.preview": "לחיצה אחת והכתובת שלך מאומתת.",
  "email.verify_email.heading": "אימות כתובת האימייל שלך",
  "email.verify_email.body": "בוצעה הרשמה אל {product} עם הכתובת הזו. נא לאשר שהיא שלך.",
  "email.verify_email.button": "אימות כתובת האימייל",
  "email.verify_email.not_you":
    "אם לא נרשמת, אפשר להתעלם מהאימייל הזה, או לפתוח את הקישור ולבחור ״זה לא הייתי אני״.",

  "email.reset_password.subject": "הגדרת סיסמה חדשה עבור {product}",
  "email.reset_password.preview": "אפשר לבחור סיסמה חדשה דרך הקישור באימייל הזה.",
  "email.reset_password.heading": "הגדרת סיסמה חדשה",
  "email.reset_password.body":
    "קיבלנו בקשה לאיפוס הסיסמה של חשבון {product} שלך. אפשר לבחור סיסמה חדשה דרך הקישור שלמטה.",
  "email.reset_password.button": "בחירת סיסמה חדשה",
  "email.reset_password.not_you": "אם לא ביקשת זאת, אפשר להתעלם מהאימייל הזה: הסיסמה שלך תישאר כפי שהיא.",

  "email.invite_user.subject": "הוזמנת להצטרף אל {product}",
  "email.invite_user.preview": "יש לבחור סיסמה כדי להפעיל את החשבון שלך.",
  "email.invite_user.heading": "ברוכים הבאים אל {product}",
  "email.invite_user.body": "הוזמנת להצטרף אל {product}. יש לבחור סיסמה כדי להפעיל את החשבון שלך.",
  "email.invite_user.button": "בחירת סיסמה",
  "email.invite_user.not_you": "אם לא ציפית להזמנה, אפשר להתעלם מהאימייל הזה.",

  "email.delete_account.subject": "מחיקת חשבון {product} שלך",
  "email.delete_account.preview": "שום דבר לא יימחק לפני האישור שלך.",
  "email.delete_account.heading": "מחיקת החשבון שלך",
  "email.delete_account.body":
    "קיבלנו בקשה למחוק לצמיתות את חשבון {product} שלך ואת כל מה שיש בו.\nעדיין לא נמחק דבר. כדי לאשר, יש לפתוח את הקישור שלמטה. אי אפשר לבטל את המחיקה.",
  "email.delete_account.button": "מחיקת החשבון שלי",
  "email.delete_account.not_you": "אם לא ביקשת זאת, אפשר להתעלם מהאימייל הזה: החשבון שלך יישאר כפי שהוא.",

  "email.change_email.subject": "אימות כתובת האימייל החדשה שלך עבור {product}",
  "email.change_email.preview": "הכתובת שלך תשתנה לאחר האימות.",
  "email.change_email.heading": "אימות כתובת האימייל החדשה שלך",
  "email.change_email.body": "ביקשת להשתמש בכתובת הזו עבור חשבון {product} שלך. נא לאשר שהיא שלך.",
  "email.change_email.button": "אימות הכתובת החדשה",
  "email.change_email.not_you": "אם לא ביקשת זאת, אפשר להתעלם מהאימייל הזה: שום דבר לא ישתנה.",

  "email.email_code.subject": "קוד ההתחברות שלך אל {product}",
  "email.email_code.preview": "יש לפתוח את האימייל הזה ולהקליד את הקוד ב-{product}.",
  "email.email_code.heading": "קוד ההתחברות שלך",
  "email.email_code.body": "יש להקליד את הקוד הזה ב-{product} במכשיר שבו ביקשת אותו.",
  "email.email_code.button": "פתיחת {product}",
  "email.email_code.validity": "הקוד תקף לשימוש אחד, למשך {lifetime}, ורק במכשיר שבו ביקשת אותו.",
  "email.email_code.not_you":
    "אם לא ביקשת אותו, אפשר להתעלם מהאימייל הזה. אין למסור את הקוד לאף אחד: איש מטעמנו לא יבקש אותו ממך.",

  "email.factor_code.subject": "קוד להגדרת אימות דו-שלבי עבור {product}",
  "email.factor_code.preview": "יש לפתוח את האימייל הזה ולהקליד את הקוד ב-{product}.",
  "email.factor_code.heading": "הגדרת אימות דו-שלבי",
  "email.factor_code.body": "יש להקליד את הקוד הזה ב-{product} כדי לחבר אפליקציית אימות לחשבון שלך.",
  "email.factor_code.validity": "הקוד תקף לשימוש אחד, למשך {lifetime}, ורק במכשיר שבו ביקשת אותו.",
  "email.factor_code.not_you":
    "אם לא ביקשת אותו, ייתכן שמישהו יודע את הסיסמה שלך, ולכן כדאי לבחור סיסמה חדשה. אין למסור את הקוד לאף אחד.",

  "email.account_exists.subject": "כבר יש לך חשבון {product}",
  "email.account_exists.preview": "מישהו ניסה להירשם עם הכתובת שלך.",
  "email.account_exists.heading": "כבר יש לך חשבון",
  "email.account_exists.body":
    "מישהו ניסה להירשם אל {product} עם הכתובת שלך. כבר יש לך חשבון, ולכן לא נוצר חשבון חדש.\nאם ניסית להירשם, אפשר להתחבר כרגיל. אם שכחת את הסיסמה, יש לבחור ״שכחתי סיסמה״ בעת ההתחברות.",
  "email.account_exists.not_you": "אם לא ניסית להירשם, אין צורך לעשות דבר: אף אחד לא נכנס לחשבון שלך.",

  "email.email_changed.subject": "כתובת האימייל של חשבון {product} שלך השתנתה",
  "email.email_changed.preview": "הכתובת הזו כבר לא שייכת לחשבון שלך.",
  "email.email_changed.heading": "כתובת האימייל שלך השתנתה",
  "email.email_changed.body":
    "כתובת האימייל של חשבון {product} שלך הוחלפה בכתובת אחרת. כבר אי אפשר להתחבר עם הכתובת הזו.",
  "email.email_changed.undo":
    "אם לא ביצעת את השינוי, יש לבטל אותו: הכתובת שלך תשוחזר, כל המכשירים ינותקו, ואפשר יהיה לבחור סיסמה חדשה.",
  "email.email_changed.button": "ביטול השינוי",
  "email.email_changed.by_you": "אם שינית את הכתובת בעצמך, אין צורך לעשות דבר.",
  "email.email_changed.not_you": "אם לא ביצעת את השינוי, ייתכן שמישהו אחר משתמש בחשבון שלך.",

  "email.password_changed.subject": "הסיסמה של חשבון {product} שלך השתנתה",
  "email.password_changed.preview": "אם ביצעת את השינוי, אין צורך לעשות דבר.",
  "email.password_changed.heading": "הסיסמה שלך השתנתה",
  "email.password_changed.body": "הסיסמה של חשבון {product} שלך השתנתה. שאר המכשירים שלך נותקו.",
  "email.password_changed.not_you":
    "אם לא ביצעת את השינוי, יש לבחור ״שכחתי סיסמה״ בעת ההתחברות אל {product} ולהגדיר סיסמה חדשה.",

  "email.method_linked.subject": "נוספה שיטת התחברות לחשבון {product} שלך",
  "email.method_linked.preview": "אם ביצעת את השינוי, אין צורך לעשות דבר.",
  "email.method_linked.heading": "נוספה שיטת התחברות",
  "email.method_linked.provider": "מעכשיו אפשר להתחבר לחשבון {product} שלך באמצעות {provider}.",
  "email.method_linked.password": "מעכשיו אפשר להתחבר לחשבון {product} שלך באמצעות כתובת אימייל וסיסמה.",
  "email.method_linked.passkey": "מעכשיו אפשר להתחבר לחשבון {product} שלך באמצעות מפתח גישה.",
  "email.method_linked.other": "מעכשיו אפשר להתחבר לחשבון {product} שלך באמצעות שירות אחר.",
  "email.method_linked.not_you":
    "אם לא ביצעת את השינוי, יש לבחור ״שכחתי סיסמה״ בעת ההתחברות אל {product}: הגדרת סיסמה חדשה תסיר שיטות התחברות שאחרים הוסיפו.",

  "email.method_removed.subject": "הוסרה שיטת התחברות מחשבון {product} שלך",
  "email.method_removed.preview": "אם ביצעת את השינוי, אין צורך לעשות דבר.",
  "email.method_removed.heading": "הוסרה שיטת התחברות",
  "email.method_removed.provider": "כבר אי אפשר להתחבר לחשבון {product} שלך באמצעות {provider}.",
  "email.method_removed.password": "כבר אי אפשר להתחבר לחשבון {product} שלך באמצעות כתובת אימייל וסיסמה.",
  "email.method_removed.passkey": "מפתח גישה הוסר מחשבון {product} שלך, וכבר אי אפשר להתחבר באמצעותו.",
  "email.method_removed.other": "כבר אי אפשר להתחבר לחשבון {product} שלך באמצעות שירות אחר.",
  "email.method_removed.not_you":
    "אם לא ביצעת את השינוי, יש לבחור ״שכחתי סיסמה״ בעת ההתחברות אל {product} ולהגדיר סיסמה חדשה.",

  "email.factor_changed.subject": "האימות הדו-שלבי של חשבון {product} שלך השתנה",
  "email.factor_changed.preview": "אם ביצעת את השינוי, אין צורך לעשות דבר.",
  "email.factor_changed.heading": "האימות הדו-שלבי השתנה",
  "email.factor_changed.enrolled":
    "אפליקציית אימות חוברה לחשבון {product} שלך. מעכשיו נדרש גם קוד מהאפליקציה כדי להתחבר. שאר המכשירים שלך נותקו.",
  "email.factor_changed.removed": "אפליקציית האימות הוסרה מחשבון {product} שלך. שאר המכשירים שלך נותקו.",
  "email.factor_changed.codes_removed": "קודי השחזור של חשבון {product} שלך הוסרו. שאר המכשירים שלך נותקו.",
  "email.factor_changed.codes_replaced":
    "נוצרו קודי שחזור חדשים לחשבון {product} שלך. הקודים הקודמים כבר לא תקפים. שאר המכשירים שלך נותקו.",
  "email.factor_changed.reset":
    "צוות התמיכה הסיר את האימות הדו-שלבי מחשבון {product} שלך. כל המכשירים נותקו.",
  "email.factor_changed.not_you": "אם לא ביצעת את השינוי, ייתכן שמישהו אחר משתמש בחשבון שלך.",

  "email.new_device.subject": "התחברות חדשה לחשבון {product} שלך",
  "email.new_device.preview": "נעשה שימוש בחשבון שלך במכשיר חדש.",
  "email.new_device.heading": "התחברות חדשה לחשבון שלך",
  "email.new_device.body": "בוצעה התחברות לחשבון {product} שלך ממכשיר שלא היה בשימוש עד כה.",
  "email.new_device.not_you":
    "אם לא התחברת, יש לבחור ״שכחתי סיסמה״ בעת ההתחברות אל {product} ולהגדיר סיסמה חדשה: כל המכשירים ינותקו.",

  "email.deletion_scheduled.subject": "חשבון {product} שלך יימחק",
  "email.deletion_scheduled.preview": "כדי לשמור עליו, יש להתחבר.",
  "email.deletion_scheduled.heading": "החשבון שלך יימחק",
  "email.deletion_scheduled.body":
    "חשבון {product} שלך וכל מה שיש בו יימחקו ב-{time}. עד אז כל המכשירים מנותקים.\nכדי לשמור על החשבון, יש להתחבר לפני כן, והוא יישאר כפי שהוא. מינוי שנרכש בחנות אפליקציות יימשך עד לביטולו בחנות.",
  "email.deletion_scheduled.not_you":
    "אם לא ביקשת זאת, יש להתחבר אל {product} כדי לשמור על החשבון, ולשנות את הסיסמה. אם אי אפשר להתחבר, ייתכן שמישהו אחר משתמש בחשבון שלך.",

  "email.invite_admin.subject": "הוזמנת לנהל את {host}",
  "email.invite_admin.preview": "יש לבחור סיסמה כדי לקבל את ההזמנה.",
  "email.invite_admin.heading": "הוזמנת לנהל את {host}",
  "email.invite_admin.body":
    "קיבלת הזמנה מאת {inviter} לנהל את שרת {product} בכתובת {host}.\nיש לבחור סיסמה דרך הקישור שלמטה, ואז להתחבר איתה ועם כתובת האימייל הזו.",
  "email.invite_admin.button": "קבלת ההזמנה",
  "email.invite_admin.not_you": "אם לא ציפית להזמנה, אפשר להתעלם מהאימייל הזה: שום דבר לא יקרה.",

  "email.admin_factors_changed.subject": "האימות הדו-שלבי שלך בכתובת {host} השתנה",
  "email.admin_factors_changed.preview": "אם ביצעת את השינוי, אין צורך לעשות דבר.",
  "email.admin_factors_changed.heading": "האימות הדו-שלבי שלך השתנה",
  "email.admin_factors_changed.added":
    "אפליקציית אימות נוספה לחשבון הניהול שלך בשרת {product} בכתובת {host}. שאר החיבורים שלך הסתיימו.",
  "email.admin_factors_changed.removed":
    "אפליקציית האימות וקודי השחזור הוסרו מחשבון הניהול שלך בשרת {product} בכתובת {host}. שאר החיבורים שלך הסתיימו.",
  "email.admin_factors_changed.replaced":
    "אפליקציית האימות של חשבון הניהול שלך בשרת {product} בכתובת {host} הוחלפה באחרת, עם קודי שחזור חדשים. שאר החיבורים שלך הסתיימו.",
  "email.admin_factors_changed.codes_replaced":
    "קודי השחזור של חשבון הניהול שלך בשרת {product} בכתובת {host} הוחלפו בקודים חדשים. שאר החיבורים שלך הסתיימו.",
  "email.admin_factors_changed.button": "פתיחת מסוף הניהול",
  "email.admin_factors_changed.not_you":
    "אם לא ביצעת את השינוי, ייתכן שמישהו אחר משתמש בחשבון שלך. יש לבקש ממפעילי השרת לאפס את האימות הדו-שלבי שלך ולהגדיר לך סיסמה חדשה (svc admin create).",

  "email.link_validity": "הקישור הזה תקף לשימוש אחד ויפוג בעוד {lifetime}.",
  "email.open_link": "אם הלחצן לא עובד, אפשר לפתוח את הקישור הזה:",
  "email.asked_with": "הבקשה נשלחה באמצעות {device}, ב-{time}.",
  "email.asked": "הבקשה נשלחה ב-{time}.",
  "email.contact_then": "לאחר מכן יש לפנות אל {support_email}.",
  "email.contact_then_team": "לאחר מכן יש לפנות אל מפעילי {product}.",
  "email.contact_now": "יש לפנות מיד אל {support_email}.",
  "email.contact_now_team": "יש לפנות מיד אל מפעילי {product}.",
  "email.footer_help": "עזרה",
  "email.footer_privacy": "פרטיות",
  "email.footer_terms": "תנאים",

  "device.browser": "{browser} ב-{system}",
  "device.app_android": "אפליקציה ב-Android",
  "device.app_apple": "אפליקציה במכשיר Apple",
  "device.app": "אפליקציה",
};
