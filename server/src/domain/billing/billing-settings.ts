import type { CatalogEntitlement, CatalogTier } from "./catalog.ts";

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
  appStore: { bundleId: string; appAppleId: string; issuerId: string; keyId: string };
  playStore: { packageName: string; cloudProject: string; pubsubTopic: string; pubsubServiceAccount: string };
  stripe: { enabled: boolean; portalConfigurationId: string; webhookEndpointId: string };
  entitlements: CatalogEntitlement[];
  tiers: CatalogTier[];
};

export const defaultBilling: BillingSettings = {
  enabled: false,
  purchaseTransfer: "reject",
  ignoreSandbox: false,
  stripeGraceDays: 7,
  renewalLeewayMinutes: 120,
  keepStripeSubscriptions: false,
  appStore: { bundleId: "", appAppleId: "", issuerId: "", keyId: "" },
  playStore: { packageName: "", cloudProject: "", pubsubTopic: "", pubsubServiceAccount: "" },
  stripe: { enabled: false, portalConfigurationId: "", webhookEndpointId: "" },
  entitlements: [],
  tiers: [],
};

/** A setting that was added after the project was last saved has its default. */
export function readBilling(stored: Partial<BillingSettings> | undefined): BillingSettings {
  return {
    ...defaultBilling,
    ...stored,
    appStore: { ...defaultBilling.appStore, ...stored?.appStore },
    playStore: { ...defaultBilling.playStore, ...stored?.playStore },
    stripe: { ...defaultBilling.stripe, ...stored?.stripe },
  };
}
