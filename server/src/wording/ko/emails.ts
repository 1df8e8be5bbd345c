import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Korean. */
export const emails: EmailWords = {
  "email.verify_email.subject": "{product} 계정의 이메일 주소를 확인해 주세요",
  "email.verify_email.preview": "탭 한 번으로 주소 확인이 끝납니다.",
  "email.verify_email.heading": "이메일 주소를 확인해 주세요",
  "email.verify_email.body":
    "이 주소로 {product} 가입이 신청되었습니다. 본인의 이메일 주소가 맞는지 확인해 주세요.",
  "email.verify_email.button": "이메일 주소 확인",
  "email.verify_email.not_you":
    "가입하지 않으셨다면 이 이메일을 무시하거나, 링크를 열고 ‘본인이 아닙니다’를 선택하세요.",

  "email.reset_password.subject": "{product} 비밀번호 재설정",
  "email.reset_password.preview": "이 이메일의 링크에서 새 비밀번호를 설정하세요.",
  "email.reset_password.heading": "새 비밀번호 설정",
  "email.reset_password.body":
    "{product} 계정의 비밀번호 재설정 요청을 받았습니다. 아래 링크에서 새 비밀번호를 설정하세요.",
  "email.reset_password.button": "새 비밀번호 설정",
  "email.reset_password.not_you":
    "요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 비밀번호는 바뀌지 않습니다.",

  "email.invite_user.subject": "{product}에 초대되었습니다",
  "email.invite_user.preview": "비밀번호를 설정하고 계정을 활성화하세요.",
  "email.invite_user.heading": "{product}에 오신 것을 환영합니다",
  "email.invite_user.body": "{product}에 초대되었습니다. 비밀번호를 설정하고 계정을 활성화하세요.",
  "email.invite_user.button": "비밀번호 설정",
  "email.invite_user.not_you": "예상하지 못한 초대라면 이 이메일을 무시하셔도 됩니다.",

  "email.delete_account.subject": "{product} 계정 삭제 확인",
  "email.delete_account.preview": "확인하기 전에는 아무것도 삭제되지 않습니다.",
  "email.delete_account.heading": "계정 삭제",
  "email.delete_account.body":
    "{product} 계정과 계정의 모든 데이터를 영구적으로 삭제해 달라는 요청을 받았습니다.\n아직 아무것도 삭제되지 않았습니다. 삭제하려면 아래 링크에서 확인해 주세요. 삭제하면 되돌릴 수 없습니다.",
  "email.delete_account.button": "내 계정 삭제",
  "email.delete_account.not_you":
    "요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 계정은 그대로 유지됩니다.",

  "email.change_email.subject": "{product} 계정의 새 이메일 주소를 확인해 주세요",
  "email.change_email.preview": "확인하면 이메일 주소가 변경됩니다.",
  "email.change_email.heading": "새 이메일 주소를 확인해 주세요",
  "email.change_email.body":
    "{product} 계정에 이 주소를 사용해 달라는 요청을 받았습니다. 본인의 이메일 주소가 맞는지 확인해 주세요.",
  "email.change_email.button": "새 주소 확인",
  "email.change_email.not_you":
    "요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 아무것도 변경되지 않습니다.",

  "email.email_code.subject": "{product} 로그인 코드",
  "email.email_code.preview": "이 이메일을 열고 {product}에 코드를 입력하세요.",
  "email.email_code.heading": "로그인 코드",
  "email.email_code.body": "코드를 요청한 기기의 {product}에 이 코드를 입력하세요.",
  "email.email_code.button": "{product} 열기",
  "email.email_code.validity": "코드는 {lifetime} 동안 유효하며, 요청한 기기에서 한 번만 사용할 수 있습니다.",
  "email.email_code.not_you":
    "요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 코드를 누구에게도 알려 주지 마세요. 저희는 코드를 묻지 않습니다.",

  "email.factor_code.subject": "{product} 2단계 인증 설정 코드",
  "email.factor_code.preview": "이 이메일을 열고 {product}에 코드를 입력하세요.",
  "email.factor_code.heading": "2단계 인증 설정",
  "email.factor_code.body": "인증 앱을 계정에 연결하려면 {product}에 이 코드를 입력하세요.",
  "email.factor_code.validity":
    "코드는 {lifetime} 동안 유효하며, 요청한 기기에서 한 번만 사용할 수 있습니다.",
  "email.factor_code.not_you":
    "요청하지 않으셨다면 다른 사람이 비밀번호를 알고 있을 수 있으니 새 비밀번호를 설정하세요. 코드를 누구에게도 알려 주지 마세요.",

  "email.account_exists.subject": "이미 {product} 계정이 있습니다",
  "email.account_exists.preview": "누군가 회원님의 이메일 주소로 가입하려고 했습니다.",
  "email.account_exists.heading": "이미 계정이 있습니다",
  "email.account_exists.body":
    "누군가 회원님의 이메일 주소로 {product}에 가입하려고 했습니다. 이미 계정이 있으므로 새 계정은 만들어지지 않았습니다.\n본인이라면 평소처럼 로그인하세요. 비밀번호가 기억나지 않으면 로그인할 때 ‘비밀번호 찾기’를 선택하세요.",
  "email.account_exists.not_you":
    "본인이 아니어도 따로 조치할 것은 없습니다. 아무도 계정에 접속하지 못했습니다.",

  "email.email_changed.subject": "{product} 계정의 이메일 주소가 변경되었습니다",
  "email.email_changed.preview": "이 주소는 더 이상 회원님의 계정에 사용되지 않습니다.",
  "email.email_changed.heading": "이메일 주소가 변경되었습니다",
  "email.email_changed.body":
    "{product} 계정의 이메일 주소가 다른 주소로 변경되었습니다. 이제 이 주소로는 로그인할 수 없습니다.",
  "email.email_changed.undo":
    "본인이 아니라면 변경을 취소하세요. 이메일 주소가 복원되고 모든 기기에서 로그아웃되며, 새 비밀번호를 설정하게 됩니다.",
  "email.email_changed.button": "변경 취소",
  "email.email_changed.by_you": "직접 변경하셨다면 따로 조치할 것은 없습니다.",
  "email.email_changed.not_you": "본인이 아니라면 다른 사람이 계정을 사용하고 있을 수 있습니다.",

  "email.password_changed.subject": "{product} 계정의 비밀번호가 변경되었습니다",
  "email.password_changed.preview": "본인이라면 따로 조치할 것은 없습니다.",
  "email.password_changed.heading": "비밀번호가 변경되었습니다",
  "email.password_changed.body":
    "{product} 계정의 비밀번호가 변경되었습니다. 다른 기기에서는 로그아웃되었습니다.",
  "email.password_changed.not_you":
    "본인이 아니라면 {product}에 로그인할 때 ‘비밀번호 찾기’를 선택하여 새 비밀번호를 설정하세요.",

  "email.method_linked.subject": "{product} 계정에 로그인 방법이 추가되었습니다",
  "email.method_linked.preview": "본인이라면 따로 조치할 것은 없습니다.",
  "email.method_linked.heading": "로그인 방법이 추가되었습니다",
  "email.method_linked.provider": "이제 {provider} 계정으로 {product} 계정에 로그인할 수 있습니다.",
  "email.method_linked.password": "이제 이메일 주소와 비밀번호로 {product} 계정에 로그인할 수 있습니다.",
  "email.method_linked.passkey": "이제 패스키로 {product} 계정에 로그인할 수 있습니다.",
  "email.method_linked.other": "이제 다른 서비스의 계정으로 {product} 계정에 로그인할 수 있습니다.",
  "email.method_linked.not_you":
    "본인이 아니라면 {product}에 로그인할 때 ‘비밀번호 찾기’를 선택하세요. 새 비밀번호를 설정하면 다른 사람이 추가한 로그인 방법이 삭제됩니다.",

  "email.method_removed.subject": "{product} 계정에서 로그인 방법이 삭제되었습니다",
  "email.method_removed.preview": "본인이라면 따로 조치할 것은 없습니다.",
  "email.method_removed.heading": "로그인 방법이 삭제되었습니다",
  "email.method_removed.provider": "이제 {provider} 계정으로 {product} 계정에 로그인할 수 없습니다.",
  "email.method_removed.password": "이제 이메일 주소와 비밀번호로 {product} 계정에 로그인할 수 없습니다.",
  "email.method_removed.passkey":
    "{product} 계정에서 패스키가 삭제되었습니다. 이제 이 패스키로 로그인할 수 없습니다.",
  "email.method_removed.other": "이제 다른 서비스의 계정으로 {product} 계정에 로그인할 수 없습니다.",
  "email.method_removed.not_you":
    "본인이 아니라면 {product}에 로그인할 때 ‘비밀번호 찾기’를 선택하여 새 비밀번호를 설정하세요.",

  "email.factor_changed.subject": "{product} 계정의 2단계 인증이 변경되었습니다",
  "email.factor_changed.preview": "본인이라면 따로 조치할 것은 없습니다.",
  "email.factor_changed.heading": "2단계 인증이 변경되었습니다",
  "email.factor_changed.enrolled":
    "{product} 계정에 인증 앱이 연결되었습니다. 이제 로그인할 때 인증 앱의 코드도 필요합니다. 다른 기기에서는 로그아웃되었습니다.",
  "email.factor_changed.removed":
    "{product} 계정에서 인증 앱이 삭제되었습니다. 다른 기기에서는 로그아웃되었습니다.",
  "email.factor_changed.codes_removed":
    "{product} 계정의 복구 코드가 삭제되었습니다. 다른 기기에서는 로그아웃되었습니다.",
  "email.factor_changed.codes_replaced":
    "{product} 계정의 새 복구 코드가 생성되었습니다. 이전 복구 코드는 더 이상 사용할 수 없습니다. 다른 기기에서는 로그아웃되었습니다.",
  "email.factor_changed.reset":
    "고객 지원팀에서 {product} 계정의 2단계 인증을 해제했습니다. 모든 기기에서 로그아웃되었습니다.",
  "email.factor_changed.not_you": "본인이 아니라면 다른 사람이 계정을 사용하고 있을 수 있습니다.",

  "email.new_device.subject": "{product} 계정에 새로운 로그인이 있었습니다",
  "email.new_device.preview": "새 기기에서 계정이 사용되었습니다.",
  "email.new_device.heading": "계정에 새로운 로그인이 있었습니다",
  "email.new_device.body": "이전에 사용한 적이 없는 기기에서 {product} 계정에 로그인했습니다.",
  "email.new_device.not_you":
    "본인이 아니라면 {product}에 로그인할 때 ‘비밀번호 찾기’를 선택하여 새 비밀번호를 설정하세요. 그러면 모든 기기에서 로그아웃됩니다.",

  "email.deletion_scheduled.subject": "{product} 계정이 삭제될 예정입니다",
  "email.deletion_scheduled.preview": "계정을 유지하려면 로그인하세요.",
  "email.deletion_scheduled.heading": "계정이 삭제될 예정입니다",
  "email.deletion_scheduled.body":
    "{product} 계정과 계정의 모든 데이터가 {time}에 삭제됩니다. 그때까지 모든 기기에서 로그아웃됩니다.\n계정을 유지하고 싶으신가요? 그 전에 로그인하면 계정이 그대로 유지됩니다. 앱 스토어에서 구매한 구독은 해당 스토어에서 해지할 때까지 계속됩니다.",
  "email.deletion_scheduled.not_you":
    "요청하지 않으셨다면 {product}에 로그인하여 계정을 유지하고 비밀번호를 변경하세요. 로그인할 수 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다.",

  "email.invite_admin.subject": "{host} 관리자로 초대되었습니다",
  "email.invite_admin.preview": "비밀번호를 설정하고 초대를 수락하세요.",
  "email.invite_admin.heading": "{host} 관리자로 초대되었습니다",
  "email.invite_admin.body":
    "{inviter} 님이 {product} 서버({host})의 관리자로 초대했습니다.\n아래 링크에서 비밀번호를 설정한 다음, 그 비밀번호와 이 이메일 주소로 로그인하세요.",
  "email.invite_admin.button": "초대 수락",
  "email.invite_admin.not_you":
    "예상하지 못한 초대라면 이 이메일을 무시하셔도 됩니다. 아무 일도 일어나지 않습니다.",

  "email.admin_factors_changed.subject": "{host} 계정의 2단계 인증이 변경되었습니다",
  "email.admin_factors_changed.preview": "본인이라면 따로 조치할 것은 없습니다.",
  "email.admin_factors_changed.heading": "2단계 인증이 변경되었습니다",
  "email.admin_factors_changed.added":
    "{product} 서버({host})의 관리자 계정에 인증 앱이 추가되었습니다. 다른 세션은 종료되었습니다.",
  "email.admin_factors_changed.removed":
    "{product} 서버({host})의 관리자 계정에서 인증 앱과 복구 코드가 삭제되었습니다. 다른 세션은 종료되었습니다.",
  "email.admin_factors_changed.replaced":
    "{product} 서버({host})의 관리자 계정에서 인증 앱이 다른 앱으로 교체되고 새 복구 코드가 생성되었습니다. 다른 세션은 종료되었습니다.",
  "email.admin_factors_changed.codes_replaced":
    "{product} 서버({host})의 관리자 계정에서 복구 코드가 새 코드로 교체되었습니다. 다른 세션은 종료되었습니다.",
  "email.admin_factors_changed.button": "콘솔 열기",
  "email.admin_factors_changed.not_you":
    "본인이 아니라면 다른 사람이 계정을 사용하고 있을 수 있습니다. 서버 운영자에게 2단계 인증 초기화와 새 비밀번호 설정을 요청하세요(svc admin create).",

  "email.link_validity": "이 링크는 한 번만 사용할 수 있으며 {lifetime} 후에 만료됩니다.",
  "email.open_link": "버튼이 작동하지 않으면 다음 링크를 여세요.",
  "email.asked_with": "{time}에 {device}에서 요청했습니다.",
  "email.asked": "{time}에 요청했습니다.",
  "email.contact_then": "그런 다음 {support_email} 주소로 문의하세요.",
  "email.contact_then_team": "그런 다음 {product} 운영팀에 문의하세요.",
  "email.contact_now": "지금 바로 {support_email} 주소로 문의하세요.",
  "email.contact_now_team": "지금 바로 {product} 운영팀에 문의하세요.",
  "email.footer_help": "도움말",
  "email.footer_privacy": "개인정보 보호",
  "email.footer_terms": "약관",

  "device.browser": "{system}의 {browser}",
  "device.app_android": "Android 앱",
  "device.app_apple": "Apple 기기의 앱",
  "device.app": "앱",
};
