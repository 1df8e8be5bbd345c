import { alwaysOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Vietnamese. */
export const vi: LanguageWith<"other"> = {
  tag: "vi",
  formOf: alwaysOther,
  sentences: {
    general: "Đã xảy ra lỗi. Vui lòng liên hệ với chúng tôi nếu lỗi lặp lại.",
    "general.retry": "Đã xảy ra lỗi. Vui lòng thử lại sau giây lát.",

    "wait.later": "Vui lòng thử lại sau giây lát.",
    "wait.seconds": { other: "Vui lòng thử lại sau {count} giây." },
    "wait.minutes": { other: "Vui lòng thử lại sau {count} phút." },
    "wait.hours": { other: "Vui lòng thử lại sau {count} giờ." },

    NETWORK: "Không có kết nối. Hãy kiểm tra kết nối Internet và thử lại.",
    TIMEOUT: "Quá trình này mất quá nhiều thời gian. Hãy kiểm tra kết nối Internet và thử lại.",
    STORAGE:
      "Thiết bị không thể lưu hoặc đọc thông tin đăng nhập của bạn. Hãy khởi động lại ứng dụng và thử lại.",
    PASSKEY_FAILED: "Thiết bị không thể dùng khóa truy cập. Hãy thử lại hoặc chọn cách đăng nhập khác.",

    INVALID_CREDENTIALS: "Địa chỉ email hoặc mật khẩu không đúng. Vui lòng thử lại.",
    USER_DISABLED: "Tài khoản này đã bị vô hiệu hóa. Vui lòng liên hệ với chúng tôi.",
    EMAIL_NOT_VERIFIED:
      "Trước tiên, vui lòng xác nhận địa chỉ email: mở liên kết trong email chúng tôi đã gửi cho bạn.",
    EMAIL_ALREADY_EXISTS: "Đã có tài khoản dùng địa chỉ email này. Hãy đăng nhập.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Bạn đã có tài khoản với địa chỉ email này. Hãy đăng nhập tài khoản đó trước. Cách đăng nhập: {methods}.",
    "method.password": "mật khẩu",
    "method.passkey": "khóa truy cập",
    EMAIL_TOKEN_INVALID: "Liên kết này không còn dùng được. Hãy yêu cầu email mới và dùng liên kết mới nhất.",
    SIGN_UP_CLOSED: "Hiện không thể tạo tài khoản mới.",
    ANONYMOUS_SIGN_IN_DISABLED:
      "Bạn không thể tiếp tục với tư cách khách. Vui lòng đăng nhập hoặc tạo tài khoản.",
    NOT_A_GUEST: "Bạn đã có tài khoản. Bạn không cần làm gì thêm.",
    SESSION_REVOKED: "Bạn đã bị đăng xuất. Vui lòng đăng nhập lại.",
    "SESSION_REVOKED.deleted": "Tài khoản này đã bị xóa.",
    REAUTHENTICATION_REQUIRED: "Để bảo vệ tài khoản, vui lòng xác nhận đó là bạn rồi thử lại.",
    LAST_SIGN_IN_METHOD: "Đây là cách đăng nhập duy nhất của bạn. Hãy thêm cách khác trước khi xóa.",

    WEAK_PASSWORD: "Mật khẩu này quá yếu. Vui lòng chọn mật khẩu khác.",
    "WEAK_PASSWORD.min_length": { other: "Mật khẩu này quá ngắn. Hãy dùng ít nhất {count} ký tự." },
    "WEAK_PASSWORD.max_length": { other: "Mật khẩu này quá dài. Hãy dùng nhiều nhất {count} ký tự." },
    "WEAK_PASSWORD.common": "Nhiều người dùng mật khẩu này. Vui lòng chọn mật khẩu khó đoán hơn.",
    "WEAK_PASSWORD.personal":
      "Mật khẩu này quá dễ đoán: đó là địa chỉ email của bạn hoặc tên ứng dụng. Vui lòng chọn mật khẩu khác.",

    EMAIL_CODE_INVALID: "Mã này không đúng hoặc đã hết hạn. Hãy kiểm tra email mới nhất và thử lại. {left}",
    "EMAIL_CODE_INVALID.none": "Mã này không còn dùng được. Vui lòng yêu cầu mã mới.",
    EMAIL_CODE_DISABLED: "Không thể đăng nhập bằng mã gửi qua email. Vui lòng chọn cách đăng nhập khác.",
    MFA_CODE_INVALID: "Mã này không đúng hoặc đã hết hạn. Vui lòng thử lại bằng mã mới. {left}",
    "MFA_CODE_INVALID.none": "Bạn đã nhập sai mã quá nhiều lần. Vui lòng đăng nhập lại.",
    "attempts.left": { other: "Bạn còn {count} lần thử." },

    MFA_REQUIRED: "Nhập mã từ ứng dụng xác thực để hoàn tất đăng nhập.",
    MFA_ENROLLMENT_REQUIRED: "Thiết lập ứng dụng xác thực để hoàn tất đăng nhập.",
    MFA_CHALLENGE_INVALID: "Đã quá thời gian cho phép. Vui lòng bắt đầu lại.",
    MFA_DISABLED: "Xác minh hai bước không khả dụng cho tài khoản này.",

    PASSKEY_INVALID: "Khóa truy cập này không được chấp nhận. Hãy thử lại hoặc chọn cách đăng nhập khác.",
    PASSKEY_DISABLED: "Không thể dùng khóa truy cập ở đây. Vui lòng chọn cách đăng nhập khác.",
    PASSKEY_ALREADY_EXISTS: "Khóa truy cập này đã được đăng ký. Bạn có thể dùng nó để đăng nhập.",
    TOO_MANY_PASSKEYS: "Bạn đã đạt số lượng khóa truy cập tối đa. Hãy xóa một khóa để thêm khóa khác.",

    OAUTH_ACCOUNT_EXISTS:
      "Tài khoản này đã được kết nối với người dùng khác. Hãy đăng nhập bằng tài khoản này.",
    OAUTH_TOKEN_INVALID: "Không thể hoàn tất đăng nhập. Vui lòng bắt đầu lại.",
    OAUTH_PROVIDER_DISABLED: "Cách đăng nhập này không khả dụng. Vui lòng chọn cách khác.",
    PROVIDER_UNAVAILABLE: "Dịch vụ đăng nhập hiện không phản hồi. Vui lòng thử lại sau giây lát.",
    "ALREADY_EXISTS.identity":
      "Tài khoản của bạn đã được kết nối với một tài khoản {provider} khác. Hãy ngắt kết nối tài khoản đó trước.",

    BILLING_DISABLED: "Hiện không thể mua hàng.",
    STORE_UNAVAILABLE: "Cửa hàng hiện không phản hồi. {wait}",
    PURCHASE_INVALID:
      "Cửa hàng không xác nhận giao dịch mua này. Hãy liên hệ với chúng tôi nếu bạn đã bị trừ tiền.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Giao dịch mua này thuộc về tài khoản khác. Hãy đăng nhập bằng tài khoản bạn đã dùng để mua.",
    PRODUCT_RETIRED: "Sản phẩm này không còn được cung cấp.",
    ALREADY_SUBSCRIBED: "Bạn đã có gói đăng ký. Bạn có thể thay đổi trong phần cài đặt gói đăng ký.",
    ALREADY_PURCHASED: "Bạn đã mua sản phẩm này.",
    SUBSCRIBED_IN_OTHER_STORE: "Bạn đã có gói đăng ký ở cửa hàng khác.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Bạn đã có gói đăng ký ở cửa hàng khác ({store}).",

    INVALID_REQUEST: "Vui lòng kiểm tra thông tin đã nhập và thử lại.",
    "INVALID_REQUEST.email": "Vui lòng nhập địa chỉ email hợp lệ.",
    NOT_FOUND: "Mục này không còn tồn tại.",
    RATE_LIMITED: "Quá nhiều lần thử. {wait}",
    OVERLOADED: "Hiện có quá nhiều yêu cầu. {wait}",
    UNIMPLEMENTED: "Tính năng này chưa khả dụng. Vui lòng thử lại sau.",
  },
};
