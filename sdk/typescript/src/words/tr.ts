import { oneOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Turkish. */
export const tr: LanguageWith<"one" | "other"> = {
  tag: "tr",
  formOf: oneOrOther,
  sentences: {
    general: "Bir sorun oluştu. Yeniden olursa lütfen bize ulaşın.",
    "general.retry": "Bir sorun oluştu. Lütfen biraz sonra yeniden deneyin.",

    "wait.later": "Lütfen biraz sonra yeniden deneyin.",
    "wait.seconds": {
      one: "Lütfen {count} saniye sonra yeniden deneyin.",
      other: "Lütfen {count} saniye sonra yeniden deneyin.",
    },
    "wait.minutes": {
      one: "Lütfen {count} dakika sonra yeniden deneyin.",
      other: "Lütfen {count} dakika sonra yeniden deneyin.",
    },
    "wait.hours": {
      one: "Lütfen {count} saat sonra yeniden deneyin.",
      other: "Lütfen {count} saat sonra yeniden deneyin.",
    },

    NETWORK: "Bağlantı yok. İnternet bağlantınızı kontrol edip yeniden deneyin.",
    TIMEOUT: "Bu işlem çok uzun sürüyor. İnternet bağlantınızı kontrol edip yeniden deneyin.",
    STORAGE: "Cihazınız oturumunuzu kaydedemedi ya da okuyamadı. Uygulamayı yeniden başlatıp tekrar deneyin.",
    PASSKEY_FAILED:
      "Cihazınız geçiş anahtarını kullanamadı. Yeniden deneyin ya da başka bir oturum açma yöntemi seçin.",

    INVALID_CREDENTIALS: "E-posta adresi ya da şifre yanlış. Lütfen yeniden deneyin.",
    USER_DISABLED: "Bu hesap devre dışı. Lütfen bize ulaşın.",
    EMAIL_NOT_VERIFIED: "Önce e-posta adresinizi onaylayın: size gönderdiğimiz e-postadaki bağlantıyı açın.",
    EMAIL_ALREADY_EXISTS: "Bu e-posta adresiyle zaten bir hesap var. Onunla oturum açın.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Bu e-posta adresiyle zaten bir hesabınız var. Önce o hesapta oturum açın. Kullanılabilir yöntemler: {methods}.",
    "method.password": "şifre",
    "method.passkey": "geçiş anahtarı",
    EMAIL_TOKEN_INVALID:
      "Bu bağlantı artık çalışmıyor. Yeni bir e-posta isteyin ve en son bağlantıyı kullanın.",
    SIGN_UP_CLOSED: "Şu anda yeni hesap oluşturulamıyor.",
    ANONYMOUS_SIGN_IN_DISABLED:
      "Burada misafir olarak devam edemezsiniz. Lütfen oturum açın ya da hesap oluşturun.",
    NOT_A_GUEST: "Zaten bir hesabınız var. Başka bir şey yapmanız gerekmez.",
    SESSION_REVOKED: "Oturumunuz kapatıldı. Lütfen yeniden oturum açın.",
    "SESSION_REVOKED.deleted": "Bu hesap silindi.",
    REAUTHENTICATION_REQUIRED:
      "Hesabınızı korumak için lütfen siz olduğunuzu onaylayın, ardından yeniden deneyin.",
    LAST_SIGN_IN_METHOD: "Bu, tek oturum açma yönteminiz. Kaldırmadan önce başka bir yöntem ekleyin.",

    WEAK_PASSWORD: "Bu şifre çok zayıf. Lütfen başka bir şifre seçin.",
    "WEAK_PASSWORD.min_length": {
      one: "Bu şifre çok kısa. En az {count} karakter kullanın.",
      other: "Bu şifre çok kısa. En az {count} karakter kullanın.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Bu şifre çok uzun. En fazla {count} karakter kullanın.",
      other: "Bu şifre çok uzun. En fazla {count} karakter kullanın.",
    },
    "WEAK_PASSWORD.common":
      "Bu şifreyi birçok kişi kullanıyor. Lütfen tahmin etmesi daha zor bir şifre seçin.",
    "WEAK_PASSWORD.personal":
      "Bu şifreyi tahmin etmek çok kolay: e-posta adresiniz ya da uygulamanın adı. Lütfen başka bir şifre seçin.",

    EMAIL_CODE_INVALID: "Bu kod yanlış ya da süresi dolmuş. En son e-postaya bakıp yeniden deneyin. {left}",
    "EMAIL_CODE_INVALID.none": "Bu kod artık çalışmıyor. Lütfen yeni bir kod isteyin.",
    EMAIL_CODE_DISABLED:
      "E-posta koduyla oturum açma kullanılamıyor. Lütfen başka bir oturum açma yöntemi seçin.",
    MFA_CODE_INVALID: "Bu kod yanlış ya da süresi dolmuş. Lütfen yeni bir kodla deneyin. {left}",
    "MFA_CODE_INVALID.none": "Çok fazla yanlış kod girildi. Lütfen yeniden oturum açın.",
    "attempts.left": {
      one: "{count} deneme hakkınız kaldı.",
      other: "{count} deneme hakkınız kaldı.",
    },

    MFA_REQUIRED: "Oturum açmayı tamamlamak için kimlik doğrulama uygulamanızdaki kodu girin.",
    MFA_ENROLLMENT_REQUIRED: "Oturum açmayı tamamlamak için bir kimlik doğrulama uygulaması kurun.",
    MFA_CHALLENGE_INVALID: "Bu işlem çok uzun sürdü. Lütfen baştan başlayın.",
    MFA_DISABLED: "İki adımlı doğrulama bu hesapta kullanılamıyor.",

    PASSKEY_INVALID:
      "Bu geçiş anahtarı kabul edilmedi. Yeniden deneyin ya da başka bir oturum açma yöntemi seçin.",
    PASSKEY_DISABLED: "Geçiş anahtarları burada kullanılamıyor. Lütfen başka bir oturum açma yöntemi seçin.",
    PASSKEY_ALREADY_EXISTS: "Bu geçiş anahtarı zaten kayıtlı. Onunla oturum açabilirsiniz.",
    TOO_MANY_PASSKEYS: "En fazla geçiş anahtarı sayısına ulaştınız. Yenisini eklemek için birini kaldırın.",

    OAUTH_ACCOUNT_EXISTS: "Bu hesap zaten başka bir kullanıcıya bağlı. Bunun yerine onunla oturum açın.",
    OAUTH_TOKEN_INVALID: "Oturum açma tamamlanamadı. Lütfen baştan başlayın.",
    OAUTH_PROVIDER_DISABLED: "Bu oturum açma yöntemi kullanılamıyor. Lütfen başka birini seçin.",
    PROVIDER_UNAVAILABLE: "Oturum açma hizmeti şu anda yanıt vermiyor. Lütfen biraz sonra yeniden deneyin.",
    "ALREADY_EXISTS.identity":
      "Hesabınız zaten başka bir {provider} hesabına bağlı. Önce o bağlantıyı kaldırın.",

    BILLING_DISABLED: "Şu anda satın alma yapılamıyor.",
    STORE_UNAVAILABLE: "Mağaza şu anda yanıt vermiyor. {wait}",
    PURCHASE_INVALID: "Mağaza bu satın alma işlemini onaylamadı. Sizden ücret alındıysa bize ulaşın.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Bu satın alma başka bir hesaba ait. Satın alırken kullandığınız hesapla oturum açın.",
    PRODUCT_RETIRED: "Bu ürün artık sunulmuyor.",
    ALREADY_SUBSCRIBED: "Zaten bir aboneliğiniz var. Abonelik ayarlarınızdan değiştirebilirsiniz.",
    ALREADY_PURCHASED: "Buna zaten sahipsiniz.",
    SUBSCRIBED_IN_OTHER_STORE: "Başka bir mağazada zaten bir aboneliğiniz var.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Başka bir mağazada ({store}) zaten bir aboneliğiniz var.",

    INVALID_REQUEST: "Lütfen girdiğiniz bilgileri kontrol edip yeniden deneyin.",
    "INVALID_REQUEST.email": "Lütfen geçerli bir e-posta adresi girin.",
    NOT_FOUND: "Bu artık mevcut değil.",
    RATE_LIMITED: "Çok fazla deneme yapıldı. {wait}",
    OVERLOADED: "Şu anda çok yoğunuz. {wait}",
    UNIMPLEMENTED: "Bu özellik henüz kullanılamıyor. Lütfen daha sonra yeniden deneyin.",
  },
};
