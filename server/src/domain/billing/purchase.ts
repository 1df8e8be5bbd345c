import type { Millis } from "../../storage/db.ts";
import type { Environment, StoreName } from "./store.ts";

/** From the strongest to the weakest word about a one-time purchase of the same moment. */
export const purchaseStates = ["refunded", "canceled", "paid", "pending"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** What a store says about something that was bought once, at one moment, in our words. */
export type PurchaseSnapshot = Readonly<{
  /** Tells it from the snapshot of a subscription. */
  isOneTime: true;
  store: StoreName;
  /** Transaction id, purchase token, or Stripe's payment intent. */
  subjectKey: string;
  environment: Environment;
  /** When the store knew this: signed by Apple; otherwise before we asked. */
  takenAt: Millis;
  state: PurchaseState;
  productId: string;
  /** The lookup key of Stripe's price; empty in the other stores. */
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
  /** Play only: it refunds what is neither acknowledged nor consumed within three days. */
  needsAcknowledgement: boolean;
  /** Play only: it does not sell the same again before this one is consumed there. */
  isUnconsumedAtStore: boolean;
}>;
