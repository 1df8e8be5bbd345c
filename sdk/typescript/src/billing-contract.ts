import type {
  GetBillingConfigResponseJson,
  OneTimeProductJson,
  ProductJson,
  TierJson,
} from "@svc/proto/svc/billing/v1/billing_pb";
import type {
  EntitlementJson,
  OneTimePurchaseJson,
  SubscriptionJson,
} from "@svc/proto/svc/billing/v1/subscription_pb";
import { shortName } from "./enum-names.ts";
import type { Tells } from "./message-types.ts";

/** Who sold it; `manual` is a grant without a purchase. */
export type Store = "app_store" | "play_store" | "stripe" | "manual";

/**
 * How a subscription stands. The user has access while it is `trialing`, `active`, `canceled` (paid, but will not renew)
 * or in its `grace_period`.
 */
export type SubscriptionState =
  | "pending"
  | "trialing"
  | "active"
  | "canceled"
  | "grace_period"
  | "on_hold"
  | "paused"
  | "expired"
  | "revoked";

type Moments =
  | "startedAt"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "accessUntil"
  | "canceledAt"
  | "pausedUntil";

/** A subscription that the user bought. Times are ISO 8601 strings; prices are in millionths of the currency. */
export type Subscription = Tells<SubscriptionJson, "store" | "state" | Moments> &
  Readonly<Pick<SubscriptionJson, Moments>> &
  Readonly<{
    /** Who sold it. */
    store: Store;
    /** How it stands. */
    state: SubscriptionState;
  }>;

/**
 * What a one-time purchase is: `lifetime` gives its entitlements for good, `consumable` is used up, and `non_renewing` is
 * good for a time that your backend counts.
 */
export type PurchaseKind = "lifetime" | "consumable" | "non_renewing";

/** How a one-time purchase stands. Only what is `paid` counts. */
export type PurchaseState = "pending" | "paid" | "refunded" | "canceled";

type PurchaseMoments = "purchasedAt" | "consumedAt" | "refundedAt";

/** Something that the user bought once. Times are ISO 8601 strings; prices are in millionths of the currency. */
export type OneTimePurchase = Tells<OneTimePurchaseJson, "store" | "kind" | "state" | PurchaseMoments> &
  Readonly<Pick<OneTimePurchaseJson, PurchaseMoments>> &
  Readonly<{
    /** Who sold it. */
    store: Store;
    /** What it is; absent when the project's catalog does not know the product. */
    kind?: PurchaseKind;
    /** How it stands. */
    state: PurchaseState;
  }>;

/** Something that users buy once, with its product ids of each store. */
export type OneTimeProduct = Tells<OneTimeProductJson, "kind"> &
  Readonly<{
    /** What it is. */
    kind: PurchaseKind;
  }>;

/** Something that the app unlocks, and whether the user has it now. */
export type Entitlement = Tells<EntitlementJson, "store" | "expiresAt"> &
  Readonly<Pick<EntitlementJson, "expiresAt">> &
  Readonly<{
    /** Who sold it; absent while the user does not have it. */
    store?: Store;
  }>;

/** One way to buy a tier: a period and its price, with the product ids of each store. */
export type Product = Tells<ProductJson>;

/** What users subscribe to. */
export type Tier = Tells<TierJson, "products"> &
  Readonly<{
    /** The ways to buy it. */
    products: readonly Product[];
  }>;

/** What the project sells. */
export type BillingConfig = Readonly<{
  /** What users can subscribe to, by rank. */
  tiers: readonly Tier[];
  /** What users can buy once. */
  oneTimeProducts: readonly OneTimeProduct[];
  /** The stores that are set up. */
  stores: readonly Store[];
}>;

export function decodeSubscription({ store, state, ...rest }: SubscriptionJson): Subscription {
  return {
    ...rest,
    store: shortName("STORE", store),
    state: shortName("SUBSCRIPTION_STATE", state),
  } as Subscription;
}

export function decodePurchase({ store, kind, state, ...rest }: OneTimePurchaseJson): OneTimePurchase {
  const known = shortName("PURCHASE_KIND", kind);
  return {
    ...rest,
    store: shortName("STORE", store),
    ...(known && { kind: known }),
    state: shortName("PURCHASE_STATE", state),
  } as OneTimePurchase;
}

export function decodeEntitlement({ store, ...rest }: EntitlementJson): Entitlement {
  const from = shortName("STORE", store);
  return { ...rest, ...(from && { store: from }) } as Entitlement;
}

export function decodeBillingConfig({
  tiers = [],
  oneTimeProducts = [],
  stores = [],
}: GetBillingConfigResponseJson): BillingConfig {
  return {
    tiers: tiers as Tier[],
    oneTimeProducts: oneTimeProducts.map(
      (product) => ({ ...product, kind: shortName("PURCHASE_KIND", product.kind) }) as OneTimeProduct,
    ),
    stores: stores.map((store) => shortName("STORE", store) as Store),
  };
}
