import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in French. */
export const pages: PageWords = {
  "page.verify.heading": "Confirmez votre adresse e-mail",
  "page.verify.body":
    "Appuyez sur le bouton pour confirmer que cette adresse vous appartient et terminer la création de votre compte {product}.",
  "page.verify.button": "Confirmer mon adresse e-mail",
  "page.verify.not_you": "Vous n’avez pas créé de compte {product} ?",
  "page.verify.not_you_button": "Ce n’était pas moi",
  "page.verify.done_heading": "Votre adresse e-mail est confirmée",
  "page.verify.done": "Merci. L’adresse {email} est désormais associée à votre compte {product}.",
  "page.verify.dead_link_confirmed":
    "Si vous avez déjà confirmé votre adresse, tout va bien : revenez à {product} et connectez-vous.",
  "page.verify.dead_link_new":
    "Sinon, demandez un nouvel e-mail dans l’application et utilisez le lien du plus récent.",
  "page.verify.delete_heading": "Supprimer ce compte ?",
  "page.verify.delete_body":
    "Quelqu’un a créé un compte {product} avec votre adresse e-mail. Si ce n’était pas vous, supprimez ce compte : {product} n’utilisera plus votre adresse.",
  "page.verify.delete_button": "Supprimer le compte",
  "page.verify.detach_heading": "Retirer votre adresse de ce compte ?",
  "page.verify.detach_body":
    "Quelqu’un a utilisé votre adresse e-mail pour un compte {product}. Si ce n’était pas vous, retirez votre adresse et le mot de passe de ce compte. Le compte lui-même est conservé, car il appartient peut-être à quelqu’un d’autre.",
  "page.verify.detach_button": "Retirer mon adresse",
  "page.verify.back_button": "Retour",
  "page.verify.deleted_heading": "Le compte est supprimé",
  "page.verify.deleted":
    "{product} n’utilise plus votre adresse e-mail. Vous n’avez rien d’autre à faire : vous pouvez fermer cette page.",
  "page.verify.detached_heading": "Votre adresse est retirée",
  "page.verify.detached":
    "Votre adresse e-mail et le mot de passe ont été retirés du compte : personne ne peut plus les utiliser pour s’y connecter. Le compte lui-même n’a pas été supprimé.",
  "page.verify.detached_close": "Vous n’avez rien d’autre à faire : vous pouvez fermer cette page.",

  "page.reset.heading": "Choisissez un nouveau mot de passe",
  "page.reset.body": "Pour votre compte {product}. Tous les appareils seront déconnectés.",
  "page.reset.button": "Enregistrer le nouveau mot de passe",
  "page.reset.done_heading": "Votre mot de passe est modifié",
  "page.reset.done": "Tous les appareils ont été déconnectés.",
  "page.reset.dead_link":
    "Revenez à {product}, choisissez « Mot de passe oublié » et utilisez le lien de l’e-mail le plus récent.",

  "page.invite.heading": "Choisissez un mot de passe",
  "page.invite.body":
    "Vous avez reçu une invitation à rejoindre {product}. Choisissez un mot de passe pour activer votre compte.",
  "page.invite.button": "Enregistrer le mot de passe",
  "page.invite.done_heading": "Votre compte est prêt",
  "page.invite.done": "Votre mot de passe est enregistré.",
  "page.invite.dead_link":
    "Ouvrez {product} et choisissez « Mot de passe oublié » pour recevoir un nouveau lien.",

  "page.password.new_label": "Nouveau mot de passe",
  "page.password.label": "Mot de passe",
  "page.password.show": "Afficher le mot de passe",
  "page.password.hide": "Masquer le mot de passe",
  "page.password.at_least": {
    one: "Au moins {count} caractère. Les espaces et les symboles sont autorisés.",
    many: "Au moins {count} caractères. Les espaces et les symboles sont autorisés.",
    other: "Au moins {count} caractères. Les espaces et les symboles sont autorisés.",
  },
  "page.password.no_common": "Les mots de passe très courants ne sont pas acceptés.",
  "page.password.at_most": {
    one: "Au plus {count} caractère",
    many: "Au plus {count} caractères",
    other: "Au plus {count} caractères",
  },
  "page.password.too_short": {
    one: "Trop court : utilisez au moins {count} caractère",
    many: "Trop court : utilisez au moins {count} caractères",
    other: "Trop court : utilisez au moins {count} caractères",
  },
  "page.password.too_long": {
    one: "Trop long : utilisez au plus {count} caractère",
    many: "Trop long : utilisez au plus {count} caractères",
    other: "Trop long : utilisez au plus {count} caractères",
  },
  "page.password.too_common":
    "Trop courant : beaucoup de personnes utilisent ce mot de passe. Choisissez-en un autre",
  "page.password.personal": "Trop facile à deviner : c’est le nom de l’application ou votre adresse",
  "page.password.weak": "Trop faible : choisissez un autre mot de passe",
  "page.password.sign_in":
    "Revenez à {product} et connectez-vous avec votre nouveau mot de passe. Vous pouvez fermer cette page.",

  "page.methods.keep_heading": "Conserver ces méthodes de connexion ?",
  "page.methods.keep_hint":
    "Chacune permet de se connecter à votre compte sans le mot de passe. Celles que vous ne cochez pas sont retirées.",
  "page.methods.remove_heading": "Retirer certaines de ces méthodes de connexion ?",
  "page.methods.remove_hint":
    "Elles ont été ajoutées au compte avant que vous ne confirmiez cette adresse. Cochez celles que vous n’avez pas ajoutées : elles seront retirées lorsque vous confirmerez votre adresse.",
  "page.methods.one_added":
    "Cette méthode de connexion a été ajoutée au compte avant que vous ne confirmiez cette adresse :",
  "page.methods.app_added":
    "Une application d’authentification, dont le code est demandé à chaque connexion, a été ajoutée au compte avant que vous ne confirmiez cette adresse :",
  "page.methods.remove_it": "Si vous ne l’avez pas ajoutée, confirmez votre adresse et retirez-la.",
  "page.methods.remove_provider_button": "Confirmer et retirer {provider}",
  "page.methods.remove_passkey_button": "Confirmer et retirer la clé d’accès",
  "page.methods.remove_app_button": "Confirmer et retirer l’application d’authentification",
  "page.methods.passkey": "Clé d’accès",
  "page.methods.app": "Application d’authentification",
  "page.methods.linked": "Associé le {time}",
  "page.methods.added": "Ajoutée le {time}, dernière utilisation le {last_time}",
  "page.methods.added_unused": "Ajoutée le {time}, jamais utilisée depuis",
  "page.methods.connected": "Associée le {time}, dernière utilisation le {last_time}",
  "page.methods.connected_unused": "Associée le {time}, jamais utilisée depuis",
  "page.methods.providers_removed": "Il n’est plus possible de se connecter au compte avec {providers}.",
  "page.methods.passkeys_removed": {
    one: "{count} clé d’accès a été retirée du compte.",
    many: "{count} clés d’accès ont été retirées du compte.",
    other: "{count} clés d’accès ont été retirées du compte.",
  },
  "page.methods.app_removed":
    "L’application d’authentification a été retirée du compte, et tous les appareils ont été déconnectés.",

  "page.confirm_email.heading": "Confirmez votre nouvelle adresse e-mail",
  "page.confirm_email.body":
    "Votre compte {product} utilisera désormais cette adresse, pour la connexion et pour tous les messages. Nous préviendrons votre ancienne adresse.",
  "page.confirm_email.button": "Utiliser cette adresse",
  "page.confirm_email.done_heading": "Votre adresse e-mail est modifiée",
  "page.confirm_email.done":
    "Votre compte {product} utilise maintenant {email} : connectez-vous désormais avec cette adresse.",
  "page.confirm_email.in_use":
    "Un autre compte {product} utilise maintenant cette adresse. Le vôtre conserve donc l’adresse précédente.",
  "page.confirm_email.in_use_again":
    "Pour utiliser une autre adresse, modifiez-la à nouveau dans l’application.",
  "page.confirm_email.dead_link_confirmed":
    "Si vous avez déjà confirmé la modification, tout va bien : connectez-vous avec votre nouvelle adresse.",
  "page.confirm_email.dead_link_new":
    "Sinon, modifiez à nouveau l’adresse dans l’application et utilisez le lien de l’e-mail le plus récent.",

  "page.undo.heading": "Annuler la modification de votre adresse e-mail ?",
  "page.undo.body":
    "L’adresse e-mail de votre compte {product} a été modifiée. Si ce n’était pas vous, annulez cette modification :",
  "page.undo.effect_address": "Votre compte utilise à nouveau {email}",
  "page.undo.effect_devices": "Tous les appareils sont déconnectés",
  "page.undo.effect_methods":
    "Le mot de passe et toutes les méthodes de connexion ajoutées récemment sont supprimés",
  "page.undo.effect_password": "Vous choisissez aussitôt un nouveau mot de passe",
  "page.undo.button": "Annuler la modification",
  "page.undo.by_you":
    "Si vous avez vous-même modifié l’adresse, vous n’avez rien à faire : vous pouvez fermer cette page.",
  "page.undo.done":
    "La modification est annulée. Votre compte {product} utilise à nouveau {email}, et tous les appareils ont été déconnectés.",
  "page.undo.in_use":
    "Un autre compte {product} utilise maintenant votre ancienne adresse. La modification n’a donc pas pu être annulée. Rien n’a été changé.",
  "page.undo.get_back": "Pour récupérer votre compte, demandez de l’aide.",
  "page.undo.dead_link_undone":
    "Si vous avez déjà annulé la modification, votre ancienne adresse fonctionne à nouveau : ouvrez {product} et choisissez « Mot de passe oublié » pour définir un nouveau mot de passe.",
  "page.undo.dead_link_not": "Sinon, demandez de l’aide.",

  "page.delete_account.ask_heading": "Supprimer votre compte {product}",
  "page.delete_account.ask_body":
    "Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien ; rien n’est supprimé tant que vous ne l’avez pas ouvert et confirmé.",
  "page.delete_account.email_label": "Adresse e-mail",
  "page.delete_account.email_hint": "Celle avec laquelle vous vous connectez à {product}.",
  "page.delete_account.email_mistake": "Saisissez une adresse e-mail, par exemple {example}",
  "page.delete_account.ask_button": "Recevoir le lien",
  "page.delete_account.ask_effects": "Après votre confirmation, seront définitivement supprimés :",
  "page.delete_account.effect_profile": "Votre profil : nom, photo et adresse e-mail",
  "page.delete_account.effect_methods": "Toutes les méthodes de connexion : mot de passe et comptes associés",
  "page.delete_account.effect_sessions": "Toutes les sessions : chaque appareil est déconnecté",
  "page.delete_account.sent_heading": "Consultez votre boîte de réception",
  "page.delete_account.sent":
    "S’il existe un compte {product} pour {email}, nous avons envoyé un lien à cette adresse. Ouvrez-le pour supprimer le compte.",
  "page.delete_account.sent_nothing":
    "Toujours rien après quelques minutes ? Regardez dans vos spams et vérifiez qu’il s’agit bien de l’adresse de votre compte.",
  "page.delete_account.heading": "Supprimer votre compte ?",
  "page.delete_account.body": "Votre compte {product} sera définitivement supprimé :",
  "page.delete_account.at_once": "Cette action est irréversible.",
  "page.delete_account.later":
    "Vos appareils sont déconnectés immédiatement, et le compte est supprimé dans {lifetime}. Si vous changez d’avis, connectez-vous avant cette échéance.",
  "page.delete_account.subscription":
    "Un abonnement acheté dans une boutique d’applications se poursuit jusqu’à ce que vous l’y résiliiez.",
  "page.delete_account.sure": "Oui, supprimer définitivement mon compte",
  "page.delete_account.sure_mistake": "Cochez la case pour confirmer votre choix",
  "page.delete_account.button": "Supprimer mon compte",
  "page.delete_account.done_heading": "Votre compte est supprimé",
  "page.delete_account.done":
    "Votre compte {product} et tout son contenu ont été supprimés, et tous les appareils ont été déconnectés.",
  "page.delete_account.scheduled_heading": "Votre compte va être supprimé",
  "page.delete_account.scheduled":
    "Votre compte {product} et tout son contenu seront supprimés le {time}. Tous les appareils ont été déconnectés.",
  "page.delete_account.keep": "Vous souhaitez le conserver ? Connectez-vous à {product} avant cette date.",
  "page.delete_account.dead_link":
    "Si vous avez déjà supprimé votre compte, vous n’avez plus rien à faire. Sinon, demandez un nouveau lien.",
  "page.delete_account.dead_link_button": "Demander un nouveau lien",

  "page.code.heading": "Votre code de connexion",
  "page.code.asked_with": "Demande effectuée avec {device}, le {time}.",
  "page.code.asked": "Demande effectuée le {time}.",
  "page.code.body": "Saisissez-le dans {product}, sur l’appareil où il a été demandé :",
  "page.code.not_you":
    "Si vous n’avez pas demandé ce code, fermez cette page et ne le communiquez à personne.",
  "page.code.newest": "Seul le code de l’e-mail le plus récent fonctionne.",
  "page.code.dead_link":
    "Si la connexion a déjà réussi, tout va bien. Sinon, revenez à {product} et demandez un nouveau code.",

  "page.app.heading": "Revenez à {product}",
  "page.app.body": "Ce lien ouvre l’application {product} sur un appareil où elle est installée.",
  "page.app.try_again":
    "Si vous étiez en train de vous connecter, revenez à l’application et réessayez. Vous pouvez fermer cette page.",

  "page.return.button": "Revenir à {product}",
  "page.return.signed_in_heading": "C’est presque terminé",
  "page.return.signed_in":
    "Revenez à {product} pour terminer la connexion. Si rien ne s’ouvre automatiquement, appuyez sur le bouton.",
  "page.return.cancelled_heading": "Connexion annulée",
  "page.return.cancelled": "Rien n’a été partagé avec {product}, et la connexion n’a pas eu lieu.",
  "page.return.failed_heading": "La connexion a échoué",
  "page.return.failed": "La connexion n’a pas eu lieu. Revenez à {product} et réessayez.",
  "page.return.lost_heading": "Cette connexion n’a pas pu aboutir",
  "page.return.lost":
    "Elle a été commencée dans un autre navigateur, a pris trop de temps ou est déjà terminée.",
  "page.return.lost_again": "Revenez à {product} et connectez-vous à nouveau.",
  "page.return.wrong_heading": "La connexion n’est pas configurée correctement",
  "page.return.wrong":
    "L’application a ouvert cette page d’une manière que ce serveur n’accepte pas. La connexion n’a pas eu lieu.",
  "page.return.the_app": "l’application",

  "page.authorize.heading": "Ce n’est pas une page de connexion",
  "page.authorize.body":
    "Ce serveur ne prend pas en charge le flux « authorization code » d’OAuth 2.0. Si vous vouliez vous connecter à {product}, utilisez son application ou son site web.",

  "page.accept_invite.heading": "Activez votre accès d’administration",
  "page.accept_invite.body":
    "Vous avez reçu une invitation à administrer le serveur {product} à l’adresse {host}. Choisissez le mot de passe avec lequel vous vous connecterez.",
  "page.accept_invite.invited": "{inviter} a envoyé l’invitation à {email}.",
  "page.accept_invite.button": "Accepter l’invitation",
  "page.accept_invite.done_heading": "Votre accès d’administration est prêt",
  "page.accept_invite.done":
    "Connectez-vous à la console en tant que {email} avec le mot de passe que vous venez de choisir : {console}",
  "page.accept_invite.console": "Ouvrir la console",
  "page.accept_invite.role": "Votre rôle : {roles}",
  "page.accept_invite.token":
    "Pour la ligne de commande, créez un jeton d’accès personnel dans la console et fournissez-le à {command}.",
  "page.accept_invite.dead_link_accepted":
    "Si vous avez déjà accepté l’invitation, tout va bien : connectez-vous à la console.",
  "page.accept_invite.dead_link_new":
    "Sinon, demandez une nouvelle invitation à la personne qui vous a envoyé celle-ci.",
  "page.accept_invite.owner": "Propriétaire",
  "page.accept_invite.administrator": "Administration",
  "page.accept_invite.support": "Assistance",
  "page.accept_invite.viewer": "Lecture seule",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "ce serveur",

  "page.failure.dead_link_heading": "Ce lien ne fonctionne plus",
  "page.failure.dead_link": "Il a déjà été utilisé, a expiré ou a été remplacé par un e-mail plus récent.",
  "page.failure.not_found_heading": "Page introuvable",
  "page.failure.not_found":
    "Il n’y a rien à cette adresse. Si vous venez d’un e-mail, ouvrez à nouveau son lien et vérifiez qu’il est complet.",
  "page.failure.elsewhere_heading": "Cette demande vient d’un autre site",
  "page.failure.elsewhere":
    "Pour votre sécurité, rien n’a été changé. Ouvrez le lien de votre e-mail et appuyez sur le bouton de la page.",
  "page.failure.many_heading": "Trop de tentatives",
  "page.failure.many_wait": "Veuillez patienter {lifetime}, puis réessayer.",
  "page.failure.unreadable_heading": "Ce formulaire n’a pas pu être lu",
  "page.failure.unreadable": "Rien n’a été changé. Ouvrez le lien de votre e-mail et réessayez.",
  "page.failure.other_heading": "Un problème est survenu",
  "page.failure.later": "Veuillez réessayer dans quelques minutes.",
  "page.failure.quote": "Si cela se reproduit, demandez de l’aide en indiquant ce numéro :",
  "page.failure.in_use_heading": "Cette adresse est déjà utilisée",
  "page.failure.try_again": "Réessayer",

  "page.contact": "Contactez {support_email}.",
  "page.contact_team": "Contactez l’équipe qui gère {product}.",
  "page.back_to_app": "Revenez à {product} pour continuer. Vous pouvez fermer cette page.",
  "page.close": "Vous pouvez fermer cette page.",
  "page.open_app": "Ouvrir l’application",
  "page.open_app_hint": "Le bouton fonctionne sur un appareil où l’application est installée.",
  "page.error_title": "Erreur : {title}",
  "page.footer_help": "Aide",
  "page.footer_privacy": "Confidentialité",
  "page.footer_terms": "Conditions d’utilisation",
};
