import type { EmailWords } from "../words.ts";

/** The sentences of every email, in German. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Bestätigen Sie Ihre E-Mail-Adresse für {product}",
  "email.verify_email.preview": "Ein Klick genügt, und Ihre Adresse ist bestätigt.",
  "email.verify_email.heading": "E-Mail-Adresse bestätigen",
  "email.verify_email.body":
    "Mit dieser Adresse wurde ein Konto bei {product} erstellt. Bitte bestätigen Sie, dass die Adresse Ihnen gehört.",
  "email.verify_email.button": "E-Mail-Adresse bestätigen",
  "email.verify_email.not_you":
    "Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren oder den Link öffnen und „Das war ich nicht“ wählen.",

  "email.reset_password.subject": "Neues Passwort für {product} festlegen",
  "email.reset_password.preview": "Über den Link in dieser E-Mail legen Sie ein neues fest.",
  "email.reset_password.heading": "Neues Passwort festlegen",
  "email.reset_password.body":
    "Für Ihr Konto bei {product} wurde ein neues Passwort angefordert. Über den folgenden Link können Sie es festlegen.",
  "email.reset_password.button": "Neues Passwort festlegen",
  "email.reset_password.not_you":
    "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.",

  "email.invite_user.subject": "Ihre Einladung zu {product}",
  "email.invite_user.preview": "Legen Sie ein Passwort fest, um Ihr Konto zu aktivieren.",
  "email.invite_user.heading": "Willkommen bei {product}",
  "email.invite_user.body":
    "Sie wurden zu {product} eingeladen. Legen Sie ein Passwort fest, um Ihr Konto zu aktivieren.",
  "email.invite_user.button": "Passwort festlegen",
  "email.invite_user.not_you":
    "Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.",

  "email.delete_account.subject": "Ihr Konto bei {product} löschen",
  "email.delete_account.preview": "Ohne Ihre Bestätigung wird nichts gelöscht.",
  "email.delete_account.heading": "Konto löschen",
  "email.delete_account.body":
    "Wir haben eine Anfrage erhalten, Ihr Konto bei {product} mit allen Inhalten endgültig zu löschen.\nBisher wurde nichts gelöscht. Bestätigen Sie die Löschung über den folgenden Link. Sie kann nicht rückgängig gemacht werden.",
  "email.delete_account.button": "Mein Konto löschen",
  "email.delete_account.not_you":
    "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ihr Konto bleibt unverändert.",

  "email.change_email.subject": "Bestätigen Sie Ihre neue E-Mail-Adresse für {product}",
  "email.change_email.preview": "Erst mit Ihrer Bestätigung wird die Adresse geändert.",
  "email.change_email.heading": "Neue E-Mail-Adresse bestätigen",
  "email.change_email.body":
    "Sie möchten diese Adresse für Ihr Konto bei {product} verwenden. Bitte bestätigen Sie, dass sie Ihnen gehört.",
  "email.change_email.button": "Neue Adresse bestätigen",
  "email.change_email.not_you":
    "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Es ändert sich nichts.",

  "email.email_code.subject": "Ihr Anmeldecode für {product}",
  "email.email_code.preview": "Öffnen Sie diese E-Mail und geben Sie den Code in {product} ein.",
  "email.email_code.heading": "Ihr Anmeldecode",
  "email.email_code.body":
    "Geben Sie diesen Code in {product} auf dem Gerät ein, auf dem Sie ihn angefordert haben.",
  "email.email_code.button": "{product} öffnen",
  "email.email_code.validity":
    "Der Code gilt {lifetime}, funktioniert nur einmal und nur auf dem Gerät, auf dem er angefordert wurde.",
  "email.email_code.not_you":
    "Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren. Geben Sie den Code niemals weiter: Wir werden Sie nie danach fragen.",

  "email.factor_code.subject": "Ihr Code zum Einrichten der Bestätigung in zwei Schritten für {product}",
  "email.factor_code.preview": "Öffnen Sie diese E-Mail und geben Sie den Code in {product} ein.",
  "email.factor_code.heading": "Bestätigung in zwei Schritten einrichten",
  "email.factor_code.body":
    "Geben Sie diesen Code in {product} ein, um eine Authenticator-App mit Ihrem Konto zu verbinden.",
  "email.factor_code.validity":
    "Der Code gilt {lifetime}, funktioniert nur einmal und nur auf dem Gerät, auf dem er angefordert wurde.",
  "email.factor_code.not_you":
    "Wenn Sie ihn nicht angefordert haben, kennt möglicherweise jemand Ihr Passwort: Legen Sie ein neues fest. Geben Sie den Code niemals weiter.",

  "email.account_exists.subject": "Sie haben bereits ein Konto bei {product}",
  "email.account_exists.preview": "Jemand wollte sich mit Ihrer Adresse registrieren.",
  "email.account_exists.heading": "Sie haben bereits ein Konto",
  "email.account_exists.body":
    "Jemand wollte sich mit Ihrer Adresse bei {product} registrieren. Da Sie bereits ein Konto haben, wurde kein neues erstellt.\nWenn Sie das waren, melden Sie sich wie gewohnt an. Falls Sie Ihr Passwort nicht mehr wissen, wählen Sie bei der Anmeldung „Passwort vergessen“.",
  "email.account_exists.not_you":
    "Wenn Sie das nicht waren, müssen Sie nichts tun: Niemand hat Zugriff auf Ihr Konto erhalten.",

  "email.email_changed.subject": "Die E-Mail-Adresse Ihres Kontos bei {product} wurde geändert",
  "email.email_changed.preview": "Diese Adresse gehört nicht mehr zu Ihrem Konto.",
  "email.email_changed.heading": "Ihre E-Mail-Adresse wurde geändert",
  "email.email_changed.body":
    "Für Ihr Konto bei {product} wurde eine andere E-Mail-Adresse hinterlegt. Mit dieser Adresse können Sie sich nicht mehr anmelden.",
  "email.email_changed.undo":
    "Wenn Sie das nicht waren, machen Sie die Änderung rückgängig: Ihre Adresse wird wiederhergestellt, alle Geräte werden abgemeldet und Sie legen ein neues Passwort fest.",
  "email.email_changed.button": "Änderung rückgängig machen",
  "email.email_changed.by_you": "Wenn Sie die Adresse selbst geändert haben, müssen Sie nichts tun.",
  "email.email_changed.not_you":
    "Wenn Sie das nicht waren, verwendet möglicherweise jemand anderes Ihr Konto.",

  "email.password_changed.subject": "Das Passwort Ihres Kontos bei {product} wurde geändert",
  "email.password_changed.preview": "Wenn Sie das waren, müssen Sie nichts tun.",
  "email.password_changed.heading": "Ihr Passwort wurde geändert",
  "email.password_changed.body":
    "Das Passwort Ihres Kontos bei {product} wurde geändert. Ihre anderen Geräte wurden abgemeldet.",
  "email.password_changed.not_you":
    "Wenn Sie das nicht waren, wählen Sie bei der Anmeldung bei {product} „Passwort vergessen“ und legen Sie ein neues Passwort fest.",

  "email.method_linked.subject": "Ihrem Konto bei {product} wurde eine Anmeldemethode hinzugefügt",
  "email.method_linked.preview": "Wenn Sie das waren, müssen Sie nichts tun.",
  "email.method_linked.heading": "Eine Anmeldemethode wurde hinzugefügt",
  "email.method_linked.provider": "Sie können sich bei {product} jetzt auch mit {provider} anmelden.",
  "email.method_linked.password":
    "Sie können sich bei {product} jetzt auch mit E-Mail-Adresse und Passwort anmelden.",
  "email.method_linked.passkey": "Sie können sich bei {product} jetzt auch mit einem Passkey anmelden.",
  "email.method_linked.other":
    "Sie können sich bei {product} jetzt auch mit einem weiteren Anbieter anmelden.",
  "email.method_linked.not_you":
    "Wenn Sie das nicht waren, wählen Sie bei der Anmeldung bei {product} „Passwort vergessen“: Ein neues Passwort entfernt Anmeldemethoden, die andere hinzugefügt haben.",

  "email.method_removed.subject": "Eine Anmeldemethode Ihres Kontos bei {product} wurde entfernt",
  "email.method_removed.preview": "Wenn Sie das waren, müssen Sie nichts tun.",
  "email.method_removed.heading": "Eine Anmeldemethode wurde entfernt",
  "email.method_removed.provider": "Sie können sich bei {product} nicht mehr mit {provider} anmelden.",
  "email.method_removed.password":
    "Sie können sich bei {product} nicht mehr mit E-Mail-Adresse und Passwort anmelden.",
  "email.method_removed.passkey":
    "Ein Passkey wurde aus Ihrem Konto bei {product} entfernt und kann nicht mehr zur Anmeldung verwendet werden.",
  "email.method_removed.other":
    "Sie können sich bei {product} nicht mehr mit einem weiteren Anbieter anmelden.",
  "email.method_removed.not_you":
    "Wenn Sie das nicht waren, wählen Sie bei der Anmeldung bei {product} „Passwort vergessen“ und legen Sie ein neues Passwort fest.",

  "email.factor_changed.subject":
    "Die Bestätigung in zwei Schritten für Ihr Konto bei {product} wurde geändert",
  "email.factor_changed.preview": "Wenn Sie das waren, müssen Sie nichts tun.",
  "email.factor_changed.heading": "Die Bestätigung in zwei Schritten wurde geändert",
  "email.factor_changed.enrolled":
    "Eine Authenticator-App wurde mit Ihrem Konto bei {product} verbunden. Für die Anmeldung wird jetzt zusätzlich ein Code aus dieser App benötigt. Ihre anderen Geräte wurden abgemeldet.",
  "email.factor_changed.removed":
    "Die Authenticator-App wurde aus Ihrem Konto bei {product} entfernt. Ihre anderen Geräte wurden abgemeldet.",
  "email.factor_changed.codes_removed":
    "Die Wiederherstellungscodes Ihres Kontos bei {product} wurden entfernt. Ihre anderen Geräte wurden abgemeldet.",
  "email.factor_changed.codes_replaced":
    "Für Ihr Konto bei {product} wurden neue Wiederherstellungscodes erstellt. Die alten sind nicht mehr gültig. Ihre anderen Geräte wurden abgemeldet.",
  "email.factor_changed.reset":
    "Der Support hat die zweiten Faktoren Ihres Kontos bei {product} entfernt. Alle Geräte wurden abgemeldet.",
  "email.factor_changed.not_you":
    "Wenn Sie das nicht waren, verwendet möglicherweise jemand anderes Ihr Konto.",

  "email.new_device.subject": "Neue Anmeldung in Ihrem Konto bei {product}",
  "email.new_device.preview": "Ihr Konto wurde auf einem neuen Gerät verwendet.",
  "email.new_device.heading": "Neue Anmeldung in Ihrem Konto",
  "email.new_device.body":
    "In Ihrem Konto bei {product} hat sich jemand auf einem bisher nicht verwendeten Gerät angemeldet.",
  "email.new_device.not_you":
    "Wenn Sie das nicht waren, wählen Sie bei der Anmeldung bei {product} „Passwort vergessen“ und legen Sie ein neues Passwort fest: Damit werden alle Geräte abgemeldet.",

  "email.deletion_scheduled.subject": "Ihr Konto bei {product} wird gelöscht",
  "email.deletion_scheduled.preview": "Melden Sie sich an, um es zu behalten.",
  "email.deletion_scheduled.heading": "Ihr Konto wird gelöscht",
  "email.deletion_scheduled.body":
    "Ihr Konto bei {product} wird mit allen Inhalten am {time} gelöscht. Bis dahin sind alle Geräte abgemeldet.\nMöchten Sie es behalten? Melden Sie sich vorher an, dann bleibt alles, wie es ist. Ein über einen App-Store abgeschlossenes Abo läuft weiter, bis Sie es dort kündigen.",
  "email.deletion_scheduled.not_you":
    "Wenn Sie das nicht angefordert haben, melden Sie sich bei {product} an, um Ihr Konto zu behalten, und ändern Sie Ihr Passwort. Wenn Sie sich nicht anmelden können, verwendet möglicherweise jemand anderes Ihr Konto.",

  "email.invite_admin.subject": "Einladung zur Verwaltung von {host}",
  "email.invite_admin.preview": "Legen Sie ein Passwort fest, um die Einladung anzunehmen.",
  "email.invite_admin.heading": "Einladung zur Verwaltung von {host}",
  "email.invite_admin.body":
    "{inviter} hat Sie eingeladen, den {product}-Server unter {host} zu verwalten.\nLegen Sie über den folgenden Link ein Passwort fest und melden Sie sich dann damit und mit dieser Adresse an.",
  "email.invite_admin.button": "Einladung annehmen",
  "email.invite_admin.not_you":
    "Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren: Es passiert nichts.",

  "email.admin_factors_changed.subject": "Ihre Bestätigung in zwei Schritten bei {host} wurde geändert",
  "email.admin_factors_changed.preview": "Wenn Sie das waren, müssen Sie nichts tun.",
  "email.admin_factors_changed.heading": "Ihre Bestätigung in zwei Schritten wurde geändert",
  "email.admin_factors_changed.added":
    "Ihrem Administratorkonto auf dem {product}-Server unter {host} wurde eine Authenticator-App hinzugefügt. Ihre anderen Sitzungen wurden beendet.",
  "email.admin_factors_changed.removed":
    "Die Authenticator-App und die Wiederherstellungscodes wurden aus Ihrem Administratorkonto auf dem {product}-Server unter {host} entfernt. Ihre anderen Sitzungen wurden beendet.",
  "email.admin_factors_changed.replaced":
    "Die Authenticator-App Ihres Administratorkontos auf dem {product}-Server unter {host} wurde durch eine andere mit neuen Wiederherstellungscodes ersetzt. Ihre anderen Sitzungen wurden beendet.",
  "email.admin_factors_changed.codes_replaced":
    "Die Wiederherstellungscodes Ihres Administratorkontos auf dem {product}-Server unter {host} wurden durch neue ersetzt. Ihre anderen Sitzungen wurden beendet.",
  "email.admin_factors_changed.button": "Konsole öffnen",
  "email.admin_factors_changed.not_you":
    "Wenn Sie das nicht waren, verwendet möglicherweise jemand anderes Ihr Konto. Bitten Sie die für den Server zuständige Person, Ihre Faktoren zurückzusetzen und ein neues Passwort für Sie festzulegen (svc admin create).",

  "email.link_validity": "Dieser Link gilt {lifetime} und kann nur einmal verwendet werden.",
  "email.open_link": "Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:",
  "email.asked_with": "Angefordert am {time} ({device}).",
  "email.asked": "Angefordert am {time}.",
  "email.contact_then": "Wenden Sie sich danach an {support_email}.",
  "email.contact_then_team": "Wenden Sie sich danach an das Team von {product}.",
  "email.contact_now": "Wenden Sie sich umgehend an {support_email}.",
  "email.contact_now_team": "Wenden Sie sich umgehend an das Team von {product}.",
  "email.footer_help": "Hilfe",
  "email.footer_privacy": "Datenschutz",
  "email.footer_terms": "Nutzungsbedingungen",

  "device.browser": "{browser} auf {system}",
  "device.app_android": "eine App auf einem Android-Gerät",
  "device.app_apple": "eine App auf einem Apple-Gerät",
  "device.app": "eine App",
};
