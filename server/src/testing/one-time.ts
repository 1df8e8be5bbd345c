import type { CatalogOneTimeProduct } from "../domain/billing/catalog.ts";
import type { PurchaseSnapshot } from "../domain/billing/purchase.ts";

/** Gives `pro` for good. */
export const lifetime: CatalogOneTimeProduct = {
  id: "pro_lifetime",
  name: "Pro for good",
  kind: "lifetime",
  entitlements: ["pro"],
  price: { currency: "USD", amount: "199" },
  appStoreProductId: "",
  playStoreProductId: "",
  stripeLookupKey: "",
  stripeProductId: "",
  retired: false,
};

export const coins: CatalogOneTimeProduct = {
  ...lifetime,
  id: "coins_100",
  name: "100 coins",
  kind: "consumable",
  entitlements: [],
  price: { currency: "USD", amount: "0.99" },
};

export const pass: CatalogOneTimeProduct = {
  ...coins,
  id: "season_pass",
  name: "Season pass",
  kind: "non_renewing",
};

/** What Apple would say about the lifetime product that was paid at `takenAt`. */
export function paidOnce(takenAt: number, changes: Partial<PurchaseSnapshot> = {}): PurchaseSnapshot {
  return {
    isOneTime: true,
    store: "app_store",
    subjectKey: "2000000000000001",
    environment: "production",
    takenAt,
    state: "paid",
    productId: "com.example.app.pro_lifetime",
    planId: "",
    quantity: 1,
    familyShared: false,
    purchasedAt: takenAt,
    refundedAt: null,
    priceMicros: 199_000_000,
    currency: "USD",
    accountToken: null,
    needsAcknowledgement: false,
    isUnconsumedAtStore: false,
    ...changes,
  };
}

/** One of each kind. */
export const ONE_TIME: CatalogOneTimeProduct[] = [lifetime, coins, pass];
