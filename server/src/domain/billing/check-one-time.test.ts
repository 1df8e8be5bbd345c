import { describe, expect, test } from "vitest";
import { SELLING } from "../../testing/billing.ts";
import { coins, lifetime, ONE_TIME } from "../../testing/one-time.ts";
import { parseSpec } from "../project-specs/parse-spec.ts";
import { requireValidSettings } from "../projects/check-settings.ts";
import { settingFields, valuesOf } from "../projects/setting-fields.ts";
import { defaultSettings, type ProjectSettings } from "../projects/settings.ts";
import { defaultBilling } from "./billing-settings.ts";
import type { CatalogOneTimeProduct } from "./catalog.ts";
import { oneTimeOf, oneTimeStoreProduct, productOfPurchase } from "./one-time-products.ts";

type Billing = ProjectSettings["billing"];

function selling(changes: Partial<Billing> = {}): ProjectSettings {
  return { ...defaultSettings, billing: { ...SELLING, oneTimeProducts: ONE_TIME, ...changes } };
}

const all = new Set(settingFields.map(({ path }) => path));
const problemOf = (changes: Partial<Billing>): string => {
  try {
    requireValidSettings(valuesOf(selling(changes)), all);
    return "";
  } catch (error) {
    return (error as { detail: string }).detail;
  }
};
const one = (changes: Partial<CatalogOneTimeProduct>) => ({ oneTimeProducts: [{ ...lifetime, ...changes }] });

describe("the one-time products of a catalog", () => {
  test("with all three kinds are accepted", () => {
    expect(problemOf({})).toBe("");
  });

  test.each<[string, Partial<Billing>, string]>([
    [
      "an unknown kind",
      one({ kind: "rental" as never }),
      "must be one of lifetime, consumable, non_renewing",
    ],
    ["an unknown entitlement", one({ entitlements: ["gold"] }), "which is not an entitlement"],
    [
      "an entitlement of a consumable",
      { oneTimeProducts: [{ ...coins, entitlements: ["pro"] }] },
      "only a life",
    ],
    ["the same entitlement twice", one({ entitlements: ["pro", "pro"] }), "gives something twice"],
    ["the id of a product of a tier", one({ id: "pro_monthly" }), "is also a product of a tier"],
    ["the Play id of a tier", one({ playStoreProductId: "pro" }), "has the store id of a product"],
    ["the same id twice", { oneTimeProducts: [coins, coins] }, 'has the id "coins_100" twice'],
    [
      "the same App Store id twice",
      { oneTimeProducts: [lifetime, coins].map((product) => ({ ...product, appStoreProductId: "a" })) },
      "twice",
    ],
    [
      "the same Play id twice",
      { oneTimeProducts: [coins, { ...lifetime, playStoreProductId: coins.id }] },
      "twice",
    ],
    ["an id that Play refuses", one({ id: "Lifetime" }), "a-z"],
    ["a Play id that Play refuses", one({ playStoreProductId: "Life time" }), "play_store_product_id"],
    ["an App Store id that Apple refuses", one({ appStoreProductId: "a b" }), "app_store_product_id"],
    ["a lookup key with a space", one({ stripeLookupKey: "a b" }), "stripe_lookup_key"],
    ["a price of nothing", one({ price: { currency: "USD", amount: "0" } }), "above 0"],
    ["a currency in words", one({ price: { currency: "euro", amount: "1" } }), "currency"],
    ["a name of two lines", one({ name: "a\nb" }), "plain text"],
    [
      "more than 100 of them",
      { oneTimeProducts: Array.from({ length: 101 }, (_, n) => ({ ...coins, id: `coins_${n}` })) },
      "at most 100",
    ],
  ])("with %s are refused", (_, changes, problem) => {
    expect(problemOf(changes)).toContain(problem);
  });

  test("are known to each store under ids that follow from the catalog, also when they are retired", () => {
    const settings = selling({
      oneTimeProducts: [{ ...lifetime, retired: true }, coins],
      playStore: { ...defaultBilling.playStore, packageName: "com.example" },
      stripe: { ...defaultBilling.stripe, enabled: true },
    });
    const project = { id: "01950000-0000-7000-8000-00000000abcd", slug: "demo", settings };
    const ids = (["app_store", "play_store", "stripe"] as const).map((store) =>
      oneTimeStoreProduct(project, lifetime, store),
    );
    expect(ids).toEqual([
      { store: "app_store", productId: "com.example.app.pro_lifetime", planId: "" },
      { store: "play_store", productId: "pro_lifetime", planId: "" },
      {
        store: "stripe",
        productId: "svc_00000000abcd_once_pro_lifetime",
        planId: "svc:demo:pro_lifetime:once:usd",
      },
    ]);
    for (const sold of ids) expect(sold && oneTimeOf(project, sold)?.id).toBe("pro_lifetime");
    const price = { store: "stripe", productId: "prod_old", planId: "svc:demo:pro_lifetime:once:usd" };
    expect(oneTimeOf(project, price)?.id).toBe("pro_lifetime");
    expect(oneTimeOf(project, { ...price, planId: "" })).toBeUndefined();
    expect(oneTimeOf(project, { store: "play_store", productId: "other", planId: "" })).toBeUndefined();
  });

  test("stay what they were for those who bought them under a store id that the catalog no longer has", () => {
    const project = { id: "p", slug: "demo", settings: selling() };
    const bought = { store: "app_store", productId: "com.example.app.old", planId: "" };
    expect(productOfPurchase(project, { ...bought, catalogId: "pro_lifetime" })?.id).toBe("pro_lifetime");
    expect(productOfPurchase(project, { ...bought, catalogId: "" })).toBeUndefined();
    expect(productOfPurchase(project, { ...bought, catalogId: "gone" })).toBeUndefined();
  });

  test("in a spec may leave out what is empty", () => {
    const spec = parseSpec(
      `slug: demo\nsettings:\n  billing:\n    one_time_products:\n    - {id: coins_100, kind: consumable, price: {currency: USD, amount: "0.99"}}`,
    );
    expect(spec.values.get("billing.one_time_products")).toEqual([{ ...coins, name: "" }]);
  });
});
