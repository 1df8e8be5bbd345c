import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Indonesian. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Konfirmasi alamat email Anda untuk {product}",
  "email.verify_email.preview": "Cukup satu ketukan untuk mengonfirmasi alamat Anda.",
  "email.verify_email.heading": "Konfirmasi alamat email Anda",
  "email.verify_email.body":
    "Alamat ini digunakan untuk membuat akun {product}. Konfirmasikan bahwa alamat ini milik Anda.",
  "email.verify_email.button": "Konfirmasi alamat email",
  "email.verify_email.not_you":
    "Jika Anda tidak membuat akun, abaikan email ini atau buka tautannya lalu pilih “Bukan saya”.",

  "email.reset_password.subject": "Buat sandi baru untuk {product}",
  "email.reset_password.preview": "Gunakan tautan di email ini untuk membuat sandi baru.",
  "email.reset_password.heading": "Buat sandi baru",
  "email.reset_password.body":
    "Kami menerima permintaan untuk mengatur ulang sandi akun {product} Anda. Gunakan tautan di bawah untuk membuat sandi baru.",
  "email.reset_password.button": "Buat sandi baru",
  "email.reset_password.not_you": "Jika Anda tidak memintanya, abaikan email ini: sandi Anda tidak berubah.",

  "email.invite_user.subject": "Anda diundang ke {product}",
  "email.invite_user.preview": "Buat sandi untuk mengaktifkan akun Anda.",
  "email.invite_user.heading": "Selamat datang di {product}",
  "email.invite_user.body": "Anda diundang ke {product}. Buat sandi untuk mengaktifkan akun Anda.",
  "email.invite_user.button": "Buat sandi",
  "email.invite_user.not_you": "Jika Anda tidak menantikan undangan ini, abaikan email ini.",

  "email.delete_account.subject": "Hapus akun {product} Anda",
  "email.delete_account.preview": "Tidak ada yang dihapus sebelum Anda mengonfirmasi.",
  "email.delete_account.heading": "Hapus akun Anda",
  "email.delete_account.body":
    "Kami menerima permintaan untuk menghapus akun {product} Anda beserta seluruh isinya secara permanen.\nBelum ada yang dihapus. Gunakan tautan di bawah untuk mengonfirmasi. Tindakan ini tidak dapat diurungkan.",
  "email.delete_account.button": "Hapus akun saya",
  "email.delete_account.not_you": "Jika Anda tidak memintanya, abaikan email ini: akun Anda tidak berubah.",

  "email.change_email.subject": "Konfirmasi alamat email baru Anda untuk {product}",
  "email.change_email.preview": "Alamat Anda berubah setelah Anda mengonfirmasinya.",
  "email.change_email.heading": "Konfirmasi alamat email baru Anda",
  "email.change_email.body":
    "Anda meminta agar alamat ini digunakan untuk akun {product} Anda. Konfirmasikan bahwa alamat ini milik Anda.",
  "email.change_email.button": "Konfirmasi alamat baru",
  "email.change_email.not_you": "Jika Anda tidak memintanya, abaikan email ini: tidak ada yang berubah.",

  "email.email_code.subject": "Kode login Anda untuk {product}",
  "email.email_code.preview": "Buka email ini lalu masukkan kodenya di {product}.",
  "email.email_code.heading": "Kode login Anda",
  "email.email_code.body": "Masukkan kode ini di {product} pada perangkat tempat Anda memintanya.",
  "email.email_code.button": "Buka {product}",
  "email.email_code.validity":
    "Kode ini berlaku selama {lifetime}, hanya untuk sekali pakai, dan hanya di perangkat yang memintanya.",
  "email.email_code.not_you":
    "Jika Anda tidak memintanya, abaikan email ini. Jangan pernah memberikan kode ini kepada siapa pun: kami tidak akan memintanya.",

  "email.factor_code.subject": "Kode Anda untuk menyiapkan verifikasi dua langkah di {product}",
  "email.factor_code.preview": "Buka email ini lalu masukkan kodenya di {product}.",
  "email.factor_code.heading": "Siapkan verifikasi dua langkah",
  "email.factor_code.body":
    "Masukkan kode ini di {product} untuk menghubungkan aplikasi autentikator ke akun Anda.",
  "email.factor_code.validity":
    "Kode ini berlaku selama {lifetime}, hanya untuk sekali pakai, dan hanya di perangkat yang memintanya.",
  "email.factor_code.not_you":
    "Jika Anda tidak memintanya, mungkin ada yang mengetahui sandi Anda: buat sandi baru. Jangan pernah memberikan kode ini kepada siapa pun.",

  "email.account_exists.subject": "Anda sudah memiliki akun {product}",
  "email.account_exists.preview": "Seseorang mencoba mendaftar dengan alamat Anda.",
  "email.account_exists.heading": "Anda sudah memiliki akun",
  "email.account_exists.body":
    "Seseorang mencoba mendaftar ke {product} dengan alamat Anda. Karena Anda sudah memiliki akun, akun baru tidak dibuat.\nJika itu Anda, login seperti biasa. Jika Anda lupa sandi, pilih “Lupa sandi” saat login.",
  "email.account_exists.not_you":
    "Jika itu bukan Anda, Anda tidak perlu melakukan apa pun: tidak ada yang masuk ke akun Anda.",

  "email.email_changed.subject": "Alamat email akun {product} Anda telah diubah",
  "email.email_changed.preview": "Alamat ini bukan lagi alamat akun Anda.",
  "email.email_changed.heading": "Alamat email Anda telah diubah",
  "email.email_changed.body":
    "Alamat email akun {product} Anda telah diganti dengan alamat lain. Anda tidak dapat lagi login dengan alamat ini.",
  "email.email_changed.undo":
    "Jika itu bukan Anda, urungkan perubahan ini: alamat Anda dipulihkan, semua perangkat dikeluarkan dari akun, dan Anda membuat sandi baru.",
  "email.email_changed.button": "Urungkan perubahan ini",
  "email.email_changed.by_you":
    "Jika Anda sendiri yang mengubah alamat ini, Anda tidak perlu melakukan apa pun.",
  "email.email_changed.not_you": "Jika itu bukan Anda, mungkin ada orang lain yang menggunakan akun Anda.",

  "email.password_changed.subject": "Sandi akun {product} Anda telah diubah",
  "email.password_changed.preview": "Jika itu Anda, Anda tidak perlu melakukan apa pun.",
  "email.password_changed.heading": "Sandi Anda telah diubah",
  "email.password_changed.body":
    "Sandi akun {product} Anda telah diubah. Perangkat Anda yang lain telah dikeluarkan dari akun.",
  "email.password_changed.not_you":
    "Jika itu bukan Anda, pilih “Lupa sandi” saat login ke {product} untuk membuat sandi baru.",

  "email.method_linked.subject": "Metode login ditambahkan ke akun {product} Anda",
  "email.method_linked.preview": "Jika itu Anda, Anda tidak perlu melakukan apa pun.",
  "email.method_linked.heading": "Metode login ditambahkan",
  "email.method_linked.provider": "Anda sekarang dapat login ke akun {product} dengan {provider}.",
  "email.method_linked.password":
    "Anda sekarang dapat login ke akun {product} dengan alamat email dan sandi.",
  "email.method_linked.passkey": "Anda sekarang dapat login ke akun {product} dengan kunci sandi.",
  "email.method_linked.other": "Anda sekarang dapat login ke akun {product} dengan penyedia lain.",
  "email.method_linked.not_you":
    "Jika itu bukan Anda, pilih “Lupa sandi” saat login ke {product}: sandi baru menghapus metode login yang ditambahkan orang lain.",

  "email.method_removed.subject": "Metode login dihapus dari akun {product} Anda",
  "email.method_removed.preview": "Jika itu Anda, Anda tidak perlu melakukan apa pun.",
  "email.method_removed.heading": "Metode login dihapus",
  "email.method_removed.provider": "Anda tidak dapat lagi login ke akun {product} dengan {provider}.",
  "email.method_removed.password":
    "Anda tidak dapat lagi login ke akun {product} dengan alamat email dan sandi.",
  "email.method_removed.passkey":
    "Sebuah kunci sandi dihapus dari akun {product} Anda dan tidak dapat lagi digunakan untuk login.",
  "email.method_removed.other": "Anda tidak dapat lagi login ke akun {product} dengan penyedia lain.",
  "email.method_removed.not_you":
    "Jika itu bukan Anda, pilih “Lupa sandi” saat login ke {product} untuk membuat sandi baru.",

  "email.factor_changed.subject": "Verifikasi dua langkah akun {product} Anda telah diubah",
  "email.factor_changed.preview": "Jika itu Anda, Anda tidak perlu melakukan apa pun.",
  "email.factor_changed.heading": "Verifikasi dua langkah telah diubah",
  "email.factor_changed.enrolled":
    "Aplikasi autentikator dihubungkan ke akun {product} Anda. Kini login juga memerlukan kode dari aplikasi itu. Perangkat Anda yang lain telah dikeluarkan dari akun.",
  "email.factor_changed.removed":
    "Aplikasi autentikator dihapus dari akun {product} Anda. Perangkat Anda yang lain telah dikeluarkan dari akun.",
  "email.factor_changed.codes_removed":
    "Kode pemulihan akun {product} Anda telah dihapus. Perangkat Anda yang lain telah dikeluarkan dari akun.",
  "email.factor_changed.codes_replaced":
    "Kode pemulihan baru telah dibuat untuk akun {product} Anda. Kode yang lama tidak berlaku lagi. Perangkat Anda yang lain telah dikeluarkan dari akun.",
  "email.factor_changed.reset":
    "Tim dukungan menghapus faktor kedua dari akun {product} Anda. Semua perangkat telah dikeluarkan dari akun.",
  "email.factor_changed.not_you": "Jika itu bukan Anda, mungkin ada orang lain yang menggunakan akun Anda.",

  "email.new_device.subject": "Login baru ke akun {product} Anda",
  "email.new_device.preview": "Akun Anda digunakan di perangkat baru.",
  "email.new_device.heading": "Login baru ke akun Anda",
  "email.new_device.body":
    "Seseorang login ke akun {product} Anda dengan perangkat yang belum pernah digunakan.",
  "email.new_device.not_you":
    "Jika itu bukan Anda, pilih “Lupa sandi” saat login ke {product} untuk membuat sandi baru: semua perangkat akan dikeluarkan dari akun.",

  "email.deletion_scheduled.subject": "Akun {product} Anda akan dihapus",
  "email.deletion_scheduled.preview": "Login untuk mempertahankannya.",
  "email.deletion_scheduled.heading": "Akun Anda akan dihapus",
  "email.deletion_scheduled.body":
    "Akun {product} Anda beserta seluruh isinya akan dihapus pada {time}. Sampai saat itu, semua perangkat tetap dikeluarkan dari akun.\nIngin mempertahankannya? Login sebelum waktu itu, dan akun Anda tidak berubah. Langganan yang dibeli di toko aplikasi tetap berlanjut sampai Anda membatalkannya di sana.",
  "email.deletion_scheduled.not_you":
    "Jika Anda tidak memintanya, login ke {product} untuk mempertahankan akun Anda, lalu ubah sandi Anda. Jika Anda tidak dapat login, mungkin ada orang lain yang menggunakan akun Anda.",

  "email.invite_admin.subject": "Anda diundang untuk mengelola {host}",
  "email.invite_admin.preview": "Buat sandi untuk menerima undangan.",
  "email.invite_admin.heading": "Anda diundang untuk mengelola {host}",
  "email.invite_admin.body":
    "{inviter} mengundang Anda untuk mengelola server {product} di {host}.\nGunakan tautan di bawah untuk membuat sandi, lalu login dengan sandi itu dan alamat ini.",
  "email.invite_admin.button": "Terima undangan",
  "email.invite_admin.not_you":
    "Jika Anda tidak menantikan undangan ini, abaikan email ini: tidak akan terjadi apa-apa.",

  "email.admin_factors_changed.subject": "Verifikasi dua langkah Anda di {host} telah diubah",
  "email.admin_factors_changed.preview": "Jika itu Anda, Anda tidak perlu melakukan apa pun.",
  "email.admin_factors_changed.heading": "Verifikasi dua langkah Anda telah diubah",
  "email.admin_factors_changed.added":
    "Aplikasi autentikator ditambahkan ke akun administrator Anda di server {product} di {host}. Sesi Anda yang lain telah diakhiri.",
  "email.admin_factors_changed.removed":
    "Aplikasi autentikator dan kode pemulihan dihapus dari akun administrator Anda di server {product} di {host}. Sesi Anda yang lain telah diakhiri.",
  "email.admin_factors_changed.replaced":
    "Aplikasi autentikator akun administrator Anda di server {product} di {host} diganti dengan yang lain, beserta kode pemulihan baru. Sesi Anda yang lain telah diakhiri.",
  "email.admin_factors_changed.codes_replaced":
    "Kode pemulihan akun administrator Anda di server {product} di {host} diganti dengan yang baru. Sesi Anda yang lain telah diakhiri.",
  "email.admin_factors_changed.button": "Buka konsol",
  "email.admin_factors_changed.not_you":
    "Jika itu bukan Anda, mungkin ada orang lain yang menggunakan akun Anda. Minta pengelola server untuk mengatur ulang faktor Anda dan membuatkan sandi baru (svc admin create).",

  "email.link_validity": "Tautan ini hanya dapat digunakan sekali dan berlaku selama {lifetime}.",
  "email.open_link": "Jika tombolnya tidak berfungsi, buka tautan ini:",
  "email.asked_with": "Diminta dengan {device} pada {time}.",
  "email.asked": "Diminta pada {time}.",
  "email.contact_then": "Kemudian hubungi {support_email}.",
  "email.contact_then_team": "Kemudian hubungi tim {product}.",
  "email.contact_now": "Segera hubungi {support_email}.",
  "email.contact_now_team": "Segera hubungi tim {product}.",
  "email.footer_help": "Bantuan",
  "email.footer_privacy": "Privasi",
  "email.footer_terms": "Ketentuan",

  "device.browser": "{browser} di {system}",
  "device.app_android": "aplikasi di Android",
  "device.app_apple": "aplikasi di perangkat Apple",
  "device.app": "aplikasi",
};
