import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { lazy } from "react";
import { billing, stores as text } from "../../../strings/billing.ts";
import { catalog } from "../../../strings/billing-catalog.ts";
import { oneTimeCatalog } from "../../../strings/billing-purchases.ts";
import type { StoreEntry } from "../store-entry.ts";

export const playStore: StoreEntry = {
  value: Store.PLAY_STORE,
  word: "play_store",
  name: billing.storeNames.playStore,
  Card: lazy(async () => ({ default: (await import("./play-store-card.tsx")).PlayStoreCard })),
  productIds: [
    { name: "playStoreProductId", path: "play_store_product_id", label: catalog.playStoreProductId },
    { name: "playStoreBasePlanId", path: "play_store_base_plan_id", label: catalog.playStoreBasePlanId },
  ],
  oneTimeIds: [
    { name: "playStoreProductId", path: "play_store_product_id", label: oneTimeCatalog.playStoreProductId },
  ],
  webhook: { urlOf: ({ playStoreUrl }) => playStoreUrl, isSecret: true, hint: text.urlGoogle },
  hasSupport: false,
};
