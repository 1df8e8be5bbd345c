import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Japanese. */
export const pages: PageWords = {
  "page.verify.heading": "メールアドレスの確認",
  "page.verify.body":
    "ボタンを押して、ご自身のメールアドレスであることを確認し、{product}のアカウントの設定を完了してください。",
  "page.verify.button": "メールアドレスを確認",
  "page.verify.not_you": "{product}に登録した覚えがありませんか？",
  "page.verify.not_you_button": "心当たりがありません",
  "page.verify.done_heading": "メールアドレスが確認されました",
  "page.verify.done": "ありがとうございます。{email} は{product}のアカウントのメールアドレスになりました。",
  "page.verify.dead_link_confirmed":
    "すでにメールアドレスを確認済みの場合は、問題ありません。{product}に戻ってログインしてください。",
  "page.verify.dead_link_new":
    "まだの場合は、アプリで確認メールをもう一度リクエストし、最新のメールのリンクを使用してください。",
  "page.verify.delete_heading": "このアカウントを削除しますか？",
  "page.verify.delete_body":
    "お使いのメールアドレスで{product}への登録が行われました。お心当たりがない場合は、アカウントを削除してください。今後、{product}がこのメールアドレスを使用することはありません。",
  "page.verify.delete_button": "アカウントを削除",
  "page.verify.detach_heading": "このアカウントからメールアドレスを削除しますか？",
  "page.verify.detach_body":
    "お使いのメールアドレスが{product}のアカウントに使用されました。お心当たりがない場合は、アカウントからメールアドレスとパスワードを削除してください。ほかの方のものである可能性があるため、アカウント自体は残ります。",
  "page.verify.detach_button": "メールアドレスを削除",
  "page.verify.back_button": "戻る",
  "page.verify.deleted_heading": "アカウントが削除されました",
  "page.verify.deleted":
    "今後、{product}がこのメールアドレスを使用することはありません。ほかに必要な操作はありません。このページを閉じてかまいません。",
  "page.verify.detached_heading": "メールアドレスが削除されました",
  "page.verify.detached":
    "アカウントからメールアドレスとパスワードが削除されました。これらを使ってログインすることは誰にもできません。アカウント自体は削除されていません。",
  "page.verify.detached_close": "ほかに必要な操作はありません。このページを閉じてかまいません。",

  "page.reset.heading": "新しいパスワードの設定",
  "page.reset.body": "{product}のアカウントのパスワードです。すべてのデバイスからログアウトされます。",
  "page.reset.button": "新しいパスワードを保存",
  "page.reset.done_heading": "パスワードが変更されました",
  "page.reset.done": "すべてのデバイスからログアウトされました。",
  "page.reset.dead_link":
    "{product}に戻って「パスワードを忘れた場合」を選択し、最新のメールのリンクを使用してください。",

  "page.invite.heading": "パスワードの設定",
  "page.invite.body": "{product}に招待されました。パスワードを設定して、アカウントを有効にしてください。",
  "page.invite.button": "パスワードを保存",
  "page.invite.done_heading": "アカウントの準備ができました",
  "page.invite.done": "パスワードが保存されました。",
  "page.invite.dead_link":
    "{product}で「パスワードを忘れた場合」を選択し、新しいリンクを受け取ってください。",

  "page.password.new_label": "新しいパスワード",
  "page.password.label": "パスワード",
  "page.password.show": "パスワードを表示",
  "page.password.hide": "パスワードを非表示",
  "page.password.at_least": { other: "{count}文字以上で入力してください。スペースや記号も使用できます。" },
  "page.password.no_common": "よく使われるパスワードは使用できません。",
  "page.password.at_most": { other: "{count}文字以内" },
  "page.password.too_short": { other: "短すぎます。{count}文字以上にしてください" },
  "page.password.too_long": { other: "長すぎます。{count}文字以内にしてください" },
  "page.password.too_common": "多くの人が使っているパスワードです。別のパスワードを設定してください",
  "page.password.personal": "推測されやすいパスワードです。アプリの名前やメールアドレスは使用できません",
  "page.password.weak": "パスワードの強度が足りません。別のパスワードを設定してください",
  "page.password.sign_in":
    "{product}に戻り、新しいパスワードでログインしてください。このページを閉じてかまいません。",

  "page.methods.keep_heading": "これらのログイン方法を残しますか？",
  "page.methods.keep_hint":
    "これらを使うと、パスワードなしでアカウントにログインできます。チェックを入れないものは削除されます。",
  "page.methods.remove_heading": "削除するログイン方法はありますか？",
  "page.methods.remove_hint":
    "これらは、メールアドレスの確認前にアカウントに追加されたログイン方法です。追加した覚えのないものにチェックを入れてください。メールアドレスを確認すると削除されます。",
  "page.methods.one_added": "メールアドレスの確認前に、次のログイン方法がアカウントに追加されました：",
  "page.methods.app_added":
    "メールアドレスの確認前に、ログインのたびにコードの入力が必要になる認証アプリがアカウントに追加されました：",
  "page.methods.remove_it": "追加した覚えがない場合は、メールアドレスを確認して削除してください。",
  "page.methods.remove_provider_button": "確認して{provider}を削除",
  "page.methods.remove_passkey_button": "確認してパスキーを削除",
  "page.methods.remove_app_button": "確認して認証アプリを削除",
  "page.methods.passkey": "パスキー",
  "page.methods.app": "認証アプリ",
  "page.methods.linked": "連携日：{time}",
  "page.methods.added": "追加日：{time}、最終使用日：{last_time}",
  "page.methods.added_unused": "追加日：{time}、使用履歴なし",
  "page.methods.connected": "接続日：{time}、最終使用日：{last_time}",
  "page.methods.connected_unused": "接続日：{time}、使用履歴なし",
  "page.methods.providers_removed":
    "{providers}を使ってこのアカウントにログインすることはできなくなりました。",
  "page.methods.passkeys_removed": { other: "{count}個のパスキーがアカウントから削除されました。" },
  "page.methods.app_removed":
    "アカウントから認証アプリが削除され、すべてのデバイスからログアウトされました。",

  "page.confirm_email.heading": "新しいメールアドレスの確認",
  "page.confirm_email.body":
    "今後、{product}のアカウントへのログインとお知らせの受信には、このメールアドレスが使用されます。以前のメールアドレスにも変更をお知らせします。",
  "page.confirm_email.button": "このメールアドレスを使用",
  "page.confirm_email.done_heading": "メールアドレスが変更されました",
  "page.confirm_email.done":
    "{product}のアカウントのメールアドレスは {email} になりました。今後はこのメールアドレスでログインしてください。",
  "page.confirm_email.in_use":
    "このメールアドレスは{product}の別のアカウントで使用されているため、メールアドレスは変更されませんでした。",
  "page.confirm_email.in_use_again": "別のメールアドレスを使用するには、アプリでもう一度変更してください。",
  "page.confirm_email.dead_link_confirmed":
    "すでに変更を確認済みの場合は、問題ありません。新しいメールアドレスでログインしてください。",
  "page.confirm_email.dead_link_new":
    "まだの場合は、アプリでもう一度メールアドレスを変更し、最新のメールのリンクを使用してください。",

  "page.undo.heading": "メールアドレスの変更を取り消しますか？",
  "page.undo.body":
    "{product}のアカウントのメールアドレスが変更されました。お心当たりがない場合は、変更を取り消してください。取り消すと、次のようになります：",
  "page.undo.effect_address": "アカウントのメールアドレスが {email} に戻ります",
  "page.undo.effect_devices": "すべてのデバイスからログアウトされます",
  "page.undo.effect_methods": "パスワードと、最近追加されたログイン方法がすべて削除されます",
  "page.undo.effect_password": "すぐに新しいパスワードを設定します",
  "page.undo.button": "変更を取り消す",
  "page.undo.by_you": "ご自身で変更した場合は、対応は不要です。このページを閉じてかまいません。",
  "page.undo.done":
    "変更を取り消しました。{product}のアカウントのメールアドレスは {email} に戻り、すべてのデバイスからログアウトされました。",
  "page.undo.in_use":
    "以前のメールアドレスは{product}の別のアカウントで使用されているため、変更を取り消せませんでした。何も変更されていません。",
  "page.undo.get_back": "アカウントを取り戻すには、サポートにご相談ください。",
  "page.undo.dead_link_undone":
    "すでに変更を取り消した場合は、以前のメールアドレスを使用できます。{product}で「パスワードを忘れた場合」を選択し、新しいパスワードを設定してください。",
  "page.undo.dead_link_not": "まだの場合は、サポートにご相談ください。",

  "page.delete_account.ask_heading": "{product}のアカウントの削除",
  "page.delete_account.ask_body":
    "アカウントのメールアドレスを入力してください。リンクをお送りします。リンクを開いて確認するまで、何も削除されません。",
  "page.delete_account.email_label": "メールアドレス",
  "page.delete_account.email_hint": "{product}へのログインに使用しているメールアドレスです。",
  "page.delete_account.email_mistake": "メールアドレスを入力してください（例：{example}）",
  "page.delete_account.ask_button": "リンクを送信",
  "page.delete_account.ask_effects": "確認すると、以下が完全に削除されます：",
  "page.delete_account.effect_profile": "プロフィール（名前、画像、メールアドレス）",
  "page.delete_account.effect_methods": "すべてのログイン方法（パスワード、連携しているアカウント）",
  "page.delete_account.effect_sessions": "すべてのセッション（すべてのデバイスからログアウトされます）",
  "page.delete_account.sent_heading": "メールをご確認ください",
  "page.delete_account.sent":
    "{email} が{product}のアカウントに登録されている場合は、このメールアドレスにリンクをお送りしました。アカウントを削除するには、リンクを開いてください。",
  "page.delete_account.sent_nothing":
    "数分たっても届かない場合は、迷惑メールフォルダを確認し、登録時のメールアドレスと同じかどうかもお確かめください。",
  "page.delete_account.heading": "アカウントを削除しますか？",
  "page.delete_account.body": "{product}のアカウントが完全に削除されます：",
  "page.delete_account.at_once": "この操作は取り消せません。",
  "page.delete_account.later":
    "すぐにログアウトされ、アカウントは{lifetime}後に削除されます。削除を取りやめる場合は、それまでにログインしてください。",
  "page.delete_account.subscription":
    "アプリストアで購入したサブスクリプションは、アプリストアで解約するまで継続されます。",
  "page.delete_account.sure": "はい、アカウントを完全に削除します",
  "page.delete_account.sure_mistake": "削除してよければ、チェックを入れてください",
  "page.delete_account.button": "アカウントを削除",
  "page.delete_account.done_heading": "アカウントが削除されました",
  "page.delete_account.done":
    "{product}のアカウントとそのすべてのデータが削除され、すべてのデバイスからログアウトされました。",
  "page.delete_account.scheduled_heading": "アカウントは削除される予定です",
  "page.delete_account.scheduled":
    "{product}のアカウントとそのすべてのデータは、{time}に削除されます。すべてのデバイスからログアウトされました。",
  "page.delete_account.keep": "アカウントを残す場合は、それまでに{product}にログインしてください。",
  "page.delete_account.dead_link":
    "すでにアカウントを削除した場合、必要な操作はありません。まだの場合は、新しいリンクをリクエストしてください。",
  "page.delete_account.dead_link_button": "新しいリンクをリクエスト",

  "page.code.heading": "ログインコード",
  "page.code.asked_with": "{time}に{device}からリクエストされました。",
  "page.code.asked": "{time}にリクエストされました。",
  "page.code.body": "コードをリクエストしたデバイスで{product}を開き、次のコードを入力してください：",
  "page.code.not_you": "お心当たりがない場合は、このページを閉じ、コードを誰にも教えないでください。",
  "page.code.newest": "最新のメールのコードのみ使用できます。",
  "page.code.dead_link":
    "すでにログインしている場合は、問題ありません。まだの場合は、{product}に戻って新しいコードをリクエストしてください。",

  "page.app.heading": "{product}に戻ってください",
  "page.app.body": "このリンクは、{product}がインストールされているデバイスでアプリを開きます。",
  "page.app.try_again":
    "ログインの途中だった場合は、アプリに戻ってもう一度お試しください。このページを閉じてかまいません。",

  "page.return.button": "{product}に戻る",
  "page.return.signed_in_heading": "あと少しです",
  "page.return.signed_in":
    "{product}に戻ってログインを完了してください。自動的に開かない場合は、ボタンを押してください。",
  "page.return.cancelled_heading": "ログインがキャンセルされました",
  "page.return.cancelled": "{product}に情報は共有されておらず、ログインもしていません。",
  "page.return.failed_heading": "ログインできませんでした",
  "page.return.failed": "ログインしていません。{product}に戻って、もう一度お試しください。",
  "page.return.lost_heading": "ログインを完了できませんでした",
  "page.return.lost": "別のブラウザで開始されたか、時間がかかりすぎたか、すでに完了しています。",
  "page.return.lost_again": "{product}に戻って、もう一度ログインしてください。",
  "page.return.wrong_heading": "ログインが正しく設定されていません",
  "page.return.wrong":
    "アプリから、このサーバーでは受け付けられないリクエストが送信されました。ログインしていません。",
  "page.return.the_app": "アプリ",

  "page.authorize.heading": "ここではログインできません",
  "page.authorize.body":
    "このサーバーは、OAuth 2.0の認可コードフローに対応していません。{product}にログインするには、アプリまたはウェブサイトをご利用ください。",

  "page.accept_invite.heading": "管理者の登録",
  "page.accept_invite.body":
    "{host} にある{product}サーバーの管理者として招待されました。ログインに使用するパスワードを設定してください。",
  "page.accept_invite.invited": "招待の送信者: {inviter}、招待されたアドレス: {email}",
  "page.accept_invite.button": "招待を承諾",
  "page.accept_invite.done_heading": "管理者になりました",
  "page.accept_invite.done":
    "設定したパスワードを使い、{email} でコンソールにログインしてください：{console}",
  "page.accept_invite.console": "コンソールを開く",
  "page.accept_invite.role": "役割：{roles}",
  "page.accept_invite.token":
    "コマンドラインを使用するには、コンソールで個人用アクセストークンを作成し、{command} に入力してください。",
  "page.accept_invite.dead_link_accepted":
    "すでに招待を承諾済みの場合は、問題ありません。コンソールにログインしてください。",
  "page.accept_invite.dead_link_new": "まだの場合は、招待した管理者に新しい招待を依頼してください。",
  "page.accept_invite.owner": "オーナー",
  "page.accept_invite.administrator": "管理者",
  "page.accept_invite.support": "サポート",
  "page.accept_invite.viewer": "閲覧者",
  "page.accept_invite.role_of_project": "{role}（{project}）",
  "page.accept_invite.this_server": "このサーバー",

  "page.failure.dead_link_heading": "このリンクは無効です",
  "page.failure.dead_link":
    "使用済みか、有効期限が切れているか、新しいメールのリンクに置き換えられています。",
  "page.failure.not_found_heading": "ページが見つかりません",
  "page.failure.not_found":
    "このアドレスには何もありません。メールからアクセスした場合は、リンクをもう一度開き、途中で切れていないか確認してください。",
  "page.failure.elsewhere_heading": "別のサイトからのリクエストです",
  "page.failure.elsewhere":
    "安全のため、何も変更していません。メールのリンクを開き、表示されたページのボタンを押してください。",
  "page.failure.many_heading": "試行回数が多すぎます",
  "page.failure.many_wait": "{lifetime}待ってから、もう一度お試しください。",
  "page.failure.unreadable_heading": "フォームを読み取れませんでした",
  "page.failure.unreadable": "何も変更されていません。メールのリンクを開いて、もう一度お試しください。",
  "page.failure.other_heading": "問題が発生しました",
  "page.failure.later": "数分後にもう一度お試しください。",
  "page.failure.quote": "問題が続く場合は、サポートに次の番号をお伝えください：",
  "page.failure.in_use_heading": "このメールアドレスは使用されています",
  "page.failure.try_again": "もう一度試す",

  "page.contact": "{support_email} までお問い合わせください。",
  "page.contact_team": "{product}の運営者までお問い合わせください。",
  "page.back_to_app": "{product}に戻って続けてください。このページを閉じてかまいません。",
  "page.close": "このページを閉じてかまいません。",
  "page.open_app": "アプリを開く",
  "page.open_app_hint": "ボタンは、アプリがインストールされているデバイスで使用できます。",
  "page.error_title": "エラー：{title}",
  "page.footer_help": "ヘルプ",
  "page.footer_privacy": "プライバシー",
  "page.footer_terms": "利用規約",
};
