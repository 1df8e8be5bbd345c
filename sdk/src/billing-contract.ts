import type {
  GetBillingConfigResponseJson,
  ProductJson,
  TierJson,
} from "@svc/proto/svc/billing/v1/billing_pb";
import type { EntitlementJson, SubscriptionJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import { shortName } from "./enum-names.ts";
import type { Tells } from "./message-types.ts";

export type Store = "app_store" | "play_store" | "stripe" | "manual";

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

/** Something that was bought. Times are ISO 8601 texts; a price is in millionths of the currency. */
export type Subscription = Tells<SubscriptionJson, "store" | "state" | Moments> &
  Readonly<Pick<SubscriptionJson, Moments>> &
  Readonly<{ store: Store; state: SubscriptionState }>;

/** Something that the app unlocks. `store` and `expiresAt` are absent where there is nothing to tell. */
export type Entitlement = Tells<EntitlementJson, "store" | "expiresAt"> &
  Readonly<Pick<EntitlementJson, "expiresAt">> &
  Readonly<{ store?: Store }>;

export type Product = Tells<ProductJson>;
export type Tier = Tells<TierJson, "products"> & Readonly<{ products: readonly Product[] }>;
export type BillingConfig = Readonly<{ tiers: readonly Tier[]; stores: readonly Store[] }>;

export function decodeSubscription({ store, state, ...rest }: SubscriptionJson): Subscription {
  return {
    ...rest,
    store: shortName("STORE", store),
    state: shortName("SUBSCRIPTION_STATE", state),
  } as Subscription;
}

export function decodeEntitlement({ store, ...rest }: EntitlementJson): Entitlement {
  const from = shortName("STORE", store);
  return { ...rest, ...(from && { store: from }) } as Entitlement;
}

export function decodeBillingConfig({
  tiers = [],
  stores = [],
}: GetBillingConfigResponseJson): BillingConfig {
  return { tiers: tiers as Tier[], stores: stores.map((store) => shortName("STORE", store) as Store) };
}
