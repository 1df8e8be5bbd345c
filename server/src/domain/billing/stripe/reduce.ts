import type { Millis } from "../../../storage/db.ts";
import type { BillingSettings } from "../billing-settings.ts";
import type { Snapshot, SubscriptionState } from "../snapshot.ts";
import type { StripeItem, StripeSubscription } from "./client.ts";
import { microsOf } from "./minor-units.ts";

const DAY_MS = 86_400_000;

/** Stripe counts in seconds. */
const millis = (seconds: number): Millis => seconds * 1000;
const orNull = (seconds: number | null): Millis | null => (seconds === null ? null : millis(seconds));

/** `item` is the one of its items that counts. */
export function reduceStripe(
  subscription: StripeSubscription,
  item: StripeItem,
  takenAt: Millis,
  { stripeGraceDays }: Pick<BillingSettings, "stripeGraceDays">,
): Snapshot {
  const graceEnds = millis(item.periodStart) + stripeGraceDays * DAY_MS;
  const state = stateOf(subscription, takenAt < graceEnds);
  const endsAt = orNull(subscription.cancelAt) ?? millis(item.periodEnd);
  const willCancel = subscription.cancelAtPeriodEnd || subscription.cancelAt !== null;
  return {
    store: "stripe",
    subjectKey: subscription.id,
    environment: subscription.livemode ? "production" : "sandbox",
    takenAt,
    state,
    productId: item.productId,
    planId: item.lookupKey,
    willRenew: !willCancel && ["trialing", "active", "past_due"].includes(subscription.status),
    isTrial: subscription.status === "trialing",
    familyShared: false,
    startedAt: millis(subscription.startDate),
    periodStart: millis(item.periodStart),
    periodEnd: millis(item.periodEnd),
    accessUntil: accessUntil(state, subscription, graceEnds, Math.min(endsAt, millis(item.periodEnd))),
    canceledAt: orNull(subscription.canceledAt),
    pausedUntil: orNull(subscription.resumesAt),
    cancelReason: subscription.cancelReason,
    priceMicros: item.unitAmount === null ? null : microsOf(item.unitAmount, item.currency),
    currency: item.currency.toUpperCase(),
    accountToken: subscription.accountToken?.toLowerCase() ?? null,
    addOns: [],
    replaces: [],
    isSuperseded: false,
    needsAcknowledgement: false,
  };
}

function stateOf(
  { status, refund, cancelAtPeriodEnd, cancelAt }: StripeSubscription,
  isInGrace: boolean,
): SubscriptionState {
  if (refund.isWhole) return "revoked";
  const isEnding = cancelAtPeriodEnd || cancelAt !== null;
  switch (status) {
    case "incomplete":
      return "pending";
    case "trialing":
      return isEnding ? "canceled" : "trialing";
    case "active":
      return isEnding ? "canceled" : "active";
    case "past_due":
      return isInGrace ? "grace_period" : "on_hold";
    case "unpaid":
      return "on_hold";
    case "paused":
      return "paused";
    default:
      // canceled, incomplete_expired, and what Stripe may add: nothing unknown gives access.
      return "expired";
  }
}

function accessUntil(
  state: SubscriptionState,
  { endedAt }: StripeSubscription,
  graceEnds: Millis,
  periodEnd: Millis,
): Millis {
  if (state === "grace_period") return graceEnds;
  return state === "expired" && endedAt !== null ? Math.min(millis(endedAt), periodEnd) : periodEnd;
}
