import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Simplified Chinese. */
export const emails: EmailWords = {
  "email.verify_email.subject": "验证您{product}账号的邮箱地址",
  "email.verify_email.preview": "轻点一下即可完成验证。",
  "email.verify_email.heading": "验证您的邮箱地址",
  "email.verify_email.body": "有人使用此邮箱地址注册了{product}。请确认这是您的邮箱地址。",
  "email.verify_email.button": "验证邮箱地址",
  "email.verify_email.not_you": "如果您没有注册，可以忽略此邮件，也可以打开链接并选择“不是我操作的”。",

  "email.reset_password.subject": "为{product}设置新密码",
  "email.reset_password.preview": "使用此邮件中的链接设置新密码。",
  "email.reset_password.heading": "设置新密码",
  "email.reset_password.body": "我们收到了重置您{product}账号密码的请求。请使用下方链接设置新密码。",
  "email.reset_password.button": "设置新密码",
  "email.reset_password.not_you": "如果您没有提出此请求，可以忽略此邮件，您的密码不会改变。",

  "email.invite_user.subject": "您已受邀加入{product}",
  "email.invite_user.preview": "设置密码即可激活账号。",
  "email.invite_user.heading": "欢迎使用{product}",
  "email.invite_user.body": "您已受邀加入{product}。设置密码即可激活账号。",
  "email.invite_user.button": "设置密码",
  "email.invite_user.not_you": "如果您不清楚此邀请的来由，可以忽略此邮件。",

  "email.delete_account.subject": "删除您的{product}账号",
  "email.delete_account.preview": "在您确认之前，不会删除任何内容。",
  "email.delete_account.heading": "删除您的账号",
  "email.delete_account.body":
    "我们收到了永久删除您的{product}账号及其全部内容的请求。\n目前尚未删除任何内容。请使用下方链接确认删除。此操作无法撤销。",
  "email.delete_account.button": "删除我的账号",
  "email.delete_account.not_you": "如果您没有提出此请求，可以忽略此邮件，您的账号不会受到影响。",

  "email.change_email.subject": "验证您{product}账号的新邮箱地址",
  "email.change_email.preview": "验证后，您的邮箱地址才会更改。",
  "email.change_email.heading": "验证您的新邮箱地址",
  "email.change_email.body": "您请求将此邮箱地址用于您的{product}账号。请确认这是您的邮箱地址。",
  "email.change_email.button": "验证新邮箱地址",
  "email.change_email.not_you": "如果您没有提出此请求，可以忽略此邮件，不会有任何更改。",

  "email.email_code.subject": "您的{product}登录验证码",
  "email.email_code.preview": "打开此邮件，然后在{product}中输入验证码。",
  "email.email_code.heading": "您的登录验证码",
  "email.email_code.body": "请在请求验证码的设备上打开{product}，输入此验证码。",
  "email.email_code.button": "打开{product}",
  "email.email_code.validity": "验证码有效期为{lifetime}，仅可使用一次，且只能在请求验证码的设备上使用。",
  "email.email_code.not_you":
    "如果您没有提出此请求，可以忽略此邮件。请勿将验证码告诉任何人，我们的工作人员绝不会向您索取。",

  "email.factor_code.subject": "用于设置{product}两步验证的验证码",
  "email.factor_code.preview": "打开此邮件，然后在{product}中输入验证码。",
  "email.factor_code.heading": "设置两步验证",
  "email.factor_code.body": "在{product}中输入此验证码，即可将身份验证器应用关联到您的账号。",
  "email.factor_code.validity": "验证码有效期为{lifetime}，仅可使用一次，且只能在请求验证码的设备上使用。",
  "email.factor_code.not_you":
    "如果您没有提出此请求，可能有人知道了您的密码，请设置新密码。请勿将验证码告诉任何人。",

  "email.account_exists.subject": "您已有{product}账号",
  "email.account_exists.preview": "有人尝试使用您的邮箱地址注册。",
  "email.account_exists.heading": "您已有账号",
  "email.account_exists.body":
    "有人尝试使用您的邮箱地址注册{product}。您已有账号，因此没有创建新账号。\n如果是您本人，请照常登录。如果忘记了密码，请在登录时选择“忘记密码”。",
  "email.account_exists.not_you": "如果不是您本人，也无需处理：您的账号未被他人登录。",

  "email.email_changed.subject": "您{product}账号的邮箱地址已更改",
  "email.email_changed.preview": "此邮箱地址已不再属于您的账号。",
  "email.email_changed.heading": "您的邮箱地址已更改",
  "email.email_changed.body": "您{product}账号的邮箱地址已更改为其他地址。您无法再使用此邮箱地址登录。",
  "email.email_changed.undo":
    "如果不是您本人操作，请撤销更改：您的邮箱地址将恢复，所有设备将退出登录，然后您需要设置新密码。",
  "email.email_changed.button": "撤销此更改",
  "email.email_changed.by_you": "如果是您本人更改的，则无需处理。",
  "email.email_changed.not_you": "如果不是您本人操作，可能有其他人正在使用您的账号。",

  "email.password_changed.subject": "您的{product}账号密码已更改",
  "email.password_changed.preview": "如果是您本人操作，则无需处理。",
  "email.password_changed.heading": "您的密码已更改",
  "email.password_changed.body": "您的{product}账号密码已更改。您的其他设备已退出登录。",
  "email.password_changed.not_you": "如果不是您本人操作，请在登录{product}时选择“忘记密码”，设置新密码。",

  "email.method_linked.subject": "您的{product}账号已添加新的登录方式",
  "email.method_linked.preview": "如果是您本人操作，则无需处理。",
  "email.method_linked.heading": "已添加新的登录方式",
  "email.method_linked.provider": "您现在可以使用{provider}登录您的{product}账号。",
  "email.method_linked.password": "您现在可以使用邮箱地址和密码登录您的{product}账号。",
  "email.method_linked.passkey": "您现在可以使用通行密钥登录您的{product}账号。",
  "email.method_linked.other": "您现在可以使用其他服务登录您的{product}账号。",
  "email.method_linked.not_you":
    "如果不是您本人操作，请在登录{product}时选择“忘记密码”：设置新密码后，他人添加的登录方式将被移除。",

  "email.method_removed.subject": "您的{product}账号已移除一种登录方式",
  "email.method_removed.preview": "如果是您本人操作，则无需处理。",
  "email.method_removed.heading": "已移除一种登录方式",
  "email.method_removed.provider": "您无法再使用{provider}登录您的{product}账号。",
  "email.method_removed.password": "您无法再使用邮箱地址和密码登录您的{product}账号。",
  "email.method_removed.passkey": "您的{product}账号已移除一个通行密钥，该通行密钥无法再用于登录。",
  "email.method_removed.other": "您无法再使用其他服务登录您的{product}账号。",
  "email.method_removed.not_you": "如果不是您本人操作，请在登录{product}时选择“忘记密码”，设置新密码。",

  "email.factor_changed.subject": "您的{product}账号的两步验证已更改",
  "email.factor_changed.preview": "如果是您本人操作，则无需处理。",
  "email.factor_changed.heading": "两步验证已更改",
  "email.factor_changed.enrolled":
    "您的{product}账号已关联身份验证器应用。今后登录时还需要输入该应用中的验证码。您的其他设备已退出登录。",
  "email.factor_changed.removed": "您的{product}账号已移除身份验证器应用。您的其他设备已退出登录。",
  "email.factor_changed.codes_removed": "您的{product}账号的恢复码已移除。您的其他设备已退出登录。",
  "email.factor_changed.codes_replaced":
    "您的{product}账号已生成新的恢复码，旧恢复码已失效。您的其他设备已退出登录。",
  "email.factor_changed.reset": "客服人员已移除您的{product}账号的两步验证。所有设备已退出登录。",
  "email.factor_changed.not_you": "如果不是您本人操作，可能有其他人正在使用您的账号。",

  "email.new_device.subject": "您的{product}账号有新的登录",
  "email.new_device.preview": "您的账号已在新设备上使用。",
  "email.new_device.heading": "您的账号有新的登录",
  "email.new_device.body": "有人在一台从未使用过的设备上登录了您的{product}账号。",
  "email.new_device.not_you":
    "如果不是您本人操作，请在登录{product}时选择“忘记密码”，设置新密码，所有设备将随之退出登录。",

  "email.deletion_scheduled.subject": "您的{product}账号将被删除",
  "email.deletion_scheduled.preview": "如需保留账号，请登录。",
  "email.deletion_scheduled.heading": "您的账号将被删除",
  "email.deletion_scheduled.body":
    "您的{product}账号及其全部内容将于{time}删除。在此之前，所有设备将保持退出登录状态。\n想保留账号吗？请在此之前登录，账号将保持不变。在应用商店购买的订阅会继续有效，直到您在应用商店中取消。",
  "email.deletion_scheduled.not_you":
    "如果您没有提出此请求，请登录{product}以保留账号，并更改密码。如果无法登录，可能有其他人正在使用您的账号。",

  "email.invite_admin.subject": "您已受邀管理 {host}",
  "email.invite_admin.preview": "设置密码即可接受邀请。",
  "email.invite_admin.heading": "您已受邀管理 {host}",
  "email.invite_admin.body":
    "{inviter} 邀请您管理 {host} 上的{product}服务器。\n请使用下方链接设置密码，然后使用该密码和此邮箱地址登录。",
  "email.invite_admin.button": "接受邀请",
  "email.invite_admin.not_you": "如果您不清楚此邀请的来由，可以忽略此邮件，不会有任何影响。",

  "email.admin_factors_changed.subject": "您在 {host} 的两步验证已更改",
  "email.admin_factors_changed.preview": "如果是您本人操作，则无需处理。",
  "email.admin_factors_changed.heading": "您的两步验证已更改",
  "email.admin_factors_changed.added":
    "您在 {host} 上的{product}服务器的管理员账号添加了身份验证器应用。您的其他会话已结束。",
  "email.admin_factors_changed.removed":
    "您在 {host} 上的{product}服务器的管理员账号移除了身份验证器应用和恢复码。您的其他会话已结束。",
  "email.admin_factors_changed.replaced":
    "您在 {host} 上的{product}服务器的管理员账号更换了身份验证器应用，并生成了新的恢复码。您的其他会话已结束。",
  "email.admin_factors_changed.codes_replaced":
    "您在 {host} 上的{product}服务器的管理员账号更换了恢复码。您的其他会话已结束。",
  "email.admin_factors_changed.button": "打开控制台",
  "email.admin_factors_changed.not_you":
    "如果不是您本人操作，可能有其他人正在使用您的账号。请联系服务器运维人员重置您的两步验证，并为您设置新密码（svc admin create）。",

  "email.link_validity": "此链接仅可使用一次，有效期为{lifetime}。",
  "email.open_link": "如果按钮无法使用，请打开此链接：",
  "email.asked_with": "此请求于{time}通过{device}发出。",
  "email.asked": "此请求于{time}发出。",
  "email.contact_then": "然后请联系 {support_email}。",
  "email.contact_then_team": "然后请联系{product}的运营方。",
  "email.contact_now": "请立即联系 {support_email}。",
  "email.contact_now_team": "请立即联系{product}的运营方。",
  "email.footer_help": "帮助",
  "email.footer_privacy": "隐私",
  "email.footer_terms": "条款",

  "device.browser": "{system}上的{browser}",
  "device.app_android": "Android应用",
  "device.app_apple": "Apple设备上的应用",
  "device.app": "应用",
};
