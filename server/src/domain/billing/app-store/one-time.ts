import { AppError, storeUnavailable } from "../../../errors.ts";
import type { Millis } from "../../../storage/db.ts";
import type { Environment } from "../environment.ts";
import type { PurchaseSnapshot } from "../purchase.ts";
import type { StoreApp } from "../store-adapter.ts";
import type { AppStoreKey } from "./client.ts";
import { readSignedTransaction } from "./read-status.ts";
import type { Transaction } from "./read-transaction.ts";
import { untrusted } from "./verify-signed.ts";

const NON_CONSUMABLE = "Non-Consumable";
const ONE_TIME_TYPES: ReadonlySet<string> = new Set([
  NON_CONSUMABLE,
  "Consumable",
  "Non-Renewing Subscription",
]);

export function isOneTime({ type }: Pick<Transaction, "type">): boolean {
  return ONE_TIME_TYPES.has(type);
}

/**
 * What tells one purchase from all others. Apple gives a non-consumable another transaction id on each device and
 * whenever it is restored; the original one stays. Of the other types each transaction is a purchase of its own.
 */
export function purchaseKeyOf(transaction: Transaction): string {
  const key =
    transaction.type === NON_CONSUMABLE ? transaction.originalTransactionId : transaction.transactionId;
  if (!/^[\w-]{1,64}$/.test(key)) throw untrusted("no usable transactionId");
  return key;
}

/** How a one-time purchase stood at `takenAt`. A refund and the end of sharing in a family are one to us. */
export function reduceOneTime(transaction: Transaction, takenAt: Millis): PurchaseSnapshot {
  const { revocationDate } = transaction;
  return {
    isOneTime: true,
    store: "app_store",
    subjectKey: purchaseKeyOf(transaction),
    environment: transaction.environment,
    takenAt,
    state: revocationDate === undefined ? "paid" : "refunded",
    productId: transaction.productId,
    planId: "",
    quantity: transaction.quantity,
    familyShared: transaction.isFamilyShared,
    purchasedAt:
      transaction.type === NON_CONSUMABLE ? transaction.originalPurchaseDate : transaction.purchaseDate,
    refundedAt: revocationDate ?? null,
    priceMicros: transaction.priceMicros,
    currency: transaction.currency,
    accountToken: transaction.accountToken,
    needsAcknowledgement: false,
    isUnconsumedAtStore: false,
  };
}

/**
 * What a transaction that a device brings proves. It is as old as what it tells: a device may hold on to one that
 * was signed before the refund, and may have it signed anew.
 */
export function reduceBroughtOneTime(transaction: Transaction): PurchaseSnapshot {
  return reduceOneTime(transaction, transaction.revocationDate ?? transaction.purchaseDate);
}

/** How a one-time purchase stands now, by asking Apple; undefined when that environment does not know it. */
export async function askTransaction(
  app: Pick<StoreApp, "clock" | "stores">,
  key: AppStoreKey,
  { subjectKey, environment }: { subjectKey: string; environment: Environment },
): Promise<PurchaseSnapshot | undefined> {
  const signed = await app.stores.appStore.findTransaction(key, environment, subjectKey);
  if (signed === undefined) return undefined;
  const transaction = await readSignedTransaction(app, key.bundleId, signed).catch((error: unknown) => {
    // Then it was not Apple who answered.
    if (error instanceof AppError) throw storeUnavailable("app_store", error.detail ?? error.message);
    throw error;
  });
  if (!isOneTime(transaction)) return undefined;
  // What was restored has another id than what was bought: an administrator may have either.
  const isRestored = transaction.transactionId === subjectKey && purchaseKeyOf(transaction) !== subjectKey;
  if (isRestored && transaction.environment === environment) return undefined;
  if (purchaseKeyOf(transaction) !== subjectKey || transaction.environment !== environment) {
    throw storeUnavailable("app_store", "App Store Server API: another transaction");
  }
  return reduceOneTime(transaction, transaction.signedDate);
}
