import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Turkish. */
export const pages: PageWords = {
  "page.verify.heading": "E-posta adresinizi onaylayın",
  "page.verify.body":
    "Bu adresin size ait olduğunu onaylamak ve {product} hesabınızın kurulumunu tamamlamak için düğmeyi kullanın.",
  "page.verify.button": "E-posta adresimi onayla",
  "page.verify.not_you": "{product} hesabını siz oluşturmadınız mı?",
  "page.verify.not_you_button": "Bu ben değildim",
  "page.verify.done_heading": "E-posta adresiniz onaylandı",
  "page.verify.done": "Teşekkürler. {email} adresi artık {product} hesabınıza ait.",
  "page.verify.dead_link_confirmed":
    "Adresinizi zaten onayladıysanız sorun yok: {product} uygulamasına dönüp oturum açın.",
  "page.verify.dead_link_new":
    "Onaylamadıysanız uygulamada yeni bir e-posta isteyin ve en son gelen bağlantıyı kullanın.",
  "page.verify.delete_heading": "Bu hesap silinsin mi?",
  "page.verify.delete_body":
    "Birisi e-posta adresinizle {product} hesabı oluşturdu. Bu siz değilseniz hesabı silin: {product} artık adresinizi kullanmaz.",
  "page.verify.delete_button": "Hesabı sil",
  "page.verify.detach_heading": "Adresiniz bu hesaptan kaldırılsın mı?",
  "page.verify.detach_body":
    "Birisi e-posta adresinizi bir {product} hesabında kullandı. Bu siz değilseniz adresinizi ve şifreyi hesaptan kaldırın. Başka birine ait olabileceği için hesabın kendisi silinmez.",
  "page.verify.detach_button": "Adresimi kaldır",
  "page.verify.back_button": "Geri dön",
  "page.verify.deleted_heading": "Hesap silindi",
  "page.verify.deleted":
    "{product} artık e-posta adresinizi kullanmıyor. Başka bir şey yapmanız gerekmez: bu sayfayı kapatabilirsiniz.",
  "page.verify.detached_heading": "Adresiniz kaldırıldı",
  "page.verify.detached":
    "E-posta adresiniz ve şifre hesaptan kaldırıldı: kimse bunlarla oturum açamaz. Hesabın kendisi silinmedi.",
  "page.verify.detached_close": "Başka bir şey yapmanız gerekmez: bu sayfayı kapatabilirsiniz.",

  "page.reset.heading": "Yeni bir şifre belirleyin",
  "page.reset.body": "{product} hesabınız için. Tüm cihazlarda oturum kapatılacak.",
  "page.reset.button": "Yeni şifreyi kaydet",
  "page.reset.done_heading": "Şifreniz değiştirildi",
  "page.reset.done": "Tüm cihazlarda oturum kapatıldı.",
  "page.reset.dead_link":
    "{product} uygulamasına dönün, “Şifremi unuttum” seçeneğini kullanın ve en son e-postadaki bağlantıyı açın.",

  "page.invite.heading": "Şifre belirleyin",
  "page.invite.body": "Bir {product} daveti aldınız. Hesabınızı etkinleştirmek için bir şifre belirleyin.",
  "page.invite.button": "Şifreyi kaydet",
  "page.invite.done_heading": "Hesabınız hazır",
  "page.invite.done": "Şifreniz kaydedildi.",
  "page.invite.dead_link":
    "Yeni bir bağlantı almak için {product} uygulamasında “Şifremi unuttum” seçeneğini kullanın.",

  "page.password.new_label": "Yeni şifre",
  "page.password.label": "Şifre",
  "page.password.show": "Şifreyi göster",
  "page.password.hide": "Şifreyi gizle",
  "page.password.at_least": {
    one: "En az {count} karakter. Boşluk ve sembol kullanabilirsiniz.",
    other: "En az {count} karakter. Boşluk ve sembol kullanabilirsiniz.",
  },
  "page.password.no_common": "Çok yaygın şifreler kabul edilmez.",
  "page.password.at_most": { one: "En fazla {count} karakter", other: "En fazla {count} karakter" },
  "page.password.too_short": {
    one: "Çok kısa: en az {count} karakter kullanın",
    other: "Çok kısa: en az {count} karakter kullanın",
  },
  "page.password.too_long": {
    one: "Çok uzun: en fazla {count} karakter kullanın",
    other: "Çok uzun: en fazla {count} karakter kullanın",
  },
  "page.password.too_common": "Çok yaygın: bu şifreyi birçok kişi kullanıyor. Başka bir şifre seçin",
  "page.password.personal": "Tahmin etmesi çok kolay: uygulamanın adı ya da sizin adresiniz",
  "page.password.weak": "Çok zayıf: başka bir şifre seçin",
  "page.password.sign_in":
    "{product} uygulamasına dönüp yeni şifrenizle oturum açın. Bu sayfayı kapatabilirsiniz.",

  "page.methods.keep_heading": "Bu oturum açma yöntemleri kalsın mı?",
  "page.methods.keep_hint":
    "Bunların her biriyle hesabınızda şifresiz oturum açılabilir. İşaretlemedikleriniz kaldırılır.",
  "page.methods.remove_heading": "Bu oturum açma yöntemlerinden kaldırmak istediğiniz var mı?",
  "page.methods.remove_hint":
    "Bunlar, siz bu adresi onaylamadan önce hesaba eklendi. Sizin eklemediklerinizi işaretleyin: adresinizi onayladığınızda kaldırılırlar.",
  "page.methods.one_added": "Bu oturum açma yöntemi, siz bu adresi onaylamadan önce hesaba eklendi:",
  "page.methods.app_added":
    "Her oturum açışta kodu istenen bir kimlik doğrulama uygulaması, siz bu adresi onaylamadan önce hesaba eklendi:",
  "page.methods.remove_it": "Bunu siz eklemediyseniz adresinizi onaylayıp yöntemi kaldırın.",
  "page.methods.remove_provider_button": "Onayla ve kaldır: {provider}",
  "page.methods.remove_passkey_button": "Onayla ve geçiş anahtarını kaldır",
  "page.methods.remove_app_button": "Onayla ve kimlik doğrulama uygulamasını kaldır",
  "page.methods.passkey": "Geçiş anahtarı",
  "page.methods.app": "Kimlik doğrulama uygulaması",
  "page.methods.linked": "Bağlanma tarihi: {time}",
  "page.methods.added": "Eklenme tarihi: {time}, son kullanım: {last_time}",
  "page.methods.added_unused": "Eklenme tarihi: {time}, o zamandan beri kullanılmadı",
  "page.methods.connected": "Bağlanma tarihi: {time}, son kullanım: {last_time}",
  "page.methods.connected_unused": "Bağlanma tarihi: {time}, o zamandan beri kullanılmadı",
  "page.methods.providers_removed": "Hesapta artık {providers} ile oturum açılamaz.",
  "page.methods.passkeys_removed": {
    one: "Hesaptan {count} geçiş anahtarı kaldırıldı.",
    other: "Hesaptan {count} geçiş anahtarı kaldırıldı.",
  },
  "page.methods.app_removed":
    "Kimlik doğrulama uygulaması hesaptan kaldırıldı ve tüm cihazlarda oturum kapatıldı.",

  "page.confirm_email.heading": "Yeni e-posta adresinizi onaylayın",
  "page.confirm_email.body":
    "{product} hesabınız bundan sonra oturum açmak ve tüm mesajlar için bu adresi kullanacak. Eski adresinize de haber vereceğiz.",
  "page.confirm_email.button": "Bu adresi kullan",
  "page.confirm_email.done_heading": "E-posta adresiniz değiştirildi",
  "page.confirm_email.done":
    "{product} hesabınız artık {email} adresini kullanıyor: bundan sonra bu adresle oturum açın.",
  "page.confirm_email.in_use":
    "Bu adresi artık başka bir {product} hesabı kullanıyor, bu yüzden sizinki eski adresiyle kalıyor.",
  "page.confirm_email.in_use_again":
    "Farklı bir adres kullanmak isterseniz adresi uygulamada yeniden değiştirin.",
  "page.confirm_email.dead_link_confirmed":
    "Değişikliği zaten onayladıysanız sorun yok: yeni adresinizle oturum açın.",
  "page.confirm_email.dead_link_new":
    "Onaylamadıysanız adresi uygulamada yeniden değiştirin ve en son e-postadaki bağlantıyı kullanın.",

  "page.undo.heading": "E-posta adresi değişikliği geri alınsın mı?",
  "page.undo.body":
    "{product} hesabınızın e-posta adresi değiştirildi. Bunu siz yapmadıysanız değişikliği geri alın:",
  "page.undo.effect_address": "Hesabınız yeniden {email} adresini kullanır",
  "page.undo.effect_devices": "Tüm cihazlarda oturum kapatılır",
  "page.undo.effect_methods": "Şifre ve son zamanlarda eklenen tüm oturum açma yöntemleri kaldırılır",
  "page.undo.effect_password": "Hemen yeni bir şifre belirlersiniz",
  "page.undo.button": "Değişikliği geri al",
  "page.undo.by_you": "Adresi siz değiştirdiyseniz bir şey yapmanız gerekmez: bu sayfayı kapatabilirsiniz.",
  "page.undo.done":
    "Değişiklik geri alındı. {product} hesabınız yeniden {email} adresini kullanıyor ve tüm cihazlarda oturum kapatıldı.",
  "page.undo.in_use":
    "Eski adresinizi artık başka bir {product} hesabı kullandığı için değişiklik geri alınamadı. Hiçbir şey değiştirilmedi.",
  "page.undo.get_back": "Hesabınızı geri almak için yardım isteyin.",
  "page.undo.dead_link_undone":
    "Değişikliği zaten geri aldıysanız eski adresiniz yeniden çalışır: yeni bir şifre belirlemek için {product} uygulamasında “Şifremi unuttum” seçeneğini kullanın.",
  "page.undo.dead_link_not": "Geri almadıysanız yardım isteyin.",

  "page.delete_account.ask_heading": "{product} hesabınızı silin",
  "page.delete_account.ask_body":
    "Hesabınızın e-posta adresini girin. Size bir bağlantı göndereceğiz; siz açıp onaylayana kadar hiçbir şey silinmez.",
  "page.delete_account.email_label": "E-posta adresi",
  "page.delete_account.email_hint": "{product} uygulamasında oturum açtığınız adres.",
  "page.delete_account.email_mistake": "Bir e-posta adresi girin, örneğin {example}",
  "page.delete_account.ask_button": "Bağlantıyı gönder",
  "page.delete_account.ask_effects": "Onayladığınızda şunlar kalıcı olarak silinir:",
  "page.delete_account.effect_profile": "Profiliniz: ad, fotoğraf ve e-posta adresi",
  "page.delete_account.effect_methods": "Tüm oturum açma yöntemleri: şifre ve bağlı hesaplar",
  "page.delete_account.effect_sessions": "Tüm oturumlar: her cihazda oturum kapatılır",
  "page.delete_account.sent_heading": "Gelen kutunuza bakın",
  "page.delete_account.sent":
    "{email} adresine ait bir {product} hesabı varsa bu adrese bir bağlantı gönderdik. Hesabı silmek için bağlantıyı açın.",
  "page.delete_account.sent_nothing":
    "Birkaç dakika içinde bir şey gelmedi mi? Spam klasörünüze bakın ve bu adresle kaydolduğunuzdan emin olun.",
  "page.delete_account.heading": "Hesabınız silinsin mi?",
  "page.delete_account.body": "{product} hesabınız kalıcı olarak silinir:",
  "page.delete_account.at_once": "Bu işlem geri alınamaz.",
  "page.delete_account.later":
    "Oturumunuz hemen kapatılır ve hesap {lifetime} sonra silinir. Fikrinizi değiştirirseniz bu süre dolmadan oturum açın.",
  "page.delete_account.subscription":
    "Uygulama mağazasından satın alınan bir abonelik, siz oradan iptal edene kadar devam eder.",
  "page.delete_account.sure": "Evet, hesabımı kalıcı olarak sil",
  "page.delete_account.sure_mistake": "Emin olduğunuzu onaylamak için kutuyu işaretleyin",
  "page.delete_account.button": "Hesabımı sil",
  "page.delete_account.done_heading": "Hesabınız silindi",
  "page.delete_account.done":
    "{product} hesabınız ve içindeki her şey silindi, tüm cihazlarda oturum kapatıldı.",
  "page.delete_account.scheduled_heading": "Hesabınız silinecek",
  "page.delete_account.scheduled":
    "{product} hesabınız ve içindeki her şey {time} tarihinde silinecek. Tüm cihazlarda oturum kapatıldı.",
  "page.delete_account.keep":
    "Hesabınızı korumak ister misiniz? Bu tarihten önce {product} uygulamasında oturum açın.",
  "page.delete_account.dead_link":
    "Hesabınızı zaten sildiyseniz başka bir şey yapmanız gerekmez. Silmediyseniz yeni bir bağlantı isteyin.",
  "page.delete_account.dead_link_button": "Yeni bağlantı iste",

  "page.code.heading": "Oturum açma kodunuz",
  "page.code.asked_with": "İstek zamanı: {time} ({device}).",
  "page.code.asked": "İstek zamanı: {time}.",
  "page.code.body": "Kodu, istendiği cihazda {product} uygulamasına girin:",
  "page.code.not_you": "Kodu siz istemediyseniz bu sayfayı kapatın ve kodu kimseyle paylaşmayın.",
  "page.code.newest": "Yalnızca en son e-postadaki kod çalışır.",
  "page.code.dead_link":
    "Zaten oturum açtıysanız sorun yok. Açmadıysanız {product} uygulamasına dönüp yeni bir kod isteyin.",

  "page.app.heading": "{product} uygulamasına dönün",
  "page.app.body": "Bu bağlantı, {product} uygulamasını yüklü olduğu cihazda açar.",
  "page.app.try_again":
    "Oturum açıyorduysanız uygulamaya dönüp yeniden deneyin. Bu sayfayı kapatabilirsiniz.",

  "page.return.button": "{product} ekranına dön",
  "page.return.signed_in_heading": "Neredeyse bitti",
  "page.return.signed_in":
    "{product} ekranına dönerek oturum açma işlemini tamamlayın. Kendiliğinden açılmazsa düğmeyi kullanın.",
  "page.return.cancelled_heading": "Oturum açma iptal edildi",
  "page.return.cancelled": "{product} ile hiçbir bilgi paylaşılmadı ve oturumunuz açılmadı.",
  "page.return.failed_heading": "Oturum açılamadı",
  "page.return.failed": "Oturumunuz açılmadı. {product} ekranına dönüp yeniden deneyin.",
  "page.return.lost_heading": "Oturum açma işlemi tamamlanamadı",
  "page.return.lost": "İşlem başka bir tarayıcıda başlatıldı, çok uzun sürdü ya da zaten tamamlandı.",
  "page.return.lost_again": "{product} ekranına dönüp yeniden oturum açın.",
  "page.return.wrong_heading": "Oturum açma doğru ayarlanmamış",
  "page.return.wrong":
    "Uygulama sizi buraya, bu sunucunun kabul etmediği bir şekilde yönlendirdi. Oturumunuz açılmadı.",
  "page.return.the_app": "Uygulama",

  "page.authorize.heading": "Burada oturum açılamaz",
  "page.authorize.body":
    "Bu sunucu, OAuth 2.0 yetkilendirme kodu akışını desteklemiyor. {product} hesabınızda oturum açmak istiyorsanız uygulamayı ya da web sitesini kullanın.",

  "page.accept_invite.heading": "Yönetici olun",
  "page.accept_invite.body":
    "{host} adresindeki {product} sunucusunu yönetmeye davet edildiniz. Oturum açarken kullanacağınız şifreyi belirleyin.",
  "page.accept_invite.invited": "Daveti gönderen: {inviter}. Davet edilen adres: {email}.",
  "page.accept_invite.button": "Daveti kabul et",
  "page.accept_invite.done_heading": "Artık yöneticisiniz",
  "page.accept_invite.done":
    "Az önce belirlediğiniz şifreyle, {email} olarak konsolda oturum açın: {console}",
  "page.accept_invite.console": "Konsolu aç",
  "page.accept_invite.role": "Rolünüz: {roles}",
  "page.accept_invite.token":
    "Komut satırı için konsolda bir kişisel erişim belirteci oluşturun ve {command} komutuna verin.",
  "page.accept_invite.dead_link_accepted": "Daveti zaten kabul ettiyseniz sorun yok: konsolda oturum açın.",
  "page.accept_invite.dead_link_new": "Etmediyseniz sizi davet eden yöneticiden yeni bir davet isteyin.",
  "page.accept_invite.owner": "Sahip",
  "page.accept_invite.administrator": "Yönetici",
  "page.accept_invite.support": "Destek",
  "page.accept_invite.viewer": "Görüntüleyici",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "bu sunucu",

  "page.failure.dead_link_heading": "Bu bağlantı artık çalışmıyor",
  "page.failure.dead_link": "Kullanılmış, süresi dolmuş ya da yerini daha yeni bir e-posta almış.",
  "page.failure.not_found_heading": "Sayfa bulunamadı",
  "page.failure.not_found":
    "Bu adreste bir şey yok. Bir e-postadan geldiyseniz bağlantıyı yeniden açın ve eksiksiz olduğundan emin olun.",
  "page.failure.elsewhere_heading": "Bu istek başka bir siteden geldi",
  "page.failure.elsewhere":
    "Güvenliğiniz için hiçbir şey değiştirilmedi. E-postanızdaki bağlantıyı açın ve o sayfadaki düğmeyi kullanın.",
  "page.failure.many_heading": "Çok fazla deneme yapıldı",
  "page.failure.many_wait": "Lütfen {lifetime} bekleyip yeniden deneyin.",
  "page.failure.unreadable_heading": "Bu form okunamadı",
  "page.failure.unreadable": "Hiçbir şey değiştirilmedi. E-postanızdaki bağlantıyı açıp yeniden deneyin.",
  "page.failure.other_heading": "Bir sorun oluştu",
  "page.failure.later": "Lütfen birkaç dakika sonra yeniden deneyin.",
  "page.failure.quote": "Yeniden olursa yardım isteyin ve bu numarayı bildirin:",
  "page.failure.in_use_heading": "Bu adres kullanılıyor",
  "page.failure.try_again": "Yeniden dene",

  "page.contact": "{support_email} adresine yazın.",
  "page.contact_team": "{product} ekibiyle iletişime geçin.",
  "page.back_to_app": "Devam etmek için {product} uygulamasına dönün. Bu sayfayı kapatabilirsiniz.",
  "page.close": "Bu sayfayı kapatabilirsiniz.",
  "page.open_app": "Uygulamayı aç",
  "page.open_app_hint": "Düğme, uygulamanın yüklü olduğu cihazda çalışır.",
  "page.error_title": "Hata: {title}",
  "page.footer_help": "Yardım",
  "page.footer_privacy": "Gizlilik",
  "page.footer_terms": "Koşullar",
};
