import type { CatalogEntitlement, CatalogOneTimeProduct, CatalogTier } from "./catalog.ts";
import { joined, type ProductIds, type StoreOptions, type StoreSections } from "./stores.ts";

export const purchaseTransfers = ["reject", "from_guest", "always"] as const;
/** What happens when a user brings a purchase that another user owns. */
export type PurchaseTransfer = (typeof purchaseTransfers)[number];

/** The part of a project's settings that is about selling. */
export type BillingSettings = {
  enabled: boolean;
  purchaseTransfer: PurchaseTransfer;
  ignoreSandbox: boolean;
  renewalLeewayMinutes: number;
  entitlements: CatalogEntitlement[];
  tiers: CatalogTier[];
  oneTimeProducts: CatalogOneTimeProduct[];
} & StoreOptions &
  StoreSections;

export const defaultBilling: BillingSettings = {
  enabled: false,
  purchaseTransfer: "from_guest",
  ignoreSandbox: false,
  renewalLeewayMinutes: 120,
  ...joined<StoreOptions>(({ optionDefaults }) => optionDefaults),
  ...joined<StoreSections>(({ section, defaults }) => ({ [section]: defaults })),
  entitlements: [],
  tiers: [],
  oneTimeProducts: [],
};

/** What a product that was saved by an earlier version may lack. */
const addedToProducts = { ...joined<ProductIds>(({ noProductIds }) => noProductIds), retired: false };

/** A setting that was added after the project was last saved has its default. */
export function readBilling(stored: Partial<BillingSettings> | undefined): BillingSettings {
  return {
    ...defaultBilling,
    ...stored,
    ...joined<StoreSections>(({ section, defaults }) => ({
      [section]: { ...defaults, ...stored?.[section] },
    })),
    tiers: (stored?.tiers ?? []).map((tier) => ({
      ...tier,
      products: tier.products.map((product) => ({ ...addedToProducts, ...product })),
    })),
  };
}
