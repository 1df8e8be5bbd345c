import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { TEST_APP } from "../../server/src/testing/stores/app-store-records.ts";
import { BillingSetupBench } from "./billing-setup-bench.ts";
import type { Thing } from "./connect-shop.ts";

vi.setConfig({ testTimeout: 3_600_000 }); // many programs, one after the other

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.begin({ primaryLocale: "de-DE" }));

const shop = () => bench.connect.shop;
const id = (name: string): string => `${TEST_APP.bundleId}.${name}`;
const price = (amount: string) => ({ currency: "USD", amount });
const lifetime = { id: "pro_lifetime", name: "Pro for good", kind: "lifetime", entitlements: ["pro"] };

async function sell(oneTime: readonly object[]): Promise<void> {
  const billing = {
    enabled: true,
    entitlements: [{ id: "pro", name: "Pro" }],
    tiers: [],
    one_time_products: oneTime,
  };
  const spec = { name: bench.slug, slug: bench.slug, settings: { billing } };
  const args = ["project", "apply", "-f", "-", "--yes"];
  const { code, stderr } = await bench.cli.run(args, { env: bench.env, input: JSON.stringify(spec) });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

/** What is planned and what is done about in-app purchases are the same lines. */
async function setUp(...flags: string[]): Promise<{ done: string[]; kept: string[]; failed: string[] }> {
  const { stderr } = await bench.run([...bench.apple, ...flags, "--yes"]);
  const lines = stderr.split("\n").filter((line) => line.startsWith("App Store: ") && line.includes(id("")));
  const planned = lines.flatMap((line) => (line.includes(": will ") ? [line.replace(": will ", ": ")] : []));
  const done = lines.flatMap((line) => (line.endsWith(": done") ? [line.replace(/: done$/, "")] : []));
  expect(done).toEqual(planned);
  const saying = (word: string) => lines.filter((line) => line.includes(word));
  return {
    done: done.map((line) => line.slice("App Store: ".length)),
    kept: [...new Set(saying(": kept: "))],
    failed: [...new Set(saying("cannot set up"))],
  };
}

const link = (type: string, of: string) => ({ data: { type, id: of } });
const pointOf = (product: Thing): string => {
  const schedule = shop()
    .of("inAppPurchasePriceSchedules")
    .find(({ relationships }) => Object(relationships.inAppPurchase?.data).id === product.id);
  const [price] = shop()
    .of("inAppPurchasePrices")
    .filter(({ relationships }) => Object(relationships.schedule?.data).id === schedule?.id);
  return String(Object(price?.relationships.inAppPurchasePricePoint?.data).id);
};

describe("setup billing for in-app purchases of the App Store", () => {
  test("makes them as planned, in the app's language, once", async () => {
    await sell([
      { ...lifetime, price: price("99.99") },
      { id: "coins", name: "Coins", kind: "consumable", price: price("0.99") },
      { id: "pass", name: "Pass", kind: "non_renewing", price: price("4.99") },
      { id: "old", name: "Old", kind: "consumable", price: price("1.99"), retired: true },
    ]);
    const { done } = await setUp();
    expect(done.slice(0, 4)).toEqual([
      `create the in-app purchase ${id("pro_lifetime")}`,
      `name ${id("pro_lifetime")} in de-DE: Pro for good`,
      `sell ${id("pro_lifetime")} in every country`,
      `price ${id("pro_lifetime")}: 99.99 USD, converted for every country`,
    ]);
    expect(done).toHaveLength(12);
    const made = shop().of("inAppPurchases");
    expect(made.map(({ attributes }) => [attributes.productId, attributes.inAppPurchaseType])).toEqual([
      [id("pro_lifetime"), "NON_CONSUMABLE"],
      [id("coins"), "CONSUMABLE"],
      [id("pass"), "NON_RENEWING_SUBSCRIPTION"],
    ]);
    expect(made.map(pointOf)).toEqual(["USA-99", "USA-0", "USA-4"]);
    const before = structuredClone(shop().things);
    expect((await setUp()).done).toEqual([]);
    expect(shop().things).toEqual(before);
  });

  test("uses those that are there, keeps a price that differs, and refuses another type", async () => {
    const [app] = shop().of("apps");
    const byHand = (productId: string, inAppPurchaseType: string): Thing =>
      shop().add(
        "inAppPurchases",
        { name: "Mine", productId, inAppPurchaseType },
        { app: link("apps", app?.id ?? "") },
      );
    const mine = byHand(id("pro_lifetime"), "NON_CONSUMABLE");
    byHand(id("coins"), "NON_CONSUMABLE");
    const of = link("inAppPurchases", mine.id);
    shop().add("inAppPurchaseLocalizations", { name: "Mine", locale: "fr-FR" }, { inAppPurchaseV2: of });
    shop().add("inAppPurchaseAvailabilities", {}, { inAppPurchase: of });
    const schedule = shop().add("inAppPurchasePriceSchedules", {}, { inAppPurchase: of });
    shop().add(
      "inAppPurchasePrices",
      { manual: true },
      {
        schedule: link("inAppPurchasePriceSchedules", schedule.id),
        inAppPurchasePricePoint: link("inAppPurchasePricePoints", "USA-49"),
        territory: link("territories", "USA"),
      },
    );
    await sell([
      { ...lifetime, price: price("99.99") },
      { id: "coins", name: "Coins", kind: "consumable", price: price("0.99") },
    ]);
    const before = structuredClone(shop().of("inAppPurchases"));
    const { done, kept, failed } = await setUp();
    expect(done).toEqual([]);
    expect(kept).toEqual([
      `App Store: differs: kept: ${id("pro_lifetime")} costs 49.99 USD; the catalog says 99.99 USD (--replace price:pro_lifetime@app_store)`,
    ]);
    expect(failed[0]).toContain(`${id("coins")} is NON_CONSUMABLE in the App Store, CONSUMABLE`);
    expect(pointOf(mine)).toBe("USA-49");
    expect((await setUp("--replace", "price:pro_lifetime@app_store")).done).toEqual([
      `price ${id("pro_lifetime")}: 99.99 USD, converted for every country`,
    ]);
    expect(pointOf(mine)).toBe("USA-99");
    expect(shop().of("inAppPurchases")).toEqual(before);
  });
});
