import type { PurchaseRow } from "../../storage/db.ts";
import { type PurchaseSnapshot, type PurchaseState, purchaseStates } from "./purchase.ts";

/** What a snapshot decides about a row. The rest of it is ours. */
export type PurchaseColumns = Pick<
  PurchaseRow,
  | "environment"
  | "productId"
  | "planId"
  | "state"
  | "quantity"
  | "familyShared"
  | "purchasedAt"
  | "refundedAt"
  | "priceMicros"
  | "currency"
  | "accountToken"
  | "snapshotAt"
>;

export function columnsOf(snapshot: PurchaseSnapshot): PurchaseColumns {
  return {
    environment: snapshot.environment,
    productId: snapshot.productId,
    planId: snapshot.planId,
    state: snapshot.state,
    quantity: snapshot.quantity,
    familyShared: snapshot.familyShared ? 1 : 0,
    purchasedAt: snapshot.purchasedAt,
    refundedAt: snapshot.refundedAt,
    priceMicros: snapshot.priceMicros,
    currency: snapshot.currency,
    accountToken: snapshot.accountToken?.toLowerCase() ?? null,
    snapshotAt: snapshot.takenAt,
  };
}

/**
 * Whether these columns are newer than the stored ones. Two of the same moment are put in an order, too, so
 * that it does not matter which of them comes first.
 */
export function isNewerThan(told: PurchaseColumns, stored: PurchaseColumns): boolean {
  if (told.snapshotAt !== stored.snapshotAt) return told.snapshotAt > stored.snapshotAt;
  const strength = strengthOf(told) - strengthOf(stored);
  return strength === 0 ? textOf(told) > textOf(stored) : strength > 0;
}

function strengthOf({ state }: PurchaseColumns): number {
  return -purchaseStates.indexOf(state as PurchaseState);
}

function textOf(told: PurchaseColumns): string {
  const { environment, productId, planId, quantity, familyShared, purchasedAt } = told;
  const { refundedAt, priceMicros, currency, accountToken } = told;
  return JSON.stringify([
    ...[environment, productId, planId, quantity, familyShared, purchasedAt],
    ...[refundedAt, priceMicros, currency, accountToken],
  ]);
}
