import { alwaysOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Korean. */
export const ko: LanguageWith<"other"> = {
  tag: "ko",
  formOf: alwaysOther,
  sentences: {
    general: "문제가 발생했습니다. 계속되면 문의해 주세요.",
    "general.retry": "문제가 발생했습니다. 잠시 후 다시 시도하세요.",

    "wait.later": "잠시 후 다시 시도하세요.",
    "wait.seconds": { other: "{count}초 후에 다시 시도하세요." },
    "wait.minutes": { other: "{count}분 후에 다시 시도하세요." },
    "wait.hours": { other: "{count}시간 후에 다시 시도하세요." },

    NETWORK: "연결할 수 없습니다. 인터넷 연결을 확인하고 다시 시도하세요.",
    TIMEOUT: "시간이 너무 오래 걸립니다. 인터넷 연결을 확인하고 다시 시도하세요.",
    STORAGE: "기기에서 로그인 정보를 저장하거나 읽지 못했습니다. 앱을 다시 시작한 후 다시 시도하세요.",
    PASSKEY_FAILED: "기기에서 패스키를 사용하지 못했습니다. 다시 시도하거나 다른 로그인 방법을 선택하세요.",

    INVALID_CREDENTIALS: "이메일 주소 또는 비밀번호가 올바르지 않습니다. 다시 시도하세요.",
    USER_DISABLED: "사용이 중지된 계정입니다. 문의해 주세요.",
    EMAIL_NOT_VERIFIED: "먼저 이메일 주소를 확인해 주세요. 보내 드린 이메일의 링크를 여세요.",
    EMAIL_ALREADY_EXISTS: "이 이메일 주소로 가입된 계정이 이미 있습니다. 로그인하세요.",
    "EMAIL_ALREADY_EXISTS.methods":
      "이 이메일 주소로 가입된 계정이 이미 있습니다. 먼저 그 계정에 로그인하세요. 로그인 방법: {methods}",
    "method.password": "비밀번호",
    "method.passkey": "패스키",
    EMAIL_TOKEN_INVALID:
      "이 링크는 더 이상 사용할 수 없습니다. 이메일을 다시 요청하고 가장 최근 링크를 사용하세요.",
    SIGN_UP_CLOSED: "지금은 새 계정을 만들 수 없습니다.",
    ANONYMOUS_SIGN_IN_DISABLED: "게스트로 계속할 수 없습니다. 로그인하거나 계정을 만드세요.",
    NOT_A_GUEST: "이미 계정이 있습니다. 더 하실 일은 없습니다.",
    SESSION_REVOKED: "로그아웃되었습니다. 다시 로그인하세요.",
    "SESSION_REVOKED.deleted": "삭제된 계정입니다.",
    REAUTHENTICATION_REQUIRED: "계정을 보호하기 위해 본인임을 확인한 후 다시 시도하세요.",
    LAST_SIGN_IN_METHOD: "하나뿐인 로그인 방법입니다. 삭제하기 전에 다른 로그인 방법을 추가하세요.",

    WEAK_PASSWORD: "비밀번호가 너무 약합니다. 다른 비밀번호를 사용하세요.",
    "WEAK_PASSWORD.min_length": { other: "비밀번호가 너무 짧습니다. {count}자 이상 입력하세요." },
    "WEAK_PASSWORD.max_length": { other: "비밀번호가 너무 깁니다. {count}자 이하로 입력하세요." },
    "WEAK_PASSWORD.common": "많은 사람이 사용하는 비밀번호입니다. 추측하기 더 어려운 비밀번호를 사용하세요.",
    "WEAK_PASSWORD.personal":
      "추측하기 쉬운 비밀번호입니다. 이메일 주소나 앱 이름은 사용할 수 없습니다. 다른 비밀번호를 사용하세요.",

    EMAIL_CODE_INVALID:
      "코드가 올바르지 않거나 만료되었습니다. 가장 최근에 받은 이메일을 확인하고 다시 시도하세요. {left}",
    "EMAIL_CODE_INVALID.none": "이 코드는 더 이상 사용할 수 없습니다. 새 코드를 요청하세요.",
    EMAIL_CODE_DISABLED: "이메일 코드로 로그인할 수 없습니다. 다른 로그인 방법을 선택하세요.",
    MFA_CODE_INVALID: "코드가 올바르지 않거나 만료되었습니다. 새 코드로 다시 시도하세요. {left}",
    "MFA_CODE_INVALID.none": "코드를 너무 많이 틀렸습니다. 다시 로그인하세요.",
    "attempts.left": { other: "남은 시도 횟수는 {count}회입니다." },

    MFA_REQUIRED: "인증 앱의 코드를 입력하여 로그인을 완료하세요.",
    MFA_ENROLLMENT_REQUIRED: "인증 앱을 설정하여 로그인을 완료하세요.",
    MFA_CHALLENGE_INVALID: "시간이 너무 오래 걸렸습니다. 처음부터 다시 시작하세요.",
    MFA_DISABLED: "이 계정에서는 2단계 인증을 사용할 수 없습니다.",

    PASSKEY_INVALID: "이 패스키를 사용할 수 없습니다. 다시 시도하거나 다른 로그인 방법을 선택하세요.",
    PASSKEY_DISABLED: "여기에서는 패스키를 사용할 수 없습니다. 다른 로그인 방법을 선택하세요.",
    PASSKEY_ALREADY_EXISTS: "이미 등록된 패스키입니다. 이 패스키로 로그인할 수 있습니다.",
    TOO_MANY_PASSKEYS: "패스키를 더 추가할 수 없습니다. 추가하려면 하나를 삭제하세요.",

    OAUTH_ACCOUNT_EXISTS: "이미 다른 사용자에게 연결된 계정입니다. 이 계정으로 로그인하세요.",
    OAUTH_TOKEN_INVALID: "로그인을 완료할 수 없습니다. 처음부터 다시 시작하세요.",
    OAUTH_PROVIDER_DISABLED: "사용할 수 없는 로그인 방법입니다. 다른 방법을 선택하세요.",
    PROVIDER_UNAVAILABLE: "로그인 서비스가 응답하지 않습니다. 잠시 후 다시 시도하세요.",
    "ALREADY_EXISTS.identity": "이미 다른 {provider} 계정이 연결되어 있습니다. 먼저 그 연결을 해제하세요.",

    BILLING_DISABLED: "지금은 구매할 수 없습니다.",
    STORE_UNAVAILABLE: "스토어가 응답하지 않습니다. {wait}",
    PURCHASE_INVALID: "스토어에서 구매가 확인되지 않았습니다. 결제되었다면 문의해 주세요.",
    PURCHASE_OWNED_BY_OTHER_USER: "다른 계정에서 구매한 항목입니다. 구매할 때 사용한 계정으로 로그인하세요.",
    PRODUCT_RETIRED: "더 이상 판매되지 않는 상품입니다.",
    ALREADY_SUBSCRIBED: "이미 구독 중입니다. 구독 설정에서 변경할 수 있습니다.",
    ALREADY_PURCHASED: "이미 구매한 상품입니다.",
    SUBSCRIBED_IN_OTHER_STORE: "이미 다른 스토어에서 구독 중입니다.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "이미 다른 스토어({store})에서 구독 중입니다.",

    INVALID_REQUEST: "입력한 내용을 확인하고 다시 시도하세요.",
    "INVALID_REQUEST.email": "올바른 이메일 주소를 입력하세요.",
    NOT_FOUND: "더 이상 존재하지 않습니다.",
    RATE_LIMITED: "시도 횟수가 너무 많습니다. {wait}",
    OVERLOADED: "지금은 이용자가 많습니다. {wait}",
    UNIMPLEMENTED: "아직 사용할 수 없습니다. 나중에 다시 시도하세요.",
  },
};
