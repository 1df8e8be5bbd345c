import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StripePrice, StripeProduct } from "../../server/src/testing/stores/stripe-things.ts";
import { BillingSetupBench } from "./billing-setup-bench.ts";

vi.setConfig({ testTimeout: 3_600_000 }); // many programs, one after the other

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.begin());

const shop = () => bench.stripe.shop;
const activePrices = () => [...shop().prices.values()].filter(({ active }) => active);
const portal = () => [...shop().portals.values()];
const setUp = async () => (await bench.setUp(bench.stripeFlags)).report.stores[0]?.done ?? [];

type Product = { id: string; period: string; amount: string; [key: string]: unknown };

/** One tier with these products. */
async function sell(
  products: readonly Product[],
  tiers = ["pro"],
  oneTime: readonly object[] = [],
): Promise<void> {
  const spec = {
    ...{ name: bench.slug, slug: bench.slug },
    settings: {
      allow_anonymous_sign_in: true,
      billing: {
        enabled: true,
        entitlements: [{ id: "pro", name: "Pro" }],
        tiers: tiers.map((id, n) => ({
          ...{ id, name: id.toUpperCase(), rank: n + 1, entitlements: ["pro"] },
          products: products.map(({ id: product, amount, ...rest }) => ({
            ...{ ...rest, id: n === 0 ? product : `${id}_${product}`, price: { currency: "USD", amount } },
          })),
        })),
        one_time_products: oneTime,
      },
    },
  };
  const args = ["project", "apply", "-f", "-", "--yes"];
  const { code, stderr } = await bench.cli.run(args, { env: bench.env, input: JSON.stringify(spec) });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

const monthly = (changes: object = {}): Product => ({
  ...{ id: "pro_monthly", period: "P1M", amount: "9.99" },
  ...changes,
});

/** What the operator had before svc came. */
function theirs(lookupKey: string, changes: Partial<StripePrice> = {}): StripePrice {
  const product: StripeProduct = {
    ...{ id: "prod_theirs", object: "product", active: true, name: "Their name", metadata: {} },
  };
  shop().products.set(product.id, product);
  return shop().addPrice(lookupKey, { product: product.id, ...changes });
}

/** What is planned and what is done are the same lines. */
async function plannedAndDone(...flags: string[]): Promise<string[]> {
  const { stderr } = await bench.run([...bench.stripeFlags, "--yes", ...flags]);
  const lines = stderr.split("\n").filter((line) => line.startsWith("Stripe: "));
  const planned = lines.flatMap((line) => (line.includes(": will ") ? [line.replace(": will ", ": ")] : []));
  const done = lines.flatMap((line) => (line.endsWith(": done") ? [line.replace(/: done$/, "")] : []));
  expect(done).toEqual(planned);
  return done;
}

describe("setup billing at Stripe", () => {
  test("the portal lets customers switch between everything that is sold, and follows the catalog", async () => {
    await setUp();
    const [made, ...others] = portal();
    expect(others).toEqual([]);
    const prices = (part: string) =>
      activePrices().flatMap(({ id, lookup_key: key }) => (key?.includes(part) ? [id] : []));
    const [pro, team] = shop().products.keys();
    expect(made?.features.subscription_update).toMatchObject({
      ...{ enabled: "true", default_allowed_updates: ["price"], proration_behavior: "always_invoice" },
      products: [
        { product: pro, prices: prices(":pro:") },
        { product: team, prices: prices(":team:") },
      ],
    });
    await bench.sell("12.99");
    expect(await setUp()).toContain("update the customer portal");
    expect(portal()).toHaveLength(1);
    expect(made?.features.subscription_update).toMatchObject({
      products: [{ product: pro, prices: expect.arrayContaining(prices(":pro:")) }, { product: team }],
    });
    expect(await setUp()).toEqual([]);
  });

  test("a portal of an earlier version is changed, not made again, and others' are left alone", async () => {
    const others = { id: "bpc_theirs", object: "billing_portal.configuration", active: true } as const;
    shop().portals.set(others.id, { ...others, is_default: true, metadata: {}, features: {} });
    await setUp();
    const made = portal().find(({ id }) => id !== others.id);
    if (made) made.metadata = { svc: "an-old-mark" };
    expect(await setUp()).toEqual(["update the customer portal"]);
    expect(portal().map(({ id }) => id)).toEqual([others.id, made?.id]);
    expect(portal()[0]).toMatchObject({ metadata: {}, features: {} });
  });

  test("a price that was made by hand is replaced only by name; the new one goes under its product, and the old one stays open", async () => {
    const old = theirs("their-key");
    await sell([monthly({ stripe_lookup_key: "their-key" })]);
    await setUp();
    expect(activePrices()).toEqual([old]);
    expect([...shop().products.keys()]).toEqual(["prod_theirs"]);

    await sell([monthly({ stripe_lookup_key: "their-key", amount: "12.99" })]);
    expect(await plannedAndDone()).toEqual([]);
    expect(activePrices()).toEqual([old]);
    expect(await plannedAndDone("--replace", "price:pro_monthly@stripe")).toEqual([
      "Stripe: replace the price their-key of PRO: 12.99 USD",
      "Stripe: update the customer portal",
    ]);
    expect(activePrices()).toMatchObject([
      { id: old.id, lookup_key: null },
      { product: "prod_theirs", lookup_key: "their-key", unit_amount: 1299 },
    ]);
    expect(shop().products.get("prod_theirs")?.name).toBe("Their name");

    // The second one is ours, and is closed when it is replaced.
    await sell([monthly({ stripe_lookup_key: "their-key", amount: "14.99" })]);
    const second = activePrices()[1]?.id;
    expect(await plannedAndDone()).toContain(`Stripe: close the old price ${second} of PRO`);
    expect(activePrices().map(({ unit_amount: cents }) => cents)).toEqual([999, 1499]);
    expect([...shop().products.keys()]).toEqual(["prod_theirs"]);
  });

  test("whoever subscribed before keeps what they pay for when the price is replaced", async () => {
    const old = theirs("their-key");
    await sell([monthly({ stripe_lookup_key: "their-key" })]);
    await setUp();
    const { project } = await bench.ask("ProjectService/GetProject");
    const { publishableKey } = project as { publishableKey: string };
    const call = async (method: string, token = ""): Promise<Record<string, unknown>> => {
      const headers = {
        ...{ "content-type": "application/json", "x-svc-key": publishableKey },
        ...(token !== "" && { authorization: `Bearer ${token}` }),
      };
      const url = `${bench.cli.url}/svc.${method}`;
      const response = await fetch(url, { method: "POST", headers, body: "{}" });
      expect(response.status).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    };
    const { accessToken } = (await call("auth.v1.AuthService/SignInAnonymously")) as { accessToken: string };
    const account = await call("billing.v1.BillingService/GetBillingAccount", accessToken);
    const bought = shop().subscribe(String(account.purchaseAccountToken), old);
    const tell = async (): Promise<void> => {
      const [webhook] = shop().webhooks.values();
      const event = shop().event("customer.subscription.updated", bought);
      const url = `${bench.cli.url}/webhooks/stripe/${bench.slug}`;
      expect(await bench.stripe.send(url, `whsec_${webhook?.id}secretsecret`, event)).toBe(200);
      await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000, interval: 100 });
    };
    const waiting = async (): Promise<number> => {
      const { stores } = await bench.ask("BillingService/GetStoreStatus");
      return (stores as { waiting?: number }[]).reduce((sum, { waiting = 0 }) => sum + waiting, 0);
    };
    const entitlements = async () =>
      (await call("billing.v1.BillingService/ListEntitlements", accessToken)).entitlements;
    await tell();
    expect(await entitlements()).toMatchObject([{ id: "pro", active: true }]);

    await sell([monthly({ stripe_lookup_key: "their-key", amount: "12.99" })]);
    await plannedAndDone("--replace", "price:pro_monthly@stripe");
    expect(old.lookup_key).toBeNull();
    await tell();
    expect(await entitlements()).toMatchObject([{ id: "pro", active: true }]);
  });

  test("stripe_product_id names the product, which keeps its name; one that is not there is refused", async () => {
    await sell([
      monthly({ stripe_product_id: "prod_theirs" }),
      { id: "pro_yearly", period: "P1Y", amount: "79.99" },
    ]);
    expect(await bench.refused([...bench.stripeFlags, "--yes"])).toMatchObject({
      ...{ exit: 6, reason: "PROVIDER_REFUSED", message: "Stripe has no product prod_theirs" },
      hint: expect.stringContaining("stripe_product_id"),
    });
    expect(shop().prices.size).toBe(0);
    theirs("something else");
    await setUp();
    const [own] = [...shop().products.values()].filter(({ id }) => id !== "prod_theirs");
    expect(own?.name).toBe("PRO");
    expect(activePrices().map(({ product, unit_amount: cents }) => [product, cents])).toEqual([
      ["prod_theirs", 999],
      ["prod_theirs", 999],
      [own?.id, 7999],
    ]);
    expect(shop().products.get("prod_theirs")?.name).toBe("Their name");
    expect(await setUp()).toEqual([]);
  });

  test("a retired product is no longer offered in the portal, and its price stays", async () => {
    const yearly = { id: "pro_yearly", period: "P1Y", amount: "79.99" };
    await sell([monthly(), yearly]);
    await setUp();
    await sell([monthly({ retired: true }), yearly]);
    expect(await setUp()).toEqual(["update the customer portal"]);
    expect(activePrices()).toHaveLength(2);
    const [, kept] = activePrices();
    expect(portal()[0]?.features.subscription_update).toMatchObject({ products: [{ prices: [kept?.id] }] });
  });

  test("Stripe takes ten products into the portal: of more, the first ten", async () => {
    await sell(
      [monthly()],
      Array.from({ length: 12 }, (_, n) => `tier${n}`),
    );
    await setUp();
    expect(shop().products.size).toBe(12);
    const offered = portal()[0]?.features.subscription_update as { products: unknown[] } | undefined;
    expect(offered?.products).toHaveLength(10);
    expect(await setUp()).toEqual([]);
  });

  test("what is bought once has a price that does not recur, and no place in the portal", async () => {
    const once = { id: "pro_lifetime", name: "Pro for good", kind: "lifetime", entitlements: ["pro"] };
    const coins = { id: "coins", kind: "consumable", stripe_lookup_key: "their-coins" };
    const catalog = async (amount: string) =>
      sell(
        [monthly()],
        ["pro"],
        [
          { ...once, price: { currency: "USD", amount } },
          { ...coins, price: { currency: "USD", amount: "0.99" } },
          { ...once, id: "old", retired: true, price: { currency: "USD", amount: "1" } },
        ],
      );
    await catalog("199");
    const kept = theirs("their-coins", { unit_amount: 99, recurring: null });
    const done = await plannedAndDone();
    expect(done.filter((line) => /for good|coins|old/.test(line))).toEqual([
      "Stripe: create the product Pro for good",
      `Stripe: create the price svc:${bench.slug}:pro_lifetime:once:usd of Pro for good: 199 USD`,
    ]);
    const key = `svc:${bench.slug}:pro_lifetime:once:usd`;
    const made = activePrices().find(({ lookup_key: one }) => one === key);
    expect(made).toMatchObject({ unit_amount: 19_900, recurring: null, currency: "usd" });
    expect(shop().prices.get(kept.id)).toMatchObject({ active: true, lookup_key: "their-coins" });
    expect(JSON.stringify(portal())).not.toContain(made?.id);
    expect((await plannedAndDone()).filter((line) => /for good|coins/.test(line))).toEqual([]);

    await catalog("149");
    expect((await plannedAndDone()).filter((line) => /for good/.test(line))).toEqual([
      `Stripe: replace the price ${key} of Pro for good: 149 USD`,
      `Stripe: close the old price ${made?.id} of Pro for good`,
    ]);
  });
});
