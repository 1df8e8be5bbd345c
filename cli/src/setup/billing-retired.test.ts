import type { GetBillingSettingsResponseJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { expect, test } from "vitest";
import { appStoreCatalogOf } from "./app-store/catalog.ts";
import { playCatalogOf } from "./play-store/catalog.ts";
import { stripeCatalogOf } from "./stripe/catalog.ts";

const price = { currency: "USD", amount: "9.99" };
const settings = {
  playStore: { packageName: "com.example" },
  tiers: [
    {
      id: "pro",
      products: [
        { id: "old", period: "P1M", price, retired: true, playStoreBasePlanId: "old" },
        { id: "new", period: "P1M", price },
      ],
    },
    { id: "gone", products: [{ id: "gone_monthly", period: "P1M", price, retired: true }] },
  ],
};
const storeProducts = (["STORE_APP_STORE", "STORE_STRIPE"] as const).flatMap((store) =>
  ["old", "new", "gone_monthly"].map((productId) => ({
    ...{ store, productId, storeProductId: `${store} ${productId}`, unitAmount: "999" },
  })),
);
const answer: GetBillingSettingsResponseJson = { settings, storeProducts };

test("setup neither makes nor changes a retired product in any store", () => {
  expect(appStoreCatalogOf(answer).map(({ productId }) => productId)).toEqual(["STORE_APP_STORE new"]);
  expect(playCatalogOf(settings).products).toMatchObject([{ productId: "pro", plans: [{ planId: "p1m" }] }]);
  expect(stripeCatalogOf(answer)).toMatchObject([{ productId: "STORE_STRIPE new", plans: [{}] }]);
});
