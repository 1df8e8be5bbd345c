import { readServiceAccount } from "../../crypto/google-service-account.ts";
import { applePrivateKey, type SecretCheck } from "../projects/secret-checks.ts";

/** What the stores demand and nobody may read back. */
export const billingSecrets = [
  {
    name: "app_store_private_key",
    path: "billing.app_store.private_key",
    presence: "billing.app_store.has_private_key",
    about: "The in-app purchase key: the text of Apple's .p8 file.",
    check: applePrivateKey,
  },
  {
    name: "app_store_notification_secret",
    path: "billing.app_store.notification_secret",
    presence: "billing.app_store.has_notification_secret",
    about: "Secret part of the address for Apple's notifications.",
    check: pathPart,
  },
  {
    name: "play_store_service_account",
    path: "billing.play_store.service_account",
    presence: "billing.play_store.has_service_account",
    about: "Key of the service account: the text of Google's JSON file.",
    check: serviceAccountProblem,
  },
  {
    name: "play_store_rtdn_secret",
    path: "billing.play_store.rtdn_secret",
    presence: "billing.play_store.has_rtdn_secret",
    about: "Secret part of the address for Google's notifications.",
    check: pathPart,
  },
  {
    name: "stripe_secret_key",
    path: "billing.stripe.secret_key",
    presence: "billing.stripe.has_secret_key",
    about: "Secret or restricted key, sk_ or rk_.",
    check: (secret: string) =>
      /^[sr]k_[A-Za-z0-9_]{8,250}$/.test(secret) ? undefined : "is not a Stripe key (sk_... or rk_...)",
  },
  {
    name: "stripe_webhook_secret",
    path: "billing.stripe.webhook_secret",
    presence: "billing.stripe.has_webhook_secret",
    about: "Signing secret of the webhook, whsec_.",
    check: (secret: string) =>
      /^whsec_[A-Za-z0-9+/=_-]{8,250}$/.test(secret)
        ? undefined
        : "is not a Stripe signing secret (whsec_...)",
  },
] as const satisfies ReadonlyArray<{
  name: string;
  path: string;
  presence: string;
  about: string;
  check: SecretCheck;
}>;

/** It stands in a URL as it is, and must not be guessed. */
function pathPart(secret: string): string | undefined {
  return /^[A-Za-z0-9_-]{16,128}$/.test(secret) ? undefined : "use 16 to 128 of A-Z, a-z, 0-9, _ and -";
}

function serviceAccountProblem(secret: string): string | undefined {
  return readServiceAccount(secret)
    ? undefined
    : "is not the text of the JSON key of a Google service account";
}
