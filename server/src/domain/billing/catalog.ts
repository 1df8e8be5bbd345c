import type { StoreName } from "./store.ts";

/** Something that an app unlocks. */
export type CatalogEntitlement = Readonly<{ id: string; name: string }>;

/** One way to buy a tier. Store ids that are empty follow from the others, see `store-products.ts`. */
export type CatalogProduct = Readonly<{
  id: string;
  period: Period;
  price: Readonly<{ currency: string; amount: string }>;
  /** Empty when there is no free trial. */
  trial: Trial | "";
  appStoreProductId: string;
  playStoreProductId: string;
  playStoreBasePlanId: string;
  stripeLookupKey: string;
  stripeProductId: string;
  /** No longer sold. Its subscribers keep the tier. */
  retired: boolean;
}>;

/** Something that users subscribe to. */
export type CatalogTier = Readonly<{
  id: string;
  name: string;
  rank: number;
  entitlements: readonly string[];
  products: readonly CatalogProduct[];
}>;

export const oneTimeKinds = ["lifetime", "consumable", "non_renewing"] as const;
export type OneTimeKind = (typeof oneTimeKinds)[number];

/** Something that users buy once. Store ids that are empty follow from the others, see `store-products.ts`. */
export type CatalogOneTimeProduct = Readonly<{
  id: string;
  name: string;
  kind: OneTimeKind;
  /** Only a lifetime product gives any. */
  entitlements: readonly string[];
  price: Readonly<{ currency: string; amount: string }>;
  appStoreProductId: string;
  playStoreProductId: string;
  stripeLookupKey: string;
  stripeProductId: string;
  retired: boolean;
}>;

/** What all three stores can sell. */
export const periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"] as const;
export type Period = (typeof periods)[number];

export const trials = ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"] as const;
export type Trial = (typeof trials)[number];

/** A product under the ids by which a store knows it. */
export type StoreProduct = Readonly<{ store: StoreName; productId: string; planId: string }>;
