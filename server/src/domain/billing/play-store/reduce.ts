/// <reference lib="esnext.temporal" />
import { storeUnavailable } from "../../../errors.ts";
import type { Millis } from "../../../storage/db.ts";
import type { AddOn } from "../add-ons.ts";
import type { Period } from "../catalog-entry.ts";
import type { Snapshot, SubscriptionState } from "../snapshot.ts";
import type { PlaySubscription } from "./client.ts";
import type { Revocations } from "./revocations.ts";

/** What is known besides Google's answer. */
export type PlayContext = Readonly<{
  purchaseToken: string;
  /** Before Google was asked. */
  takenAt: Millis;
  /** Of a base plan of the catalog; undefined when the catalog does not have it. */
  periodOf: (productId: string, planId: string) => Period | undefined;
  revocations: Revocations;
}>;

/** The parts of a line item that count. */
type Item = Readonly<{
  productId: string;
  planId: string;
  orderId: string;
  expiresAt: Millis | undefined;
  isPrepaid: boolean;
  autoRenews: boolean;
  isTrial: boolean;
  priceMicros: number | null;
  currency: string;
}>;

/** Google's answer in our words. Words that Google adds some day must not break it. */
export function reducePlay(purchase: PlaySubscription, context: PlayContext): Snapshot {
  const { purchaseToken, takenAt } = context;
  const { items, isRevoked } = itemsOf(purchase, context);
  const [item, ...others] = items;
  const state = isRevoked ? "revoked" : stateOf(purchase, item, takenAt);
  const startedAt = timeOf(purchase.startTime) ?? takenAt;
  const periodEnd = item.expiresAt ?? startedAt;
  const canceled = cancellationOf(purchase);
  return {
    store: "play_store",
    subjectKey: purchaseToken,
    environment: isGiven(purchase.testPurchase) ? "sandbox" : "production",
    takenAt,
    state,
    productId: item.productId,
    planId: item.planId,
    willRenew: state !== "canceled" && willRenew(item, state),
    isTrial: item.isTrial,
    familyShared: false,
    startedAt,
    periodStart: periodStartOf(item, startedAt, periodEnd, context),
    periodEnd,
    // In a grace period Google moves the expiry to its end.
    accessUntil: periodEnd,
    canceledAt: canceled.at,
    pausedUntil: state === "paused" ? (timeOf(purchase.pausedStateContext?.autoResumeTime) ?? null) : null,
    cancelReason: canceled.reason,
    priceMicros: item.priceMicros,
    currency: item.currency,
    accountToken: accountTokenOf(purchase),
    addOns: others.flatMap((other) => addOnOf(other, state)),
    replaces: replacedBy(purchase),
    isSuperseded: canceled.reason === "replacement",
    needsAcknowledgement:
      purchase.acknowledgementState === "ACKNOWLEDGEMENT_STATE_PENDING" &&
      !["revoked", "expired", "pending"].includes(state),
  };
}

function willRenew({ autoRenews }: Item, state: SubscriptionState): boolean {
  return autoRenews && !["revoked", "expired", "pending"].includes(state);
}

/** None while it has no end yet: then it is to come later. */
function addOnOf(item: Item, state: SubscriptionState): AddOn[] {
  const { productId, planId, expiresAt } = item;
  if (expiresAt === undefined) return [];
  return [{ productId, planId, accessUntil: expiresAt, willRenew: willRenew(item, state) }];
}

function stateOf(purchase: PlaySubscription, item: Item, now: Millis): SubscriptionState {
  const hasEnded = (item.expiresAt ?? 0) <= now;
  switch (purchase.subscriptionState) {
    case "SUBSCRIPTION_STATE_PENDING":
      return "pending";
    case "SUBSCRIPTION_STATE_PAUSED":
      return "paused";
    case "SUBSCRIPTION_STATE_IN_GRACE_PERIOD":
      return "grace_period";
    case "SUBSCRIPTION_STATE_ON_HOLD":
      return "on_hold";
    case "SUBSCRIPTION_STATE_EXPIRED":
    case "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED":
      return "expired";
    case "SUBSCRIPTION_STATE_CANCELED":
      return hasEnded ? "expired" : "canceled";
    case "SUBSCRIPTION_STATE_ACTIVE":
      return paidState(item);
    // A state of later days: Google says to go by the expiry.
    default:
      return hasEnded ? "expired" : paidState(item);
  }
}

function paidState({ isTrial, autoRenews, isPrepaid }: Item): SubscriptionState {
  if (!autoRenews && !isPrepaid) return "canceled";
  return isTrial ? "trialing" : "active";
}

/**
 * What was bought and not taken back, the one with the latest expiry first; one that is to come later has none
 * yet. When everything was taken back, all of it.
 */
function itemsOf(
  purchase: PlaySubscription,
  { revocations, takenAt }: PlayContext,
): { items: [Item, ...Item[]]; isRevoked: boolean } {
  const all = (purchase.lineItems ?? []).map(readItem);
  const isSingle = all.length < 2;
  const kept = all.filter(({ orderId }) => {
    // Of several items each has its own last order; the purchase's is that of any of them.
    const orders = isSingle ? [orderId, purchase.latestOrderId] : [orderId || purchase.latestOrderId];
    return !orders.some((id) => id && revocations.orderIds.includes(id));
  });
  // Google may tell it of a single item, too. What it says to be running then is running.
  const goesOn = !isSingle && purchase.subscriptionState !== "SUBSCRIPTION_STATE_EXPIRED";
  const isRunning = goesOn && kept.some(({ expiresAt = 0 }) => expiresAt > takenAt);
  const isRevoked = kept.length === 0 || (revocations.isPurchase && !isRunning);
  const [first, ...rest] = (isRevoked ? all : kept).toSorted(
    (a, b) => (b.expiresAt ?? 0) - (a.expiresAt ?? 0),
  );
  if (!first) throw storeUnavailable("play_store", "Google Play: a subscription without a line item");
  return { items: [first, ...rest], isRevoked };
}

function readItem(item: Readonly<Record<string, unknown>>): Item {
  const plan = membersOf(item.autoRenewingPlan);
  return {
    productId: textOf(item.productId),
    planId: textOf(membersOf(item.offerDetails).basePlanId),
    orderId: textOf(item.latestSuccessfulOrderId),
    expiresAt: timeOf(item.expiryTime),
    isPrepaid: isGiven(item.prepaidPlan),
    autoRenews: plan.autoRenewEnabled === true,
    isTrial: isGiven(membersOf(item.offerPhase).freeTrial),
    ...priceOf(membersOf(plan.recurringPrice)),
  };
}

function priceOf({ currencyCode, units, nanos }: Readonly<Record<string, unknown>>) {
  const priceMicros = Number(units ?? 0) * 1_000_000 + Math.round(Number(nanos ?? 0) / 1000);
  const currency = textOf(currencyCode);
  // Google leaves zeroes out, so only the currency tells whether there is a price.
  return currency === "" || !Number.isSafeInteger(priceMicros)
    ? { priceMicros: null, currency: "" }
    : { priceMicros, currency };
}

/** Google does not tell it: counted back from the end, by the catalog's period, where there is one. */
function periodStartOf(item: Item, startedAt: Millis, periodEnd: Millis, { periodOf }: PlayContext): Millis {
  const period = item.isTrial ? undefined : periodOf(item.productId, item.planId);
  if (period === undefined) return Math.min(startedAt, periodEnd);
  const end = Temporal.Instant.fromEpochMilliseconds(periodEnd).toZonedDateTimeISO("UTC");
  return Math.max(end.subtract(period).epochMilliseconds, Math.min(startedAt, periodEnd));
}

const CANCELLATIONS: Readonly<Record<string, string>> = {
  userInitiatedCancellation: "user",
  systemInitiatedCancellation: "system",
  developerInitiatedCancellation: "developer",
  replacementCancellation: "replacement",
};

/** What the user wrote into the survey stays at Google. */
function cancellationOf({ canceledStateContext }: PlaySubscription): { reason: string; at: Millis | null } {
  const [name = ""] = Object.keys(canceledStateContext ?? {}).filter((key) =>
    isGiven(canceledStateContext?.[key]),
  );
  const at = timeOf(membersOf(canceledStateContext?.userInitiatedCancellation).cancelTime) ?? null;
  return { reason: CANCELLATIONS[name] ?? name, at };
}

/** A purchase in Play's own app carries the buyer of the one that ended before, until it is acknowledged. */
function accountTokenOf(purchase: PlaySubscription): string | null {
  const { externalAccountIdentifiers: own, outOfAppPurchaseContext: outside } = purchase;
  const token =
    own?.obfuscatedExternalAccountId ||
    outside?.expiredExternalAccountIdentifiers?.obfuscatedExternalAccountId;
  return token ? token.toLowerCase() : null;
}

/** Until an upgrade is paid for, what the user has is the old subscription. */
function replacedBy({ subscriptionState, linkedPurchaseToken }: PlaySubscription): string[] {
  const isPaid =
    subscriptionState !== "SUBSCRIPTION_STATE_PENDING" &&
    subscriptionState !== "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED";
  return linkedPurchaseToken && isPaid ? [linkedPurchaseToken] : [];
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Record<string, unknown>;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function timeOf(value: unknown): Millis | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  try {
    return Temporal.Instant.from(value).epochMilliseconds;
  } catch {
    throw storeUnavailable("play_store", "Google Play: a time that is none");
  }
}
