import type { OneTimeEntry, ProductEntry, TierEntry } from "./catalog-entry.ts";
import type { OneTimeIds, ProductIds, StoreName } from "./stores.ts";

/** Something that an app unlocks. */
export type CatalogEntitlement = Readonly<{ id: string; name: string }>;

/** One way to buy a tier. Store ids that are empty follow from the others, see `store-products.ts`. */
export type CatalogProduct = ProductEntry & ProductIds;

/** Something that users subscribe to. */
export type CatalogTier = TierEntry<CatalogProduct>;

/** Something that users buy once. Store ids that are empty follow from the others, see `one-time-products.ts`. */
export type CatalogOneTimeProduct = OneTimeEntry & OneTimeIds;

/** A product under the ids by which a store knows it. */
export type StoreProduct = Readonly<{ store: StoreName; productId: string; planId: string }>;
