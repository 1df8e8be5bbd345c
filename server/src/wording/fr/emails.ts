import type { EmailWords } from "../words.ts";

/** The sentences of every email, in French. */
export const emails: EmailWords = {
  "email.verify_email.subject": "Confirmez votre adresse e-mail pour {product}",
  "email.verify_email.preview": "Un clic suffit pour confirmer votre adresse.",
  "email.verify_email.heading": "Confirmez votre adresse e-mail",
  "email.verify_email.body":
    "Cette adresse a servi à créer un compte {product}. Veuillez confirmer qu’elle vous appartient.",
  "email.verify_email.button": "Confirmer l’adresse e-mail",
  "email.verify_email.not_you":
    "Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail, ou ouvrir le lien et choisir « Ce n’était pas moi ».",

  "email.reset_password.subject": "Choisissez un nouveau mot de passe pour {product}",
  "email.reset_password.preview": "Utilisez le lien de cet e-mail pour en choisir un nouveau.",
  "email.reset_password.heading": "Choisissez un nouveau mot de passe",
  "email.reset_password.body":
    "Nous avons reçu une demande de réinitialisation du mot de passe de votre compte {product}. Utilisez le lien ci-dessous pour en choisir un nouveau.",
  "email.reset_password.button": "Choisir un nouveau mot de passe",
  "email.reset_password.not_you":
    "Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail : votre mot de passe reste inchangé.",

  "email.invite_user.subject": "Votre invitation à rejoindre {product}",
  "email.invite_user.preview": "Choisissez un mot de passe pour activer votre compte.",
  "email.invite_user.heading": "Bienvenue sur {product}",
  "email.invite_user.body":
    "Vous avez reçu une invitation à rejoindre {product}. Choisissez un mot de passe pour activer votre compte.",
  "email.invite_user.button": "Choisir un mot de passe",
  "email.invite_user.not_you": "Si vous n’attendiez pas cette invitation, vous pouvez ignorer cet e-mail.",

  "email.delete_account.subject": "Suppression de votre compte {product}",
  "email.delete_account.preview": "Rien n’est supprimé sans votre confirmation.",
  "email.delete_account.heading": "Suppression de votre compte",
  "email.delete_account.body":
    "Nous avons reçu une demande de suppression définitive de votre compte {product} et de tout son contenu.\nRien n’a encore été supprimé. Utilisez le lien ci-dessous pour confirmer. Cette action est irréversible.",
  "email.delete_account.button": "Supprimer mon compte",
  "email.delete_account.not_you":
    "Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail : votre compte reste inchangé.",

  "email.change_email.subject": "Confirmez votre nouvelle adresse e-mail pour {product}",
  "email.change_email.preview": "Votre adresse ne changera qu’après votre confirmation.",
  "email.change_email.heading": "Confirmez votre nouvelle adresse e-mail",
  "email.change_email.body":
    "Vous avez demandé à utiliser cette adresse pour votre compte {product}. Veuillez confirmer qu’elle vous appartient.",
  "email.change_email.button": "Confirmer la nouvelle adresse",
  "email.change_email.not_you":
    "Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail : rien ne changera.",

  "email.email_code.subject": "Votre code de connexion pour {product}",
  "email.email_code.preview": "Ouvrez cet e-mail et saisissez le code dans {product}.",
  "email.email_code.heading": "Votre code de connexion",
  "email.email_code.body": "Saisissez ce code dans {product}, sur l’appareil où vous l’avez demandé.",
  "email.email_code.button": "Ouvrir {product}",
  "email.email_code.validity":
    "Ce code est valable {lifetime}, une seule fois et uniquement sur l’appareil où il a été demandé.",
  "email.email_code.not_you":
    "Si vous n’avez pas demandé ce code, vous pouvez ignorer cet e-mail. Ne le communiquez jamais : nous ne vous le demanderons pas.",

  "email.factor_code.subject": "Votre code pour configurer la validation en deux étapes de {product}",
  "email.factor_code.preview": "Ouvrez cet e-mail et saisissez le code dans {product}.",
  "email.factor_code.heading": "Configurez la validation en deux étapes",
  "email.factor_code.body":
    "Saisissez ce code dans {product} pour associer une application d’authentification à votre compte.",
  "email.factor_code.validity":
    "Ce code est valable {lifetime}, une seule fois et uniquement sur l’appareil où il a été demandé.",
  "email.factor_code.not_you":
    "Si vous n’avez pas demandé ce code, quelqu’un connaît peut-être votre mot de passe : choisissez-en un nouveau. Ne communiquez jamais ce code.",

  "email.account_exists.subject": "Vous avez déjà un compte {product}",
  "email.account_exists.preview": "Quelqu’un a voulu créer un compte avec votre adresse.",
  "email.account_exists.heading": "Vous avez déjà un compte",
  "email.account_exists.body":
    "Quelqu’un a voulu créer un compte {product} avec votre adresse. Comme vous en avez déjà un, aucun nouveau compte n’a été créé.\nSi c’était vous, connectez-vous comme d’habitude. Si vous ne vous souvenez plus de votre mot de passe, choisissez « Mot de passe oublié » au moment de vous connecter.",
  "email.account_exists.not_you":
    "Si ce n’était pas vous, vous n’avez rien à faire : personne n’a accédé à votre compte.",

  "email.email_changed.subject": "L’adresse e-mail de votre compte {product} a été modifiée",
  "email.email_changed.preview": "Cette adresse n’est plus associée à votre compte.",
  "email.email_changed.heading": "Votre adresse e-mail a été modifiée",
  "email.email_changed.body":
    "L’adresse e-mail de votre compte {product} a été remplacée par une autre. Vous ne pouvez plus vous connecter avec cette adresse.",
  "email.email_changed.undo":
    "Si ce n’était pas vous, annulez cette modification : votre adresse sera rétablie, tous les appareils seront déconnectés et vous choisirez un nouveau mot de passe.",
  "email.email_changed.button": "Annuler cette modification",
  "email.email_changed.by_you": "Si vous avez vous-même modifié l’adresse, vous n’avez rien à faire.",
  "email.email_changed.not_you": "Si ce n’était pas vous, quelqu’un d’autre utilise peut-être votre compte.",

  "email.password_changed.subject": "Le mot de passe de votre compte {product} a été modifié",
  "email.password_changed.preview": "Si c’était vous, vous n’avez rien à faire.",
  "email.password_changed.heading": "Votre mot de passe a été modifié",
  "email.password_changed.body":
    "Le mot de passe de votre compte {product} a été modifié. Vos autres appareils ont été déconnectés.",
  "email.password_changed.not_you":
    "Si ce n’était pas vous, choisissez « Mot de passe oublié » lors de la connexion à {product} pour définir un nouveau mot de passe.",

  "email.method_linked.subject": "Une méthode de connexion a été ajoutée à votre compte {product}",
  "email.method_linked.preview": "Si c’était vous, vous n’avez rien à faire.",
  "email.method_linked.heading": "Une méthode de connexion a été ajoutée",
  "email.method_linked.provider":
    "Vous pouvez désormais vous connecter à votre compte {product} avec {provider}.",
  "email.method_linked.password":
    "Vous pouvez désormais vous connecter à votre compte {product} avec une adresse e-mail et un mot de passe.",
  "email.method_linked.passkey":
    "Vous pouvez désormais vous connecter à votre compte {product} avec une clé d’accès.",
  "email.method_linked.other":
    "Vous pouvez désormais vous connecter à votre compte {product} avec un autre fournisseur.",
  "email.method_linked.not_you":
    "Si ce n’était pas vous, choisissez « Mot de passe oublié » lors de la connexion à {product} : un nouveau mot de passe supprime les méthodes de connexion ajoutées par d’autres personnes.",

  "email.method_removed.subject": "Une méthode de connexion a été retirée de votre compte {product}",
  "email.method_removed.preview": "Si c’était vous, vous n’avez rien à faire.",
  "email.method_removed.heading": "Une méthode de connexion a été retirée",
  "email.method_removed.provider":
    "Vous ne pouvez plus vous connecter à votre compte {product} avec {provider}.",
  "email.method_removed.password":
    "Vous ne pouvez plus vous connecter à votre compte {product} avec une adresse e-mail et un mot de passe.",
  "email.method_removed.passkey":
    "Une clé d’accès a été retirée de votre compte {product} et ne permet plus de se connecter.",
  "email.method_removed.other":
    "Vous ne pouvez plus vous connecter à votre compte {product} avec un autre fournisseur.",
  "email.method_removed.not_you":
    "Si ce n’était pas vous, choisissez « Mot de passe oublié » lors de la connexion à {product} pour définir un nouveau mot de passe.",

  "email.factor_changed.subject": "La validation en deux étapes de votre compte {product} a été modifiée",
  "email.factor_changed.preview": "Si c’était vous, vous n’avez rien à faire.",
  "email.factor_changed.heading": "La validation en deux étapes a été modifiée",
  "email.factor_changed.enrolled":
    "Une application d’authentification a été associée à votre compte {product}. La connexion demande désormais aussi un code de cette application. Vos autres appareils ont été déconnectés.",
  "email.factor_changed.removed":
    "L’application d’authentification a été retirée de votre compte {product}. Vos autres appareils ont été déconnectés.",
  "email.factor_changed.codes_removed":
    "Les codes de récupération de votre compte {product} ont été supprimés. Vos autres appareils ont été déconnectés.",
  "email.factor_changed.codes_replaced":
    "De nouveaux codes de récupération ont été générés pour votre compte {product}. Les anciens ne fonctionnent plus. Vos autres appareils ont été déconnectés.",
  "email.factor_changed.reset":
    "L’assistance a retiré les seconds facteurs de votre compte {product}. Tous les appareils ont été déconnectés.",
  "email.factor_changed.not_you": "Si ce n’était pas vous, quelqu’un d’autre utilise peut-être votre compte.",

  "email.new_device.subject": "Nouvelle connexion à votre compte {product}",
  "email.new_device.preview": "Votre compte a été utilisé sur un nouvel appareil.",
  "email.new_device.heading": "Nouvelle connexion à votre compte",
  "email.new_device.body":
    "Quelqu’un s’est connecté à votre compte {product} sur un appareil qui n’avait jamais été utilisé.",
  "email.new_device.not_you":
    "Si ce n’était pas vous, choisissez « Mot de passe oublié » lors de la connexion à {product} pour définir un nouveau mot de passe : tous les appareils seront déconnectés.",

  "email.deletion_scheduled.subject": "Votre compte {product} va être supprimé",
  "email.deletion_scheduled.preview": "Connectez-vous pour le conserver.",
  "email.deletion_scheduled.heading": "Votre compte va être supprimé",
  "email.deletion_scheduled.body":
    "Votre compte {product} et tout son contenu seront supprimés le {time}. D’ici là, tous les appareils sont déconnectés.\nVous souhaitez le conserver ? Connectez-vous avant cette date et il restera inchangé. Un abonnement acheté dans une boutique d’applications se poursuit jusqu’à ce que vous l’y résiliiez.",
  "email.deletion_scheduled.not_you":
    "Si vous n’avez rien demandé, connectez-vous à {product} pour conserver votre compte, puis changez votre mot de passe. Si vous ne parvenez pas à vous connecter, quelqu’un d’autre utilise peut-être votre compte.",

  "email.invite_admin.subject": "Votre invitation à administrer {host}",
  "email.invite_admin.preview": "Choisissez un mot de passe pour accepter l’invitation.",
  "email.invite_admin.heading": "Votre invitation à administrer {host}",
  "email.invite_admin.body":
    "{inviter} vous invite à administrer le serveur {product} à l’adresse {host}.\nUtilisez le lien ci-dessous pour choisir un mot de passe, puis connectez-vous avec ce mot de passe et cette adresse.",
  "email.invite_admin.button": "Accepter l’invitation",
  "email.invite_admin.not_you":
    "Si vous n’attendiez pas cette invitation, vous pouvez ignorer cet e-mail : il ne se passera rien.",

  "email.admin_factors_changed.subject": "Votre validation en deux étapes sur {host} a été modifiée",
  "email.admin_factors_changed.preview": "Si c’était vous, vous n’avez rien à faire.",
  "email.admin_factors_changed.heading": "Votre validation en deux étapes a été modifiée",
  "email.admin_factors_changed.added":
    "Une application d’authentification a été ajoutée à votre compte d’administration sur le serveur {product} à l’adresse {host}. Vos autres sessions ont été fermées.",
  "email.admin_factors_changed.removed":
    "L’application d’authentification et les codes de récupération ont été retirés de votre compte d’administration sur le serveur {product} à l’adresse {host}. Vos autres sessions ont été fermées.",
  "email.admin_factors_changed.replaced":
    "L’application d’authentification de votre compte d’administration sur le serveur {product} à l’adresse {host} a été remplacée par une autre, avec de nouveaux codes de récupération. Vos autres sessions ont été fermées.",
  "email.admin_factors_changed.codes_replaced":
    "Les codes de récupération de votre compte d’administration sur le serveur {product} à l’adresse {host} ont été remplacés par de nouveaux. Vos autres sessions ont été fermées.",
  "email.admin_factors_changed.button": "Ouvrir la console",
  "email.admin_factors_changed.not_you":
    "Si ce n’était pas vous, quelqu’un d’autre utilise peut-être votre compte. Demandez à la personne qui gère le serveur de réinitialiser vos facteurs et de vous définir un nouveau mot de passe (svc admin create).",

  "email.link_validity": "Ce lien ne peut être utilisé qu’une fois et expire dans {lifetime}.",
  "email.open_link": "Si le bouton ne fonctionne pas, ouvrez ce lien :",
  "email.asked_with": "Demande effectuée avec {device}, le {time}.",
  "email.asked": "Demande effectuée le {time}.",
  "email.contact_then": "Contactez ensuite {support_email}.",
  "email.contact_then_team": "Contactez ensuite l’équipe qui gère {product}.",
  "email.contact_now": "Contactez immédiatement {support_email}.",
  "email.contact_now_team": "Contactez immédiatement l’équipe qui gère {product}.",
  "email.footer_help": "Aide",
  "email.footer_privacy": "Confidentialité",
  "email.footer_terms": "Conditions d’utilisation",

  "device.browser": "{browser} sur {system}",
  "device.app_android": "une application sur Android",
  "device.app_apple": "une application sur un appareil Apple",
  "device.app": "une application",
};
