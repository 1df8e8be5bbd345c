import type { Millis } from "../../storage/db.ts";
import type { AddOn } from "./add-ons.ts";

export const storeNames = ["app_store", "play_store", "stripe"] as const;
export type StoreName = (typeof storeNames)[number];

export type Environment = "production" | "sandbox";

/** From the strongest to the weakest word about a subscription: where several are true, the first counts. */
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
  /** Original transaction id, purchase token, or Stripe's subscription id. */
  subjectKey: string;
  environment: Environment;
  /** When the store knew this: signed by Apple; otherwise before we asked. */
  takenAt: Millis;
  state: SubscriptionState;
  productId: string;
  /** Play's base plan, or the lookup key of Stripe's price; empty in the App Store. */
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
  /** Another subscription has taken this one's place: Apple's upgraded transactions. */
  isSuperseded: boolean;
  /** Play only: it refunds what is not acknowledged within three days. */
  needsAcknowledgement: boolean;
  /** Stripe only: a checkout of this project made it, Stripe bills it, and the account of its buyer was deleted here. */
  needsOwner?: boolean;
  /** Stripe only: the permission without which nobody can tell whether it was refunded; it counts as not refunded. */
  refundsUnknown?: string;
}>;
