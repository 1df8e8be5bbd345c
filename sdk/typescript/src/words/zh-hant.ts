import { alwaysOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Chinese in traditional characters. */
export const zhHant: LanguageWith<"other"> = {
  tag: "zh-Hant",
  formOf: alwaysOther,
  sentences: {
    general: "發生錯誤。如果再次發生，請與我們聯絡。",
    "general.retry": "發生錯誤，請稍後再試一次。",

    "wait.later": "請稍後再試一次。",
    "wait.seconds": { other: "請在{count}秒後再試一次。" },
    "wait.minutes": { other: "請在{count}分鐘後再試一次。" },
    "wait.hours": { other: "請在{count}小時後再試一次。" },

    NETWORK: "無法連線。請檢查網路連線，然後再試一次。",
    TIMEOUT: "等候時間過久。請檢查網路連線，然後再試一次。",
    STORAGE: "您的裝置無法儲存或讀取登入資訊。請重新啟動應用程式，然後再試一次。",
    PASSKEY_FAILED: "您的裝置無法使用通行密鑰。請再試一次，或選擇其他登入方式。",

    INVALID_CREDENTIALS: "電子郵件地址或密碼不正確，請再試一次。",
    USER_DISABLED: "這個帳號已停用，請與我們聯絡。",
    EMAIL_NOT_VERIFIED: "請先驗證您的電子郵件地址：開啟我們寄給您的郵件中的連結。",
    EMAIL_ALREADY_EXISTS: "這個電子郵件地址已有帳號，請直接登入。",
    "EMAIL_ALREADY_EXISTS.methods": "您已有使用這個電子郵件地址的帳號，請先登入該帳號。登入方式：{methods}。",
    "method.password": "密碼",
    "method.passkey": "通行密鑰",
    EMAIL_TOKEN_INVALID: "這個連結已失效。請重新索取郵件，並使用最新的連結。",
    SIGN_UP_CLOSED: "目前無法建立新帳號。",
    ANONYMOUS_SIGN_IN_DISABLED: "這裡無法以訪客身分繼續。請登入或建立帳號。",
    NOT_A_GUEST: "您已有帳號，不需再採取任何動作。",
    SESSION_REVOKED: "您已登出，請重新登入。",
    "SESSION_REVOKED.deleted": "這個帳號已刪除。",
    REAUTHENTICATION_REQUIRED: "為了保護您的帳號，請先確認是您本人，然後再試一次。",
    LAST_SIGN_IN_METHOD: "這是您唯一的登入方式。請先新增其他登入方式，再將其移除。",

    WEAK_PASSWORD: "密碼強度太低，請換一組。",
    "WEAK_PASSWORD.min_length": { other: "密碼太短，請至少使用{count}個字元。" },
    "WEAK_PASSWORD.max_length": { other: "密碼太長，請最多使用{count}個字元。" },
    "WEAK_PASSWORD.common": "很多人都使用這組密碼，請換一組較難猜到的密碼。",
    "WEAK_PASSWORD.personal": "密碼太容易猜到：請勿使用您的電子郵件地址或應用程式名稱。請換一組。",

    EMAIL_CODE_INVALID: "驗證碼不正確或已過期。請查看最新的郵件，然後再試一次。{left}",
    "EMAIL_CODE_INVALID.none": "這組驗證碼已失效，請重新索取。",
    EMAIL_CODE_DISABLED: "無法使用電子郵件驗證碼登入，請選擇其他登入方式。",
    MFA_CODE_INVALID: "驗證碼不正確或已過期，請使用新的驗證碼再試一次。{left}",
    "MFA_CODE_INVALID.none": "驗證碼錯誤次數過多，請重新登入。",
    "attempts.left": { other: "您還可以嘗試{count}次。" },

    MFA_REQUIRED: "請輸入驗證器應用程式中的驗證碼，以完成登入。",
    MFA_ENROLLMENT_REQUIRED: "請設定驗證器應用程式，以完成登入。",
    MFA_CHALLENGE_INVALID: "等候時間過久，請重新開始。",
    MFA_DISABLED: "這個帳號無法使用兩步驟驗證。",

    PASSKEY_INVALID: "這個通行密鑰未通過驗證。請再試一次，或選擇其他登入方式。",
    PASSKEY_DISABLED: "這裡無法使用通行密鑰，請選擇其他登入方式。",
    PASSKEY_ALREADY_EXISTS: "這個通行密鑰已註冊，您可以用它登入。",
    TOO_MANY_PASSKEYS: "通行密鑰的數量已達上限。如要新增，請先移除一個。",

    OAUTH_ACCOUNT_EXISTS: "這個帳號已連結至其他使用者，請直接用它登入。",
    OAUTH_TOKEN_INVALID: "無法完成登入，請重新開始。",
    OAUTH_PROVIDER_DISABLED: "這個登入方式無法使用，請選擇其他登入方式。",
    PROVIDER_UNAVAILABLE: "登入服務暫時沒有回應，請稍後再試一次。",
    "ALREADY_EXISTS.identity": "您的帳號已連結至另一個{provider}帳號，請先解除連結。",

    BILLING_DISABLED: "目前無法購買。",
    STORE_UNAVAILABLE: "商店暫時沒有回應。{wait}",
    PURCHASE_INVALID: "商店未確認這筆購買。如果您已遭扣款，請與我們聯絡。",
    PURCHASE_OWNED_BY_OTHER_USER: "這筆購買屬於其他帳號。請使用購買時的帳號登入。",
    PRODUCT_RETIRED: "這項商品已停止供應。",
    ALREADY_SUBSCRIBED: "您已有訂閱，可以在訂閱設定中變更。",
    ALREADY_PURCHASED: "您已購買過這項商品。",
    SUBSCRIBED_IN_OTHER_STORE: "您已在其他商店訂閱。",
    "SUBSCRIBED_IN_OTHER_STORE.store": "您已在其他商店（{store}）訂閱。",

    INVALID_REQUEST: "請檢查您輸入的內容，然後再試一次。",
    "INVALID_REQUEST.email": "請輸入有效的電子郵件地址。",
    NOT_FOUND: "這項內容已不存在。",
    RATE_LIMITED: "嘗試次數過多。{wait}",
    OVERLOADED: "目前使用人數較多。{wait}",
    UNIMPLEMENTED: "這項功能尚未開放，請稍後再試。",
  },
};
