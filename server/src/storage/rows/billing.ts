import type { Millis } from "./millis.ts";

/** A user towards the stores, from the first time they ask. */
export type BillingAccountRow = {
  userId: string;
  projectId: string;
  /** A random UUID, version 4: what StoreKit and Play carry along with a purchase. */
  purchaseToken: string;
  stripeCustomerId: string | null;
  createdAt: Millis;
};

/** A subscription, as the store told it at `snapshotAt`. Nothing older ever replaces it. */
export type SubscriptionRow = {
  id: string;
  projectId: string;
  /** Null while nobody has claimed it, and after its owner was deleted. */
  userId: string | null;
  /** `app_store`, `play_store` or `stripe`. */
  store: string;
  /** Original transaction id, purchase token, or Stripe's subscription id. */
  subjectKey: string;
  /** `production` or `sandbox`. */
  environment: string;
  /** The store's product id. */
  productId: string;
  /** Play's base plan, or the lookup key of Stripe's price; empty in the App Store. */
  planId: string;
  state: string;
  /** 1 or 0, like the two below. */
  willRenew: number;
  isTrial: number;
  familyShared: number;
  startedAt: Millis;
  periodStart: Millis;
  periodEnd: Millis;
  /** The end of the grace period while there is one, else of the period. */
  accessUntil: Millis;
  canceledAt: Millis | null;
  pausedUntil: Millis | null;
  cancelReason: string;
  priceMicros: number | null;
  currency: string;
  /** The purchase token that the store carries, in lower case. */
  accountToken: string | null;
  /** Subject key of the subscription that took its place. */
  supersededBy: string | null;
  snapshotAt: Millis;
  /** When the store is asked next without being told anything; null when never. */
  checkAt: Millis | null;
  checkAttempts: number;
  ownerDeletedAt: Millis | null;
  createdAt: Millis;
  updatedAt: Millis;
  /** The tier that the catalog gave its product when it was last told; empty when none. */
  tierId: string;
  /** What else was bought with it, as JSON (`AddOn[]`); empty when nothing. */
  addOns: string;
  /** When it last began, by the store's clock; a replacement goes on with the time of what it replaced. */
  begunAt: Millis | null;
  /** When it was first paid since then; null while it is a trial, and when nobody paid. */
  paidAt: Millis | null;
  /** 1 when it began with a free trial. */
  hadTrial: number;
  /** When it was last refunded or withdrawn; null when that was taken back. */
  revokedAt: Millis | null;
};

/** Something that was bought once, as the store told it at `snapshotAt`. */
export type PurchaseRow = {
  id: string;
  projectId: string;
  /** Null while nobody has claimed it, and after its owner was deleted. */
  userId: string | null;
  /** `app_store`, `play_store` or `stripe`. */
  store: string;
  /** Transaction id, purchase token, or Stripe's payment intent. */
  subjectKey: string;
  /** `production` or `sandbox`. */
  environment: string;
  /** The store's product id. */
  productId: string;
  /** The lookup key of Stripe's price; empty in the other stores. */
  planId: string;
  /** The one-time product of the catalog when it was last told; empty when none. */
  catalogId: string;
  /** `lifetime`, `consumable` or `non_renewing`; empty when the catalog does not know the product. */
  kind: string;
  /** `pending`, `paid`, `refunded` or `canceled`. */
  state: string;
  quantity: number;
  /** 1 or 0. */
  familyShared: number;
  purchasedAt: Millis;
  refundedAt: Millis | null;
  priceMicros: number | null;
  currency: string;
  accountToken: string | null;
  snapshotAt: Millis;
  /** When the store is asked next without being told anything; null when never. */
  checkAt: Millis | null;
  checkAttempts: number;
  ownerDeletedAt: Millis | null;
  /** The claim with which the backend consumed it, and when; null until then. */
  claimId: string | null;
  consumedAt: Millis | null;
  createdAt: Millis;
  updatedAt: Millis;
};

/** Which subscription took another's place, kept also while that other one is not known yet. */
export type SubscriptionSuccessionRow = {
  projectId: string;
  store: string;
  subjectKey: string;
  supersededBy: string;
};

/** A notification of a store, acknowledged once it is stored here. */
export type BillingInboxRow = {
  id: string;
  projectId: string;
  store: string;
  /** The store's own id of it. */
  notificationId: string;
  environment: string;
  type: string;
  subtype: string;
  /** Like a subscription's; empty when it is about none. */
  subjectKey: string;
  /** What processing needs: signed data of Apple's, otherwise JSON without personal data. */
  payload: string;
  occurredAt: Millis;
  receivedAt: Millis;
  /** When it came or was last replayed: from then on it is tried for a day. */
  queuedAt: Millis;
  /** `waiting`, `processed`, `ignored` or `failed`. */
  status: string;
  attempts: number;
  /** Null unless it is waiting. */
  nextAttemptAt: Millis | null;
  lastError: string | null;
  processedAt: Millis | null;
};

/** How a store fares with a project. */
export type BillingStoreRow = {
  projectId: string;
  store: string;
  lastSuccessAt: Millis | null;
  lastErrorAt: Millis | null;
  lastError: string | null;
  lastNotificationAt: Millis | null;
  /** Until when the store's own record of notifications was compared with ours. */
  reconciledUntil: Millis | null;
  /** The store asked to be left alone until then. */
  restUntil: Millis | null;
};

/** An entitlement that was given without a purchase. */
export type EntitlementGrantRow = {
  id: string;
  projectId: string;
  userId: string;
  entitlementId: string;
  expiresAt: Millis | null;
  reason: string;
  grantedBy: string;
  createdAt: Millis;
  revokedAt: Millis | null;
};

/** What must end at Stripe because its owner is gone. */
export type StripeCancellationRow = {
  /** Id of a subscription, or of a customer whose open checkouts must end. */
  subscriptionKey: string;
  projectId: string;
  createdAt: Millis;
  attempts: number;
  nextAttemptAt: Millis;
  lastError: string | null;
  gaveUpAt: Millis | null;
};

export type BillingTables = {
  billingAccounts: BillingAccountRow;
  subscriptions: SubscriptionRow;
  purchases: PurchaseRow;
  subscriptionSuccessions: SubscriptionSuccessionRow;
  billingInbox: BillingInboxRow;
  billingStores: BillingStoreRow;
  entitlementGrants: EntitlementGrantRow;
  stripeCancellations: StripeCancellationRow;
};
