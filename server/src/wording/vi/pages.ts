import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Vietnamese. */
export const pages: PageWords = {
  "page.verify.heading": "Xác nhận địa chỉ email của bạn",
  "page.verify.body":
    "Nhấn nút để xác nhận đây là địa chỉ của bạn và hoàn tất thiết lập tài khoản {product}.",
  "page.verify.button": "Xác nhận địa chỉ email của tôi",
  "page.verify.not_you": "Bạn không đăng ký {product}?",
  "page.verify.not_you_button": "Không phải tôi",
  "page.verify.done_heading": "Địa chỉ email của bạn đã được xác nhận",
  "page.verify.done": "Cảm ơn bạn. {email} giờ đã thuộc về tài khoản {product} của bạn.",
  "page.verify.dead_link_confirmed":
    "Nếu bạn đã xác nhận địa chỉ, mọi thứ đều ổn: hãy quay lại {product} và đăng nhập.",
  "page.verify.dead_link_new":
    "Nếu chưa, hãy yêu cầu email mới trong ứng dụng và dùng liên kết trong email mới nhất.",
  "page.verify.delete_heading": "Xóa tài khoản này?",
  "page.verify.delete_body":
    "Có người đã đăng ký {product} bằng địa chỉ email của bạn. Nếu đó không phải là bạn, hãy xóa tài khoản: {product} sẽ không dùng địa chỉ của bạn nữa.",
  "page.verify.delete_button": "Xóa tài khoản",
  "page.verify.detach_heading": "Gỡ địa chỉ của bạn khỏi tài khoản này?",
  "page.verify.detach_body":
    "Có người đã dùng địa chỉ email của bạn cho một tài khoản {product}. Nếu đó không phải là bạn, hãy gỡ địa chỉ của bạn và mật khẩu khỏi tài khoản. Bản thân tài khoản vẫn còn, vì nó có thể thuộc về người khác.",
  "page.verify.detach_button": "Gỡ địa chỉ của tôi",
  "page.verify.back_button": "Quay lại",
  "page.verify.deleted_heading": "Tài khoản đã bị xóa",
  "page.verify.deleted":
    "{product} không còn dùng địa chỉ email của bạn. Bạn không cần làm gì thêm: bạn có thể đóng trang này.",
  "page.verify.detached_heading": "Địa chỉ của bạn đã được gỡ",
  "page.verify.detached":
    "Địa chỉ email của bạn và mật khẩu đã được gỡ khỏi tài khoản: không ai có thể dùng chúng để đăng nhập. Bản thân tài khoản không bị xóa.",
  "page.verify.detached_close": "Bạn không cần làm gì thêm: bạn có thể đóng trang này.",

  "page.reset.heading": "Đặt mật khẩu mới",
  "page.reset.body": "Cho tài khoản {product} của bạn. Mọi thiết bị sẽ bị đăng xuất.",
  "page.reset.button": "Lưu mật khẩu mới",
  "page.reset.done_heading": "Mật khẩu của bạn đã được thay đổi",
  "page.reset.done": "Mọi thiết bị đã bị đăng xuất.",
  "page.reset.dead_link": "Quay lại {product}, chọn “Quên mật khẩu” và dùng liên kết trong email mới nhất.",

  "page.invite.heading": "Đặt mật khẩu",
  "page.invite.body": "Bạn được mời tham gia {product}. Hãy đặt mật khẩu để kích hoạt tài khoản của bạn.",
  "page.invite.button": "Lưu mật khẩu",
  "page.invite.done_heading": "Tài khoản của bạn đã sẵn sàng",
  "page.invite.done": "Mật khẩu của bạn đã được lưu.",
  "page.invite.dead_link": "Vào {product} và chọn “Quên mật khẩu” để nhận liên kết mới.",

  "page.password.new_label": "Mật khẩu mới",
  "page.password.label": "Mật khẩu",
  "page.password.show": "Hiện mật khẩu",
  "page.password.hide": "Ẩn mật khẩu",
  "page.password.at_least": { other: "Ít nhất {count} ký tự. Có thể dùng dấu cách và ký hiệu." },
  "page.password.no_common": "Không chấp nhận mật khẩu quá phổ biến.",
  "page.password.at_most": { other: "Nhiều nhất {count} ký tự" },
  "page.password.too_short": { other: "Quá ngắn: hãy dùng ít nhất {count} ký tự" },
  "page.password.too_long": { other: "Quá dài: hãy dùng nhiều nhất {count} ký tự" },
  "page.password.too_common": "Quá phổ biến: nhiều người dùng mật khẩu này. Hãy chọn mật khẩu khác",
  "page.password.personal": "Quá dễ đoán: đó là tên ứng dụng hoặc địa chỉ của bạn",
  "page.password.weak": "Quá yếu: hãy chọn mật khẩu khác",
  "page.password.sign_in": "Quay lại {product} và đăng nhập bằng mật khẩu mới. Bạn có thể đóng trang này.",

  "page.methods.keep_heading": "Giữ lại các phương thức đăng nhập này?",
  "page.methods.keep_hint":
    "Mỗi phương thức này có thể dùng để đăng nhập tài khoản của bạn mà không cần mật khẩu. Những phương thức không được chọn sẽ bị xóa.",
  "page.methods.remove_heading": "Xóa phương thức đăng nhập nào trong số này?",
  "page.methods.remove_hint":
    "Chúng được thêm vào tài khoản trước khi bạn xác nhận địa chỉ này. Hãy chọn những phương thức không phải do bạn thêm: chúng sẽ bị xóa khi bạn xác nhận địa chỉ.",
  "page.methods.one_added":
    "Phương thức đăng nhập này được thêm vào tài khoản trước khi bạn xác nhận địa chỉ này:",
  "page.methods.app_added":
    "Một ứng dụng xác thực, có mã được hỏi ở mỗi lần đăng nhập, đã được thêm vào tài khoản trước khi bạn xác nhận địa chỉ này:",
  "page.methods.remove_it": "Nếu không phải do bạn thêm, hãy xác nhận địa chỉ và xóa nó.",
  "page.methods.remove_provider_button": "Xác nhận và xóa {provider}",
  "page.methods.remove_passkey_button": "Xác nhận và xóa khóa truy cập",
  "page.methods.remove_app_button": "Xác nhận và xóa ứng dụng xác thực",
  "page.methods.passkey": "Khóa truy cập",
  "page.methods.app": "Ứng dụng xác thực",
  "page.methods.linked": "Liên kết vào {time}",
  "page.methods.added": "Thêm vào {time}, dùng lần cuối vào {last_time}",
  "page.methods.added_unused": "Thêm vào {time}, chưa được dùng kể từ đó",
  "page.methods.connected": "Kết nối vào {time}, dùng lần cuối vào {last_time}",
  "page.methods.connected_unused": "Kết nối vào {time}, chưa được dùng kể từ đó",
  "page.methods.providers_removed": "Bạn không thể đăng nhập tài khoản bằng {providers} nữa.",
  "page.methods.passkeys_removed": { other: "{count} khóa truy cập đã bị xóa khỏi tài khoản." },
  "page.methods.app_removed": "Ứng dụng xác thực đã bị xóa khỏi tài khoản và mọi thiết bị đã bị đăng xuất.",

  "page.confirm_email.heading": "Xác nhận địa chỉ email mới",
  "page.confirm_email.body":
    "Từ giờ tài khoản {product} của bạn sẽ dùng địa chỉ này để đăng nhập và nhận mọi thông báo. Chúng tôi sẽ báo cho địa chỉ cũ của bạn.",
  "page.confirm_email.button": "Dùng địa chỉ này",
  "page.confirm_email.done_heading": "Địa chỉ email của bạn đã được thay đổi",
  "page.confirm_email.done":
    "Tài khoản {product} của bạn giờ dùng {email}: từ giờ hãy đăng nhập bằng địa chỉ này.",
  "page.confirm_email.in_use":
    "Một tài khoản {product} khác hiện dùng địa chỉ này, nên tài khoản của bạn giữ địa chỉ cũ.",
  "page.confirm_email.in_use_again": "Để dùng địa chỉ khác, hãy thay đổi lại trong ứng dụng.",
  "page.confirm_email.dead_link_confirmed":
    "Nếu bạn đã xác nhận thay đổi, mọi thứ đều ổn: hãy đăng nhập bằng địa chỉ mới.",
  "page.confirm_email.dead_link_new":
    "Nếu chưa, hãy thay đổi lại địa chỉ trong ứng dụng và dùng liên kết trong email mới nhất.",

  "page.undo.heading": "Hoàn tác thay đổi địa chỉ email?",
  "page.undo.body":
    "Địa chỉ email của tài khoản {product} của bạn đã được thay đổi. Nếu đó không phải là bạn, hãy hoàn tác thay đổi:",
  "page.undo.effect_address": "Tài khoản của bạn dùng lại {email}",
  "page.undo.effect_devices": "Mọi thiết bị bị đăng xuất",
  "page.undo.effect_methods": "Mật khẩu và mọi phương thức đăng nhập mới thêm gần đây bị xóa",
  "page.undo.effect_password": "Bạn đặt mật khẩu mới ngay",
  "page.undo.button": "Hoàn tác thay đổi",
  "page.undo.by_you": "Nếu chính bạn đã thay đổi địa chỉ, bạn không cần làm gì: bạn có thể đóng trang này.",
  "page.undo.done":
    "Thay đổi đã được hoàn tác. Tài khoản {product} của bạn dùng lại {email} và mọi thiết bị đã bị đăng xuất.",
  "page.undo.in_use":
    "Một tài khoản {product} khác hiện dùng địa chỉ cũ của bạn, nên không thể hoàn tác thay đổi. Không có gì thay đổi.",
  "page.undo.get_back": "Để lấy lại tài khoản:",
  "page.undo.dead_link_undone":
    "Nếu bạn đã hoàn tác thay đổi, địa chỉ cũ của bạn dùng lại được: vào {product} và chọn “Quên mật khẩu” để đặt mật khẩu mới.",
  "page.undo.dead_link_not": "Nếu chưa:",

  "page.delete_account.ask_heading": "Xóa tài khoản {product} của bạn",
  "page.delete_account.ask_body":
    "Nhập địa chỉ email của tài khoản. Chúng tôi sẽ gửi cho bạn một liên kết và không có gì bị xóa cho đến khi bạn mở liên kết và xác nhận.",
  "page.delete_account.email_label": "Địa chỉ email",
  "page.delete_account.email_hint": "Địa chỉ bạn dùng để đăng nhập {product}.",
  "page.delete_account.email_mistake": "Nhập một địa chỉ email, ví dụ {example}",
  "page.delete_account.ask_button": "Gửi liên kết cho tôi",
  "page.delete_account.ask_effects": "Sau khi bạn xác nhận, những mục sau bị xóa vĩnh viễn:",
  "page.delete_account.effect_profile": "Hồ sơ của bạn: tên, ảnh và địa chỉ email",
  "page.delete_account.effect_methods": "Mọi cách đăng nhập: mật khẩu và tài khoản liên kết",
  "page.delete_account.effect_sessions": "Mọi phiên: mọi thiết bị bị đăng xuất",
  "page.delete_account.sent_heading": "Kiểm tra hộp thư của bạn",
  "page.delete_account.sent":
    "Nếu {product} có tài khoản với địa chỉ {email}, chúng tôi đã gửi một liên kết đến địa chỉ đó. Hãy mở liên kết để xóa tài khoản.",
  "page.delete_account.sent_nothing":
    "Sau vài phút vẫn chưa thấy gì? Hãy xem thư mục thư rác và kiểm tra xem đây có phải địa chỉ bạn đã đăng ký không.",
  "page.delete_account.heading": "Xóa tài khoản của bạn?",
  "page.delete_account.body": "Thao tác này xóa vĩnh viễn tài khoản {product} của bạn:",
  "page.delete_account.at_once": "Không thể hoàn tác.",
  "page.delete_account.later":
    "Bạn bị đăng xuất ngay và tài khoản sẽ bị xóa sau {lifetime}. Nếu bạn đổi ý, hãy đăng nhập trước thời điểm đó.",
  "page.delete_account.subscription":
    "Gói đăng ký mua trong cửa hàng ứng dụng vẫn tiếp tục cho đến khi bạn hủy tại đó.",
  "page.delete_account.sure": "Có, xóa vĩnh viễn tài khoản của tôi",
  "page.delete_account.sure_mistake": "Đánh dấu vào ô để xác nhận bạn chắc chắn",
  "page.delete_account.button": "Xóa tài khoản của tôi",
  "page.delete_account.done_heading": "Tài khoản của bạn đã bị xóa",
  "page.delete_account.done":
    "Tài khoản {product} của bạn và mọi dữ liệu trong đó đã bị xóa, mọi thiết bị đã bị đăng xuất.",
  "page.delete_account.scheduled_heading": "Tài khoản của bạn sẽ bị xóa",
  "page.delete_account.scheduled":
    "Tài khoản {product} của bạn và mọi dữ liệu trong đó sẽ bị xóa vào {time}. Mọi thiết bị đã bị đăng xuất.",
  "page.delete_account.keep": "Bạn muốn giữ tài khoản? Hãy đăng nhập {product} trước thời điểm đó.",
  "page.delete_account.dead_link":
    "Nếu bạn đã xóa tài khoản, bạn không cần làm gì nữa. Nếu chưa, hãy yêu cầu liên kết mới.",
  "page.delete_account.dead_link_button": "Yêu cầu liên kết mới",

  "page.code.heading": "Mã đăng nhập của bạn",
  "page.code.asked_with": "Được yêu cầu bằng {device}, vào {time}.",
  "page.code.asked": "Được yêu cầu vào {time}.",
  "page.code.body": "Nhập mã vào {product} trên thiết bị đó:",
  "page.code.not_you": "Nếu bạn không yêu cầu mã, hãy đóng trang này và đừng cho ai biết mã.",
  "page.code.newest": "Chỉ mã trong email mới nhất dùng được.",
  "page.code.dead_link":
    "Nếu bạn đã đăng nhập, mọi thứ đều ổn. Nếu chưa, hãy quay lại {product} và yêu cầu mã mới.",

  "page.app.heading": "Quay lại {product}",
  "page.app.body": "Liên kết này mở ứng dụng {product} trên thiết bị đã cài ứng dụng.",
  "page.app.try_again":
    "Nếu bạn đang đăng nhập, hãy quay lại ứng dụng và thử lại. Bạn có thể đóng trang này.",

  "page.return.button": "Quay lại {product}",
  "page.return.signed_in_heading": "Sắp xong rồi",
  "page.return.signed_in":
    "Quay lại {product} để hoàn tất đăng nhập. Nếu ứng dụng không tự mở, hãy nhấn nút.",
  "page.return.cancelled_heading": "Đã hủy đăng nhập",
  "page.return.cancelled": "Không có thông tin nào được chia sẻ với {product} và bạn chưa đăng nhập.",
  "page.return.failed_heading": "Đăng nhập không thành công",
  "page.return.failed": "Bạn chưa đăng nhập. Hãy quay lại {product} và thử lại.",
  "page.return.lost_heading": "Chúng tôi không thể hoàn tất lượt đăng nhập này",
  "page.return.lost": "Lượt đăng nhập bắt đầu ở trình duyệt khác, mất quá nhiều thời gian hoặc đã hoàn tất.",
  "page.return.lost_again": "Hãy quay lại {product} và đăng nhập lại.",
  "page.return.wrong_heading": "Đăng nhập chưa được thiết lập đúng",
  "page.return.wrong":
    "Ứng dụng đã đưa bạn đến đây theo cách mà máy chủ này không chấp nhận. Bạn chưa đăng nhập.",
  "page.return.the_app": "ứng dụng",

  "page.authorize.heading": "Không có đăng nhập ở đây",
  "page.authorize.body":
    "Máy chủ này không hỗ trợ luồng mã ủy quyền OAuth 2.0. Nếu bạn muốn đăng nhập {product}, hãy dùng ứng dụng hoặc trang web.",

  "page.accept_invite.heading": "Trở thành quản trị viên",
  "page.accept_invite.body":
    "Bạn được mời quản trị máy chủ {product} tại {host}. Hãy đặt mật khẩu bạn sẽ dùng để đăng nhập.",
  "page.accept_invite.invited": "{inviter} đã gửi lời mời đến {email}.",
  "page.accept_invite.button": "Chấp nhận lời mời",
  "page.accept_invite.done_heading": "Bạn là quản trị viên",
  "page.accept_invite.done": "Đăng nhập bảng điều khiển với {email} và mật khẩu bạn vừa đặt: {console}",
  "page.accept_invite.console": "Mở bảng điều khiển",
  "page.accept_invite.role": "Vai trò của bạn: {roles}",
  "page.accept_invite.token":
    "Để dùng dòng lệnh, hãy tạo mã truy cập cá nhân trong bảng điều khiển và đưa cho lệnh {command}.",
  "page.accept_invite.dead_link_accepted":
    "Nếu bạn đã chấp nhận lời mời, mọi thứ đều ổn: hãy đăng nhập bảng điều khiển.",
  "page.accept_invite.dead_link_new": "Nếu chưa, hãy yêu cầu quản trị viên đã mời bạn gửi lời mời mới.",
  "page.accept_invite.owner": "Chủ sở hữu",
  "page.accept_invite.administrator": "Quản trị viên",
  "page.accept_invite.support": "Hỗ trợ",
  "page.accept_invite.viewer": "Người xem",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "máy chủ này",

  "page.failure.dead_link_heading": "Liên kết này không còn dùng được",
  "page.failure.dead_link": "Liên kết đã được dùng, đã hết hạn hoặc đã được thay bằng email mới hơn.",
  "page.failure.not_found_heading": "Không tìm thấy trang",
  "page.failure.not_found":
    "Không có gì tại địa chỉ này. Nếu bạn đến từ một email, hãy mở lại liên kết và kiểm tra xem liên kết có đầy đủ không.",
  "page.failure.elsewhere_heading": "Yêu cầu này đến từ trang khác",
  "page.failure.elsewhere":
    "Vì sự an toàn của bạn, không có gì thay đổi. Hãy mở liên kết trong email và nhấn nút trên trang đó.",
  "page.failure.many_heading": "Quá nhiều lần thử",
  "page.failure.many_wait": "Vui lòng đợi {lifetime} rồi thử lại.",
  "page.failure.unreadable_heading": "Không đọc được biểu mẫu này",
  "page.failure.unreadable": "Không có gì thay đổi. Hãy mở liên kết trong email và thử lại.",
  "page.failure.other_heading": "Đã xảy ra lỗi",
  "page.failure.later": "Vui lòng thử lại sau vài phút.",
  "page.failure.quote": "Nếu lỗi lặp lại, hãy cho biết số này:",
  "page.failure.in_use_heading": "Địa chỉ này đang được dùng",
  "page.failure.try_again": "Thử lại",

  "page.contact": "Hãy liên hệ {support_email}.",
  "page.contact_team": "Hãy liên hệ đội ngũ {product}.",
  "page.back_to_app": "Quay lại {product} để tiếp tục. Bạn có thể đóng trang này.",
  "page.close": "Bạn có thể đóng trang này.",
  "page.open_app": "Mở ứng dụng",
  "page.open_app_hint": "Nút này hoạt động trên thiết bị đã cài ứng dụng.",
  "page.error_title": "Lỗi: {title}",
  "page.footer_help": "Trợ giúp",
  "page.footer_privacy": "Quyền riêng tư",
  "page.footer_terms": "Điều khoản",
};
