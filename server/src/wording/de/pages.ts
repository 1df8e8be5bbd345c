import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in German. */
export const pages: PageWords = {
  "page.verify.heading": "E-Mail-Adresse bestätigen",
  "page.verify.body":
    "Bestätigen Sie mit der Schaltfläche, dass diese Adresse Ihnen gehört. Damit ist Ihr Konto bei {product} fertig eingerichtet.",
  "page.verify.button": "Meine E-Mail-Adresse bestätigen",
  "page.verify.not_you": "Sie haben sich nicht bei {product} registriert?",
  "page.verify.not_you_button": "Das war ich nicht",
  "page.verify.done_heading": "Ihre E-Mail-Adresse ist bestätigt",
  "page.verify.done": "Vielen Dank. {email} gehört jetzt zu Ihrem Konto bei {product}.",
  "page.verify.dead_link_confirmed":
    "Wenn Sie Ihre Adresse schon bestätigt haben, ist alles in Ordnung: Kehren Sie zu {product} zurück und melden Sie sich an.",
  "page.verify.dead_link_new":
    "Wenn nicht, fordern Sie in der App eine neue E-Mail an und verwenden Sie den Link aus der neuesten.",
  "page.verify.delete_heading": "Dieses Konto löschen?",
  "page.verify.delete_body":
    "Jemand hat sich mit Ihrer E-Mail-Adresse bei {product} registriert. Wenn Sie das nicht waren, löschen Sie das Konto: {product} verwendet Ihre Adresse dann nicht mehr.",
  "page.verify.delete_button": "Konto löschen",
  "page.verify.detach_heading": "Ihre Adresse aus diesem Konto entfernen?",
  "page.verify.detach_body":
    "Jemand hat Ihre E-Mail-Adresse für ein Konto bei {product} verwendet. Wenn Sie das nicht waren, entfernen Sie Ihre Adresse und das Passwort aus dem Konto. Das Konto selbst bleibt bestehen, weil es jemand anderem gehören könnte.",
  "page.verify.detach_button": "Meine Adresse entfernen",
  "page.verify.back_button": "Zurück",
  "page.verify.deleted_heading": "Das Konto wurde gelöscht",
  "page.verify.deleted":
    "{product} verwendet Ihre E-Mail-Adresse nicht mehr. Sie müssen nichts weiter tun und können diese Seite schließen.",
  "page.verify.detached_heading": "Ihre Adresse wurde entfernt",
  "page.verify.detached":
    "Ihre E-Mail-Adresse und das Passwort wurden aus dem Konto entfernt: Niemand kann sich mehr damit anmelden. Das Konto selbst wurde nicht gelöscht.",
  "page.verify.detached_close": "Sie müssen nichts weiter tun und können diese Seite schließen.",

  "page.reset.heading": "Neues Passwort festlegen",
  "page.reset.body": "Für Ihr Konto bei {product}. Alle Geräte werden abgemeldet.",
  "page.reset.button": "Neues Passwort speichern",
  "page.reset.done_heading": "Ihr Passwort wurde geändert",
  "page.reset.done": "Alle Geräte wurden abgemeldet.",
  "page.reset.dead_link":
    "Kehren Sie zu {product} zurück, wählen Sie „Passwort vergessen“ und verwenden Sie den Link aus der neuesten E-Mail.",

  "page.invite.heading": "Passwort festlegen",
  "page.invite.body":
    "Sie wurden zu {product} eingeladen. Legen Sie ein Passwort fest, um Ihr Konto zu aktivieren.",
  "page.invite.button": "Passwort speichern",
  "page.invite.done_heading": "Ihr Konto ist bereit",
  "page.invite.done": "Ihr Passwort wurde gespeichert.",
  "page.invite.dead_link":
    "Öffnen Sie {product} und wählen Sie „Passwort vergessen“, um einen neuen Link zu erhalten.",

  "page.password.new_label": "Neues Passwort",
  "page.password.label": "Passwort",
  "page.password.show": "Passwort anzeigen",
  "page.password.hide": "Passwort verbergen",
  "page.password.at_least": {
    one: "Mindestens {count} Zeichen. Leer- und Sonderzeichen sind erlaubt.",
    other: "Mindestens {count} Zeichen. Leer- und Sonderzeichen sind erlaubt.",
  },
  "page.password.no_common": "Sehr häufige Passwörter werden nicht akzeptiert.",
  "page.password.at_most": { one: "Höchstens {count} Zeichen", other: "Höchstens {count} Zeichen" },
  "page.password.too_short": {
    one: "Zu kurz: Verwenden Sie mindestens {count} Zeichen",
    other: "Zu kurz: Verwenden Sie mindestens {count} Zeichen",
  },
  "page.password.too_long": {
    one: "Zu lang: Verwenden Sie höchstens {count} Zeichen",
    other: "Zu lang: Verwenden Sie höchstens {count} Zeichen",
  },
  "page.password.too_common": "Zu häufig: Viele verwenden dieses Passwort. Wählen Sie ein anderes",
  "page.password.personal": "Zu leicht zu erraten: Es entspricht dem Namen der App oder Ihrer Adresse",
  "page.password.weak": "Zu schwach: Wählen Sie ein anderes Passwort",
  "page.password.sign_in":
    "Kehren Sie zu {product} zurück und melden Sie sich mit Ihrem neuen Passwort an. Sie können diese Seite schließen.",

  "page.methods.keep_heading": "Diese Anmeldemethoden behalten?",
  "page.methods.keep_hint":
    "Mit jeder dieser Methoden ist die Anmeldung bei Ihrem Konto ohne Passwort möglich. Nicht ausgewählte werden entfernt.",
  "page.methods.remove_heading": "Einige dieser Anmeldemethoden entfernen?",
  "page.methods.remove_hint":
    "Sie wurden dem Konto hinzugefügt, bevor Sie diese Adresse bestätigt haben. Wählen Sie die aus, die nicht von Ihnen sind: Sie werden entfernt, wenn Sie Ihre Adresse bestätigen.",
  "page.methods.one_added":
    "Diese Anmeldemethode wurde dem Konto hinzugefügt, bevor Sie diese Adresse bestätigt haben:",
  "page.methods.app_added":
    "Eine Authenticator-App, deren Code bei jeder Anmeldung abgefragt wird, wurde dem Konto hinzugefügt, bevor Sie diese Adresse bestätigt haben:",
  "page.methods.remove_it":
    "Wenn Sie sie nicht hinzugefügt haben, bestätigen Sie Ihre Adresse und entfernen Sie sie.",
  "page.methods.remove_provider_button": "Bestätigen und {provider} entfernen",
  "page.methods.remove_passkey_button": "Bestätigen und Passkey entfernen",
  "page.methods.remove_app_button": "Bestätigen und Authenticator-App entfernen",
  "page.methods.passkey": "Passkey",
  "page.methods.app": "Authenticator-App",
  "page.methods.linked": "Verknüpft am {time}",
  "page.methods.added": "Hinzugefügt am {time}, zuletzt verwendet am {last_time}",
  "page.methods.added_unused": "Hinzugefügt am {time}, seitdem nicht verwendet",
  "page.methods.connected": "Verbunden am {time}, zuletzt verwendet am {last_time}",
  "page.methods.connected_unused": "Verbunden am {time}, seitdem nicht verwendet",
  "page.methods.providers_removed": "Die Anmeldung mit {providers} ist für dieses Konto nicht mehr möglich.",
  "page.methods.passkeys_removed": {
    one: "{count} Passkey wurde aus dem Konto entfernt.",
    other: "{count} Passkeys wurden aus dem Konto entfernt.",
  },
  "page.methods.app_removed":
    "Die Authenticator-App wurde aus dem Konto entfernt, und alle Geräte wurden abgemeldet.",

  "page.confirm_email.heading": "Neue E-Mail-Adresse bestätigen",
  "page.confirm_email.body":
    "Ihr Konto bei {product} verwendet ab jetzt diese Adresse, für die Anmeldung und für alle Nachrichten. Wir senden einen Hinweis an Ihre alte Adresse.",
  "page.confirm_email.button": "Diese Adresse verwenden",
  "page.confirm_email.done_heading": "Ihre E-Mail-Adresse wurde geändert",
  "page.confirm_email.done":
    "Ihr Konto bei {product} verwendet jetzt {email}: Melden Sie sich ab sofort damit an.",
  "page.confirm_email.in_use":
    "Ein anderes Konto bei {product} verwendet diese Adresse inzwischen. Ihres behält daher die bisherige.",
  "page.confirm_email.in_use_again":
    "Wenn Sie eine andere Adresse verwenden möchten, ändern Sie sie noch einmal in der App.",
  "page.confirm_email.dead_link_confirmed":
    "Wenn Sie die Änderung schon bestätigt haben, ist alles in Ordnung: Melden Sie sich mit Ihrer neuen Adresse an.",
  "page.confirm_email.dead_link_new":
    "Wenn nicht, ändern Sie die Adresse noch einmal in der App und verwenden Sie den Link aus der neuesten E-Mail.",

  "page.undo.heading": "Änderung Ihrer E-Mail-Adresse rückgängig machen?",
  "page.undo.body":
    "Die E-Mail-Adresse Ihres Kontos bei {product} wurde geändert. Wenn Sie das nicht waren, machen Sie die Änderung rückgängig:",
  "page.undo.effect_address": "Ihr Konto verwendet wieder {email}",
  "page.undo.effect_devices": "Alle Geräte werden abgemeldet",
  "page.undo.effect_methods": "Das Passwort und alle kürzlich hinzugefügten Anmeldemethoden werden entfernt",
  "page.undo.effect_password": "Sie legen sofort ein neues Passwort fest",
  "page.undo.button": "Änderung rückgängig machen",
  "page.undo.by_you":
    "Wenn Sie die Adresse selbst geändert haben, müssen Sie nichts tun und können diese Seite schließen.",
  "page.undo.done":
    "Die Änderung wurde rückgängig gemacht. Ihr Konto bei {product} verwendet wieder {email}, und alle Geräte wurden abgemeldet.",
  "page.undo.in_use":
    "Ein anderes Konto bei {product} verwendet inzwischen Ihre alte Adresse. Die Änderung konnte daher nicht rückgängig gemacht werden. Es wurde nichts geändert.",
  "page.undo.get_back": "Wenn Sie Ihr Konto zurückhaben möchten, bitten Sie um Hilfe.",
  "page.undo.dead_link_undone":
    "Wenn Sie die Änderung schon rückgängig gemacht haben, funktioniert Ihre alte Adresse wieder: Öffnen Sie {product} und wählen Sie „Passwort vergessen“, um ein neues Passwort festzulegen.",
  "page.undo.dead_link_not": "Wenn nicht, bitten Sie um Hilfe.",

  "page.delete_account.ask_heading": "Ihr Konto bei {product} löschen",
  "page.delete_account.ask_body":
    "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link. Gelöscht wird erst, wenn Sie ihn öffnen und bestätigen.",
  "page.delete_account.email_label": "E-Mail-Adresse",
  "page.delete_account.email_hint": "Die Adresse, mit der Sie sich bei {product} anmelden.",
  "page.delete_account.email_mistake": "Geben Sie eine E-Mail-Adresse ein, zum Beispiel {example}",
  "page.delete_account.ask_button": "Link senden",
  "page.delete_account.ask_effects": "Nach Ihrer Bestätigung wird endgültig gelöscht:",
  "page.delete_account.effect_profile": "Ihr Profil: Name, Bild und E-Mail-Adresse",
  "page.delete_account.effect_methods": "Alle Anmeldemethoden: Passwort und verknüpfte Konten",
  "page.delete_account.effect_sessions": "Alle Sitzungen: Jedes Gerät wird abgemeldet",
  "page.delete_account.sent_heading": "Sehen Sie in Ihrem Posteingang nach",
  "page.delete_account.sent":
    "Falls es bei {product} ein Konto für {email} gibt, haben wir einen Link an diese Adresse gesendet. Öffnen Sie ihn, um das Konto zu löschen.",
  "page.delete_account.sent_nothing":
    "Nach einigen Minuten noch nichts da? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob Sie sich mit dieser Adresse registriert haben.",
  "page.delete_account.heading": "Ihr Konto löschen?",
  "page.delete_account.body": "Damit wird Ihr Konto bei {product} endgültig gelöscht:",
  "page.delete_account.at_once": "Das kann nicht rückgängig gemacht werden.",
  "page.delete_account.later":
    "Sie werden sofort abgemeldet. Frist bis zur Löschung des Kontos: {lifetime}. Wenn Sie es sich anders überlegen, melden Sie sich vorher an.",
  "page.delete_account.subscription":
    "Ein über einen App-Store abgeschlossenes Abo läuft weiter, bis Sie es dort kündigen.",
  "page.delete_account.sure": "Ja, mein Konto endgültig löschen",
  "page.delete_account.sure_mistake": "Setzen Sie das Häkchen, wenn Sie sicher sind",
  "page.delete_account.button": "Mein Konto löschen",
  "page.delete_account.done_heading": "Ihr Konto wurde gelöscht",
  "page.delete_account.done":
    "Ihr Konto bei {product} wurde mit allen Inhalten gelöscht, und alle Geräte wurden abgemeldet.",
  "page.delete_account.scheduled_heading": "Ihr Konto wird gelöscht",
  "page.delete_account.scheduled":
    "Ihr Konto bei {product} wird mit allen Inhalten am {time} gelöscht. Alle Geräte wurden abgemeldet.",
  "page.delete_account.keep": "Möchten Sie es behalten? Melden Sie sich vorher bei {product} an.",
  "page.delete_account.dead_link":
    "Wenn Sie Ihr Konto schon gelöscht haben, müssen Sie nichts weiter tun. Wenn nicht, fordern Sie einen neuen Link an.",
  "page.delete_account.dead_link_button": "Neuen Link anfordern",

  "page.code.heading": "Ihr Anmeldecode",
  "page.code.asked_with": "Angefordert am {time} ({device}).",
  "page.code.asked": "Angefordert am {time}.",
  "page.code.body": "Geben Sie ihn in {product} auf dem Gerät ein, auf dem er angefordert wurde:",
  "page.code.not_you":
    "Wenn Sie ihn nicht angefordert haben, schließen Sie diese Seite und geben Sie den Code nicht weiter.",
  "page.code.newest": "Nur der Code aus der neuesten E-Mail funktioniert.",
  "page.code.dead_link":
    "Wenn Sie schon angemeldet sind, ist alles in Ordnung. Wenn nicht, kehren Sie zu {product} zurück und fordern Sie einen neuen Code an.",

  "page.app.heading": "Zurück zu {product}",
  "page.app.body": "Dieser Link öffnet die App von {product} auf einem Gerät, auf dem sie installiert ist.",
  "page.app.try_again":
    "Wenn Sie sich gerade anmelden wollten, kehren Sie zur App zurück und versuchen Sie es noch einmal. Sie können diese Seite schließen.",

  "page.return.button": "Zurück zu {product}",
  "page.return.signed_in_heading": "Fast geschafft",
  "page.return.signed_in":
    "Kehren Sie zu {product} zurück, um die Anmeldung abzuschließen. Falls es nicht von selbst weitergeht, verwenden Sie die Schaltfläche.",
  "page.return.cancelled_heading": "Anmeldung abgebrochen",
  "page.return.cancelled": "Mit {product} wurde nichts geteilt, und Sie sind nicht angemeldet.",
  "page.return.failed_heading": "Anmeldung fehlgeschlagen",
  "page.return.failed":
    "Sie sind nicht angemeldet. Kehren Sie zu {product} zurück und versuchen Sie es noch einmal.",
  "page.return.lost_heading": "Diese Anmeldung konnte nicht abgeschlossen werden",
  "page.return.lost":
    "Sie wurde in einem anderen Browser begonnen, hat zu lange gedauert oder ist schon abgeschlossen.",
  "page.return.lost_again": "Kehren Sie zu {product} zurück und melden Sie sich noch einmal an.",
  "page.return.wrong_heading": "Die Anmeldung ist nicht richtig eingerichtet",
  "page.return.wrong":
    "Die App hat Sie auf eine Weise hierher geleitet, die dieser Server nicht akzeptiert. Sie sind nicht angemeldet.",
  "page.return.the_app": "der App",

  "page.authorize.heading": "Hier gibt es keine Anmeldung",
  "page.authorize.body":
    "Dieser Server unterstützt den Authorization Code Flow von OAuth 2.0 nicht. Wenn Sie sich bei {product} anmelden wollten, verwenden Sie die App oder die Website.",

  "page.accept_invite.heading": "Administratorzugang einrichten",
  "page.accept_invite.body":
    "Sie wurden eingeladen, den {product}-Server unter {host} zu verwalten. Legen Sie das Passwort für Ihre Anmeldung fest.",
  "page.accept_invite.invited": "{inviter} hat die Einladung an {email} gesendet.",
  "page.accept_invite.button": "Einladung annehmen",
  "page.accept_invite.done_heading": "Ihr Administratorzugang ist eingerichtet",
  "page.accept_invite.done":
    "Melden Sie sich als {email} mit dem soeben festgelegten Passwort bei der Konsole an: {console}",
  "page.accept_invite.console": "Konsole öffnen",
  "page.accept_invite.role": "Ihre Rolle: {roles}",
  "page.accept_invite.token":
    "Für die Kommandozeile erstellen Sie in der Konsole ein persönliches Zugriffstoken und übergeben es an {command}.",
  "page.accept_invite.dead_link_accepted":
    "Wenn Sie die Einladung schon angenommen haben, ist alles in Ordnung: Melden Sie sich bei der Konsole an.",
  "page.accept_invite.dead_link_new":
    "Wenn nicht, bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.",
  "page.accept_invite.owner": "Inhaber/in",
  "page.accept_invite.administrator": "Administrator/in",
  "page.accept_invite.support": "Support",
  "page.accept_invite.viewer": "Lesezugriff",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "dieser Server",

  "page.failure.dead_link_heading": "Dieser Link funktioniert nicht mehr",
  "page.failure.dead_link":
    "Er wurde schon verwendet, ist abgelaufen oder wurde durch eine neuere E-Mail ersetzt.",
  "page.failure.not_found_heading": "Seite nicht gefunden",
  "page.failure.not_found":
    "Unter dieser Adresse gibt es nichts. Wenn Sie aus einer E-Mail kommen, öffnen Sie den Link noch einmal und achten Sie darauf, dass er vollständig ist.",
  "page.failure.elsewhere_heading": "Diese Anfrage kam von einer anderen Website",
  "page.failure.elsewhere":
    "Zu Ihrer Sicherheit wurde nichts geändert. Öffnen Sie den Link in Ihrer E-Mail und verwenden Sie die Schaltfläche auf der Seite.",
  "page.failure.many_heading": "Zu viele Versuche",
  "page.failure.many_wait": "Bitte warten Sie {lifetime} und versuchen Sie es dann noch einmal.",
  "page.failure.unreadable_heading": "Das Formular konnte nicht gelesen werden",
  "page.failure.unreadable":
    "Es wurde nichts geändert. Öffnen Sie den Link in Ihrer E-Mail und versuchen Sie es noch einmal.",
  "page.failure.other_heading": "Etwas ist schiefgelaufen",
  "page.failure.later": "Bitte versuchen Sie es in einigen Minuten noch einmal.",
  "page.failure.quote": "Falls es wieder passiert, bitten Sie um Hilfe und geben Sie diese Nummer an:",
  "page.failure.in_use_heading": "Diese Adresse wird schon verwendet",
  "page.failure.try_again": "Noch einmal versuchen",

  "page.contact": "Wenden Sie sich an {support_email}.",
  "page.contact_team": "Wenden Sie sich an das Team von {product}.",
  "page.back_to_app": "Kehren Sie zu {product} zurück, um fortzufahren. Sie können diese Seite schließen.",
  "page.close": "Sie können diese Seite schließen.",
  "page.open_app": "App öffnen",
  "page.open_app_hint": "Die Schaltfläche funktioniert auf einem Gerät, auf dem die App installiert ist.",
  "page.error_title": "Fehler: {title}",
  "page.footer_help": "Hilfe",
  "page.footer_privacy": "Datenschutz",
  "page.footer_terms": "Nutzungsbedingungen",
};
