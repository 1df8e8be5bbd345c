import { alwaysOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Chinese in simplified characters. */
export const zhHans: LanguageWith<"other"> = {
  tag: "zh-Hans",
  formOf: alwaysOther,
  sentences: {
    general: "出了点问题。如果再次出现，请联系我们。",
    "general.retry": "出了点问题，请稍后重试。",

    "wait.later": "请稍后重试。",
    "wait.seconds": { other: "请在{count}秒后重试。" },
    "wait.minutes": { other: "请在{count}分钟后重试。" },
    "wait.hours": { other: "请在{count}小时后重试。" },

    NETWORK: "无法连接网络。请检查网络连接后重试。",
    TIMEOUT: "等待时间过长。请检查网络连接后重试。",
    STORAGE: "您的设备无法保存或读取登录信息。请重启应用后重试。",
    PASSKEY_FAILED: "您的设备无法使用通行密钥。请重试，或选择其他登录方式。",

    INVALID_CREDENTIALS: "邮箱地址或密码不正确，请重试。",
    USER_DISABLED: "此账号已停用，请联系我们。",
    EMAIL_NOT_VERIFIED: "请先验证您的邮箱地址：打开我们发送的邮件中的链接。",
    EMAIL_ALREADY_EXISTS: "此邮箱地址已有账号，请直接登录。",
    "EMAIL_ALREADY_EXISTS.methods": "您已有使用此邮箱地址的账号，请先登录该账号。登录方式：{methods}。",
    "method.password": "密码",
    "method.passkey": "通行密钥",
    EMAIL_TOKEN_INVALID: "此链接已失效。请重新获取邮件，并使用最新的链接。",
    SIGN_UP_CLOSED: "目前无法创建新账号。",
    ANONYMOUS_SIGN_IN_DISABLED: "此处无法以访客身份继续。请登录或创建账号。",
    NOT_A_GUEST: "您已有账号，无需进行其他操作。",
    SESSION_REVOKED: "您已退出登录，请重新登录。",
    "SESSION_REVOKED.deleted": "此账号已删除。",
    REAUTHENTICATION_REQUIRED: "为了保护您的账号，请先确认是您本人，然后重试。",
    LAST_SIGN_IN_METHOD: "这是您唯一的登录方式。请先添加其他登录方式，再将其移除。",

    WEAK_PASSWORD: "密码强度太低，请换一个。",
    "WEAK_PASSWORD.min_length": { other: "密码太短，请至少使用{count}个字符。" },
    "WEAK_PASSWORD.max_length": { other: "密码太长，请最多使用{count}个字符。" },
    "WEAK_PASSWORD.common": "很多人都在使用此密码，请换一个更难猜到的密码。",
    "WEAK_PASSWORD.personal": "密码太容易猜到：请勿使用您的邮箱地址或应用名称。请换一个。",

    EMAIL_CODE_INVALID: "验证码不正确或已过期。请查看最新的邮件后重试。{left}",
    "EMAIL_CODE_INVALID.none": "此验证码已失效，请重新获取。",
    EMAIL_CODE_DISABLED: "无法使用邮件验证码登录，请选择其他登录方式。",
    MFA_CODE_INVALID: "验证码不正确或已过期，请使用新的验证码重试。{left}",
    "MFA_CODE_INVALID.none": "验证码错误次数过多，请重新登录。",
    "attempts.left": { other: "您还可以尝试{count}次。" },

    MFA_REQUIRED: "请输入身份验证器应用中的验证码，完成登录。",
    MFA_ENROLLMENT_REQUIRED: "请设置身份验证器应用，完成登录。",
    MFA_CHALLENGE_INVALID: "等待时间过长，请重新开始。",
    MFA_DISABLED: "此账号无法使用两步验证。",

    PASSKEY_INVALID: "此通行密钥未通过验证。请重试，或选择其他登录方式。",
    PASSKEY_DISABLED: "此处无法使用通行密钥，请选择其他登录方式。",
    PASSKEY_ALREADY_EXISTS: "此通行密钥已注册，您可以用它登录。",
    TOO_MANY_PASSKEYS: "通行密钥数量已达上限。如需添加，请先移除一个。",

    OAUTH_ACCOUNT_EXISTS: "此账号已关联到其他用户，请直接用它登录。",
    OAUTH_TOKEN_INVALID: "无法完成登录，请重新开始。",
    OAUTH_PROVIDER_DISABLED: "此登录方式不可用，请选择其他登录方式。",
    PROVIDER_UNAVAILABLE: "登录服务暂时没有响应，请稍后重试。",
    "ALREADY_EXISTS.identity": "您的账号已关联另一个{provider}账号，请先取消关联。",

    BILLING_DISABLED: "目前无法购买。",
    STORE_UNAVAILABLE: "应用商店暂时没有响应。{wait}",
    PURCHASE_INVALID: "应用商店未确认此次购买。如果您已被扣款，请联系我们。",
    PURCHASE_OWNED_BY_OTHER_USER: "此次购买属于其他账号。请使用购买时的账号登录。",
    PRODUCT_RETIRED: "此商品已下架。",
    ALREADY_SUBSCRIBED: "您已有订阅，可以在订阅设置中更改。",
    ALREADY_PURCHASED: "您已购买过此商品。",
    SUBSCRIBED_IN_OTHER_STORE: "您已在其他应用商店订阅。",
    "SUBSCRIBED_IN_OTHER_STORE.store": "您已在其他应用商店（{store}）订阅。",

    INVALID_REQUEST: "请检查您输入的内容，然后重试。",
    "INVALID_REQUEST.email": "请输入有效的邮箱地址。",
    NOT_FOUND: "此内容已不存在。",
    RATE_LIMITED: "尝试次数过多。{wait}",
    OVERLOADED: "当前访问人数较多。{wait}",
    UNIMPLEMENTED: "此功能尚未开放，请稍后再试。",
  },
};
