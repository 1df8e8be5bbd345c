import type { EmailWords } from "../words.ts";

/** The sentences of every email, in Spanish. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Confirma tu correo electrónico para {product}",
  "email.verify_email.preview": "Un solo toque y tu dirección quedará confirmada.",
  "email.verify_email.heading": "Confirma tu correo electrónico",
  "email.verify_email.body":
    "Se ha usado esta dirección para crear una cuenta de {product}. Confirma que es tuya.",
  "email.verify_email.button": "Confirmar correo electrónico",
  "email.verify_email.not_you":
    "Si no has creado ninguna cuenta, puedes ignorar este correo o abrir el enlace y elegir «No he sido yo».",

  "email.reset_password.subject": "Crea una contraseña nueva para {product}",
  "email.reset_password.preview": "Usa el enlace de este correo para elegir otra.",
  "email.reset_password.heading": "Crea una contraseña nueva",
  "email.reset_password.body":
    "Hemos recibido una solicitud para restablecer la contraseña de tu cuenta de {product}. Usa el siguiente enlace para elegir una nueva.",
  "email.reset_password.button": "Elegir una contraseña nueva",
  "email.reset_password.not_you":
    "Si no lo has solicitado, puedes ignorar este correo: tu contraseña no cambiará.",

  "email.invite_user.subject": "Tienes una invitación a {product}",
  "email.invite_user.preview": "Elige una contraseña para activar tu cuenta.",
  "email.invite_user.heading": "Te damos la bienvenida a {product}",
  "email.invite_user.body": "Tienes una invitación a {product}. Elige una contraseña para activar tu cuenta.",
  "email.invite_user.button": "Elegir una contraseña",
  "email.invite_user.not_you": "Si no esperabas esta invitación, puedes ignorar este correo.",

  "email.delete_account.subject": "Eliminar tu cuenta de {product}",
  "email.delete_account.preview": "No se eliminará nada hasta que lo confirmes.",
  "email.delete_account.heading": "Eliminar tu cuenta",
  "email.delete_account.body":
    "Hemos recibido una solicitud para eliminar definitivamente tu cuenta de {product} y todo su contenido.\nTodavía no se ha eliminado nada. Usa el siguiente enlace para confirmarlo. Esta acción no se puede deshacer.",
  "email.delete_account.button": "Eliminar mi cuenta",
  "email.delete_account.not_you":
    "Si no lo has solicitado, puedes ignorar este correo: tu cuenta seguirá como está.",

  "email.change_email.subject": "Confirma tu nuevo correo electrónico para {product}",
  "email.change_email.preview": "Tu dirección cambiará cuando la confirmes.",
  "email.change_email.heading": "Confirma tu nuevo correo electrónico",
  "email.change_email.body":
    "Has pedido usar esta dirección en tu cuenta de {product}. Confirma que es tuya.",
  "email.change_email.button": "Confirmar la nueva dirección",
  "email.change_email.not_you": "Si no lo has solicitado, puedes ignorar este correo: no cambiará nada.",

  "email.email_code.subject": "Tu código de inicio de sesión en {product}",
  "email.email_code.preview": "Abre este correo e introduce el código en {product}.",
  "email.email_code.heading": "Tu código de inicio de sesión",
  "email.email_code.body": "Introduce este código en {product}, en el dispositivo en el que lo pediste.",
  "email.email_code.button": "Abrir {product}",
  "email.email_code.validity":
    "El código funciona una sola vez, durante {lifetime} y solo en el dispositivo que lo pidió.",
  "email.email_code.not_you":
    "Si no lo has pedido, puedes ignorar este correo. No compartas nunca el código: nosotros no te lo pediremos.",

  "email.factor_code.subject": "Tu código para configurar la verificación en dos pasos en {product}",
  "email.factor_code.preview": "Abre este correo e introduce el código en {product}.",
  "email.factor_code.heading": "Configura la verificación en dos pasos",
  "email.factor_code.body":
    "Introduce este código en {product} para vincular una app de autenticación a tu cuenta.",
  "email.factor_code.validity":
    "El código funciona una sola vez, durante {lifetime} y solo en el dispositivo que lo pidió.",
  "email.factor_code.not_you":
    "Si no lo has pedido, es posible que alguien sepa tu contraseña: elige una nueva. No compartas nunca el código.",

  "email.account_exists.subject": "Ya tienes una cuenta de {product}",
  "email.account_exists.preview": "Alguien ha intentado registrarse con tu dirección.",
  "email.account_exists.heading": "Ya tienes una cuenta",
  "email.account_exists.body":
    "Alguien ha intentado registrarse en {product} con tu dirección. Como ya tienes una cuenta, no se ha creado ninguna nueva.\nSi has sido tú, inicia sesión como siempre. Si no recuerdas tu contraseña, elige «He olvidado mi contraseña» al iniciar sesión.",
  "email.account_exists.not_you":
    "Si no has sido tú, no tienes que hacer nada: nadie ha entrado en tu cuenta.",

  "email.email_changed.subject": "Se ha cambiado el correo electrónico de tu cuenta de {product}",
  "email.email_changed.preview": "Esta dirección ya no pertenece a tu cuenta.",
  "email.email_changed.heading": "Se ha cambiado tu correo electrónico",
  "email.email_changed.body":
    "El correo electrónico de tu cuenta de {product} se ha cambiado por otro. Ya no puedes iniciar sesión con esta dirección.",
  "email.email_changed.undo":
    "Si no has sido tú, deshaz el cambio: se restaurará tu dirección, se cerrará la sesión en todos los dispositivos y elegirás una contraseña nueva.",
  "email.email_changed.button": "Deshacer este cambio",
  "email.email_changed.by_you": "Si has sido tú quien ha cambiado la dirección, no tienes que hacer nada.",
  "email.email_changed.not_you": "Si no has sido tú, es posible que otra persona esté usando tu cuenta.",

  "email.password_changed.subject": "Se ha cambiado la contraseña de tu cuenta de {product}",
  "email.password_changed.preview": "Si has sido tú, no tienes que hacer nada.",
  "email.password_changed.heading": "Se ha cambiado tu contraseña",
  "email.password_changed.body":
    "Se ha cambiado la contraseña de tu cuenta de {product} y se ha cerrado la sesión en tus otros dispositivos.",
  "email.password_changed.not_you":
    "Si no has sido tú, elige «He olvidado mi contraseña» al iniciar sesión en {product} para crear una nueva.",

  "email.method_linked.subject": "Se ha añadido un método de inicio de sesión a tu cuenta de {product}",
  "email.method_linked.preview": "Si has sido tú, no tienes que hacer nada.",
  "email.method_linked.heading": "Se ha añadido un método de inicio de sesión",
  "email.method_linked.provider": "Ahora puedes iniciar sesión en tu cuenta de {product} con {provider}.",
  "email.method_linked.password":
    "Ahora puedes iniciar sesión en tu cuenta de {product} con un correo electrónico y una contraseña.",
  "email.method_linked.passkey":
    "Ahora puedes iniciar sesión en tu cuenta de {product} con una llave de acceso.",
  "email.method_linked.other": "Ahora puedes iniciar sesión en tu cuenta de {product} con otro proveedor.",
  "email.method_linked.not_you":
    "Si no has sido tú, elige «He olvidado mi contraseña» al iniciar sesión en {product}: al crear una nueva, se quitan los métodos de inicio de sesión que hayan añadido otras personas.",

  "email.method_removed.subject": "Se ha quitado un método de inicio de sesión de tu cuenta de {product}",
  "email.method_removed.preview": "Si has sido tú, no tienes que hacer nada.",
  "email.method_removed.heading": "Se ha quitado un método de inicio de sesión",
  "email.method_removed.provider": "Ya no puedes iniciar sesión en tu cuenta de {product} con {provider}.",
  "email.method_removed.password":
    "Ya no puedes iniciar sesión en tu cuenta de {product} con un correo electrónico y una contraseña.",
  "email.method_removed.passkey":
    "Se ha quitado una llave de acceso de tu cuenta de {product} y ya no sirve para iniciar sesión.",
  "email.method_removed.other": "Ya no puedes iniciar sesión en tu cuenta de {product} con otro proveedor.",
  "email.method_removed.not_you":
    "Si no has sido tú, elige «He olvidado mi contraseña» al iniciar sesión en {product} para crear una nueva.",

  "email.factor_changed.subject": "Se ha cambiado la verificación en dos pasos de tu cuenta de {product}",
  "email.factor_changed.preview": "Si has sido tú, no tienes que hacer nada.",
  "email.factor_changed.heading": "Se ha cambiado la verificación en dos pasos",
  "email.factor_changed.enrolled":
    "Se ha vinculado una app de autenticación a tu cuenta de {product}. A partir de ahora, para iniciar sesión también hace falta un código de esa app. Se ha cerrado la sesión en tus otros dispositivos.",
  "email.factor_changed.removed":
    "Se ha quitado la app de autenticación de tu cuenta de {product}. Se ha cerrado la sesión en tus otros dispositivos.",
  "email.factor_changed.codes_removed":
    "Se han eliminado los códigos de recuperación de tu cuenta de {product}. Se ha cerrado la sesión en tus otros dispositivos.",
  "email.factor_changed.codes_replaced":
    "Se han generado nuevos códigos de recuperación para tu cuenta de {product}. Los anteriores ya no funcionan. Se ha cerrado la sesión en tus otros dispositivos.",
  "email.factor_changed.reset":
    "El equipo de asistencia ha quitado los segundos factores de tu cuenta de {product}. Se ha cerrado la sesión en todos los dispositivos.",
  "email.factor_changed.not_you": "Si no has sido tú, es posible que otra persona esté usando tu cuenta.",

  "email.new_device.subject": "Nuevo inicio de sesión en tu cuenta de {product}",
  "email.new_device.preview": "Se ha usado tu cuenta en un dispositivo nuevo.",
  "email.new_device.heading": "Nuevo inicio de sesión en tu cuenta",
  "email.new_device.body":
    "Alguien ha iniciado sesión en tu cuenta de {product} en un dispositivo que no se había usado antes.",
  "email.new_device.not_you":
    "Si no has sido tú, elige «He olvidado mi contraseña» al iniciar sesión en {product} para crear una nueva: así se cerrará la sesión en todos los dispositivos.",

  "email.deletion_scheduled.subject": "Tu cuenta de {product} se va a eliminar",
  "email.deletion_scheduled.preview": "Inicia sesión para conservarla.",
  "email.deletion_scheduled.heading": "Tu cuenta se va a eliminar",
  "email.deletion_scheduled.body":
    "Tu cuenta de {product} y todo su contenido se eliminarán el {time}. Hasta entonces, la sesión permanecerá cerrada en todos los dispositivos.\n¿Quieres conservarla? Inicia sesión antes de esa fecha y todo seguirá como está. Las suscripciones compradas en una tienda de apps continúan hasta que las canceles allí.",
  "email.deletion_scheduled.not_you":
    "Si no lo has solicitado, inicia sesión en {product} para conservar tu cuenta y cambia tu contraseña. Si no puedes iniciar sesión, es posible que otra persona esté usando tu cuenta.",

  "email.invite_admin.subject": "Tienes una invitación para administrar {host}",
  "email.invite_admin.preview": "Elige una contraseña para aceptar la invitación.",
  "email.invite_admin.heading": "Tienes una invitación para administrar {host}",
  "email.invite_admin.body":
    "{inviter} te ha invitado a administrar el servidor de {product} en {host}.\nUsa el siguiente enlace para elegir una contraseña y, después, inicia sesión con ella y con esta dirección.",
  "email.invite_admin.button": "Aceptar la invitación",
  "email.invite_admin.not_you":
    "Si no esperabas esta invitación, puedes ignorar este correo: no pasará nada.",

  "email.admin_factors_changed.subject": "Se ha cambiado tu verificación en dos pasos en {host}",
  "email.admin_factors_changed.preview": "Si has sido tú, no tienes que hacer nada.",
  "email.admin_factors_changed.heading": "Se ha cambiado tu verificación en dos pasos",
  "email.admin_factors_changed.added":
    "Se ha añadido una app de autenticación a tu cuenta de administración en el servidor de {product} en {host}. Se han cerrado tus otras sesiones.",
  "email.admin_factors_changed.removed":
    "Se han quitado la app de autenticación y los códigos de recuperación de tu cuenta de administración en el servidor de {product} en {host}. Se han cerrado tus otras sesiones.",
  "email.admin_factors_changed.replaced":
    "La app de autenticación de tu cuenta de administración en el servidor de {product} en {host} se ha sustituido por otra, con nuevos códigos de recuperación. Se han cerrado tus otras sesiones.",
  "email.admin_factors_changed.codes_replaced":
    "Los códigos de recuperación de tu cuenta de administración en el servidor de {product} en {host} se han sustituido por otros nuevos. Se han cerrado tus otras sesiones.",
  "email.admin_factors_changed.button": "Abrir la consola",
  "email.admin_factors_changed.not_you":
    "Si no has sido tú, es posible que otra persona esté usando tu cuenta. Pide a quien gestiona el servidor que restablezca tus factores y te asigne una contraseña nueva (svc admin create).",

  "email.link_validity": "Este enlace solo se puede usar una vez y caduca en {lifetime}.",
  "email.open_link": "Si el botón no funciona, abre este enlace:",
  "email.asked_with": "Solicitado con {device} el {time}.",
  "email.asked": "Solicitado el {time}.",
  "email.contact_then": "Después, escribe a {support_email}.",
  "email.contact_then_team": "Después, contacta con el equipo de {product}.",
  "email.contact_now": "Escribe cuanto antes a {support_email}.",
  "email.contact_now_team": "Contacta cuanto antes con el equipo de {product}.",
  "email.footer_help": "Ayuda",
  "email.footer_privacy": "Privacidad",
  "email.footer_terms": "Condiciones",

  "device.browser": "{browser} en {system}",
  "device.app_android": "una app en Android",
  "device.app_apple": "una app en un dispositivo Apple",
  "device.app": "una app",
};
