import type { CatalogEntitlement, CatalogOneTimeProduct, CatalogTier } from "./catalog.ts";

export const purchaseTransfers = ["reject", "from_guest", "always"] as const;
/** What happens when a user brings a purchase that another user owns. */
export type PurchaseTransfer = (typeof purchaseTransfers)[number];

/** The part of a project's settings that is about selling. */
export type BillingSettings = {
  enabled: boolean;
  purchaseTransfer: PurchaseTransfer;
  ignoreSandbox: boolean;
  stripeGraceDays: number;
  renewalLeewayMinutes: number;
  keepStripeSubscriptions: boolean;
  answerConsumptionRequests: boolean;
  appStore: { bundleId: string; appAppleId: string; issuerId: string; keyId: string };
  playStore: { packageName: string; cloudProject: string; pubsubTopic: string; pubsubServiceAccount: string };
  stripe: { enabled: boolean; portalConfigurationId: string; webhookEndpointId: string };
  entitlements: CatalogEntitlement[];
  tiers: CatalogTier[];
  oneTimeProducts: CatalogOneTimeProduct[];
};

export const defaultBilling: BillingSettings = {
  enabled: false,
  purchaseTransfer: "from_guest",
  ignoreSandbox: false,
  stripeGraceDays: 7,
  renewalLeewayMinutes: 120,
  keepStripeSubscriptions: false,
  answerConsumptionRequests: false,
  appStore: { bundleId: "", appAppleId: "", issuerId: "", keyId: "" },
  playStore: { packageName: "", cloudProject: "", pubsubTopic: "", pubsubServiceAccount: "" },
  stripe: { enabled: false, portalConfigurationId: "", webhookEndpointId: "" },
  entitlements: [],
  tiers: [],
  oneTimeProducts: [],
};

/** A setting that was added after the project was last saved has its default. */
export function readBilling(stored: Partial<BillingSettings> | undefined): BillingSettings {
  return {
    ...defaultBilling,
    ...stored,
    appStore: { ...defaultBilling.appStore, ...stored?.appStore },
    playStore: { ...defaultBilling.playStore, ...stored?.playStore },
    stripe: { ...defaultBilling.stripe, ...stored?.stripe },
    tiers: (stored?.tiers ?? []).map((tier) => ({
      ...tier,
      products: tier.products.map((product) => ({ ...addedToProducts, ...product })),
    })),
  };
}

/** What a product that was saved by 0.1.0 does not have. */
const addedToProducts = { stripeProductId: "", retired: false };
