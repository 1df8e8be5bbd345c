import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Turkish. */
export const emails: EmailWords = {
  "email.verify_email.subject": "{product} için e-posta adresinizi onaylayın",
  "email.verify_email.preview": "Tek dokunuşla adresiniz onaylanır.",
  "email.verify_email.heading": "E-posta adresinizi onaylayın",
  "email.verify_email.body":
    "Bu adresle bir {product} hesabı oluşturuldu. Lütfen adresin size ait olduğunu onaylayın.",
  "email.verify_email.button": "E-posta adresini onayla",
  "email.verify_email.not_you":
    "Hesabı siz oluşturmadıysanız bu e-postayı yok sayabilir ya da bağlantıyı açıp “Bu ben değildim” seçeneğini kullanabilirsiniz.",

  "email.reset_password.subject": "{product} için yeni bir şifre belirleyin",
  "email.reset_password.preview": "Yeni şifrenizi bu e-postadaki bağlantıyla belirleyin.",
  "email.reset_password.heading": "Yeni bir şifre belirleyin",
  "email.reset_password.body":
    "{product} hesabınızın şifresini sıfırlamak için bir istek aldık. Yeni şifrenizi aşağıdaki bağlantıyla belirleyebilirsiniz.",
  "email.reset_password.button": "Yeni şifre belirle",
  "email.reset_password.not_you":
    "Bunu siz istemediyseniz bu e-postayı yok sayabilirsiniz: şifreniz değişmez.",

  "email.invite_user.subject": "{product} davetiniz",
  "email.invite_user.preview": "Hesabınızı etkinleştirmek için bir şifre belirleyin.",
  "email.invite_user.heading": "{product} hesabınıza hoş geldiniz",
  "email.invite_user.body":
    "Bir {product} daveti aldınız. Hesabınızı etkinleştirmek için bir şifre belirleyin.",
  "email.invite_user.button": "Şifre belirle",
  "email.invite_user.not_you": "Bu daveti beklemiyorsanız bu e-postayı yok sayabilirsiniz.",

  "email.delete_account.subject": "{product} hesabınızı silme isteği",
  "email.delete_account.preview": "Siz onaylamadan hiçbir şey silinmez.",
  "email.delete_account.heading": "Hesap silme isteği",
  "email.delete_account.body":
    "{product} hesabınızı ve içindeki her şeyi kalıcı olarak silmek için bir istek aldık.\nHenüz hiçbir şey silinmedi. Onaylamak için aşağıdaki bağlantıyı kullanın. Bu işlem geri alınamaz.",
  "email.delete_account.button": "Hesabımı sil",
  "email.delete_account.not_you":
    "Bunu siz istemediyseniz bu e-postayı yok sayabilirsiniz: hesabınız olduğu gibi kalır.",

  "email.change_email.subject": "{product} için yeni e-posta adresinizi onaylayın",
  "email.change_email.preview": "Adresiniz siz onayladıktan sonra değişir.",
  "email.change_email.heading": "Yeni e-posta adresinizi onaylayın",
  "email.change_email.body":
    "{product} hesabınızda bu adresi kullanmak istediniz. Lütfen adresin size ait olduğunu onaylayın.",
  "email.change_email.button": "Yeni adresi onayla",
  "email.change_email.not_you":
    "Bunu siz istemediyseniz bu e-postayı yok sayabilirsiniz: hiçbir şey değişmez.",

  "email.email_code.subject": "{product} için oturum açma kodunuz",
  "email.email_code.preview": "Bu e-postayı açın ve kodu {product} uygulamasına girin.",
  "email.email_code.heading": "Oturum açma kodunuz",
  "email.email_code.body": "Bu kodu, oturum açmaya çalıştığınız cihazda {product} uygulamasına girin.",
  "email.email_code.button": "{product} uygulamasını aç",
  "email.email_code.validity":
    "Kod {lifetime} geçerlidir, bir kez kullanılabilir ve yalnızca istendiği cihazda çalışır.",
  "email.email_code.not_you":
    "Kodu siz istemediyseniz bu e-postayı yok sayabilirsiniz. Kodu hiç kimseyle paylaşmayın: sizden asla istemeyiz.",

  "email.factor_code.subject": "{product} için iki adımlı doğrulama kurulum kodunuz",
  "email.factor_code.preview": "Bu e-postayı açın ve kodu {product} uygulamasına girin.",
  "email.factor_code.heading": "İki adımlı doğrulamayı kurun",
  "email.factor_code.body":
    "Hesabınıza bir kimlik doğrulama uygulaması bağlamak için bu kodu {product} uygulamasına girin.",
  "email.factor_code.validity":
    "Kod {lifetime} geçerlidir, bir kez kullanılabilir ve yalnızca istendiği cihazda çalışır.",
  "email.factor_code.not_you":
    "Kodu siz istemediyseniz birisi şifrenizi biliyor olabilir: yeni bir şifre belirleyin. Kodu hiç kimseyle paylaşmayın.",

  "email.account_exists.subject": "Zaten bir {product} hesabınız var",
  "email.account_exists.preview": "Birisi adresinizle kaydolmaya çalıştı.",
  "email.account_exists.heading": "Zaten bir hesabınız var",
  "email.account_exists.body":
    "Birisi adresinizle {product} hesabı oluşturmaya çalıştı. Zaten bir hesabınız olduğu için yenisi oluşturulmadı.\nBu sizseniz her zamanki gibi oturum açın. Şifrenizi hatırlamıyorsanız oturum açarken “Şifremi unuttum” seçeneğini kullanın.",
  "email.account_exists.not_you": "Bu siz değilseniz bir şey yapmanız gerekmez: hesabınıza kimse girmedi.",

  "email.email_changed.subject": "{product} hesabınızın e-posta adresi değiştirildi",
  "email.email_changed.preview": "Bu adres artık hesabınıza ait değil.",
  "email.email_changed.heading": "E-posta adresiniz değiştirildi",
  "email.email_changed.body":
    "{product} hesabınızın e-posta adresi başka bir adresle değiştirildi. Artık bu adresle oturum açamazsınız.",
  "email.email_changed.undo":
    "Bunu siz yapmadıysanız değişikliği geri alın: adresiniz geri yüklenir, tüm cihazlarda oturum kapatılır ve yeni bir şifre belirlersiniz.",
  "email.email_changed.button": "Bu değişikliği geri al",
  "email.email_changed.by_you": "Adresi siz değiştirdiyseniz bir şey yapmanız gerekmez.",
  "email.email_changed.not_you": "Bunu siz yapmadıysanız hesabınızı başka biri kullanıyor olabilir.",

  "email.password_changed.subject": "{product} hesabınızın şifresi değiştirildi",
  "email.password_changed.preview": "Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.",
  "email.password_changed.heading": "Şifreniz değiştirildi",
  "email.password_changed.body":
    "{product} hesabınızın şifresi değiştirildi. Diğer cihazlarınızda oturum kapatıldı.",
  "email.password_changed.not_you":
    "Bunu siz yapmadıysanız {product} uygulamasında oturum açarken “Şifremi unuttum” seçeneğini kullanıp yeni bir şifre belirleyin.",

  "email.method_linked.subject": "{product} hesabınıza bir oturum açma yöntemi eklendi",
  "email.method_linked.preview": "Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.",
  "email.method_linked.heading": "Bir oturum açma yöntemi eklendi",
  "email.method_linked.provider": "{product} hesabınızda artık {provider} ile oturum açabilirsiniz.",
  "email.method_linked.password":
    "{product} hesabınızda artık e-posta adresi ve şifreyle oturum açabilirsiniz.",
  "email.method_linked.passkey": "{product} hesabınızda artık geçiş anahtarıyla oturum açabilirsiniz.",
  "email.method_linked.other": "{product} hesabınızda artık başka bir sağlayıcıyla oturum açabilirsiniz.",
  "email.method_linked.not_you":
    "Bunu siz yapmadıysanız {product} uygulamasında oturum açarken “Şifremi unuttum” seçeneğini kullanın: yeni şifre, başkalarının eklediği oturum açma yöntemlerini kaldırır.",

  "email.method_removed.subject": "{product} hesabınızdan bir oturum açma yöntemi kaldırıldı",
  "email.method_removed.preview": "Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.",
  "email.method_removed.heading": "Bir oturum açma yöntemi kaldırıldı",
  "email.method_removed.provider": "{product} hesabınızda artık {provider} ile oturum açamazsınız.",
  "email.method_removed.password":
    "{product} hesabınızda artık e-posta adresi ve şifreyle oturum açamazsınız.",
  "email.method_removed.passkey":
    "{product} hesabınızdan bir geçiş anahtarı kaldırıldı. Bu anahtarla artık oturum açılamaz.",
  "email.method_removed.other": "{product} hesabınızda artık başka bir sağlayıcıyla oturum açamazsınız.",
  "email.method_removed.not_you":
    "Bunu siz yapmadıysanız {product} uygulamasında oturum açarken “Şifremi unuttum” seçeneğini kullanıp yeni bir şifre belirleyin.",

  "email.factor_changed.subject": "{product} hesabınızın iki adımlı doğrulaması değiştirildi",
  "email.factor_changed.preview": "Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.",
  "email.factor_changed.heading": "İki adımlı doğrulama değiştirildi",
  "email.factor_changed.enrolled":
    "{product} hesabınıza bir kimlik doğrulama uygulaması bağlandı. Oturum açmak için artık bu uygulamadaki kod da gerekir. Diğer cihazlarınızda oturum kapatıldı.",
  "email.factor_changed.removed":
    "Kimlik doğrulama uygulaması {product} hesabınızdan kaldırıldı. Diğer cihazlarınızda oturum kapatıldı.",
  "email.factor_changed.codes_removed":
    "{product} hesabınızın kurtarma kodları kaldırıldı. Diğer cihazlarınızda oturum kapatıldı.",
  "email.factor_changed.codes_replaced":
    "{product} hesabınız için yeni kurtarma kodları oluşturuldu. Eskileri artık çalışmaz. Diğer cihazlarınızda oturum kapatıldı.",
  "email.factor_changed.reset":
    "Destek ekibi, {product} hesabınızın ikinci doğrulama adımlarını kaldırdı. Tüm cihazlarda oturum kapatıldı.",
  "email.factor_changed.not_you": "Bunu siz yapmadıysanız hesabınızı başka biri kullanıyor olabilir.",

  "email.new_device.subject": "{product} hesabınızda yeni oturum açıldı",
  "email.new_device.preview": "Hesabınız yeni bir cihazda kullanıldı.",
  "email.new_device.heading": "Hesabınızda yeni oturum açıldı",
  "email.new_device.body": "Birisi, daha önce kullanılmamış bir cihazdan {product} hesabınızda oturum açtı.",
  "email.new_device.not_you":
    "Bunu siz yapmadıysanız {product} uygulamasında oturum açarken “Şifremi unuttum” seçeneğini kullanıp yeni bir şifre belirleyin: böylece tüm cihazlarda oturum kapatılır.",

  "email.deletion_scheduled.subject": "{product} hesabınız silinecek",
  "email.deletion_scheduled.preview": "Hesabınızı korumak için oturum açın.",
  "email.deletion_scheduled.heading": "Hesabınız silinecek",
  "email.deletion_scheduled.body":
    "{product} hesabınız ve içindeki her şey {time} tarihinde silinecek. O zamana kadar tüm cihazlarda oturum kapalı kalır.\nHesabınızı korumak ister misiniz? Bu tarihten önce oturum açarsanız her şey olduğu gibi kalır. Uygulama mağazasından satın alınan bir abonelik, siz oradan iptal edene kadar devam eder.",
  "email.deletion_scheduled.not_you":
    "Bunu siz istemediyseniz hesabınızı korumak için {product} uygulamasında oturum açın ve şifrenizi değiştirin. Oturum açamıyorsanız hesabınızı başka biri kullanıyor olabilir.",

  "email.invite_admin.subject": "{host} için yönetici davetiniz",
  "email.invite_admin.preview": "Daveti kabul etmek için bir şifre belirleyin.",
  "email.invite_admin.heading": "{host} için yönetici davetiniz",
  "email.invite_admin.body":
    "{inviter}, {host} adresindeki {product} sunucusunu yönetmeniz için sizi davet etti.\nAşağıdaki bağlantıyla bir şifre belirleyin, ardından bu şifre ve bu e-posta adresiyle oturum açın.",
  "email.invite_admin.button": "Daveti kabul et",
  "email.invite_admin.not_you":
    "Bu daveti beklemiyorsanız bu e-postayı yok sayabilirsiniz: hiçbir şey olmaz.",

  "email.admin_factors_changed.subject": "{host} için iki adımlı doğrulamanız değiştirildi",
  "email.admin_factors_changed.preview": "Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.",
  "email.admin_factors_changed.heading": "İki adımlı doğrulamanız değiştirildi",
  "email.admin_factors_changed.added":
    "{host} adresindeki {product} sunucusunda yönetici hesabınıza bir kimlik doğrulama uygulaması eklendi. Diğer oturumlarınız sonlandırıldı.",
  "email.admin_factors_changed.removed":
    "{host} adresindeki {product} sunucusunda yönetici hesabınızdan kimlik doğrulama uygulaması ve kurtarma kodları kaldırıldı. Diğer oturumlarınız sonlandırıldı.",
  "email.admin_factors_changed.replaced":
    "{host} adresindeki {product} sunucusunda yönetici hesabınızın kimlik doğrulama uygulaması, yeni kurtarma kodlarıyla birlikte bir başkasıyla değiştirildi. Diğer oturumlarınız sonlandırıldı.",
  "email.admin_factors_changed.codes_replaced":
    "{host} adresindeki {product} sunucusunda yönetici hesabınızın kurtarma kodları yenileriyle değiştirildi. Diğer oturumlarınız sonlandırıldı.",
  "email.admin_factors_changed.button": "Konsolu aç",
  "email.admin_factors_changed.not_you":
    "Bunu siz yapmadıysanız hesabınızı başka biri kullanıyor olabilir. Sunucuyu işleten kişiden iki adımlı doğrulamanızı sıfırlamasını ve sizin için yeni bir şifre belirlemesini isteyin (svc admin create).",

  "email.link_validity": "Bu bağlantı bir kez kullanılabilir ve {lifetime} geçerlidir.",
  "email.open_link": "Düğme çalışmazsa bu bağlantıyı açın:",
  "email.asked_with": "İstek zamanı: {time} ({device}).",
  "email.asked": "İstek zamanı: {time}.",
  "email.contact_then": "Ardından {support_email} adresine yazın.",
  "email.contact_then_team": "Ardından {product} ekibiyle iletişime geçin.",
  "email.contact_now": "Hemen {support_email} adresine yazın.",
  "email.contact_now_team": "Hemen {product} ekibiyle iletişime geçin.",
  "email.footer_help": "Yardım",
  "email.footer_privacy": "Gizlilik",
  "email.footer_terms": "Koşullar",

  "device.browser": "{browser}, {system}",
  "device.app_android": "bir Android uygulaması",
  "device.app_apple": "Apple cihazındaki bir uygulama",
  "device.app": "bir uygulama",
};
