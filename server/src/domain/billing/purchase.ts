import type { Millis } from "../../storage/db.ts";
import type { Environment } from "./environment.ts";
import type { StoreName } from "./stores.ts";

/** The strongest first: of two snapshots of the same moment, the stronger state counts. */
export const purchaseStates = ["refunded", "canceled", "paid", "pending"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** What a store says about something that was bought once, at one moment, in our words. */
export type PurchaseSnapshot = Readonly<{
  /** Tells it from the snapshot of a subscription. */
  isOneTime: true;
  store: StoreName;
  /** The store's key of the purchase. */
  subjectKey: string;
  environment: Environment;
  /** When the store knew this: as it signed it, or before we asked. */
  takenAt: Millis;
  state: PurchaseState;
  productId: string;
  /** Which price of the product, where the store has several; else empty. */
  planId: string;
  quantity: number;
  familyShared: boolean;
  purchasedAt: Millis;
  refundedAt: Millis | null;
  /** Of all of it; null when the store does not tell. */
  priceMicros: number | null;
  currency: string;
  /** The purchase token of the buyer, in lower case, if the store carries one. */
  accountToken: string | null;
  /** The store refunds what is neither acknowledged nor consumed in time. */
  needsAcknowledgement: boolean;
  /** The store does not sell the same again before this one is consumed there. */
  isUnconsumedAtStore: boolean;
}>;
