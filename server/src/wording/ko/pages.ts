import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Korean. */
export const pages: PageWords = {
  "page.verify.heading": "이메일 주소를 확인해 주세요",
  "page.verify.body": "버튼을 눌러 본인의 이메일 주소임을 확인하고 {product} 계정 설정을 완료하세요.",
  "page.verify.button": "내 이메일 주소 확인",
  "page.verify.not_you": "{product}에 가입하지 않으셨나요?",
  "page.verify.not_you_button": "본인이 아닙니다",
  "page.verify.done_heading": "이메일 주소가 확인되었습니다",
  "page.verify.done": "감사합니다. 이제 {email} 주소가 {product} 계정에 사용됩니다.",
  "page.verify.dead_link_confirmed":
    "이미 이메일 주소를 확인하셨다면 문제없습니다. {product}에서 로그인하세요.",
  "page.verify.dead_link_new":
    "아직 확인하지 않으셨다면 앱에서 이메일을 다시 요청하고, 가장 최근에 받은 이메일의 링크를 사용하세요.",
  "page.verify.delete_heading": "이 계정을 삭제할까요?",
  "page.verify.delete_body":
    "누군가 회원님의 이메일 주소로 {product}에 가입했습니다. 본인이 아니라면 계정을 삭제하세요. 이 주소는 더 이상 {product}에서 사용되지 않습니다.",
  "page.verify.delete_button": "계정 삭제",
  "page.verify.detach_heading": "이 계정에서 내 주소를 삭제할까요?",
  "page.verify.detach_body":
    "누군가 회원님의 이메일 주소를 {product} 계정에 사용했습니다. 본인이 아니라면 계정에서 이메일 주소와 비밀번호를 삭제하세요. 다른 사람의 계정일 수 있으므로 계정 자체는 유지됩니다.",
  "page.verify.detach_button": "내 주소 삭제",
  "page.verify.back_button": "뒤로",
  "page.verify.deleted_heading": "계정이 삭제되었습니다",
  "page.verify.deleted":
    "이 이메일 주소는 더 이상 {product}에서 사용되지 않습니다. 더 하실 일은 없습니다. 이 페이지를 닫으셔도 됩니다.",
  "page.verify.detached_heading": "이메일 주소가 삭제되었습니다",
  "page.verify.detached":
    "계정에서 이메일 주소와 비밀번호가 삭제되어, 이제 아무도 이 정보로 로그인할 수 없습니다. 계정 자체는 삭제되지 않았습니다.",
  "page.verify.detached_close": "더 하실 일은 없습니다. 이 페이지를 닫으셔도 됩니다.",

  "page.reset.heading": "새 비밀번호 설정",
  "page.reset.body": "{product} 계정의 비밀번호입니다. 모든 기기에서 로그아웃됩니다.",
  "page.reset.button": "새 비밀번호 저장",
  "page.reset.done_heading": "비밀번호가 변경되었습니다",
  "page.reset.done": "모든 기기에서 로그아웃되었습니다.",
  "page.reset.dead_link":
    "{product}에서 ‘비밀번호 찾기’를 선택하고, 가장 최근에 받은 이메일의 링크를 사용하세요.",

  "page.invite.heading": "비밀번호 설정",
  "page.invite.body": "{product}에 초대되었습니다. 비밀번호를 설정하고 계정을 활성화하세요.",
  "page.invite.button": "비밀번호 저장",
  "page.invite.done_heading": "계정이 준비되었습니다",
  "page.invite.done": "비밀번호가 저장되었습니다.",
  "page.invite.dead_link": "{product}에서 ‘비밀번호 찾기’를 선택하여 새 링크를 받으세요.",

  "page.password.new_label": "새 비밀번호",
  "page.password.label": "비밀번호",
  "page.password.show": "비밀번호 표시",
  "page.password.hide": "비밀번호 숨기기",
  "page.password.at_least": { other: "{count}자 이상 입력하세요. 공백과 기호도 사용할 수 있습니다." },
  "page.password.no_common": "너무 흔한 비밀번호는 사용할 수 없습니다.",
  "page.password.at_most": { other: "최대 {count}자" },
  "page.password.too_short": { other: "너무 짧습니다. {count}자 이상 입력하세요" },
  "page.password.too_long": { other: "너무 깁니다. {count}자 이하로 입력하세요" },
  "page.password.too_common": "많은 사람이 사용하는 흔한 비밀번호입니다. 다른 비밀번호를 사용하세요",
  "page.password.personal": "추측하기 쉬운 비밀번호입니다. 앱 이름이나 이메일 주소는 사용할 수 없습니다",
  "page.password.weak": "너무 약합니다. 다른 비밀번호를 사용하세요",
  "page.password.sign_in": "{product}에서 새 비밀번호로 로그인하세요. 이 페이지를 닫으셔도 됩니다.",

  "page.methods.keep_heading": "이 로그인 방법을 유지할까요?",
  "page.methods.keep_hint":
    "아래의 방법으로 비밀번호 없이 계정에 로그인할 수 있습니다. 선택하지 않은 방법은 삭제됩니다.",
  "page.methods.remove_heading": "삭제할 로그인 방법이 있나요?",
  "page.methods.remove_hint":
    "이메일 주소를 확인하기 전에 계정에 추가된 로그인 방법입니다. 직접 추가하지 않은 방법을 선택하세요. 이메일 주소를 확인하면 삭제됩니다.",
  "page.methods.one_added": "이메일 주소를 확인하기 전에 다음 로그인 방법이 계정에 추가되었습니다.",
  "page.methods.app_added":
    "이메일 주소를 확인하기 전에, 로그인할 때마다 코드를 입력해야 하는 인증 앱이 계정에 추가되었습니다.",
  "page.methods.remove_it": "직접 추가하지 않으셨다면 이메일 주소를 확인하면서 삭제하세요.",
  "page.methods.remove_provider_button": "확인하고 {provider} 삭제",
  "page.methods.remove_passkey_button": "확인하고 패스키 삭제",
  "page.methods.remove_app_button": "확인하고 인증 앱 삭제",
  "page.methods.passkey": "패스키",
  "page.methods.app": "인증 앱",
  "page.methods.linked": "연결: {time}",
  "page.methods.added": "추가: {time}, 마지막 사용: {last_time}",
  "page.methods.added_unused": "추가: {time}, 이후 사용한 적 없음",
  "page.methods.connected": "연결: {time}, 마지막 사용: {last_time}",
  "page.methods.connected_unused": "연결: {time}, 이후 사용한 적 없음",
  "page.methods.providers_removed": "이제 {providers} 계정으로 이 계정에 로그인할 수 없습니다.",
  "page.methods.passkeys_removed": { other: "계정에서 패스키 {count}개가 삭제되었습니다." },
  "page.methods.app_removed": "계정에서 인증 앱이 삭제되고 모든 기기에서 로그아웃되었습니다.",

  "page.confirm_email.heading": "새 이메일 주소를 확인해 주세요",
  "page.confirm_email.body":
    "앞으로 {product} 계정의 로그인과 모든 메시지에 이 주소가 사용됩니다. 이전 주소로도 변경 사실을 알려 드립니다.",
  "page.confirm_email.button": "이 주소 사용",
  "page.confirm_email.done_heading": "이메일 주소가 변경되었습니다",
  "page.confirm_email.done":
    "이제 {product} 계정에 {email} 주소가 사용됩니다. 앞으로 이 주소로 로그인하세요.",
  "page.confirm_email.in_use":
    "다른 {product} 계정에서 이 주소를 사용하고 있어 기존 이메일 주소가 유지됩니다.",
  "page.confirm_email.in_use_again": "다른 주소를 사용하려면 앱에서 다시 변경하세요.",
  "page.confirm_email.dead_link_confirmed":
    "이미 변경을 확인하셨다면 문제없습니다. 새 이메일 주소로 로그인하세요.",
  "page.confirm_email.dead_link_new":
    "아직 확인하지 않으셨다면 앱에서 주소를 다시 변경하고, 가장 최근에 받은 이메일의 링크를 사용하세요.",

  "page.undo.heading": "이메일 주소 변경을 취소할까요?",
  "page.undo.body":
    "{product} 계정의 이메일 주소가 변경되었습니다. 본인이 아니라면 변경을 취소하세요. 취소하면 다음과 같이 처리됩니다.",
  "page.undo.effect_address": "계정에 다시 {email} 주소가 사용됩니다",
  "page.undo.effect_devices": "모든 기기에서 로그아웃됩니다",
  "page.undo.effect_methods": "비밀번호와 최근에 추가된 모든 로그인 방법이 삭제됩니다",
  "page.undo.effect_password": "바로 새 비밀번호를 설정합니다",
  "page.undo.button": "변경 취소",
  "page.undo.by_you": "직접 변경하셨다면 따로 조치할 것은 없습니다. 이 페이지를 닫으셔도 됩니다.",
  "page.undo.done":
    "변경이 취소되었습니다. {product} 계정에 다시 {email} 주소가 사용되며, 모든 기기에서 로그아웃되었습니다.",
  "page.undo.in_use":
    "다른 {product} 계정에서 이전 주소를 사용하고 있어 변경을 취소할 수 없습니다. 아무것도 변경되지 않았습니다.",
  "page.undo.get_back": "계정을 되찾으려면 도움을 요청하세요.",
  "page.undo.dead_link_undone":
    "이미 변경을 취소하셨다면 이전 주소를 다시 사용할 수 있습니다. {product}에서 ‘비밀번호 찾기’를 선택하여 새 비밀번호를 설정하세요.",
  "page.undo.dead_link_not": "아직 취소하지 않으셨다면 도움을 요청하세요.",

  "page.delete_account.ask_heading": "{product} 계정 삭제",
  "page.delete_account.ask_body":
    "계정의 이메일 주소를 입력하세요. 링크를 보내 드립니다. 링크를 열고 확인하기 전에는 아무것도 삭제되지 않습니다.",
  "page.delete_account.email_label": "이메일 주소",
  "page.delete_account.email_hint": "{product}에 로그인할 때 사용하는 주소입니다.",
  "page.delete_account.email_mistake": "이메일 주소를 입력하세요(예: {example})",
  "page.delete_account.ask_button": "링크 보내기",
  "page.delete_account.ask_effects": "확인하면 다음 항목이 영구적으로 삭제됩니다.",
  "page.delete_account.effect_profile": "프로필: 이름, 사진, 이메일 주소",
  "page.delete_account.effect_methods": "모든 로그인 방법: 비밀번호, 연결된 계정",
  "page.delete_account.effect_sessions": "모든 세션: 모든 기기에서 로그아웃됩니다",
  "page.delete_account.sent_heading": "받은편지함을 확인하세요",
  "page.delete_account.sent":
    "{email} 주소로 가입된 {product} 계정이 있으면 해당 주소로 링크를 보내 드렸습니다. 계정을 삭제하려면 링크를 여세요.",
  "page.delete_account.sent_nothing":
    "몇 분이 지나도 이메일이 오지 않나요? 스팸함을 살펴보고, 가입할 때 사용한 주소가 맞는지 확인하세요.",
  "page.delete_account.heading": "계정을 삭제할까요?",
  "page.delete_account.body": "{product} 계정이 영구적으로 삭제됩니다.",
  "page.delete_account.at_once": "삭제하면 되돌릴 수 없습니다.",
  "page.delete_account.later":
    "바로 로그아웃되며 계정은 {lifetime} 후에 삭제됩니다. 마음이 바뀌면 그 전에 로그인하세요.",
  "page.delete_account.subscription": "앱 스토어에서 구매한 구독은 해당 스토어에서 해지할 때까지 계속됩니다.",
  "page.delete_account.sure": "네, 내 계정을 영구적으로 삭제합니다",
  "page.delete_account.sure_mistake": "삭제하려면 확인란을 선택하세요",
  "page.delete_account.button": "내 계정 삭제",
  "page.delete_account.done_heading": "계정이 삭제되었습니다",
  "page.delete_account.done":
    "{product} 계정과 계정의 모든 데이터가 삭제되고 모든 기기에서 로그아웃되었습니다.",
  "page.delete_account.scheduled_heading": "계정이 삭제될 예정입니다",
  "page.delete_account.scheduled":
    "{product} 계정과 계정의 모든 데이터가 {time}에 삭제됩니다. 모든 기기에서 로그아웃되었습니다.",
  "page.delete_account.keep": "계정을 유지하고 싶으신가요? 그 전에 {product}에 로그인하세요.",
  "page.delete_account.dead_link":
    "이미 계정을 삭제하셨다면 더 하실 일은 없습니다. 아직 삭제하지 않으셨다면 새 링크를 요청하세요.",
  "page.delete_account.dead_link_button": "새 링크 요청",

  "page.code.heading": "로그인 코드",
  "page.code.asked_with": "{time}에 {device}에서 요청했습니다.",
  "page.code.asked": "{time}에 요청했습니다.",
  "page.code.body": "해당 기기의 {product}에 다음 코드를 입력하세요.",
  "page.code.not_you": "요청하지 않으셨다면 이 페이지를 닫고 코드를 누구에게도 알려 주지 마세요.",
  "page.code.newest": "가장 최근에 받은 이메일의 코드만 사용할 수 있습니다.",
  "page.code.dead_link":
    "이미 로그인하셨다면 문제없습니다. 아직 로그인하지 않으셨다면 {product}에서 새 코드를 요청하세요.",

  "page.app.heading": "{product}에서 계속하세요",
  "page.app.body": "이 링크는 {product} 앱이 설치된 기기에서 앱을 엽니다.",
  "page.app.try_again": "로그인하던 중이었다면 앱에서 다시 시도하세요. 이 페이지를 닫으셔도 됩니다.",

  "page.return.button": "{product}에서 계속하기",
  "page.return.signed_in_heading": "거의 다 됐습니다",
  "page.return.signed_in": "{product}에서 로그인을 완료하세요. 자동으로 열리지 않으면 버튼을 누르세요.",
  "page.return.cancelled_heading": "로그인이 취소되었습니다",
  "page.return.cancelled": "{product}에 공유된 정보는 없으며, 로그인되지 않았습니다.",
  "page.return.failed_heading": "로그인하지 못했습니다",
  "page.return.failed": "로그인되지 않았습니다. {product}에서 다시 시도하세요.",
  "page.return.lost_heading": "로그인을 완료할 수 없습니다",
  "page.return.lost": "다른 브라우저에서 시작했거나, 시간이 너무 오래 걸렸거나, 이미 완료된 로그인입니다.",
  "page.return.lost_again": "{product}에서 다시 로그인하세요.",
  "page.return.wrong_heading": "로그인이 올바르게 설정되지 않았습니다",
  "page.return.wrong":
    "앱이 이 서버에서 허용하지 않는 방식으로 이 페이지를 열었습니다. 로그인되지 않았습니다.",
  "page.return.the_app": "앱",

  "page.authorize.heading": "여기에서는 로그인할 수 없습니다",
  "page.authorize.body":
    "이 서버는 OAuth 2.0 인가 코드 방식을 지원하지 않습니다. {product}에 로그인하려면 앱이나 웹사이트를 이용하세요.",

  "page.accept_invite.heading": "관리자 되기",
  "page.accept_invite.body":
    "{product} 서버({host})의 관리자로 초대되었습니다. 로그인할 때 사용할 비밀번호를 설정하세요.",
  "page.accept_invite.invited": "초대를 보낸 사람: {inviter}, 초대받은 주소: {email}",
  "page.accept_invite.button": "초대 수락",
  "page.accept_invite.done_heading": "관리자가 되었습니다",
  "page.accept_invite.done": "{email} 주소와 방금 설정한 비밀번호로 콘솔에 로그인하세요: {console}",
  "page.accept_invite.console": "콘솔 열기",
  "page.accept_invite.role": "역할: {roles}",
  "page.accept_invite.token":
    "명령줄을 사용하려면 콘솔에서 개인용 액세스 토큰을 만들어 {command} 명령에 입력하세요.",
  "page.accept_invite.dead_link_accepted": "이미 초대를 수락하셨다면 문제없습니다. 콘솔에 로그인하세요.",
  "page.accept_invite.dead_link_new": "아직 수락하지 않으셨다면 초대한 관리자에게 새 초대를 요청하세요.",
  "page.accept_invite.owner": "소유자",
  "page.accept_invite.administrator": "관리자",
  "page.accept_invite.support": "지원 담당자",
  "page.accept_invite.viewer": "뷰어",
  "page.accept_invite.role_of_project": "{role}({project})",
  "page.accept_invite.this_server": "이 서버",

  "page.failure.dead_link_heading": "이 링크는 더 이상 사용할 수 없습니다",
  "page.failure.dead_link": "이미 사용했거나, 만료되었거나, 더 최근의 이메일로 대체된 링크입니다.",
  "page.failure.not_found_heading": "페이지를 찾을 수 없습니다",
  "page.failure.not_found":
    "이 주소에는 아무것도 없습니다. 이메일에서 이동하셨다면 링크를 다시 열고 주소가 잘리지 않았는지 확인하세요.",
  "page.failure.elsewhere_heading": "다른 사이트에서 보낸 요청입니다",
  "page.failure.elsewhere":
    "안전을 위해 아무것도 변경하지 않았습니다. 이메일의 링크를 열고 그 페이지의 버튼을 누르세요.",
  "page.failure.many_heading": "시도 횟수가 너무 많습니다",
  "page.failure.many_wait": "{lifetime} 후에 다시 시도하세요.",
  "page.failure.unreadable_heading": "양식을 읽을 수 없습니다",
  "page.failure.unreadable": "아무것도 변경되지 않았습니다. 이메일의 링크를 열고 다시 시도하세요.",
  "page.failure.other_heading": "문제가 발생했습니다",
  "page.failure.later": "몇 분 후에 다시 시도하세요.",
  "page.failure.quote": "문제가 계속되면 문의할 때 다음 번호를 알려 주세요.",
  "page.failure.in_use_heading": "이미 사용 중인 주소입니다",
  "page.failure.try_again": "다시 시도",

  "page.contact": "{support_email} 주소로 문의하세요.",
  "page.contact_team": "{product} 운영팀에 문의하세요.",
  "page.back_to_app": "{product}에서 계속하세요. 이 페이지를 닫으셔도 됩니다.",
  "page.close": "이 페이지를 닫으셔도 됩니다.",
  "page.open_app": "앱 열기",
  "page.open_app_hint": "버튼은 앱이 설치된 기기에서 작동합니다.",
  "page.error_title": "오류: {title}",
  "page.footer_help": "도움말",
  "page.footer_privacy": "개인정보 보호",
  "page.footer_terms": "약관",
};
