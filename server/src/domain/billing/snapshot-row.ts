import type { SubscriptionRow } from "../../storage/db.ts";
import { readAddOns, writeAddOns } from "./add-ons.ts";
import { type Snapshot, type SubscriptionState, subscriptionStates } from "./snapshot.ts";

/** What a snapshot decides about a row. The rest of it is ours. */
export type SnapshotColumns = Pick<
  SubscriptionRow,
  | "environment"
  | "productId"
  | "planId"
  | "state"
  | "willRenew"
  | "isTrial"
  | "familyShared"
  | "startedAt"
  | "periodStart"
  | "periodEnd"
  | "accessUntil"
  | "canceledAt"
  | "pausedUntil"
  | "cancelReason"
  | "priceMicros"
  | "currency"
  | "addOns"
  | "accountToken"
  | "snapshotAt"
>;

export function columnsOf(snapshot: Snapshot): SnapshotColumns {
  return {
    environment: snapshot.environment,
    productId: snapshot.productId,
    planId: snapshot.planId,
    state: snapshot.state,
    willRenew: snapshot.willRenew ? 1 : 0,
    isTrial: snapshot.isTrial ? 1 : 0,
    familyShared: snapshot.familyShared ? 1 : 0,
    startedAt: snapshot.startedAt,
    periodStart: snapshot.periodStart,
    periodEnd: snapshot.periodEnd,
    accessUntil: snapshot.accessUntil,
    canceledAt: snapshot.canceledAt,
    pausedUntil: snapshot.pausedUntil,
    cancelReason: snapshot.cancelReason.slice(0, 200),
    priceMicros: snapshot.priceMicros,
    currency: snapshot.currency,
    addOns: writeAddOns(snapshot.addOns.map((addOn) => ({ ...addOn, tierId: "" }))),
    accountToken: snapshot.accountToken?.toLowerCase() ?? null,
    // What was replaced tells nothing about the present: anything else that is reported is newer.
    snapshotAt: snapshot.isSuperseded ? 0 : snapshot.takenAt,
  };
}

/**
 * Whether these columns are newer than the stored ones. Two snapshots of the same moment are put in an
 * order, too, so that it does not matter which of them comes first.
 */
export function isNewerThan(reported: SnapshotColumns, stored: SnapshotColumns): boolean {
  if (reported.snapshotAt !== stored.snapshotAt) return reported.snapshotAt > stored.snapshotAt;
  const strength = strengthOf(reported) - strengthOf(stored);
  if (strength !== 0) return strength > 0;
  return textOf(reported) > textOf(stored);
}

function strengthOf({ state }: SnapshotColumns): number {
  return -subscriptionStates.indexOf(state as SubscriptionState);
}

/** Later ends first, then whatever tells the two apart. */
function textOf(reported: SnapshotColumns): string {
  const ends = [reported.periodEnd, reported.accessUntil].map((at) => String(at).padStart(16, "0"));
  const { startedAt, periodStart, canceledAt, pausedUntil, priceMicros, willRenew, isTrial, familyShared } =
    reported;
  const { environment, productId, planId, cancelReason, currency, accountToken } = reported;
  // Their tiers are ours, and nothing that the store says.
  const addOns = readAddOns(reported).map(({ tierId: _, ...addOn }) => addOn);
  return JSON.stringify([
    ...ends,
    ...[willRenew, isTrial, familyShared, startedAt, periodStart, canceledAt, pausedUntil, priceMicros],
    ...[environment, productId, planId, cancelReason, currency, accountToken],
    addOns,
  ]);
}
