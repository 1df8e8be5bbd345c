import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";
import type { NewNotification, StoreApp } from "../store-adapter.ts";
import { readStripeEvent, type StripeEvent, stripeEventTypes } from "./read-event.ts";
import { isSignedByStripe } from "./verify-signature.ts";

/** A webhook call of Stripe's, once its signature is proven. */
export async function receiveStripe(
  app: Pick<StoreApp, "clock" | "db" | "secretBox">,
  project: Project,
  signature: string,
  body: Buffer,
): Promise<NewNotification> {
  const secret = await openProviderSecret(app, project.id, "stripe_webhook_secret");
  if (secret === undefined || !isSignedByStripe(body, signature, [secret], app.clock())) {
    throw new AppError("PURCHASE_INVALID", "not signed by the project's webhook", { store: "stripe" });
  }
  const event = readStripeEvent(parse(body));
  if (!event) throw new AppError("PURCHASE_INVALID", "signed, but no event", { store: "stripe" });
  const key = await openProviderSecret(app, project.id, "stripe_secret_key");
  // Only a test key sees test purchases; with a live one they would give access for nothing.
  const isForeign = key !== undefined && key.includes("_test_") === event.livemode;
  return {
    ...notificationOf(event),
    ...(isForeign && { ignoredBecause: `livemode is ${event.livemode}, unlike the key's` }),
  };
}

/** Kept are ids alone: the event itself has names and addresses in it. */
export function notificationOf(event: StripeEvent): NewNotification {
  const { id, type, livemode, created, subscriptionId, paymentIntentId, accountToken, customerId } = event;
  const isKnown = stripeEventTypes.some((known) => known === type);
  const isAboutNothing = subscriptionId === "" && paymentIntentId === "";
  return {
    notificationId: id,
    environment: livemode ? "production" : "sandbox",
    type,
    subtype: "",
    subjectKey: subscriptionId,
    payload: JSON.stringify({ paymentIntentId, accountToken, customerId }),
    occurredAt: created * 1000,
    ...(!isKnown && { ignoredBecause: "of no concern to purchases" }),
    ...(isKnown && isAboutNothing && { ignoredBecause: "is about no purchase" }),
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
