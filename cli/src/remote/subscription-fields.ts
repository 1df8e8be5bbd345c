import type { OwnedSubscriptionJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { SubscriptionItemJson, SubscriptionJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import { stateWords, wordOf } from "./enum-words.ts";
import { storeWords } from "./store-words.ts";

/** Everything about a subscription, a line each; what it does not have is left out. */
export function subscriptionFields(owned: OwnedSubscriptionJson): string[][] {
  const { subscription = {}, userId = "", snapshotAt, storeKey, ownerDeletedAt } = owned;
  const fields: [string, string | undefined][] = [
    ["id", subscription.id],
    ["user", userId || "none"],
    ["owner deleted", ownerDeletedAt],
    ["store", wordOf(storeWords, subscription.store)],
    ["store's id", storeKey],
    ["product", subscription.storeProductId],
    ["tier", subscription.tierId],
    ["add-ons", (subscription.addOns ?? []).map(addOnLine).join(", ")],
    ["state", wordOf(stateWords, subscription.state)],
    ["trial", subscription.isTrial ? "yes" : "no"],
    ["renews", subscription.willRenew ? "yes" : "no"],
    ["environment", environmentOf(subscription)],
    ["family shared", subscription.familyShared ? "yes" : "no"],
    ["price", priceOf(subscription)],
    ["started", subscription.startedAt],
    ["period started", subscription.currentPeriodStart],
    ["period ends", subscription.currentPeriodEnd],
    ["access until", subscription.accessUntil],
    ["canceled", subscription.canceledAt],
    ["paused until", subscription.pausedUntil],
    ["cancel reason", subscription.cancelReason],
    ["managed at", subscription.managementUrl],
    ["last store update", snapshotAt],
  ];
  return fields.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]]));
}

function addOnLine({ storeProductId = "", tierId = "", accessUntil = "", willRenew }: SubscriptionItemJson) {
  return `${storeProductId} (${[tierId, willRenew ? "renews" : "until", accessUntil].filter(Boolean).join(" ")})`;
}

/** `pro`, or `pro + team` with an add-on. */
export function productOf({ storeProductId = "", addOns = [] }: SubscriptionJson): string {
  return [storeProductId, ...addOns.map(({ storeProductId = "" }) => storeProductId)].join(" + ");
}

export function environmentOf({ sandbox }: { sandbox?: boolean }): string {
  return sandbox ? "sandbox" : "production";
}

/** `9.99 USD`; empty when the store did not say. */
export function priceOf({
  priceMicros = "0",
  currency = "",
}: {
  priceMicros?: string;
  currency?: string;
}): string {
  const micros = Number(priceMicros);
  return micros === 0 ? "" : `${micros / 1_000_000} ${currency}`.trim();
}
