import { oneOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** Spanish. */
export const es: LanguageWith<"one" | "other"> = {
  tag: "es",
  formOf: oneOrOther,
  sentences: {
    general: "Algo ha ido mal. Ponte en contacto con nosotros si vuelve a ocurrir.",
    "general.retry": "Algo ha ido mal. Inténtalo de nuevo en un momento.",

    "wait.later": "Inténtalo de nuevo en un momento.",
    "wait.seconds": {
      one: "Inténtalo de nuevo en {count} segundo.",
      other: "Inténtalo de nuevo en {count} segundos.",
    },
    "wait.minutes": {
      one: "Inténtalo de nuevo en {count} minuto.",
      other: "Inténtalo de nuevo en {count} minutos.",
    },
    "wait.hours": {
      one: "Inténtalo de nuevo en {count} hora.",
      other: "Inténtalo de nuevo en {count} horas.",
    },

    NETWORK: "Sin conexión. Comprueba tu conexión a internet e inténtalo de nuevo.",
    TIMEOUT: "Está tardando demasiado. Comprueba tu conexión a internet e inténtalo de nuevo.",
    STORAGE:
      "Tu dispositivo no ha podido guardar o leer tu inicio de sesión. Reinicia la app e inténtalo de nuevo.",
    PASSKEY_FAILED:
      "Tu dispositivo no ha podido usar una llave de acceso. Inténtalo de nuevo o elige otra forma de iniciar sesión.",

    INVALID_CREDENTIALS: "El correo electrónico o la contraseña no son correctos. Inténtalo de nuevo.",
    USER_DISABLED: "Esta cuenta está desactivada. Ponte en contacto con nosotros.",
    EMAIL_NOT_VERIFIED:
      "Primero confirma tu correo electrónico: abre el enlace del correo que te hemos enviado.",
    EMAIL_ALREADY_EXISTS: "Ya existe una cuenta con este correo electrónico. Inicia sesión.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Ya tienes una cuenta con este correo electrónico. Primero inicia sesión en ella. Métodos disponibles: {methods}.",
    "method.password": "contraseña",
    "method.passkey": "llave de acceso",
    EMAIL_TOKEN_INVALID: "Este enlace ya no funciona. Pide un nuevo correo y usa el enlace más reciente.",
    SIGN_UP_CLOSED: "En este momento no se pueden crear cuentas nuevas.",
    ANONYMOUS_SIGN_IN_DISABLED: "Aquí no se puede continuar sin una cuenta. Inicia sesión o crea una.",
    NOT_A_GUEST: "Ya tienes una cuenta. No tienes que hacer nada más.",
    SESSION_REVOKED: "Se ha cerrado tu sesión. Inicia sesión de nuevo.",
    "SESSION_REVOKED.deleted": "Esta cuenta se ha eliminado.",
    REAUTHENTICATION_REQUIRED: "Para proteger tu cuenta, confirma que eres tú y vuelve a intentarlo.",
    LAST_SIGN_IN_METHOD: "Es tu único método de inicio de sesión. Añade otro antes de quitarlo.",

    WEAK_PASSWORD: "Esta contraseña es demasiado débil. Elige otra.",
    "WEAK_PASSWORD.min_length": {
      one: "Esta contraseña es demasiado corta. Usa al menos {count} carácter.",
      other: "Esta contraseña es demasiado corta. Usa al menos {count} caracteres.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Esta contraseña es demasiado larga. Usa como máximo {count} carácter.",
      other: "Esta contraseña es demasiado larga. Usa como máximo {count} caracteres.",
    },
    "WEAK_PASSWORD.common": "Mucha gente usa esta contraseña. Elige una más difícil de adivinar.",
    "WEAK_PASSWORD.personal":
      "Esta contraseña es demasiado fácil de adivinar: es tu correo electrónico o el nombre de la app. Elige otra.",

    EMAIL_CODE_INVALID:
      "Este código es incorrecto o ha caducado. Revisa el correo más reciente e inténtalo de nuevo. {left}",
    "EMAIL_CODE_INVALID.none": "Este código ya no funciona. Pide uno nuevo.",
    EMAIL_CODE_DISABLED:
      "No se puede iniciar sesión con un código por correo. Elige otra forma de iniciar sesión.",
    MFA_CODE_INVALID: "Este código es incorrecto o ha caducado. Inténtalo con uno nuevo. {left}",
    "MFA_CODE_INVALID.none": "Demasiados códigos incorrectos. Inicia sesión de nuevo.",
    "attempts.left": {
      one: "Te queda {count} intento.",
      other: "Te quedan {count} intentos.",
    },

    MFA_REQUIRED: "Introduce el código de tu app de autenticación para terminar de iniciar sesión.",
    MFA_ENROLLMENT_REQUIRED: "Configura una app de autenticación para terminar de iniciar sesión.",
    MFA_CHALLENGE_INVALID: "Ha pasado demasiado tiempo. Empieza de nuevo.",
    MFA_DISABLED: "La verificación en dos pasos no está disponible para esta cuenta.",

    PASSKEY_INVALID:
      "Esta llave de acceso no se ha aceptado. Inténtalo de nuevo o elige otra forma de iniciar sesión.",
    PASSKEY_DISABLED: "Aquí no se pueden usar llaves de acceso. Elige otra forma de iniciar sesión.",
    PASSKEY_ALREADY_EXISTS: "Esta llave de acceso ya está registrada. Puedes iniciar sesión con ella.",
    TOO_MANY_PASSKEYS: "Has alcanzado el número máximo de llaves de acceso. Quita una para añadir otra.",

    OAUTH_ACCOUNT_EXISTS: "Esta cuenta ya está vinculada a otra persona. Inicia sesión con ella.",
    OAUTH_TOKEN_INVALID: "No se ha podido completar el inicio de sesión. Empieza de nuevo.",
    OAUTH_PROVIDER_DISABLED: "Este método de inicio de sesión no está disponible. Elige otro.",
    PROVIDER_UNAVAILABLE:
      "El servicio de inicio de sesión no responde en este momento. Inténtalo de nuevo en un momento.",
    "ALREADY_EXISTS.identity":
      "Tu cuenta ya está vinculada a otra cuenta de {provider}. Desvincula primero esa cuenta.",

    BILLING_DISABLED: "Las compras no están disponibles en este momento.",
    STORE_UNAVAILABLE: "La tienda no responde en este momento. {wait}",
    PURCHASE_INVALID:
      "La tienda no ha confirmado esta compra. Ponte en contacto con nosotros si te han cobrado.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Esta compra pertenece a otra cuenta. Inicia sesión con la cuenta con la que la hiciste.",
    PRODUCT_RETIRED: "Este producto ya no está disponible.",
    ALREADY_SUBSCRIBED: "Ya tienes una suscripción. Puedes cambiarla en los ajustes de tu suscripción.",
    ALREADY_PURCHASED: "Ya has comprado esto.",
    SUBSCRIBED_IN_OTHER_STORE: "Ya tienes una suscripción en otra tienda.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Ya tienes una suscripción en otra tienda ({store}).",

    INVALID_REQUEST: "Revisa los datos introducidos e inténtalo de nuevo.",
    "INVALID_REQUEST.email": "Introduce un correo electrónico válido.",
    NOT_FOUND: "Esto ya no existe.",
    RATE_LIMITED: "Demasiados intentos. {wait}",
    OVERLOADED: "Hay mucha actividad en este momento. {wait}",
    UNIMPLEMENTED: "Esto todavía no está disponible. Inténtalo más adelante.",
  },
};
