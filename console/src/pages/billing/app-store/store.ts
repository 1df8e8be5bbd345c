import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { lazy } from "react";
import { billing, stores as text } from "../../../strings/billing.ts";
import { catalog } from "../../../strings/billing-catalog.ts";
import { oneTimeCatalog } from "../../../strings/billing-purchases.ts";
import type { StoreEntry } from "../store-entry.ts";

export const appStore: StoreEntry = {
  value: Store.APP_STORE,
  word: "app_store",
  name: billing.storeNames.appStore,
  Card: lazy(async () => ({ default: (await import("./app-store-card.tsx")).AppStoreCard })),
  productIds: [{ name: "appStoreProductId", path: "app_store_product_id", label: catalog.appStoreProductId }],
  oneTimeIds: [
    { name: "appStoreProductId", path: "app_store_product_id", label: oneTimeCatalog.appStoreProductId },
  ],
  webhook: { urlOf: ({ appStoreUrl }) => appStoreUrl, isSecret: true, hint: text.urlApple },
  hasSupport: false,
};
