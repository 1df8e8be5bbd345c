import { alwaysOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Japanese. */
export const ja: LanguageWith<"other"> = {
  tag: "ja",
  formOf: alwaysOther,
  sentences: {
    general: "問題が発生しました。繰り返し発生する場合は、お問い合わせください。",
    "general.retry": "問題が発生しました。しばらくしてからもう一度お試しください。",

    "wait.later": "しばらくしてからもう一度お試しください。",
    "wait.seconds": { other: "{count}秒後にもう一度お試しください。" },
    "wait.minutes": { other: "{count}分後にもう一度お試しください。" },
    "wait.hours": { other: "{count}時間後にもう一度お試しください。" },

    NETWORK: "接続できません。インターネット接続を確認して、もう一度お試しください。",
    TIMEOUT: "時間がかかりすぎています。インターネット接続を確認して、もう一度お試しください。",
    STORAGE:
      "ログイン情報をデバイスに保存または読み込みできませんでした。アプリを再起動して、もう一度お試しください。",
    PASSKEY_FAILED:
      "デバイスでパスキーを使用できませんでした。もう一度お試しいただくか、別の方法でログインしてください。",

    INVALID_CREDENTIALS: "メールアドレスまたはパスワードが正しくありません。もう一度お試しください。",
    USER_DISABLED: "このアカウントは無効になっています。お問い合わせください。",
    EMAIL_NOT_VERIFIED: "先にメールアドレスの確認が必要です。お送りしたメールのリンクを開いてください。",
    EMAIL_ALREADY_EXISTS: "このメールアドレスのアカウントはすでに存在します。ログインしてください。",
    "EMAIL_ALREADY_EXISTS.methods":
      "このメールアドレスのアカウントをすでにお持ちです。先にそのアカウントにログインしてください。ログイン方法：{methods}",
    "method.password": "パスワード",
    "method.passkey": "パスキー",
    EMAIL_TOKEN_INVALID: "このリンクは無効です。新しいメールをリクエストし、最新のリンクを使用してください。",
    SIGN_UP_CLOSED: "現在、新しいアカウントは作成できません。",
    ANONYMOUS_SIGN_IN_DISABLED:
      "ゲストとして続けることはできません。ログインするか、アカウントを作成してください。",
    NOT_A_GUEST: "すでにアカウントをお持ちです。ほかに必要な操作はありません。",
    SESSION_REVOKED: "ログアウトされました。もう一度ログインしてください。",
    "SESSION_REVOKED.deleted": "このアカウントは削除されました。",
    REAUTHENTICATION_REQUIRED:
      "アカウント保護のため、ご本人であることを確認してから、もう一度お試しください。",
    LAST_SIGN_IN_METHOD: "ほかにログイン方法がありません。削除する前に、別のログイン方法を追加してください。",

    WEAK_PASSWORD: "パスワードの強度が足りません。別のパスワードを設定してください。",
    "WEAK_PASSWORD.min_length": { other: "パスワードが短すぎます。{count}文字以上にしてください。" },
    "WEAK_PASSWORD.max_length": { other: "パスワードが長すぎます。{count}文字以内にしてください。" },
    "WEAK_PASSWORD.common":
      "多くの人が使っているパスワードです。推測されにくいパスワードを設定してください。",
    "WEAK_PASSWORD.personal":
      "推測されやすいパスワードです。メールアドレスやアプリの名前は使用できません。別のパスワードを設定してください。",

    EMAIL_CODE_INVALID:
      "コードが正しくないか、有効期限が切れています。最新のメールを確認して、もう一度お試しください。{left}",
    "EMAIL_CODE_INVALID.none": "このコードは使用できなくなりました。新しいコードをリクエストしてください。",
    EMAIL_CODE_DISABLED: "メールのコードによるログインは利用できません。別の方法でログインしてください。",
    MFA_CODE_INVALID:
      "コードが正しくないか、有効期限が切れています。新しいコードでもう一度お試しください。{left}",
    "MFA_CODE_INVALID.none": "コードを間違えた回数が多すぎます。もう一度ログインしてください。",
    "attempts.left": { other: "あと{count}回試せます。" },

    MFA_REQUIRED: "認証アプリのコードを入力して、ログインを完了してください。",
    MFA_ENROLLMENT_REQUIRED: "認証アプリを設定して、ログインを完了してください。",
    MFA_CHALLENGE_INVALID: "時間がかかりすぎました。最初からやり直してください。",
    MFA_DISABLED: "このアカウントでは2段階認証を利用できません。",

    PASSKEY_INVALID:
      "このパスキーは認証されませんでした。もう一度お試しいただくか、別の方法でログインしてください。",
    PASSKEY_DISABLED: "パスキーは利用できません。別の方法でログインしてください。",
    PASSKEY_ALREADY_EXISTS: "このパスキーはすでに登録されています。このパスキーでログインできます。",
    TOO_MANY_PASSKEYS: "パスキーの数が上限に達しました。追加するには、パスキーを1つ削除してください。",

    OAUTH_ACCOUNT_EXISTS:
      "このアカウントはすでに別のユーザーに連携されています。このアカウントでログインしてください。",
    OAUTH_TOKEN_INVALID: "ログインを完了できませんでした。最初からやり直してください。",
    OAUTH_PROVIDER_DISABLED: "このログイン方法は利用できません。別の方法でログインしてください。",
    PROVIDER_UNAVAILABLE: "ログインサービスが応答していません。しばらくしてからもう一度お試しください。",
    "ALREADY_EXISTS.identity":
      "すでに別の{provider}アカウントと連携しています。先にその連携を解除してください。",

    BILLING_DISABLED: "現在、購入できません。",
    STORE_UNAVAILABLE: "ストアが応答していません。{wait}",
    PURCHASE_INVALID: "ストアで購入を確認できませんでした。請求されている場合は、お問い合わせください。",
    PURCHASE_OWNED_BY_OTHER_USER:
      "この購入は別のアカウントのものです。購入時のアカウントでログインしてください。",
    PRODUCT_RETIRED: "この商品の提供は終了しました。",
    ALREADY_SUBSCRIBED:
      "すでにサブスクリプションに登録されています。変更はサブスクリプションの設定から行えます。",
    ALREADY_PURCHASED: "すでに購入済みです。",
    SUBSCRIBED_IN_OTHER_STORE: "すでに別のストアでサブスクリプションに登録されています。",
    "SUBSCRIBED_IN_OTHER_STORE.store": "すでに別のストア（{store}）でサブスクリプションに登録されています。",

    INVALID_REQUEST: "入力内容を確認して、もう一度お試しください。",
    "INVALID_REQUEST.email": "有効なメールアドレスを入力してください。",
    NOT_FOUND: "すでに存在しません。",
    RATE_LIMITED: "試行回数が多すぎます。{wait}",
    OVERLOADED: "ただいま大変混み合っています。{wait}",
    UNIMPLEMENTED: "まだ利用できません。しばらくしてからもう一度お試しください。",
  },
};
