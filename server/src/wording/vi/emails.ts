import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Vietnamese. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Xác nhận địa chỉ email của bạn cho {product}",
  "email.verify_email.preview": "Chỉ một lần chạm là địa chỉ được xác nhận.",
  "email.verify_email.heading": "Xác nhận địa chỉ email của bạn",
  "email.verify_email.body":
    "Địa chỉ này đã được dùng để đăng ký {product}. Vui lòng xác nhận đây là địa chỉ của bạn.",
  "email.verify_email.button": "Xác nhận địa chỉ email",
  "email.verify_email.not_you":
    "Nếu bạn không đăng ký, bạn có thể bỏ qua email này, hoặc mở liên kết và chọn “Không phải tôi”.",

  "email.reset_password.subject": "Đặt mật khẩu mới cho {product}",
  "email.reset_password.preview": "Dùng liên kết trong email này để đặt mật khẩu mới.",
  "email.reset_password.heading": "Đặt mật khẩu mới",
  "email.reset_password.body":
    "Chúng tôi đã nhận được yêu cầu đặt lại mật khẩu cho tài khoản {product} của bạn. Hãy dùng liên kết bên dưới để đặt mật khẩu mới.",
  "email.reset_password.button": "Đặt mật khẩu mới",
  "email.reset_password.not_you":
    "Nếu bạn không yêu cầu điều này, bạn có thể bỏ qua email này: mật khẩu của bạn vẫn giữ nguyên.",

  "email.invite_user.subject": "Bạn được mời tham gia {product}",
  "email.invite_user.preview": "Đặt mật khẩu để kích hoạt tài khoản của bạn.",
  "email.invite_user.heading": "Chào mừng bạn đến với {product}",
  "email.invite_user.body":
    "Bạn được mời tham gia {product}. Hãy đặt mật khẩu để kích hoạt tài khoản của bạn.",
  "email.invite_user.button": "Đặt mật khẩu",
  "email.invite_user.not_you": "Nếu bạn không mong đợi lời mời này, bạn có thể bỏ qua email này.",

  "email.delete_account.subject": "Xóa tài khoản {product} của bạn",
  "email.delete_account.preview": "Không có gì bị xóa cho đến khi bạn xác nhận.",
  "email.delete_account.heading": "Xóa tài khoản của bạn",
  "email.delete_account.body":
    "Chúng tôi đã nhận được yêu cầu xóa vĩnh viễn tài khoản {product} của bạn và mọi dữ liệu trong đó.\nHiện chưa có gì bị xóa. Hãy dùng liên kết bên dưới để xác nhận. Thao tác này không thể hoàn tác.",
  "email.delete_account.button": "Xóa tài khoản của tôi",
  "email.delete_account.not_you":
    "Nếu bạn không yêu cầu điều này, bạn có thể bỏ qua email này: tài khoản của bạn vẫn giữ nguyên.",

  "email.change_email.subject": "Xác nhận địa chỉ email mới của bạn cho {product}",
  "email.change_email.preview": "Địa chỉ sẽ thay đổi sau khi bạn xác nhận.",
  "email.change_email.heading": "Xác nhận địa chỉ email mới",
  "email.change_email.body":
    "Bạn đã yêu cầu dùng địa chỉ này cho tài khoản {product} của mình. Vui lòng xác nhận đây là địa chỉ của bạn.",
  "email.change_email.button": "Xác nhận địa chỉ mới",
  "email.change_email.not_you":
    "Nếu bạn không yêu cầu điều này, bạn có thể bỏ qua email này: không có gì thay đổi.",

  "email.email_code.subject": "Mã đăng nhập {product} của bạn",
  "email.email_code.preview": "Mở email này và nhập mã vào {product}.",
  "email.email_code.heading": "Mã đăng nhập của bạn",
  "email.email_code.body": "Nhập mã này vào {product} trên thiết bị mà bạn đã yêu cầu mã.",
  "email.email_code.button": "Mở {product}",
  "email.email_code.validity":
    "Mã chỉ dùng được một lần, trong {lifetime}, và chỉ trên thiết bị đã yêu cầu mã.",
  "email.email_code.not_you":
    "Nếu bạn không yêu cầu mã, bạn có thể bỏ qua email này. Đừng cho ai biết mã: chúng tôi không bao giờ hỏi mã của bạn.",

  "email.factor_code.subject": "Mã để thiết lập xác minh hai bước cho {product}",
  "email.factor_code.preview": "Mở email này và nhập mã vào {product}.",
  "email.factor_code.heading": "Thiết lập xác minh hai bước",
  "email.factor_code.body": "Nhập mã này vào {product} để kết nối ứng dụng xác thực với tài khoản của bạn.",
  "email.factor_code.validity":
    "Mã chỉ dùng được một lần, trong {lifetime}, và chỉ trên thiết bị đã yêu cầu mã.",
  "email.factor_code.not_you":
    "Nếu bạn không yêu cầu mã, có thể ai đó biết mật khẩu của bạn: hãy đặt mật khẩu mới. Đừng cho ai biết mã.",

  "email.account_exists.subject": "Bạn đã có tài khoản {product}",
  "email.account_exists.preview": "Có người đã thử đăng ký bằng địa chỉ của bạn.",
  "email.account_exists.heading": "Bạn đã có tài khoản",
  "email.account_exists.body":
    "Có người đã thử đăng ký {product} bằng địa chỉ của bạn. Bạn đã có tài khoản nên không có tài khoản mới nào được tạo.\nNếu đó là bạn, hãy đăng nhập như bình thường. Nếu bạn không nhớ mật khẩu, hãy chọn “Quên mật khẩu” khi đăng nhập.",
  "email.account_exists.not_you":
    "Nếu đó không phải là bạn, bạn không cần làm gì: không ai vào được tài khoản của bạn.",

  "email.email_changed.subject": "Địa chỉ email của tài khoản {product} của bạn đã được thay đổi",
  "email.email_changed.preview": "Địa chỉ này không còn thuộc về tài khoản của bạn.",
  "email.email_changed.heading": "Địa chỉ email của bạn đã được thay đổi",
  "email.email_changed.body":
    "Địa chỉ email của tài khoản {product} của bạn đã được đổi sang địa chỉ khác. Bạn không thể đăng nhập bằng địa chỉ này nữa.",
  "email.email_changed.undo":
    "Nếu đó không phải là bạn, hãy hoàn tác thay đổi: địa chỉ của bạn được khôi phục, mọi thiết bị bị đăng xuất và bạn đặt mật khẩu mới.",
  "email.email_changed.button": "Hoàn tác thay đổi này",
  "email.email_changed.by_you": "Nếu chính bạn đã thay đổi địa chỉ, bạn không cần làm gì.",
  "email.email_changed.not_you": "Nếu đó không phải là bạn, có thể người khác đang dùng tài khoản của bạn.",

  "email.password_changed.subject": "Mật khẩu tài khoản {product} của bạn đã được thay đổi",
  "email.password_changed.preview": "Nếu đó là bạn, bạn không cần làm gì.",
  "email.password_changed.heading": "Mật khẩu của bạn đã được thay đổi",
  "email.password_changed.body":
    "Mật khẩu tài khoản {product} của bạn đã được thay đổi. Các thiết bị khác của bạn đã bị đăng xuất.",
  "email.password_changed.not_you":
    "Nếu đó không phải là bạn, hãy chọn “Quên mật khẩu” khi đăng nhập {product} để đặt mật khẩu mới.",

  "email.method_linked.subject": "Một phương thức đăng nhập đã được thêm vào tài khoản {product} của bạn",
  "email.method_linked.preview": "Nếu đó là bạn, bạn không cần làm gì.",
  "email.method_linked.heading": "Đã thêm phương thức đăng nhập",
  "email.method_linked.provider": "Giờ đây bạn có thể đăng nhập tài khoản {product} bằng {provider}.",
  "email.method_linked.password":
    "Giờ đây bạn có thể đăng nhập tài khoản {product} bằng địa chỉ email và mật khẩu.",
  "email.method_linked.passkey": "Giờ đây bạn có thể đăng nhập tài khoản {product} bằng khóa truy cập.",
  "email.method_linked.other": "Giờ đây bạn có thể đăng nhập tài khoản {product} bằng một nhà cung cấp khác.",
  "email.method_linked.not_you":
    "Nếu đó không phải là bạn, hãy chọn “Quên mật khẩu” khi đăng nhập {product}: mật khẩu mới sẽ xóa các phương thức đăng nhập do người khác thêm.",

  "email.method_removed.subject": "Một phương thức đăng nhập đã bị xóa khỏi tài khoản {product} của bạn",
  "email.method_removed.preview": "Nếu đó là bạn, bạn không cần làm gì.",
  "email.method_removed.heading": "Đã xóa phương thức đăng nhập",
  "email.method_removed.provider": "Bạn không thể đăng nhập tài khoản {product} bằng {provider} nữa.",
  "email.method_removed.password":
    "Bạn không thể đăng nhập tài khoản {product} bằng địa chỉ email và mật khẩu nữa.",
  "email.method_removed.passkey":
    "Một khóa truy cập đã bị xóa khỏi tài khoản {product} của bạn và không thể dùng để đăng nhập nữa.",
  "email.method_removed.other": "Bạn không thể đăng nhập tài khoản {product} bằng một nhà cung cấp khác nữa.",
  "email.method_removed.not_you":
    "Nếu đó không phải là bạn, hãy chọn “Quên mật khẩu” khi đăng nhập {product} để đặt mật khẩu mới.",

  "email.factor_changed.subject": "Xác minh hai bước của tài khoản {product} của bạn đã được thay đổi",
  "email.factor_changed.preview": "Nếu đó là bạn, bạn không cần làm gì.",
  "email.factor_changed.heading": "Xác minh hai bước đã được thay đổi",
  "email.factor_changed.enrolled":
    "Một ứng dụng xác thực đã được kết nối với tài khoản {product} của bạn. Giờ đây khi đăng nhập cần thêm mã từ ứng dụng đó. Các thiết bị khác của bạn đã bị đăng xuất.",
  "email.factor_changed.removed":
    "Ứng dụng xác thực đã bị xóa khỏi tài khoản {product} của bạn. Các thiết bị khác của bạn đã bị đăng xuất.",
  "email.factor_changed.codes_removed":
    "Mã khôi phục của tài khoản {product} của bạn đã bị xóa. Các thiết bị khác của bạn đã bị đăng xuất.",
  "email.factor_changed.codes_replaced":
    "Mã khôi phục mới đã được tạo cho tài khoản {product} của bạn. Các mã cũ không còn dùng được. Các thiết bị khác của bạn đã bị đăng xuất.",
  "email.factor_changed.reset":
    "Bộ phận hỗ trợ đã xóa các yếu tố xác thực thứ hai của tài khoản {product} của bạn. Mọi thiết bị đã bị đăng xuất.",
  "email.factor_changed.not_you": "Nếu đó không phải là bạn, có thể người khác đang dùng tài khoản của bạn.",

  "email.new_device.subject": "Lượt đăng nhập mới vào tài khoản {product} của bạn",
  "email.new_device.preview": "Tài khoản của bạn đã được dùng trên một thiết bị mới.",
  "email.new_device.heading": "Lượt đăng nhập mới vào tài khoản của bạn",
  "email.new_device.body":
    "Có người đã đăng nhập tài khoản {product} của bạn trên một thiết bị chưa từng dùng trước đây.",
  "email.new_device.not_you":
    "Nếu đó không phải là bạn, hãy chọn “Quên mật khẩu” khi đăng nhập {product} để đặt mật khẩu mới: mọi thiết bị sẽ bị đăng xuất.",

  "email.deletion_scheduled.subject": "Tài khoản {product} của bạn sẽ bị xóa",
  "email.deletion_scheduled.preview": "Đăng nhập để giữ lại tài khoản.",
  "email.deletion_scheduled.heading": "Tài khoản của bạn sẽ bị xóa",
  "email.deletion_scheduled.body":
    "Tài khoản {product} của bạn và mọi dữ liệu trong đó sẽ bị xóa vào {time}. Cho đến lúc đó, mọi thiết bị đều bị đăng xuất.\nBạn muốn giữ tài khoản? Hãy đăng nhập trước thời điểm đó và mọi thứ sẽ giữ nguyên. Gói đăng ký mua trong cửa hàng ứng dụng vẫn tiếp tục cho đến khi bạn hủy tại đó.",
  "email.deletion_scheduled.not_you":
    "Nếu bạn không yêu cầu điều này, hãy đăng nhập {product} để giữ tài khoản và đổi mật khẩu. Nếu bạn không đăng nhập được, có thể người khác đang dùng tài khoản của bạn.",

  "email.invite_admin.subject": "Bạn được mời quản trị {host}",
  "email.invite_admin.preview": "Đặt mật khẩu để chấp nhận lời mời.",
  "email.invite_admin.heading": "Bạn được mời quản trị {host}",
  "email.invite_admin.body":
    "{inviter} đã mời bạn quản trị máy chủ {product} tại {host}.\nHãy dùng liên kết bên dưới để đặt mật khẩu, rồi đăng nhập bằng mật khẩu đó và địa chỉ này.",
  "email.invite_admin.button": "Chấp nhận lời mời",
  "email.invite_admin.not_you":
    "Nếu bạn không mong đợi điều này, bạn có thể bỏ qua email này: không có gì xảy ra.",

  "email.admin_factors_changed.subject": "Xác minh hai bước của bạn tại {host} đã được thay đổi",
  "email.admin_factors_changed.preview": "Nếu đó là bạn, bạn không cần làm gì.",
  "email.admin_factors_changed.heading": "Xác minh hai bước của bạn đã được thay đổi",
  "email.admin_factors_changed.added":
    "Một ứng dụng xác thực đã được thêm vào tài khoản quản trị của bạn trên máy chủ {product} tại {host}. Các phiên khác của bạn đã kết thúc.",
  "email.admin_factors_changed.removed":
    "Ứng dụng xác thực và mã khôi phục đã bị xóa khỏi tài khoản quản trị của bạn trên máy chủ {product} tại {host}. Các phiên khác của bạn đã kết thúc.",
  "email.admin_factors_changed.replaced":
    "Ứng dụng xác thực của tài khoản quản trị của bạn trên máy chủ {product} tại {host} đã được thay bằng ứng dụng khác, kèm mã khôi phục mới. Các phiên khác của bạn đã kết thúc.",
  "email.admin_factors_changed.codes_replaced":
    "Mã khôi phục của tài khoản quản trị của bạn trên máy chủ {product} tại {host} đã được thay bằng mã mới. Các phiên khác của bạn đã kết thúc.",
  "email.admin_factors_changed.button": "Mở bảng điều khiển",
  "email.admin_factors_changed.not_you":
    "Nếu đó không phải là bạn, có thể người khác đang dùng tài khoản của bạn. Hãy yêu cầu người vận hành máy chủ đặt lại các yếu tố xác thực và đặt mật khẩu mới cho bạn (svc admin create).",

  "email.link_validity": "Liên kết này chỉ dùng được một lần và hết hạn sau {lifetime}.",
  "email.open_link": "Nếu nút không hoạt động, hãy mở liên kết này:",
  "email.asked_with": "Được yêu cầu bằng {device}, vào {time}.",
  "email.asked": "Được yêu cầu vào {time}.",
  "email.contact_then": "Sau đó, hãy liên hệ {support_email}.",
  "email.contact_then_team": "Sau đó, hãy liên hệ đội ngũ {product}.",
  "email.contact_now": "Hãy liên hệ {support_email} ngay.",
  "email.contact_now_team": "Hãy liên hệ đội ngũ {product} ngay.",
  "email.footer_help": "Trợ giúp",
  "email.footer_privacy": "Quyền riêng tư",
  "email.footer_terms": "Điều khoản",

  "device.browser": "{browser} trên {system}",
  "device.app_android": "ứng dụng trên Android",
  "device.app_apple": "ứng dụng trên thiết bị Apple",
  "device.app": "ứng dụng",
};
