import { belowTwoOrOther } from "./forms.ts";
import type { LanguageWith } from "./language.ts";

/** French. */
export const fr: LanguageWith<"one" | "other"> = {
  tag: "fr",
  formOf: belowTwoOrOther,
  sentences: {
    general: "Un problème est survenu. Contactez-nous s’il se reproduit.",
    "general.retry": "Un problème est survenu. Veuillez réessayer dans un instant.",

    "wait.later": "Veuillez réessayer dans un instant.",
    "wait.seconds": {
      one: "Veuillez réessayer dans {count} seconde.",
      other: "Veuillez réessayer dans {count} secondes.",
    },
    "wait.minutes": {
      one: "Veuillez réessayer dans {count} minute.",
      other: "Veuillez réessayer dans {count} minutes.",
    },
    "wait.hours": {
      one: "Veuillez réessayer dans {count} heure.",
      other: "Veuillez réessayer dans {count} heures.",
    },

    NETWORK: "Pas de connexion. Vérifiez votre connexion Internet et réessayez.",
    TIMEOUT: "L’opération prend trop de temps. Vérifiez votre connexion Internet et réessayez.",
    STORAGE:
      "Votre appareil n’a pas pu enregistrer ou lire votre connexion. Redémarrez l’application et réessayez.",
    PASSKEY_FAILED:
      "Votre appareil n’a pas pu utiliser de clé d’accès. Réessayez ou choisissez une autre méthode de connexion.",

    INVALID_CREDENTIALS: "L’adresse e-mail ou le mot de passe est incorrect. Veuillez réessayer.",
    USER_DISABLED: "Ce compte est désactivé. Veuillez nous contacter.",
    EMAIL_NOT_VERIFIED:
      "Confirmez d’abord votre adresse e-mail : ouvrez le lien de l’e-mail que nous vous avons envoyé.",
    EMAIL_ALREADY_EXISTS: "Il existe déjà un compte avec cette adresse e-mail. Connectez-vous plutôt.",
    "EMAIL_ALREADY_EXISTS.methods":
      "Vous avez déjà un compte avec cette adresse e-mail. Connectez-vous-y d’abord. Méthodes possibles : {methods}.",
    "method.password": "mot de passe",
    "method.passkey": "clé d’accès",
    EMAIL_TOKEN_INVALID:
      "Ce lien ne fonctionne plus. Demandez un nouvel e-mail et utilisez le lien le plus récent.",
    SIGN_UP_CLOSED: "Il n’est pas possible de créer un compte pour le moment.",
    ANONYMOUS_SIGN_IN_DISABLED:
      "Il n’est pas possible de continuer sans compte ici. Veuillez vous connecter ou créer un compte.",
    NOT_A_GUEST: "Vous avez déjà un compte. Vous n’avez rien d’autre à faire.",
    SESSION_REVOKED: "Votre session a été fermée. Veuillez vous reconnecter.",
    "SESSION_REVOKED.deleted": "Ce compte a été supprimé.",
    REAUTHENTICATION_REQUIRED: "Pour protéger votre compte, confirmez votre identité, puis réessayez.",
    LAST_SIGN_IN_METHOD: "C’est votre seule méthode de connexion. Ajoutez-en une autre avant de la retirer.",

    WEAK_PASSWORD: "Ce mot de passe est trop faible. Choisissez-en un autre.",
    "WEAK_PASSWORD.min_length": {
      one: "Ce mot de passe est trop court. Utilisez au moins {count} caractère.",
      other: "Ce mot de passe est trop court. Utilisez au moins {count} caractères.",
    },
    "WEAK_PASSWORD.max_length": {
      one: "Ce mot de passe est trop long. Utilisez au plus {count} caractère.",
      other: "Ce mot de passe est trop long. Utilisez au plus {count} caractères.",
    },
    "WEAK_PASSWORD.common":
      "Beaucoup de personnes utilisent ce mot de passe. Choisissez-en un plus difficile à deviner.",
    "WEAK_PASSWORD.personal":
      "Ce mot de passe est trop facile à deviner : c’est votre adresse e-mail ou le nom de l’application. Choisissez-en un autre.",

    EMAIL_CODE_INVALID:
      "Ce code est incorrect ou a expiré. Vérifiez l’e-mail le plus récent et réessayez. {left}",
    "EMAIL_CODE_INVALID.none": "Ce code ne fonctionne plus. Demandez-en un nouveau.",
    EMAIL_CODE_DISABLED:
      "La connexion avec un code par e-mail n’est pas disponible. Choisissez une autre méthode de connexion.",
    MFA_CODE_INVALID: "Ce code est incorrect ou a expiré. Réessayez avec un nouveau code. {left}",
    "MFA_CODE_INVALID.none": "Trop de codes incorrects. Veuillez vous reconnecter.",
    "attempts.left": {
      one: "Il vous reste {count} tentative.",
      other: "Il vous reste {count} tentatives.",
    },

    MFA_REQUIRED: "Saisissez le code de votre application d’authentification pour terminer la connexion.",
    MFA_ENROLLMENT_REQUIRED: "Configurez une application d’authentification pour terminer la connexion.",
    MFA_CHALLENGE_INVALID: "L’opération a pris trop de temps. Veuillez recommencer.",
    MFA_DISABLED: "La validation en deux étapes n’est pas disponible pour ce compte.",

    PASSKEY_INVALID:
      "Cette clé d’accès n’a pas été acceptée. Réessayez ou choisissez une autre méthode de connexion.",
    PASSKEY_DISABLED:
      "Les clés d’accès ne sont pas disponibles ici. Choisissez une autre méthode de connexion.",
    PASSKEY_ALREADY_EXISTS:
      "Cette clé d’accès est déjà enregistrée. Vous pouvez l’utiliser pour vous connecter.",
    TOO_MANY_PASSKEYS:
      "Vous avez atteint le nombre maximal de clés d’accès. Retirez-en une pour en ajouter une autre.",

    OAUTH_ACCOUNT_EXISTS:
      "Ce compte est déjà associé à une autre personne. Utilisez-le plutôt pour vous connecter.",
    OAUTH_TOKEN_INVALID: "La connexion n’a pas pu aboutir. Veuillez recommencer.",
    OAUTH_PROVIDER_DISABLED: "Cette méthode de connexion n’est pas disponible. Choisissez-en une autre.",
    PROVIDER_UNAVAILABLE:
      "Le service de connexion ne répond pas pour le moment. Veuillez réessayer dans un instant.",
    "ALREADY_EXISTS.identity":
      "Votre compte est déjà associé à un autre compte {provider}. Dissociez d’abord celui-ci.",

    BILLING_DISABLED: "Les achats ne sont pas disponibles pour le moment.",
    STORE_UNAVAILABLE: "La boutique ne répond pas pour le moment. {wait}",
    PURCHASE_INVALID:
      "La boutique n’a pas confirmé cet achat. Contactez-nous si un montant vous a été débité.",
    PURCHASE_OWNED_BY_OTHER_USER:
      "Cet achat appartient à un autre compte. Connectez-vous avec le compte utilisé pour l’acheter.",
    PRODUCT_RETIRED: "Ce produit n’est plus disponible.",
    ALREADY_SUBSCRIBED:
      "Vous avez déjà un abonnement. Vous pouvez le modifier dans vos paramètres d’abonnement.",
    ALREADY_PURCHASED: "Vous possédez déjà cet article.",
    SUBSCRIBED_IN_OTHER_STORE: "Vous avez déjà un abonnement dans une autre boutique.",
    "SUBSCRIBED_IN_OTHER_STORE.store": "Vous avez déjà un abonnement dans une autre boutique ({store}).",

    INVALID_REQUEST: "Vérifiez votre saisie et réessayez.",
    "INVALID_REQUEST.email": "Veuillez saisir une adresse e-mail valide.",
    NOT_FOUND: "Cet élément n’existe plus.",
    RATE_LIMITED: "Trop de tentatives. {wait}",
    OVERLOADED: "Nous sommes très sollicités pour le moment. {wait}",
    UNIMPLEMENTED: "Cette fonction n’est pas encore disponible. Veuillez réessayer plus tard.",
  },
};
