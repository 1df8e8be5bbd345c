import type { Millis } from "../../storage/db.ts";
import type { AddOn } from "./add-ons.ts";
import type { Environment } from "./environment.ts";
import type { StoreName } from "./stores.ts";

/** The strongest first: where several are true of a subscription, the first counts. */
export const subscriptionStates = [
  "revoked",
  "expired",
  "paused",
  "on_hold",
  "grace_period",
  "pending",
  "canceled",
  "trialing",
  "active",
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What a store says about one subscription at one moment, in our words. */
export type Snapshot = Readonly<{
  store: StoreName;
  /** The store's key of the subscription. */
  subjectKey: string;
  environment: Environment;
  /** When the store knew this: as it signed it, or before we asked. */
  takenAt: Millis;
  state: SubscriptionState;
  productId: string;
  /** Which price of the product, where the store has several; else empty. */
  planId: string;
  willRenew: boolean;
  isTrial: boolean;
  familyShared: boolean;
  startedAt: Millis;
  periodStart: Millis;
  periodEnd: Millis;
  /** The end of the grace period while there is one, else of the period. */
  accessUntil: Millis;
  canceledAt: Millis | null;
  pausedUntil: Millis | null;
  /** In the store's words; empty when there is none. */
  cancelReason: string;
  priceMicros: number | null;
  currency: string;
  /** What else was bought with it; its state holds for them, too. */
  addOns: readonly AddOn[];
  /** The purchase token of the buyer, in lower case, if the store carries one. */
  accountToken: string | null;
  /** Subject keys whose place this subscription has taken. */
  replaces: readonly string[];
  /** Another subscription has taken this one's place; the store does not say which. */
  isSuperseded: boolean;
  /** The store refunds what is not acknowledged in time. */
  needsAcknowledgement: boolean;
  /** A page of this project sold it, the store bills it, and the account of its buyer was deleted here. */
  needsOwner?: boolean;
  /** The permission without which nobody can tell whether it was refunded; it counts as not refunded. */
  refundsUnknown?: string;
}>;
