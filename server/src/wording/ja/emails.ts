import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Japanese. */
export const emails: EmailWords = {
  "email.verify_email.subject": "【{product}】メールアドレスの確認",
  "email.verify_email.preview": "ワンタップで確認が完了します。",
  "email.verify_email.heading": "メールアドレスの確認",
  "email.verify_email.body":
    "このメールアドレスで{product}への登録が行われました。ご自身のメールアドレスであることを確認してください。",
  "email.verify_email.button": "メールアドレスを確認",
  "email.verify_email.not_you":
    "登録した覚えがない場合は、このメールを無視するか、リンクを開いて「心当たりがありません」を選択してください。",

  "email.reset_password.subject": "【{product}】新しいパスワードの設定",
  "email.reset_password.preview": "このメールのリンクから新しいパスワードを設定できます。",
  "email.reset_password.heading": "新しいパスワードの設定",
  "email.reset_password.body":
    "{product}のアカウントのパスワードを再設定するリクエストを受け付けました。下のリンクから新しいパスワードを設定してください。",
  "email.reset_password.button": "新しいパスワードを設定",
  "email.reset_password.not_you":
    "お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。",

  "email.invite_user.subject": "{product}に招待されました",
  "email.invite_user.preview": "パスワードを設定して、アカウントを有効にしてください。",
  "email.invite_user.heading": "{product}へようこそ",
  "email.invite_user.body":
    "{product}に招待されました。パスワードを設定して、アカウントを有効にしてください。",
  "email.invite_user.button": "パスワードを設定",
  "email.invite_user.not_you": "お心当たりがない場合は、このメールを無視してください。",

  "email.delete_account.subject": "【{product}】アカウントの削除の確認",
  "email.delete_account.preview": "確認が完了するまで、何も削除されません。",
  "email.delete_account.heading": "アカウントの削除",
  "email.delete_account.body":
    "{product}のアカウントとそのすべてのデータを完全に削除するリクエストを受け付けました。\nまだ何も削除されていません。削除する場合は、下のリンクから確認してください。この操作は取り消せません。",
  "email.delete_account.button": "アカウントを削除",
  "email.delete_account.not_you":
    "お心当たりがない場合は、このメールを無視してください。アカウントはそのまま残ります。",

  "email.change_email.subject": "【{product}】新しいメールアドレスの確認",
  "email.change_email.preview": "確認が完了すると、メールアドレスが変更されます。",
  "email.change_email.heading": "新しいメールアドレスの確認",
  "email.change_email.body":
    "{product}のアカウントでこのメールアドレスを使用するリクエストを受け付けました。ご自身のメールアドレスであることを確認してください。",
  "email.change_email.button": "新しいメールアドレスを確認",
  "email.change_email.not_you": "お心当たりがない場合は、このメールを無視してください。何も変更されません。",

  "email.email_code.subject": "【{product}】ログインコードのお知らせ",
  "email.email_code.preview": "このメールを開き、{product}でコードを入力してください。",
  "email.email_code.heading": "ログインコード",
  "email.email_code.body": "コードをリクエストしたデバイスで{product}を開き、このコードを入力してください。",
  "email.email_code.button": "{product}を開く",
  "email.email_code.validity":
    "コードの有効期間は{lifetime}です。リクエストしたデバイスで1回だけ使用できます。",
  "email.email_code.not_you":
    "お心当たりがない場合は、このメールを無視してください。コードは誰にも教えないでください。運営者がコードをお尋ねすることはありません。",

  "email.factor_code.subject": "【{product}】2段階認証を設定するためのコード",
  "email.factor_code.preview": "このメールを開き、{product}でコードを入力してください。",
  "email.factor_code.heading": "2段階認証の設定",
  "email.factor_code.body": "認証アプリをアカウントに接続するには、{product}でこのコードを入力してください。",
  "email.factor_code.validity":
    "コードの有効期間は{lifetime}です。リクエストしたデバイスで1回だけ使用できます。",
  "email.factor_code.not_you":
    "お心当たりがない場合は、パスワードが第三者に知られている可能性があります。新しいパスワードを設定してください。コードは誰にも教えないでください。",

  "email.account_exists.subject": "【{product}】すでにアカウントをお持ちです",
  "email.account_exists.preview": "お使いのメールアドレスで新規登録が試みられました。",
  "email.account_exists.heading": "すでにアカウントをお持ちです",
  "email.account_exists.body":
    "お使いのメールアドレスで{product}への新規登録が試みられました。すでにアカウントをお持ちのため、新しいアカウントは作成されていません。\nご本人の場合は、いつもどおりログインしてください。パスワードをお忘れの場合は、ログイン画面で「パスワードを忘れた場合」を選択してください。",
  "email.account_exists.not_you":
    "お心当たりがない場合も、対応は不要です。アカウントに不正にログインされてはいません。",

  "email.email_changed.subject": "【{product}】メールアドレスが変更されました",
  "email.email_changed.preview": "このメールアドレスは、アカウントで使用されなくなりました。",
  "email.email_changed.heading": "メールアドレスが変更されました",
  "email.email_changed.body":
    "{product}のアカウントのメールアドレスが別のものに変更されました。今後、このメールアドレスではログインできません。",
  "email.email_changed.undo":
    "お心当たりがない場合は、変更を取り消してください。メールアドレスが元に戻り、すべてのデバイスからログアウトされます。その後、新しいパスワードを設定していただきます。",
  "email.email_changed.button": "変更を取り消す",
  "email.email_changed.by_you": "ご自身で変更した場合は、対応は不要です。",
  "email.email_changed.not_you": "お心当たりがない場合は、第三者がアカウントを使用している可能性があります。",

  "email.password_changed.subject": "【{product}】パスワードが変更されました",
  "email.password_changed.preview": "ご本人による変更の場合は、対応は不要です。",
  "email.password_changed.heading": "パスワードが変更されました",
  "email.password_changed.body":
    "{product}のアカウントのパスワードが変更されました。ほかのデバイスからはログアウトされました。",
  "email.password_changed.not_you":
    "お心当たりがない場合は、{product}のログイン画面で「パスワードを忘れた場合」を選択し、新しいパスワードを設定してください。",

  "email.method_linked.subject": "【{product}】ログイン方法が追加されました",
  "email.method_linked.preview": "ご本人による変更の場合は、対応は不要です。",
  "email.method_linked.heading": "ログイン方法が追加されました",
  "email.method_linked.provider": "{provider}を使って{product}のアカウントにログインできるようになりました。",
  "email.method_linked.password":
    "メールアドレスとパスワードを使って{product}のアカウントにログインできるようになりました。",
  "email.method_linked.passkey": "パスキーを使って{product}のアカウントにログインできるようになりました。",
  "email.method_linked.other": "別のサービスを使って{product}のアカウントにログインできるようになりました。",
  "email.method_linked.not_you":
    "お心当たりがない場合は、{product}のログイン画面で「パスワードを忘れた場合」を選択してください。新しいパスワードを設定すると、第三者が追加したログイン方法は削除されます。",

  "email.method_removed.subject": "【{product}】ログイン方法が削除されました",
  "email.method_removed.preview": "ご本人による変更の場合は、対応は不要です。",
  "email.method_removed.heading": "ログイン方法が削除されました",
  "email.method_removed.provider":
    "{provider}を使って{product}のアカウントにログインすることはできなくなりました。",
  "email.method_removed.password":
    "メールアドレスとパスワードを使って{product}のアカウントにログインすることはできなくなりました。",
  "email.method_removed.passkey":
    "{product}のアカウントからパスキーが削除されました。今後、このパスキーではログインできません。",
  "email.method_removed.other":
    "別のサービスを使って{product}のアカウントにログインすることはできなくなりました。",
  "email.method_removed.not_you":
    "お心当たりがない場合は、{product}のログイン画面で「パスワードを忘れた場合」を選択し、新しいパスワードを設定してください。",

  "email.factor_changed.subject": "【{product}】2段階認証の設定が変更されました",
  "email.factor_changed.preview": "ご本人による変更の場合は、対応は不要です。",
  "email.factor_changed.heading": "2段階認証の設定が変更されました",
  "email.factor_changed.enrolled":
    "{product}のアカウントに認証アプリが接続されました。今後、ログインには認証アプリのコードも必要です。ほかのデバイスからはログアウトされました。",
  "email.factor_changed.removed":
    "{product}のアカウントから認証アプリが削除されました。ほかのデバイスからはログアウトされました。",
  "email.factor_changed.codes_removed":
    "{product}のアカウントのリカバリーコードが削除されました。ほかのデバイスからはログアウトされました。",
  "email.factor_changed.codes_replaced":
    "{product}のアカウントの新しいリカバリーコードが発行されました。以前のリカバリーコードは使用できません。ほかのデバイスからはログアウトされました。",
  "email.factor_changed.reset":
    "サポート担当者が{product}のアカウントの2段階認証を解除しました。すべてのデバイスからログアウトされました。",
  "email.factor_changed.not_you":
    "お心当たりがない場合は、第三者がアカウントを使用している可能性があります。",

  "email.new_device.subject": "【{product}】新しいデバイスからのログイン",
  "email.new_device.preview": "新しいデバイスでアカウントが使用されました。",
  "email.new_device.heading": "新しいデバイスからのログイン",
  "email.new_device.body":
    "これまでに使用されたことのないデバイスから、{product}のアカウントへのログインがありました。",
  "email.new_device.not_you":
    "お心当たりがない場合は、{product}のログイン画面で「パスワードを忘れた場合」を選択し、新しいパスワードを設定してください。すべてのデバイスからログアウトされます。",

  "email.deletion_scheduled.subject": "【{product}】アカウントは削除される予定です",
  "email.deletion_scheduled.preview": "アカウントを残すには、ログインしてください。",
  "email.deletion_scheduled.heading": "アカウントは削除される予定です",
  "email.deletion_scheduled.body":
    "{product}のアカウントとそのすべてのデータは、{time}に削除されます。すべてのデバイスからログアウトされました。\nアカウントを残す場合は、それまでにログインしてください。アカウントはそのまま残ります。アプリストアで購入したサブスクリプションは、アプリストアで解約するまで継続されます。",
  "email.deletion_scheduled.not_you":
    "お心当たりがない場合は、アカウントを残すために{product}にログインし、パスワードを変更してください。ログインできない場合は、第三者がアカウントを使用している可能性があります。",

  "email.invite_admin.subject": "{host} の管理者として招待されました",
  "email.invite_admin.preview": "パスワードを設定して、招待を承諾してください。",
  "email.invite_admin.heading": "{host} の管理者として招待されました",
  "email.invite_admin.body":
    "{inviter} から、{host} にある{product}サーバーの管理者として招待されました。\n下のリンクからパスワードを設定し、そのパスワードとこのメールアドレスでログインしてください。",
  "email.invite_admin.button": "招待を承諾",
  "email.invite_admin.not_you": "お心当たりがない場合は、このメールを無視してください。何も変更されません。",

  "email.admin_factors_changed.subject": "{host} の2段階認証の設定が変更されました",
  "email.admin_factors_changed.preview": "ご本人による変更の場合は、対応は不要です。",
  "email.admin_factors_changed.heading": "2段階認証の設定が変更されました",
  "email.admin_factors_changed.added":
    "{host} にある{product}サーバーの管理者アカウントに認証アプリが追加されました。ほかのセッションは終了しました。",
  "email.admin_factors_changed.removed":
    "{host} にある{product}サーバーの管理者アカウントから認証アプリとリカバリーコードが削除されました。ほかのセッションは終了しました。",
  "email.admin_factors_changed.replaced":
    "{host} にある{product}サーバーの管理者アカウントの認証アプリが別のものに変更され、新しいリカバリーコードが発行されました。ほかのセッションは終了しました。",
  "email.admin_factors_changed.codes_replaced":
    "{host} にある{product}サーバーの管理者アカウントの新しいリカバリーコードが発行されました。以前のリカバリーコードは使用できません。ほかのセッションは終了しました。",
  "email.admin_factors_changed.button": "コンソールを開く",
  "email.admin_factors_changed.not_you":
    "お心当たりがない場合は、第三者がアカウントを使用している可能性があります。サーバーの運用担当者に、2段階認証のリセットと新しいパスワードの設定を依頼してください（svc admin create）。",

  "email.link_validity": "このリンクは1回だけ使用できます。有効期間は{lifetime}です。",
  "email.open_link": "ボタンが機能しない場合は、次のリンクを開いてください：",
  "email.asked_with": "{time}に{device}からリクエストされました。",
  "email.asked": "{time}にリクエストされました。",
  "email.contact_then": "その後、{support_email} までご連絡ください。",
  "email.contact_then_team": "その後、{product}の運営者までご連絡ください。",
  "email.contact_now": "すぐに {support_email} までご連絡ください。",
  "email.contact_now_team": "すぐに{product}の運営者までご連絡ください。",
  "email.footer_help": "ヘルプ",
  "email.footer_privacy": "プライバシー",
  "email.footer_terms": "利用規約",

  "device.browser": "{system}の{browser}",
  "device.app_android": "Androidのアプリ",
  "device.app_apple": "Appleデバイスのアプリ",
  "device.app": "アプリ",
};
