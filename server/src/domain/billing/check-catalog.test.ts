import { describe, expect, test } from "vitest";
import { parseSpec } from "../project-specs/parse-spec.ts";
import { requireValidSettings } from "../projects/check-settings.ts";
import { settingFields, valuesOf } from "../projects/setting-fields.ts";
import { defaultSettings, type ProjectSettings } from "../projects/settings.ts";
import { defaultBilling } from "./billing-settings.ts";
import type { CatalogProduct, CatalogTier } from "./catalog.ts";
import { storeProduct } from "./store-products.ts";
import { type Bought, tierOf } from "./tier-of.ts";

const monthly: CatalogProduct = {
  id: "pro_monthly",
  period: "P1M",
  price: { currency: "USD", amount: "9.99" },
  trial: "P1W",
  appStoreProductId: "",
  playStoreProductId: "",
  playStoreBasePlanId: "",
  stripeLookupKey: "",
  stripeProductId: "",
  retired: false,
};
const yearly: CatalogProduct = { ...monthly, id: "pro_yearly", period: "P1Y", trial: "" };
const pro: CatalogTier = {
  id: "pro",
  name: "Pro",
  rank: 1,
  entitlements: ["pro"],
  products: [monthly, yearly],
};

function selling(changes: Partial<ProjectSettings["billing"]>): ProjectSettings {
  const billing = { ...defaultBilling, entitlements: [{ id: "pro", name: "Pro" }], tiers: [pro], ...changes };
  return { ...defaultSettings, billing };
}

const all = new Set(settingFields.map(({ path }) => path));
const problemOf = (changes: Partial<ProjectSettings["billing"]>): string => {
  try {
    requireValidSettings(valuesOf(selling(changes)), all);
    return "";
  } catch (error) {
    return (error as { detail: string }).detail;
  }
};
const withProduct = (changes: object) => ({ tiers: [{ ...pro, products: [{ ...monthly, ...changes }] }] });

const team = (changes: Partial<CatalogProduct>): CatalogTier => ({
  ...{ ...pro, id: "team", rank: 2 },
  products: [{ ...monthly, id: "team_monthly", ...changes }],
});

describe("a catalog", () => {
  test("with tiers, products, prices and trials is accepted", () => {
    expect(problemOf({})).toBe("");
  });

  test("may sell two tiers as base plans of one Play product", () => {
    const plans = { playStoreProductId: "pro", playStoreBasePlanId: "team-m" };
    expect(problemOf({ tiers: [pro, team(plans)] })).toBe("");
  });

  test.each([
    [
      "an unknown entitlement",
      { tiers: [{ ...pro, entitlements: ["gold"] }] },
      "which is not an entitlement",
    ],
    ["two tiers with one id", { tiers: [pro, { ...pro, products: [] }] }, 'has the id "pro" twice'],
    ["two products with one id", { tiers: [{ ...pro, products: [monthly, monthly] }] }, "twice"],
    [
      "two products that are one at Play",
      { tiers: [{ ...pro, products: [monthly, { ...monthly, id: "b" }] }] },
      "the play_store_base_plan_id of b must differ from that of pro_monthly: both are pro:p1m",
    ],
    [
      "a base plan that is the default of another product",
      { tiers: [{ ...pro, products: [monthly, { ...yearly, playStoreBasePlanId: "p1m" }] }] },
      "of pro_yearly must differ from that of pro_monthly",
    ],
    [
      "two tiers that are one base plan at Play",
      { tiers: [pro, team({ playStoreProductId: "pro" })] },
      "of team_monthly must differ from that of pro_monthly",
    ],
    ["a Stripe product with a space", withProduct({ stripeProductId: "prod 1" }), "stripe_product_id"],
    ["a tier id that Play refuses", { tiers: [{ ...pro, id: "Pro Plan" }] }, "a-z"],
    ["a rank below zero", { tiers: [{ ...pro, rank: -1 }] }, "rank"],
    ["an entitlement with no id", { entitlements: [{ id: "", name: "x" }], tiers: [] }, "a-z"],
    ["a period that no store sells", withProduct({ period: "P5D" }), "period"],
    ["a trial that no store knows", withProduct({ trial: "P5D" }), "trial"],
    ["a price of nothing", withProduct({ price: { currency: "USD", amount: "0.00" } }), "above 0"],
    ["a price with a comma", withProduct({ price: { currency: "USD", amount: "9,99" } }), "amount"],
    ["a currency in words", withProduct({ price: { currency: "dollar", amount: "1" } }), "currency"],
    ["a base plan in capitals", withProduct({ playStoreBasePlanId: "P1M" }), "play_store_base_plan_id"],
    ["an unknown way of transfer", { purchaseTransfer: "share" as never }, "must be one of"],
    [
      "a topic without its project",
      { playStore: { ...defaultBilling.playStore, pubsubTopic: "play" } },
      "projects/",
    ],
  ])("with %s is refused", (_, changes, problem) => {
    expect(problemOf(changes as Partial<ProjectSettings["billing"]>)).toContain(problem);
  });

  test("is known to each store under ids that follow from it", () => {
    const project = {
      id: "01950000-0000-7000-8000-00000000abcd",
      slug: "demo",
      settings: selling({
        appStore: { ...defaultBilling.appStore, bundleId: "com.example" },
        playStore: { ...defaultBilling.playStore, packageName: "com.example" },
        stripe: { ...defaultBilling.stripe, enabled: true },
      }),
    };
    const ids = (["app_store", "play_store", "stripe"] as const).map((store) =>
      storeProduct(project, pro, monthly, store),
    );
    expect(ids).toEqual([
      { store: "app_store", productId: "com.example.pro_monthly", planId: "" },
      { store: "play_store", productId: "pro", planId: "p1m" },
      { store: "stripe", productId: "svc_00000000abcd_pro", planId: "svc:demo:pro:p1m:usd" },
    ]);
    const tierIdOf = (bought: Bought) => tierOf(project, { ...bought, tierId: "" })?.id;
    for (const sold of ids) expect(tierIdOf(sold as NonNullable<typeof sold>)).toBe("pro");
    expect(tierIdOf({ store: "app_store", productId: "com.example.other", planId: "" })).toBeUndefined();
    expect(tierIdOf({ store: "play_store", productId: "pro", planId: "old-plan" })).toBe("pro");
  });

  test("sells nothing in a store that is not set up", () => {
    const project = { id: "x", slug: "demo", settings: selling({}) };
    expect(storeProduct(project, pro, monthly, "app_store")).toBeUndefined();
    expect(storeProduct(project, pro, monthly, "play_store")).toBeUndefined();
    expect(storeProduct(project, pro, monthly, "stripe")).toBeUndefined();
  });
});

describe("the catalog of a spec", () => {
  const tiers = (text: string) => () => parseSpec(`slug: demo\nsettings:\n  billing:\n    tiers:\n${text}`);

  test("may leave out what is empty", () => {
    const spec = tiers(
      `    - id: pro\n      products: [{id: m, period: P1M, price: {currency: USD, amount: "1"}}]`,
    )();
    expect(spec.values.get("billing.tiers")).toEqual([
      {
        ...{ id: "pro", name: "", rank: 0, entitlements: [] },
        products: [{ ...monthly, id: "m", trial: "", price: { currency: "USD", amount: "1" } }],
      },
    ]);
  });

  test.each([
    [
      "a misspelt key",
      "    - id: pro\n      product: []",
      /has no key product; did you mean products\?.*/,
      6,
    ],
    [
      "a number as amount",
      "    - products: [{price: {amount: 9.99}}]",
      /amount must be text; put it in quotes/,
      5,
    ],
    ["a mapping instead of a list", "      id: pro", /must be a list/, 5],
    ["a text as entry", "    - pro", /each entry must be a mapping with id, name/, 5],
    ["a key twice", "    - id: a\n      id: b", /twice|unique/, 6],
  ])("with %s tells where", (_, text, problem, line) => {
    expect(tiers(text)).toThrow(
      expect.objectContaining({
        detail: expect.stringMatching(problem),
        metadata: expect.objectContaining({ line: String(line) }),
      }),
    );
  });
});
