import { AppError } from "@svc/server/errors";
import { openStripe, probeStripe } from "@svc/server/stores/stripe";
import type Stripe from "stripe";
import { Failure } from "../../failure.ts";
import { providerOrigins } from "../../remote/provider-origins.ts";

const WAIT_MS = 30_000;
const RETRIES = 3;

/** Stripe's library, which repeats what may be repeated, with the same idempotency key. */
export function stripeClient(secretKey: string): Promise<{ stripe: Stripe; apiVersion: string }> {
  return openStripe(secretKey, { origin: providerOrigins().stripe, waitMs: WAIT_MS, retries: RETRIES });
}

/** Before anything is saved: makes every call that setup and server will make, and changes nothing. */
export async function tryStripeKey(secretKey: string): Promise<void> {
  const { stripe } = await stripeClient(secretKey);
  await probeStripe(stripe, { forSetup: true }).catch((error: unknown) => {
    throw error instanceof AppError ? lackingFailure(error) : asFailure(error);
  });
}

function lackingFailure({ detail = "" }: AppError): Failure {
  return new Failure(
    "permission_denied",
    "PROVIDER_REFUSED",
    `Stripe refuses: ${detail}`,
    "add them to the restricted key at https://dashboard.stripe.com/apikeys, and run this again",
  );
}

type Refusal = { statusCode?: number; code?: string; message?: string; type?: string };

/** Undefined when Stripe has no such thing. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: Refusal) => {
    if (error.statusCode === 404 || error.code === "resource_missing") return undefined;
    throw error;
  });
}

/** What Stripe says about us, without the key, and what to do. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error) || !("type" in error)) return error;
  const { statusCode, message = "" } = error as Refusal;
  const detail = message.replaceAll(/[sr]k_\S+/g, "…").slice(0, 300);
  if (statusCode === 401) {
    return new Failure(
      "unauthenticated",
      "PROVIDER_REFUSED",
      "Stripe does not know this key (401)",
      "copy it again from https://dashboard.stripe.com/apikeys",
    );
  }
  if (statusCode === 403) {
    return new Failure(
      "permission_denied",
      "PROVIDER_REFUSED",
      `Stripe does not let this key do it (403): ${detail}`,
      "docs/guides/subscriptions.md has the permissions that a restricted key needs",
    );
  }
  if (statusCode === undefined || statusCode >= 500 || statusCode === 429) {
    const why = statusCode === undefined ? "no answer" : `status ${statusCode}`;
    const hint = "run it again: finished parts are detected and kept";
    return new Failure("unavailable", "UNREACHABLE", `Stripe cannot be reached: ${why}`, hint);
  }
  const hint = "fix it in the Stripe dashboard or in the catalog, and run this again";
  return new Failure("failed_precondition", "PROVIDER_REFUSED", `Stripe refuses this: ${detail}`, hint);
}
