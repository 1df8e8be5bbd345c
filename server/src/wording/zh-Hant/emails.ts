import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Traditional Chinese. */
export const emails: EmailWords = {
  "email.verify_email.subject": "驗證您{product}帳號的電子郵件地址",
  "email.verify_email.preview": "輕觸一下即可完成驗證。",
  "email.verify_email.heading": "驗證您的電子郵件地址",
  "email.verify_email.body": "有人使用這個電子郵件地址註冊了{product}。請確認這是您的電子郵件地址。",
  "email.verify_email.button": "驗證電子郵件地址",
  "email.verify_email.not_you": "如果您並未註冊，可以忽略這封郵件，或開啟連結並選擇「不是我本人」。",

  "email.reset_password.subject": "設定{product}的新密碼",
  "email.reset_password.preview": "使用這封郵件中的連結設定新密碼。",
  "email.reset_password.heading": "設定新密碼",
  "email.reset_password.body": "我們收到重設您{product}帳號密碼的要求。請使用下方連結設定新密碼。",
  "email.reset_password.button": "設定新密碼",
  "email.reset_password.not_you": "如果您並未提出這項要求，可以忽略這封郵件，您的密碼不會變更。",

  "email.invite_user.subject": "您已獲邀加入{product}",
  "email.invite_user.preview": "設定密碼即可啟用帳號。",
  "email.invite_user.heading": "歡迎使用{product}",
  "email.invite_user.body": "您已獲邀加入{product}。設定密碼即可啟用帳號。",
  "email.invite_user.button": "設定密碼",
  "email.invite_user.not_you": "如果您不清楚為何收到邀請，可以忽略這封郵件。",

  "email.delete_account.subject": "刪除您的{product}帳號",
  "email.delete_account.preview": "在您確認之前，不會刪除任何內容。",
  "email.delete_account.heading": "刪除您的帳號",
  "email.delete_account.body":
    "我們收到永久刪除您的{product}帳號及其所有內容的要求。\n目前尚未刪除任何內容。請使用下方連結確認刪除。這項操作無法復原。",
  "email.delete_account.button": "刪除我的帳號",
  "email.delete_account.not_you": "如果您並未提出這項要求，可以忽略這封郵件，您的帳號不會受到影響。",

  "email.change_email.subject": "驗證您{product}帳號的新電子郵件地址",
  "email.change_email.preview": "驗證之後，您的電子郵件地址才會變更。",
  "email.change_email.heading": "驗證您的新電子郵件地址",
  "email.change_email.body": "您要求將這個電子郵件地址用於您的{product}帳號。請確認這是您的電子郵件地址。",
  "email.change_email.button": "驗證新電子郵件地址",
  "email.change_email.not_you": "如果您並未提出這項要求，可以忽略這封郵件，不會有任何變更。",

  "email.email_code.subject": "您的{product}登入驗證碼",
  "email.email_code.preview": "開啟這封郵件，然後在{product}中輸入驗證碼。",
  "email.email_code.heading": "您的登入驗證碼",
  "email.email_code.body": "請在要求驗證碼的裝置上開啟{product}，並輸入這組驗證碼。",
  "email.email_code.button": "開啟{product}",
  "email.email_code.validity": "驗證碼的有效時間為{lifetime}，只能使用一次，且僅限於要求驗證碼的裝置。",
  "email.email_code.not_you":
    "如果您並未提出這項要求，可以忽略這封郵件。請勿將驗證碼告訴任何人，我們的人員絕不會向您索取。",

  "email.factor_code.subject": "設定{product}兩步驟驗證的驗證碼",
  "email.factor_code.preview": "開啟這封郵件，然後在{product}中輸入驗證碼。",
  "email.factor_code.heading": "設定兩步驟驗證",
  "email.factor_code.body": "在{product}中輸入這組驗證碼，即可將驗證器應用程式連結至您的帳號。",
  "email.factor_code.validity": "驗證碼的有效時間為{lifetime}，只能使用一次，且僅限於要求驗證碼的裝置。",
  "email.factor_code.not_you":
    "如果您並未提出這項要求，可能有人知道您的密碼，請設定新密碼。請勿將驗證碼告訴任何人。",

  "email.account_exists.subject": "您已有{product}帳號",
  "email.account_exists.preview": "有人嘗試使用您的電子郵件地址註冊。",
  "email.account_exists.heading": "您已有帳號",
  "email.account_exists.body":
    "有人嘗試使用您的電子郵件地址註冊{product}。您已有帳號，因此並未建立新帳號。\n如果是您本人，請照常登入。如果忘記密碼，請在登入時選擇「忘記密碼」。",
  "email.account_exists.not_you": "如果不是您本人，也不需採取任何動作：您的帳號並未遭他人登入。",

  "email.email_changed.subject": "您{product}帳號的電子郵件地址已變更",
  "email.email_changed.preview": "這個電子郵件地址已不屬於您的帳號。",
  "email.email_changed.heading": "您的電子郵件地址已變更",
  "email.email_changed.body":
    "您{product}帳號的電子郵件地址已變更為其他地址。您無法再使用這個電子郵件地址登入。",
  "email.email_changed.undo":
    "如果不是您本人所為，請復原變更：您的電子郵件地址將會還原，所有裝置都會登出，接著請設定新密碼。",
  "email.email_changed.button": "復原這項變更",
  "email.email_changed.by_you": "如果是您本人變更的，則不需採取任何動作。",
  "email.email_changed.not_you": "如果不是您本人所為，可能有其他人正在使用您的帳號。",

  "email.password_changed.subject": "您的{product}帳號密碼已變更",
  "email.password_changed.preview": "如果是您本人所為，則不需採取任何動作。",
  "email.password_changed.heading": "您的密碼已變更",
  "email.password_changed.body": "您的{product}帳號密碼已變更。您的其他裝置已登出。",
  "email.password_changed.not_you": "如果不是您本人所為，請在登入{product}時選擇「忘記密碼」來設定新密碼。",

  "email.method_linked.subject": "您的{product}帳號已新增登入方式",
  "email.method_linked.preview": "如果是您本人所為，則不需採取任何動作。",
  "email.method_linked.heading": "已新增登入方式",
  "email.method_linked.provider": "您現在可以使用{provider}登入您的{product}帳號。",
  "email.method_linked.password": "您現在可以使用電子郵件地址和密碼登入您的{product}帳號。",
  "email.method_linked.passkey": "您現在可以使用通行密鑰登入您的{product}帳號。",
  "email.method_linked.other": "您現在可以使用其他服務登入您的{product}帳號。",
  "email.method_linked.not_you":
    "如果不是您本人所為，請在登入{product}時選擇「忘記密碼」：設定新密碼後，他人新增的登入方式就會移除。",

  "email.method_removed.subject": "您的{product}帳號已移除一種登入方式",
  "email.method_removed.preview": "如果是您本人所為，則不需採取任何動作。",
  "email.method_removed.heading": "已移除一種登入方式",
  "email.method_removed.provider": "您無法再使用{provider}登入您的{product}帳號。",
  "email.method_removed.password": "您無法再使用電子郵件地址和密碼登入您的{product}帳號。",
  "email.method_removed.passkey": "您的{product}帳號已移除一個通行密鑰，該通行密鑰無法再用於登入。",
  "email.method_removed.other": "您無法再使用其他服務登入您的{product}帳號。",
  "email.method_removed.not_you": "如果不是您本人所為，請在登入{product}時選擇「忘記密碼」來設定新密碼。",

  "email.factor_changed.subject": "您{product}帳號的兩步驟驗證已變更",
  "email.factor_changed.preview": "如果是您本人所為，則不需採取任何動作。",
  "email.factor_changed.heading": "兩步驟驗證已變更",
  "email.factor_changed.enrolled":
    "您的{product}帳號已連結驗證器應用程式。往後登入時，還需要輸入該應用程式中的驗證碼。您的其他裝置已登出。",
  "email.factor_changed.removed": "您的{product}帳號已移除驗證器應用程式。您的其他裝置已登出。",
  "email.factor_changed.codes_removed": "您{product}帳號的復原碼已移除。您的其他裝置已登出。",
  "email.factor_changed.codes_replaced":
    "您的{product}帳號已產生新的復原碼，舊的復原碼已失效。您的其他裝置已登出。",
  "email.factor_changed.reset": "客服人員已移除您{product}帳號的兩步驟驗證。所有裝置已登出。",
  "email.factor_changed.not_you": "如果不是您本人所為，可能有其他人正在使用您的帳號。",

  "email.new_device.subject": "您的{product}帳號有新的登入活動",
  "email.new_device.preview": "您的帳號曾在新裝置上使用。",
  "email.new_device.heading": "您的帳號有新的登入活動",
  "email.new_device.body": "有人在先前未曾使用的裝置上登入您的{product}帳號。",
  "email.new_device.not_you":
    "如果不是您本人所為，請在登入{product}時選擇「忘記密碼」來設定新密碼，所有裝置都會隨之登出。",

  "email.deletion_scheduled.subject": "您的{product}帳號即將刪除",
  "email.deletion_scheduled.preview": "如要保留帳號，請登入。",
  "email.deletion_scheduled.heading": "您的帳號即將刪除",
  "email.deletion_scheduled.body":
    "您的{product}帳號及其所有內容將於{time}刪除。在此之前，所有裝置都會維持登出狀態。\n想保留帳號嗎？請在此之前登入，帳號就會維持原狀。在應用程式商店購買的訂閱會持續有效，直到您在該商店取消為止。",
  "email.deletion_scheduled.not_you":
    "如果您並未提出這項要求，請登入{product}以保留帳號，並變更密碼。如果無法登入，可能有其他人正在使用您的帳號。",

  "email.invite_admin.subject": "您已獲邀管理 {host}",
  "email.invite_admin.preview": "設定密碼即可接受邀請。",
  "email.invite_admin.heading": "您已獲邀管理 {host}",
  "email.invite_admin.body":
    "{inviter} 邀請您管理 {host} 上的{product}伺服器。\n請使用下方連結設定密碼，然後以該密碼和這個電子郵件地址登入。",
  "email.invite_admin.button": "接受邀請",
  "email.invite_admin.not_you": "如果您不清楚為何收到邀請，可以忽略這封郵件，不會有任何影響。",

  "email.admin_factors_changed.subject": "您在 {host} 的兩步驟驗證已變更",
  "email.admin_factors_changed.preview": "如果是您本人所為，則不需採取任何動作。",
  "email.admin_factors_changed.heading": "您的兩步驟驗證已變更",
  "email.admin_factors_changed.added":
    "您在 {host} 上的{product}伺服器管理員帳號新增了驗證器應用程式。您的其他工作階段已結束。",
  "email.admin_factors_changed.removed":
    "您在 {host} 上的{product}伺服器管理員帳號移除了驗證器應用程式和復原碼。您的其他工作階段已結束。",
  "email.admin_factors_changed.replaced":
    "您在 {host} 上的{product}伺服器管理員帳號更換了驗證器應用程式，並產生了新的復原碼。您的其他工作階段已結束。",
  "email.admin_factors_changed.codes_replaced":
    "您在 {host} 上的{product}伺服器管理員帳號更換了復原碼。您的其他工作階段已結束。",
  "email.admin_factors_changed.button": "開啟主控台",
  "email.admin_factors_changed.not_you":
    "如果不是您本人所為，可能有其他人正在使用您的帳號。請聯絡伺服器的維運人員，重設您的兩步驟驗證並為您設定新密碼（svc admin create）。",

  "email.link_validity": "這個連結只能使用一次，有效時間為{lifetime}。",
  "email.open_link": "如果按鈕無法使用，請開啟這個連結：",
  "email.asked_with": "這項要求於{time}透過{device}提出。",
  "email.asked": "這項要求於{time}提出。",
  "email.contact_then": "接著請聯絡 {support_email}。",
  "email.contact_then_team": "接著請聯絡{product}的營運團隊。",
  "email.contact_now": "請立即聯絡 {support_email}。",
  "email.contact_now_team": "請立即聯絡{product}的營運團隊。",
  "email.footer_help": "說明",
  "email.footer_privacy": "隱私權",
  "email.footer_terms": "條款",

  "device.browser": "{system}上的{browser}",
  "device.app_android": "Android應用程式",
  "device.app_apple": "Apple裝置上的應用程式",
  "device.app": "應用程式",
};
