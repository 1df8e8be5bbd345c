import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Spanish. */
export const pages: PageWords = {
  "page.verify.heading": "Confirma tu correo electrónico",
  "page.verify.body":
    "Pulsa el botón para confirmar que esta dirección es tuya y terminar de configurar tu cuenta de {product}.",
  "page.verify.button": "Confirmar mi correo electrónico",
  "page.verify.not_you": "¿No has creado una cuenta de {product}?",
  "page.verify.not_you_button": "No he sido yo",
  "page.verify.done_heading": "Tu correo electrónico está confirmado",
  "page.verify.done": "Gracias. {email} ya pertenece a tu cuenta de {product}.",
  "page.verify.dead_link_confirmed":
    "Si ya has confirmado tu dirección, todo está bien: vuelve a {product} e inicia sesión.",
  "page.verify.dead_link_new": "Si no, pide un nuevo correo en la app y usa el enlace del más reciente.",
  "page.verify.delete_heading": "¿Eliminar esta cuenta?",
  "page.verify.delete_body":
    "Alguien se ha registrado en {product} con tu correo electrónico. Si no has sido tú, elimina la cuenta: {product} dejará de usar tu dirección.",
  "page.verify.delete_button": "Eliminar la cuenta",
  "page.verify.detach_heading": "¿Quitar tu dirección de esta cuenta?",
  "page.verify.detach_body":
    "Alguien ha usado tu correo electrónico en una cuenta de {product}. Si no has sido tú, quita tu dirección y la contraseña de esa cuenta. La cuenta en sí se conserva, porque podría ser de otra persona.",
  "page.verify.detach_button": "Quitar mi dirección",
  "page.verify.back_button": "Volver",
  "page.verify.deleted_heading": "La cuenta se ha eliminado",
  "page.verify.deleted":
    "{product} ya no usa tu correo electrónico. No tienes que hacer nada más: puedes cerrar esta página.",
  "page.verify.detached_heading": "Tu dirección se ha quitado",
  "page.verify.detached":
    "Tu correo electrónico y la contraseña se han quitado de la cuenta: nadie puede iniciar sesión con ellos. La cuenta en sí no se ha eliminado.",
  "page.verify.detached_close": "No tienes que hacer nada más: puedes cerrar esta página.",

  "page.reset.heading": "Elige una contraseña nueva",
  "page.reset.body": "Para tu cuenta de {product}. Se cerrará la sesión en todos los dispositivos.",
  "page.reset.button": "Guardar la contraseña nueva",
  "page.reset.done_heading": "Tu contraseña se ha cambiado",
  "page.reset.done": "Se ha cerrado la sesión en todos los dispositivos.",
  "page.reset.dead_link":
    "Vuelve a {product}, elige «He olvidado mi contraseña» y usa el enlace del correo más reciente.",

  "page.invite.heading": "Elige una contraseña",
  "page.invite.body": "Tienes una invitación a {product}. Elige una contraseña para activar tu cuenta.",
  "page.invite.button": "Guardar la contraseña",
  "page.invite.done_heading": "Tu cuenta está lista",
  "page.invite.done": "Tu contraseña se ha guardado.",
  "page.invite.dead_link": "Ve a {product} y elige «He olvidado mi contraseña» para recibir un enlace nuevo.",

  "page.password.new_label": "Contraseña nueva",
  "page.password.label": "Contraseña",
  "page.password.show": "Mostrar contraseña",
  "page.password.hide": "Ocultar contraseña",
  "page.password.at_least": {
    one: "Mínimo {count} carácter. Se permiten espacios y símbolos.",
    many: "Mínimo {count} caracteres. Se permiten espacios y símbolos.",
    other: "Mínimo {count} caracteres. Se permiten espacios y símbolos.",
  },
  "page.password.no_common": "No se aceptan contraseñas muy comunes.",
  "page.password.at_most": {
    one: "Máximo {count} carácter",
    many: "Máximo {count} caracteres",
    other: "Máximo {count} caracteres",
  },
  "page.password.too_short": {
    one: "Demasiado corta: usa al menos {count} carácter",
    many: "Demasiado corta: usa al menos {count} caracteres",
    other: "Demasiado corta: usa al menos {count} caracteres",
  },
  "page.password.too_long": {
    one: "Demasiado larga: usa como máximo {count} carácter",
    many: "Demasiado larga: usa como máximo {count} caracteres",
    other: "Demasiado larga: usa como máximo {count} caracteres",
  },
  "page.password.too_common": "Demasiado común: mucha gente usa esta contraseña. Elige otra",
  "page.password.personal": "Demasiado fácil de adivinar: es el nombre de la app o tu dirección",
  "page.password.weak": "Demasiado débil: elige otra contraseña",
  "page.password.sign_in":
    "Vuelve a {product} e inicia sesión con tu contraseña nueva. Puedes cerrar esta página.",

  "page.methods.keep_heading": "¿Conservar estos métodos de inicio de sesión?",
  "page.methods.keep_hint":
    "Cada uno permite iniciar sesión en tu cuenta sin la contraseña. Los que no marques se quitarán.",
  "page.methods.remove_heading": "¿Quitar alguno de estos métodos de inicio de sesión?",
  "page.methods.remove_hint":
    "Se añadieron a la cuenta antes de que confirmaras esta dirección. Marca los que no hayas añadido tú: se quitarán cuando confirmes tu dirección.",
  "page.methods.one_added":
    "Este método de inicio de sesión se añadió a la cuenta antes de que confirmaras esta dirección:",
  "page.methods.app_added":
    "Antes de que confirmaras esta dirección, se añadió a la cuenta una app de autenticación, cuyo código se pide en cada inicio de sesión:",
  "page.methods.remove_it": "Si no has sido tú, confirma tu dirección y quita este método.",
  "page.methods.remove_provider_button": "Confirmar y quitar {provider}",
  "page.methods.remove_passkey_button": "Confirmar y quitar la llave de acceso",
  "page.methods.remove_app_button": "Confirmar y quitar la app de autenticación",
  "page.methods.passkey": "Llave de acceso",
  "page.methods.app": "App de autenticación",
  "page.methods.linked": "Vinculado el {time}",
  "page.methods.added": "Añadida el {time}, usada por última vez el {last_time}",
  "page.methods.added_unused": "Añadida el {time}, sin usar desde entonces",
  "page.methods.connected": "Vinculada el {time}, usada por última vez el {last_time}",
  "page.methods.connected_unused": "Vinculada el {time}, sin usar desde entonces",
  "page.methods.providers_removed": "Ya no se puede iniciar sesión en la cuenta con {providers}.",
  "page.methods.passkeys_removed": {
    one: "Se ha quitado {count} llave de acceso de la cuenta.",
    many: "Se han quitado {count} llaves de acceso de la cuenta.",
    other: "Se han quitado {count} llaves de acceso de la cuenta.",
  },
  "page.methods.app_removed":
    "Se ha quitado la app de autenticación de la cuenta y se ha cerrado la sesión en todos los dispositivos.",

  "page.confirm_email.heading": "Confirma tu nuevo correo electrónico",
  "page.confirm_email.body":
    "A partir de ahora, tu cuenta de {product} usará esta dirección para iniciar sesión y para todos los mensajes. Avisaremos a tu dirección anterior.",
  "page.confirm_email.button": "Usar esta dirección",
  "page.confirm_email.done_heading": "Tu correo electrónico se ha cambiado",
  "page.confirm_email.done":
    "Tu cuenta de {product} ahora usa {email}: a partir de ahora, inicia sesión con esta dirección.",
  "page.confirm_email.in_use":
    "Otra cuenta de {product} usa ahora esta dirección, así que la tuya conserva la que tenía.",
  "page.confirm_email.in_use_again": "Para usar otra dirección, vuelve a cambiarla en la app.",
  "page.confirm_email.dead_link_confirmed":
    "Si ya has confirmado el cambio, todo está bien: inicia sesión con tu nueva dirección.",
  "page.confirm_email.dead_link_new":
    "Si no, vuelve a cambiar la dirección en la app y usa el enlace del correo más reciente.",

  "page.undo.heading": "¿Deshacer el cambio de tu correo electrónico?",
  "page.undo.body":
    "Se ha cambiado el correo electrónico de tu cuenta de {product}. Si no has sido tú, deshaz el cambio:",
  "page.undo.effect_address": "Tu cuenta volverá a usar {email}",
  "page.undo.effect_devices": "Se cerrará la sesión en todos los dispositivos",
  "page.undo.effect_methods":
    "Se quitarán la contraseña y todos los métodos de inicio de sesión añadidos hace poco",
  "page.undo.effect_password": "Elegirás una contraseña nueva en el momento",
  "page.undo.button": "Deshacer el cambio",
  "page.undo.by_you":
    "Si has sido tú quien ha cambiado la dirección, no tienes que hacer nada: puedes cerrar esta página.",
  "page.undo.done":
    "El cambio se ha deshecho. Tu cuenta de {product} vuelve a usar {email} y se ha cerrado la sesión en todos los dispositivos.",
  "page.undo.in_use":
    "Otra cuenta de {product} usa ahora tu dirección anterior, así que no se ha podido deshacer el cambio. No se ha modificado nada.",
  "page.undo.get_back": "Para recuperar tu cuenta, pide ayuda.",
  "page.undo.dead_link_undone":
    "Si ya has deshecho el cambio, tu dirección anterior vuelve a funcionar: ve a {product} y elige «He olvidado mi contraseña» para crear una nueva.",
  "page.undo.dead_link_not": "Si no, pide ayuda.",

  "page.delete_account.ask_heading": "Eliminar tu cuenta de {product}",
  "page.delete_account.ask_body":
    "Introduce el correo electrónico de tu cuenta. Te enviaremos un enlace y no se eliminará nada hasta que lo abras y lo confirmes.",
  "page.delete_account.email_label": "Correo electrónico",
  "page.delete_account.email_hint": "El que usas para iniciar sesión en {product}.",
  "page.delete_account.email_mistake": "Introduce un correo electrónico, como {example}",
  "page.delete_account.ask_button": "Enviarme el enlace",
  "page.delete_account.ask_effects": "Cuando lo confirmes, se eliminará definitivamente:",
  "page.delete_account.effect_profile": "Tu perfil: nombre, foto y correo electrónico",
  "page.delete_account.effect_methods":
    "Todos los métodos de inicio de sesión: contraseña y cuentas vinculadas",
  "page.delete_account.effect_sessions": "Todas las sesiones, en todos los dispositivos",
  "page.delete_account.sent_heading": "Revisa tu bandeja de entrada",
  "page.delete_account.sent":
    "Si hay una cuenta de {product} para {email}, hemos enviado un enlace a esa dirección. Ábrelo para eliminar la cuenta.",
  "page.delete_account.sent_nothing":
    "¿No te ha llegado nada en unos minutos? Mira en la carpeta de spam y comprueba que esta es la dirección con la que te registraste.",
  "page.delete_account.heading": "¿Eliminar tu cuenta?",
  "page.delete_account.body": "Tu cuenta de {product} se eliminará definitivamente:",
  "page.delete_account.at_once": "Esta acción no se puede deshacer.",
  "page.delete_account.later":
    "Se cerrará tu sesión de inmediato y la cuenta se eliminará en {lifetime}. Si cambias de idea, inicia sesión antes.",
  "page.delete_account.subscription":
    "Las suscripciones compradas en una tienda de apps continúan hasta que las canceles allí.",
  "page.delete_account.sure": "Sí, eliminar definitivamente mi cuenta",
  "page.delete_account.sure_mistake": "Marca la casilla para confirmar que quieres hacerlo",
  "page.delete_account.button": "Eliminar mi cuenta",
  "page.delete_account.done_heading": "Tu cuenta se ha eliminado",
  "page.delete_account.done":
    "Tu cuenta de {product} y todo su contenido se han eliminado, y se ha cerrado la sesión en todos los dispositivos.",
  "page.delete_account.scheduled_heading": "Tu cuenta se va a eliminar",
  "page.delete_account.scheduled":
    "Tu cuenta de {product} y todo su contenido se eliminarán el {time}. Se ha cerrado la sesión en todos los dispositivos.",
  "page.delete_account.keep": "¿Quieres conservarla? Inicia sesión en {product} antes de esa fecha.",
  "page.delete_account.dead_link":
    "Si ya has eliminado tu cuenta, no tienes que hacer nada más. Si no, pide un enlace nuevo.",
  "page.delete_account.dead_link_button": "Pedir un enlace nuevo",

  "page.code.heading": "Tu código de inicio de sesión",
  "page.code.asked_with": "Solicitado con {device} el {time}.",
  "page.code.asked": "Solicitado el {time}.",
  "page.code.body": "Introdúcelo en {product}, en el dispositivo que lo pidió:",
  "page.code.not_you": "Si no lo has pedido, cierra esta página y no compartas el código con nadie.",
  "page.code.newest": "Solo funciona el código del correo más reciente.",
  "page.code.dead_link":
    "Si ya has iniciado sesión, todo está bien. Si no, vuelve a {product} y pide un código nuevo.",

  "page.app.heading": "Vuelve a {product}",
  "page.app.body": "Este enlace abre la app de {product} en un dispositivo en el que esté instalada.",
  "page.app.try_again":
    "Si estabas iniciando sesión, vuelve a la app e inténtalo de nuevo. Puedes cerrar esta página.",

  "page.return.button": "Volver a {product}",
  "page.return.signed_in_heading": "Ya casi está",
  "page.return.signed_in":
    "Vuelve a {product} para terminar de iniciar sesión. Si no se abre automáticamente, pulsa el botón.",
  "page.return.cancelled_heading": "Inicio de sesión cancelado",
  "page.return.cancelled": "No se ha compartido nada con {product} y no has iniciado sesión.",
  "page.return.failed_heading": "No se ha podido iniciar sesión",
  "page.return.failed": "No has iniciado sesión. Vuelve a {product} e inténtalo de nuevo.",
  "page.return.lost_heading": "No hemos podido completar este inicio de sesión",
  "page.return.lost": "Se inició en otro navegador, tardó demasiado o ya ha finalizado.",
  "page.return.lost_again": "Vuelve a {product} e inicia sesión de nuevo.",
  "page.return.wrong_heading": "El inicio de sesión no está bien configurado",
  "page.return.wrong":
    "La app te ha enviado aquí de una forma que este servidor no acepta. No has iniciado sesión.",
  "page.return.the_app": "la app",

  "page.authorize.heading": "Aquí no se puede iniciar sesión",
  "page.authorize.body":
    "Este servidor no admite el flujo de código de autorización de OAuth 2.0. Si querías iniciar sesión en {product}, usa su app o su sitio web.",

  "page.accept_invite.heading": "Activa tu acceso de administración",
  "page.accept_invite.body":
    "Tienes una invitación para administrar el servidor de {product} en {host}. Elige la contraseña con la que iniciarás sesión.",
  "page.accept_invite.invited": "{inviter} envió la invitación a {email}.",
  "page.accept_invite.button": "Aceptar la invitación",
  "page.accept_invite.done_heading": "Ya tienes acceso de administración",
  "page.accept_invite.done":
    "Inicia sesión en la consola como {email} con la contraseña que acabas de elegir: {console}",
  "page.accept_invite.console": "Abrir la consola",
  "page.accept_invite.role": "Tu rol: {roles}",
  "page.accept_invite.token":
    "Para la línea de comandos, crea un token de acceso personal en la consola y pásaselo a {command}.",
  "page.accept_invite.dead_link_accepted":
    "Si ya has aceptado la invitación, todo está bien: inicia sesión en la consola.",
  "page.accept_invite.dead_link_new": "Si no, pide una nueva invitación a la persona que te invitó.",
  "page.accept_invite.owner": "Titular",
  "page.accept_invite.administrator": "Administración",
  "page.accept_invite.support": "Asistencia",
  "page.accept_invite.viewer": "Solo lectura",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "este servidor",

  "page.failure.dead_link_heading": "Este enlace ya no funciona",
  "page.failure.dead_link": "Ya se ha usado, ha caducado o lo ha sustituido un correo más reciente.",
  "page.failure.not_found_heading": "Página no encontrada",
  "page.failure.not_found":
    "No hay nada en esta dirección. Si vienes de un correo, vuelve a abrir el enlace y comprueba que esté completo.",
  "page.failure.elsewhere_heading": "Esta solicitud viene de otro sitio",
  "page.failure.elsewhere":
    "Por tu seguridad, no se ha cambiado nada. Abre el enlace del correo y pulsa el botón de esa página.",
  "page.failure.many_heading": "Demasiados intentos",
  "page.failure.many_wait": "Espera {lifetime} y vuelve a intentarlo.",
  "page.failure.unreadable_heading": "No se ha podido leer el formulario",
  "page.failure.unreadable": "No se ha cambiado nada. Abre el enlace del correo e inténtalo de nuevo.",
  "page.failure.other_heading": "Algo ha ido mal",
  "page.failure.later": "Inténtalo de nuevo en unos minutos.",
  "page.failure.quote": "Si vuelve a ocurrir, pide ayuda e indica este número:",
  "page.failure.in_use_heading": "Esta dirección ya está en uso",
  "page.failure.try_again": "Reintentar",

  "page.contact": "Escribe a {support_email}.",
  "page.contact_team": "Contacta con el equipo de {product}.",
  "page.back_to_app": "Vuelve a {product} para continuar. Puedes cerrar esta página.",
  "page.close": "Puedes cerrar esta página.",
  "page.open_app": "Abrir la app",
  "page.open_app_hint": "El botón funciona en un dispositivo en el que la app esté instalada.",
  "page.error_title": "Error: {title}",
  "page.footer_help": "Ayuda",
  "page.footer_privacy": "Privacidad",
  "page.footer_terms": "Condiciones",
};
