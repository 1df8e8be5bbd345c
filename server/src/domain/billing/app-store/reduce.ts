import type { Millis } from "../../../storage/db.ts";
import type { Snapshot, SubscriptionState } from "../snapshot.ts";
import type { Renewal, Transaction } from "./read-transaction.ts";
import { untrusted } from "./verify-signed.ts";

/** Apple's numbers for where a subscription stands. */
const [ACTIVE, EXPIRED, BILLING_RETRY, GRACE_PERIOD, REVOKED] = [1, 2, 3, 4, 5];

/** Apple's words, where its numbers have some. */
const EXPIRATION_INTENTS = new Map([
  [1, "customer_canceled"],
  [2, "billing_error"],
  [3, "price_increase_declined"],
  [4, "product_not_available"],
  [5, "other"],
]);
const REVOCATION_REASONS = new Map([
  [0, "refunded_for_other_reason"],
  [1, "refunded_due_to_issue"],
]);

type Facts = Readonly<{ transaction: Transaction; renewal: Renewal | undefined; status: number | undefined }>;

/** Where a subscription stood when Apple signed this. `status` undefined: the notification said none. */
export function reduceStatus(facts: Facts): Snapshot {
  const { transaction, renewal } = facts;
  const takenAt = Math.min(transaction.signedDate, renewal?.signedDate ?? transaction.signedDate);
  const isOld = isOfEarlierPeriod(facts);
  const state = stateOf(facts, isOld, takenAt);
  const end = isOld ? (renewal?.renewalDate ?? 0) : expiryOf(transaction);
  return {
    ...commonFacts(transaction),
    takenAt,
    state,
    productId: isOld ? (renewal?.productId ?? transaction.productId) : transaction.productId,
    willRenew: willRenew(state, renewal),
    isTrial: transaction.isTrial && !isOld,
    // The refunded period is over; the one after it began at its end or later.
    periodStart: isOld ? expiryOf(transaction) : transaction.purchaseDate,
    periodEnd: end,
    accessUntil: state === "grace_period" ? Math.max(end, renewal?.gracePeriodExpiresDate ?? 0) : end,
    canceledAt: state === "revoked" ? (transaction.revocationDate ?? null) : null,
    cancelReason: cancelReason(state, facts),
    priceMicros: isOld ? null : transaction.priceMicros,
    currency: isOld ? "" : transaction.currency,
    accountToken: transaction.accountToken ?? renewal?.accountToken ?? null,
    isSuperseded: transaction.isUpgraded && !isOld,
  };
}

/**
 * What a transaction alone proves. It is as old as what it tells, however late it was signed: a device signs its
 * oldest purchase anew whenever it is asked, and that must not undo what is known about the newest.
 */
export function reduceTransaction(transaction: Transaction, now: Millis): Snapshot {
  const end = expiryOf(transaction);
  const state = stateByDates(transaction, now);
  return {
    ...commonFacts(transaction),
    takenAt: transaction.revocationDate ?? transaction.purchaseDate,
    state,
    productId: transaction.productId,
    willRenew: state === "active" || state === "trialing",
    isTrial: transaction.isTrial,
    periodStart: transaction.purchaseDate,
    periodEnd: end,
    accessUntil: end,
    canceledAt: transaction.revocationDate ?? null,
    cancelReason: cancelReason(state, { transaction, renewal: undefined, status: undefined }),
    priceMicros: transaction.priceMicros,
    currency: transaction.currency,
    accountToken: transaction.accountToken,
    isSuperseded: transaction.isUpgraded,
  };
}

function commonFacts(
  transaction: Transaction,
): Pick<
  Snapshot,
  | "store"
  | "subjectKey"
  | "environment"
  | "planId"
  | "familyShared"
  | "startedAt"
  | "pausedUntil"
  | "addOns"
  | "replaces"
  | "needsAcknowledgement"
> {
  return {
    store: "app_store",
    subjectKey: transaction.originalTransactionId,
    environment: transaction.environment,
    planId: "",
    familyShared: transaction.isFamilyShared,
    startedAt: transaction.originalPurchaseDate,
    pausedUntil: null,
    addOns: [],
    replaces: [],
    needsAcknowledgement: false,
  };
}

/**
 * A refund is told with the transaction that was refunded. When that one is of an earlier period, the
 * subscription itself goes on: Apple's status and the end of the newest period say so.
 */
function isOfEarlierPeriod({ transaction, renewal, status }: Facts): boolean {
  const { revocationDate, isUpgraded, signedDate } = transaction;
  const goesOn = status === ACTIVE || status === GRACE_PERIOD || status === BILLING_RETRY;
  const isPast = status === ACTIVE && expiryOf(transaction) <= signedDate;
  const isNotTheNewest = revocationDate !== undefined || isUpgraded || isPast;
  return goesOn && isNotTheNewest && (renewal?.renewalDate ?? 0) > expiryOf(transaction);
}

function stateOf({ transaction, renewal, status }: Facts, isOld: boolean, at: Millis): SubscriptionState {
  if (status === REVOKED || (transaction.revocationDate !== undefined && !isOld)) return "revoked";
  if (status === EXPIRED) return "expired";
  if (status === BILLING_RETRY) return "on_hold";
  if (status === GRACE_PERIOD) return "grace_period";
  if (status !== ACTIVE && expiryOf(transaction) <= at) return "expired";
  if (renewal?.autoRenewStatus === 0) return "canceled";
  return transaction.isTrial && !isOld ? "trialing" : "active";
}

function stateByDates(transaction: Transaction, now: Millis): SubscriptionState {
  if (transaction.revocationDate !== undefined) return "revoked";
  if (expiryOf(transaction) <= now) return "expired";
  return transaction.isTrial ? "trialing" : "active";
}

/** Apple goes on charging in the grace period and after it. */
function willRenew(state: SubscriptionState, renewal: Renewal | undefined): boolean {
  return state !== "revoked" && state !== "expired" && renewal?.autoRenewStatus !== 0;
}

function cancelReason(state: SubscriptionState, { transaction, renewal }: Facts): string {
  if (state === "revoked")
    return wordFor(REVOCATION_REASONS, transaction.revocationReason, "revocation_reason");
  return wordFor(EXPIRATION_INTENTS, renewal?.expirationIntent, "expiration_intent");
}

function wordFor(words: ReadonlyMap<number, string>, code: number | undefined, name: string): string {
  return code === undefined ? "" : (words.get(code) ?? `${name}_${code}`);
}

function expiryOf({ expiresDate, type }: Transaction): Millis {
  if (expiresDate === undefined)
    throw untrusted(`${type || "a purchase"} that does not end is no subscription`);
  return expiresDate;
}
