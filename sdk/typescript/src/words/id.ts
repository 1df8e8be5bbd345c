import { alwaysOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Indonesian. */
export const id: LanguageWith<"other"> = {
  tag: "id",
  formOf: alwaysOther,
  sentences: {
    general: "Terjadi kesalahan. Hubungi kami jika terjadi lagi.",
    "general.retry": "Terjadi kesalahan. Silakan coba beberapa saat lagi.",

    "wait.later": "Silakan coba beberapa saat lagi.",
    "wait.seconds": {
      other: "Coba lagi dalam {count} detik.",
    },
    "wait.minutes": {
      other: "Coba lagi dalam {count} menit.",
    },
    "wait.hours": {
      other: "Coba lagi dalam {count} jam.",
    },

    NETWORK: "Tidak ada koneksi. Periksa koneksi internet Anda dan coba lagi.",
    TIMEOUT: "Prosesnya terlalu lama. Periksa koneksi internet Anda dan coba lagi.",
    STORAGE:
      "Perangkat Anda tidak dapat menyimpan atau membaca data login. Mulai ulang aplikasi dan coba lagi.",
    PASSKEY_FAILED:
      "Perangkat Anda tidak dapat menggunakan kunci sandi. Coba lagi atau pilih metode login lain.",

    INVALID_CREDENTIALS: "Alamat email atau sandi salah. Coba lagi.",
    USER_DISABLED: "Akun ini dinonaktifkan. Hubungi kami.",
    EMAIL_NOT_VERIFIED: "Konfirmasi alamat email Anda terlebih dahulu: buka tautan di email yang kami kirim.",
    EMAIL_ALREADY_EXISTS: "Sudah ada akun dengan alamat email ini. Login dengan akun itu.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Anda sudah memiliki akun dengan alamat email ini. Login ke akun itu terlebih dahulu. Metode yang tersedia: {methods}.",
    "method.password": "sandi",
    "method.passkey": "kunci sandi",
    EMAIL_TOKEN_INVALID: "Tautan ini tidak berlaku lagi. Minta email baru dan gunakan tautan terbaru.",
    SIGN_UP_CLOSED: "Saat ini akun baru tidak dapat dibuat.",
    ANONYMOUS_SIGN_IN_DISABLED: "Anda tidak dapat melanjutkan sebagai tamu di sini. Login atau buat akun.",
    NOT_A_GUEST: "Anda sudah memiliki akun. Tidak ada lagi yang perlu dilakukan.",
    SESSION_REVOKED: "Anda telah dikeluarkan dari akun. Silakan login lagi.",
    "SESSION_REVOKED.deleted": "Akun ini telah dihapus.",
    REAUTHENTICATION_REQUIRED:
      "Untuk melindungi akun Anda, konfirmasikan bahwa ini memang Anda, lalu coba lagi.",
    LAST_SIGN_IN_METHOD: "Ini satu-satunya metode login Anda. Tambahkan metode lain sebelum menghapusnya.",

    WEAK_PASSWORD: "Sandi ini terlalu lemah. Pilih sandi lain.",
    "WEAK_PASSWORD.min_length": {
      other: "Sandi ini terlalu pendek. Gunakan minimal {count} karakter.",
    },
    "WEAK_PASSWORD.max_length": {
      other: "Sandi ini terlalu panjang. Gunakan maksimal {count} karakter.",
    },
    "WEAK_PASSWORD.common": "Banyak orang menggunakan sandi ini. Pilih sandi yang lebih sulit ditebak.",
    "WEAK_PASSWORD.personal":
      "Sandi ini terlalu mudah ditebak: sama dengan alamat email Anda atau nama aplikasi. Pilih sandi lain.",

    EMAIL_CODE_INVALID: "Kode ini salah atau kedaluwarsa. Periksa email terbaru dan coba lagi. {left}",
    "EMAIL_CODE_INVALID.none": "Kode ini tidak berlaku lagi. Minta kode baru.",
    EMAIL_CODE_DISABLED: "Login dengan kode melalui email tidak tersedia. Pilih metode login lain.",
    MFA_CODE_INVALID: "Kode ini salah atau kedaluwarsa. Coba lagi dengan kode baru. {left}",
    "MFA_CODE_INVALID.none": "Terlalu banyak kode yang salah. Silakan login lagi.",
    "attempts.left": {
      other: "Sisa {count} percobaan.",
    },

    MFA_REQUIRED: "Masukkan kode dari aplikasi autentikator Anda untuk menyelesaikan login.",
    MFA_ENROLLMENT_REQUIRED: "Siapkan aplikasi autentikator untuk menyelesaikan login.",
    MFA_CHALLENGE_INVALID: "Waktunya habis. Silakan mulai lagi.",
    MFA_DISABLED: "Verifikasi dua langkah tidak tersedia untuk akun ini.",

    PASSKEY_INVALID: "Kunci sandi ini tidak diterima. Coba lagi atau pilih metode login lain.",
    PASSKEY_DISABLED: "Kunci sandi tidak tersedia di sini. Pilih metode login lain.",
    PASSKEY_ALREADY_EXISTS: "Kunci sandi ini sudah terdaftar. Anda dapat login dengannya.",
    TOO_MANY_PASSKEYS:
      "Anda telah mencapai jumlah maksimal kunci sandi. Hapus satu untuk menambahkan yang lain.",

    OAUTH_ACCOUNT_EXISTS: "Akun ini sudah terhubung ke pengguna lain. Login langsung dengan akun ini.",
    OAUTH_TOKEN_INVALID: "Login tidak dapat diselesaikan. Silakan mulai lagi.",
    OAUTH_PROVIDER_DISABLED: "Metode login ini tidak tersedia. Pilih metode lain.",
    PROVIDER_UNAVAILABLE: "Layanan login sedang tidak merespons. Silakan coba beberapa saat lagi.",
    "ALREADY_EXISTS.identity":
      "Akun Anda sudah terhubung ke akun {provider} lain. Putuskan hubungan itu terlebih dahulu.",

    BILLING_DISABLED: "Pembelian tidak tersedia saat ini.",
    STORE_UNAVAILABLE: "Toko sedang tidak merespons. {wait}",
    PURCHASE_INVALID: "Toko tidak mengonfirmasi pembelian ini. Hubungi kami jika Anda telah dikenai biaya.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Pembelian ini milik akun lain. Login dengan akun yang Anda gunakan saat membeli.",
    PRODUCT_RETIRED: "Produk ini tidak tersedia lagi.",
    ALREADY_SUBSCRIBED: "Anda sudah berlangganan. Anda dapat mengubahnya di setelan langganan.",
    ALREADY_PURCHASED: "Anda sudah memiliki ini.",
    SUBSCRIBED_IN_OTHER_STORE: "Anda sudah berlangganan di toko lain.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Anda sudah berlangganan di toko lain ({store}).",

    INVALID_REQUEST: "Periksa data yang Anda masukkan dan coba lagi.",
    "INVALID_REQUEST.email": "Masukkan alamat email yang valid.",
    NOT_FOUND: "Ini sudah tidak ada.",
    RATE_LIMITED: "Terlalu banyak percobaan. {wait}",
    OVERLOADED: "Kami sedang sangat sibuk. {wait}",
    UNIMPLEMENTED: "Ini belum tersedia. Coba lagi nanti.",
  },
};
