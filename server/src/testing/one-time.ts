import type { CatalogOneTimeProduct } from "../domain/billing/catalog.ts";

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

/** One of each kind. */
export const ONE_TIME: CatalogOneTimeProduct[] = [lifetime, coins, pass];
