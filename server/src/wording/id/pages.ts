import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Indonesian. */
export const pages: PageWords = {
  "page.verify.heading": "Konfirmasi alamat email Anda",
  "page.verify.body":
    "Gunakan tombol ini untuk mengonfirmasi bahwa alamat ini milik Anda dan menyelesaikan penyiapan akun {product}.",
  "page.verify.button": "Konfirmasi alamat email saya",
  "page.verify.not_you": "Tidak merasa mendaftar ke {product}?",
  "page.verify.not_you_button": "Bukan saya",
  "page.verify.done_heading": "Alamat email Anda telah dikonfirmasi",
  "page.verify.done": "Terima kasih. {email} kini menjadi alamat akun {product} Anda.",
  "page.verify.dead_link_confirmed":
    "Jika Anda sudah mengonfirmasi alamat Anda, semuanya beres: kembali ke {product} dan login.",
  "page.verify.dead_link_new":
    "Jika belum, minta email baru di aplikasi dan gunakan tautan di email terbaru.",
  "page.verify.delete_heading": "Hapus akun ini?",
  "page.verify.delete_body":
    "Seseorang mendaftar ke {product} dengan alamat email Anda. Jika itu bukan Anda, hapus akun itu: {product} tidak akan lagi menggunakan alamat Anda.",
  "page.verify.delete_button": "Hapus akun",
  "page.verify.detach_heading": "Hapus alamat Anda dari akun ini?",
  "page.verify.detach_body":
    "Seseorang menggunakan alamat email Anda untuk akun {product}. Jika itu bukan Anda, hapus alamat Anda dan sandi dari akun itu. Akunnya sendiri tetap ada karena mungkin milik orang lain.",
  "page.verify.detach_button": "Hapus alamat saya",
  "page.verify.back_button": "Kembali",
  "page.verify.deleted_heading": "Akun telah dihapus",
  "page.verify.deleted":
    "{product} tidak lagi menggunakan alamat email Anda. Tidak ada lagi yang perlu dilakukan: Anda dapat menutup halaman ini.",
  "page.verify.detached_heading": "Alamat Anda telah dihapus",
  "page.verify.detached":
    "Alamat email Anda dan sandi telah dihapus dari akun: tidak ada yang dapat login dengan keduanya. Akunnya sendiri tidak dihapus.",
  "page.verify.detached_close": "Tidak ada lagi yang perlu dilakukan: Anda dapat menutup halaman ini.",

  "page.reset.heading": "Buat sandi baru",
  "page.reset.body": "Untuk akun {product} Anda. Semua perangkat akan dikeluarkan dari akun.",
  "page.reset.button": "Simpan sandi baru",
  "page.reset.done_heading": "Sandi Anda telah diubah",
  "page.reset.done": "Semua perangkat telah dikeluarkan dari akun.",
  "page.reset.dead_link": "Kembali ke {product}, pilih “Lupa sandi”, dan gunakan tautan di email terbaru.",

  "page.invite.heading": "Buat sandi",
  "page.invite.body": "Anda diundang ke {product}. Buat sandi untuk mengaktifkan akun Anda.",
  "page.invite.button": "Simpan sandi",
  "page.invite.done_heading": "Akun Anda siap",
  "page.invite.done": "Sandi Anda telah disimpan.",
  "page.invite.dead_link": "Buka {product} dan pilih “Lupa sandi” untuk mendapatkan tautan baru.",

  "page.password.new_label": "Sandi baru",
  "page.password.label": "Sandi",
  "page.password.show": "Tampilkan sandi",
  "page.password.hide": "Sembunyikan sandi",
  "page.password.at_least": { other: "Minimal {count} karakter. Spasi dan simbol boleh digunakan." },
  "page.password.no_common": "Sandi yang sangat umum tidak diterima.",
  "page.password.at_most": { other: "Maksimal {count} karakter" },
  "page.password.too_short": { other: "Terlalu pendek: gunakan minimal {count} karakter" },
  "page.password.too_long": { other: "Terlalu panjang: gunakan maksimal {count} karakter" },
  "page.password.too_common": "Terlalu umum: banyak orang menggunakan sandi ini. Pilih yang lain",
  "page.password.personal": "Terlalu mudah ditebak: sama dengan nama aplikasi atau alamat Anda",
  "page.password.weak": "Terlalu lemah: pilih sandi lain",
  "page.password.sign_in":
    "Kembali ke {product} dan login dengan sandi baru Anda. Anda dapat menutup halaman ini.",

  "page.methods.keep_heading": "Pertahankan metode login ini?",
  "page.methods.keep_hint":
    "Masing-masing dapat digunakan untuk login ke akun Anda tanpa sandi. Yang tidak Anda centang akan dihapus.",
  "page.methods.remove_heading": "Hapus sebagian metode login ini?",
  "page.methods.remove_hint":
    "Metode ini ditambahkan ke akun sebelum Anda mengonfirmasi alamat ini. Centang yang bukan Anda tambahkan: metode itu dihapus saat Anda mengonfirmasi alamat.",
  "page.methods.one_added": "Metode login ini ditambahkan ke akun sebelum Anda mengonfirmasi alamat ini:",
  "page.methods.app_added":
    "Aplikasi autentikator, yang kodenya diminta setiap kali login, ditambahkan ke akun sebelum Anda mengonfirmasi alamat ini:",
  "page.methods.remove_it":
    "Jika bukan Anda yang menambahkannya, konfirmasi alamat Anda dan hapus metode ini.",
  "page.methods.remove_provider_button": "Konfirmasi dan hapus {provider}",
  "page.methods.remove_passkey_button": "Konfirmasi dan hapus kunci sandi",
  "page.methods.remove_app_button": "Konfirmasi dan hapus aplikasi autentikator",
  "page.methods.passkey": "Kunci sandi",
  "page.methods.app": "Aplikasi autentikator",
  "page.methods.linked": "Ditautkan pada {time}",
  "page.methods.added": "Ditambahkan pada {time}, terakhir digunakan pada {last_time}",
  "page.methods.added_unused": "Ditambahkan pada {time}, belum pernah digunakan sejak itu",
  "page.methods.connected": "Dihubungkan pada {time}, terakhir digunakan pada {last_time}",
  "page.methods.connected_unused": "Dihubungkan pada {time}, belum pernah digunakan sejak itu",
  "page.methods.providers_removed": "Anda tidak dapat lagi login ke akun ini dengan {providers}.",
  "page.methods.passkeys_removed": { other: "{count} kunci sandi telah dihapus dari akun." },
  "page.methods.app_removed":
    "Aplikasi autentikator telah dihapus dari akun, dan semua perangkat telah dikeluarkan dari akun.",

  "page.confirm_email.heading": "Konfirmasi alamat email baru Anda",
  "page.confirm_email.body":
    "Mulai sekarang akun {product} Anda akan menggunakan alamat ini, untuk login dan semua pesan. Kami akan memberi tahu alamat lama Anda.",
  "page.confirm_email.button": "Gunakan alamat ini",
  "page.confirm_email.done_heading": "Alamat email Anda telah diubah",
  "page.confirm_email.done":
    "Akun {product} Anda kini menggunakan {email}: mulai sekarang, login dengan alamat itu.",
  "page.confirm_email.in_use":
    "Akun {product} lain kini menggunakan alamat ini, jadi akun Anda tetap memakai alamat sebelumnya.",
  "page.confirm_email.in_use_again": "Untuk menggunakan alamat lain, ubah lagi alamatnya di aplikasi.",
  "page.confirm_email.dead_link_confirmed":
    "Jika Anda sudah mengonfirmasi perubahan ini, semuanya beres: login dengan alamat baru Anda.",
  "page.confirm_email.dead_link_new":
    "Jika belum, ubah lagi alamatnya di aplikasi dan gunakan tautan di email terbaru.",

  "page.undo.heading": "Urungkan perubahan alamat email Anda?",
  "page.undo.body":
    "Alamat email akun {product} Anda telah diubah. Jika itu bukan Anda, urungkan perubahannya:",
  "page.undo.effect_address": "Akun Anda kembali menggunakan {email}",
  "page.undo.effect_devices": "Semua perangkat dikeluarkan dari akun",
  "page.undo.effect_methods": "Sandi dan semua metode login yang baru ditambahkan akan dihapus",
  "page.undo.effect_password": "Anda langsung membuat sandi baru",
  "page.undo.button": "Urungkan perubahan",
  "page.undo.by_you":
    "Jika Anda sendiri yang mengubah alamat ini, Anda tidak perlu melakukan apa pun: Anda dapat menutup halaman ini.",
  "page.undo.done":
    "Perubahan telah diurungkan. Akun {product} Anda kembali menggunakan {email}, dan semua perangkat telah dikeluarkan dari akun.",
  "page.undo.in_use":
    "Akun {product} lain kini menggunakan alamat lama Anda, jadi perubahan tidak dapat diurungkan. Tidak ada yang diubah.",
  "page.undo.get_back": "Untuk mendapatkan kembali akun Anda, minta bantuan.",
  "page.undo.dead_link_undone":
    "Jika Anda sudah mengurungkan perubahan ini, alamat lama Anda berfungsi lagi: buka {product} dan pilih “Lupa sandi” untuk membuat sandi baru.",
  "page.undo.dead_link_not": "Jika belum, minta bantuan.",

  "page.delete_account.ask_heading": "Hapus akun {product} Anda",
  "page.delete_account.ask_body":
    "Masukkan alamat email akun Anda. Kami akan mengirimkan tautan, dan tidak ada yang dihapus sebelum Anda membukanya dan mengonfirmasi.",
  "page.delete_account.email_label": "Alamat email",
  "page.delete_account.email_hint": "Alamat yang Anda gunakan untuk login ke {product}.",
  "page.delete_account.email_mistake": "Masukkan alamat email, misalnya {example}",
  "page.delete_account.ask_button": "Kirimi saya tautan",
  "page.delete_account.ask_effects": "Setelah Anda mengonfirmasi, yang berikut dihapus secara permanen:",
  "page.delete_account.effect_profile": "Profil Anda: nama, foto, dan alamat email",
  "page.delete_account.effect_methods": "Semua metode login: sandi dan akun yang ditautkan",
  "page.delete_account.effect_sessions": "Semua sesi: setiap perangkat dikeluarkan dari akun",
  "page.delete_account.sent_heading": "Periksa kotak masuk Anda",
  "page.delete_account.sent":
    "Jika ada akun {product} untuk {email}, kami telah mengirimkan tautan ke alamat itu. Buka tautannya untuk menghapus akun.",
  "page.delete_account.sent_nothing":
    "Belum ada email setelah beberapa menit? Periksa folder spam dan pastikan ini alamat yang Anda gunakan untuk mendaftar.",
  "page.delete_account.heading": "Hapus akun Anda?",
  "page.delete_account.body": "Akun {product} Anda akan dihapus secara permanen:",
  "page.delete_account.at_once": "Tindakan ini tidak dapat diurungkan.",
  "page.delete_account.later":
    "Anda langsung dikeluarkan dari akun, dan akun dihapus setelah {lifetime}. Jika Anda berubah pikiran, login sebelum itu.",
  "page.delete_account.subscription":
    "Langganan yang dibeli di toko aplikasi tetap berlanjut sampai Anda membatalkannya di sana.",
  "page.delete_account.sure": "Ya, hapus akun saya secara permanen",
  "page.delete_account.sure_mistake": "Centang kotak untuk mengonfirmasi bahwa Anda yakin",
  "page.delete_account.button": "Hapus akun saya",
  "page.delete_account.done_heading": "Akun Anda telah dihapus",
  "page.delete_account.done":
    "Akun {product} Anda beserta seluruh isinya telah dihapus, dan semua perangkat telah dikeluarkan dari akun.",
  "page.delete_account.scheduled_heading": "Akun Anda akan dihapus",
  "page.delete_account.scheduled":
    "Akun {product} Anda beserta seluruh isinya akan dihapus pada {time}. Semua perangkat telah dikeluarkan dari akun.",
  "page.delete_account.keep": "Ingin mempertahankannya? Login ke {product} sebelum waktu itu.",
  "page.delete_account.dead_link":
    "Jika Anda sudah menghapus akun Anda, tidak ada lagi yang perlu dilakukan. Jika belum, minta tautan baru.",
  "page.delete_account.dead_link_button": "Minta tautan baru",

  "page.code.heading": "Kode login Anda",
  "page.code.asked_with": "Diminta dengan {device} pada {time}.",
  "page.code.asked": "Diminta pada {time}.",
  "page.code.body": "Masukkan kode ini di {product} pada perangkat yang memintanya:",
  "page.code.not_you":
    "Jika Anda tidak memintanya, tutup halaman ini dan jangan berikan kode ini kepada siapa pun.",
  "page.code.newest": "Hanya kode di email terbaru yang berlaku.",
  "page.code.dead_link":
    "Jika Anda sudah login, semuanya beres. Jika belum, kembali ke {product} dan minta kode baru.",

  "page.app.heading": "Kembali ke {product}",
  "page.app.body": "Tautan ini membuka aplikasi {product} di perangkat tempat aplikasi itu terpasang.",
  "page.app.try_again":
    "Jika Anda sedang login, kembali ke aplikasi dan coba lagi. Anda dapat menutup halaman ini.",

  "page.return.button": "Kembali ke {product}",
  "page.return.signed_in_heading": "Hampir selesai",
  "page.return.signed_in":
    "Kembali ke {product} untuk menyelesaikan login. Jika tidak terbuka otomatis, gunakan tombol ini.",
  "page.return.cancelled_heading": "Login dibatalkan",
  "page.return.cancelled": "Tidak ada yang dibagikan kepada {product}, dan Anda belum login.",
  "page.return.failed_heading": "Login gagal",
  "page.return.failed": "Anda belum login. Kembali ke {product} dan coba lagi.",
  "page.return.lost_heading": "Login ini tidak dapat diselesaikan",
  "page.return.lost": "Login dimulai di browser lain, memakan waktu terlalu lama, atau sudah selesai.",
  "page.return.lost_again": "Kembali ke {product} dan login lagi.",
  "page.return.wrong_heading": "Login tidak disiapkan dengan benar",
  "page.return.wrong":
    "Aplikasi mengarahkan Anda ke sini dengan cara yang tidak diterima server ini. Anda belum login.",
  "page.return.the_app": "aplikasi",

  "page.authorize.heading": "Tidak ada login di sini",
  "page.authorize.body":
    "Server ini tidak mendukung alur kode otorisasi OAuth 2.0. Jika Anda ingin login ke {product}, gunakan aplikasi atau situs webnya.",

  "page.accept_invite.heading": "Jadi administrator",
  "page.accept_invite.body":
    "Anda diundang untuk mengelola server {product} di {host}. Buat sandi yang akan Anda gunakan untuk login.",
  "page.accept_invite.invited": "{inviter} mengirim undangan ini ke {email}.",
  "page.accept_invite.button": "Terima undangan",
  "page.accept_invite.done_heading": "Anda kini administrator",
  "page.accept_invite.done":
    "Login ke konsol sebagai {email} dengan sandi yang baru saja Anda buat: {console}",
  "page.accept_invite.console": "Buka konsol",
  "page.accept_invite.role": "Peran Anda: {roles}",
  "page.accept_invite.token":
    "Untuk command line, buat token akses pribadi di konsol dan berikan ke {command}.",
  "page.accept_invite.dead_link_accepted":
    "Jika Anda sudah menerima undangan ini, semuanya beres: login ke konsol.",
  "page.accept_invite.dead_link_new":
    "Jika belum, minta undangan baru kepada administrator yang mengundang Anda.",
  "page.accept_invite.owner": "Pemilik",
  "page.accept_invite.administrator": "Administrator",
  "page.accept_invite.support": "Dukungan",
  "page.accept_invite.viewer": "Hanya lihat",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "server ini",

  "page.failure.dead_link_heading": "Tautan ini tidak berlaku lagi",
  "page.failure.dead_link": "Tautan ini sudah digunakan, kedaluwarsa, atau digantikan email yang lebih baru.",
  "page.failure.not_found_heading": "Halaman tidak ditemukan",
  "page.failure.not_found":
    "Tidak ada apa-apa di alamat ini. Jika Anda datang dari email, buka lagi tautannya dan pastikan tautan itu lengkap.",
  "page.failure.elsewhere_heading": "Permintaan ini berasal dari situs lain",
  "page.failure.elsewhere":
    "Demi keamanan Anda, tidak ada yang diubah. Buka tautan di email Anda dan gunakan tombol di halaman itu.",
  "page.failure.many_heading": "Terlalu banyak percobaan",
  "page.failure.many_wait": "Tunggu {lifetime}, lalu coba lagi.",
  "page.failure.unreadable_heading": "Formulir ini tidak dapat dibaca",
  "page.failure.unreadable": "Tidak ada yang diubah. Buka tautan di email Anda dan coba lagi.",
  "page.failure.other_heading": "Terjadi kesalahan",
  "page.failure.later": "Coba lagi dalam beberapa menit.",
  "page.failure.quote": "Jika terjadi lagi, minta bantuan dan sebutkan nomor ini:",
  "page.failure.in_use_heading": "Alamat ini sudah digunakan",
  "page.failure.try_again": "Coba lagi",

  "page.contact": "Hubungi {support_email}.",
  "page.contact_team": "Hubungi tim {product}.",
  "page.back_to_app": "Kembali ke {product} untuk melanjutkan. Anda dapat menutup halaman ini.",
  "page.close": "Anda dapat menutup halaman ini.",
  "page.open_app": "Buka aplikasi",
  "page.open_app_hint": "Tombol ini berfungsi di perangkat tempat aplikasi terpasang.",
  "page.error_title": "Kesalahan: {title}",
  "page.footer_help": "Bantuan",
  "page.footer_privacy": "Privasi",
  "page.footer_terms": "Ketentuan",
};
