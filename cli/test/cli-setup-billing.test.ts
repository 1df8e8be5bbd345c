import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PURCHASE_KEY } from "../../server/src/testing/stores/app-store.ts";
import { TEST_APP } from "../../server/src/testing/stores/app-store-records.ts";
import { PACKAGE } from "../../server/src/testing/stores/play-store.ts";
import { STRIPE_KEY } from "../../server/src/testing/stores/stripe.ts";
import { BillingSetupBench, baseUrl } from "./billing-setup-bench.ts";
import { territories } from "./connect-price-list.ts";

vi.setConfig({ testTimeout: 3_600_000 }); // many programs, one after the other

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.begin());

const shop = () => bench.connect.shop;
const activePrices = () => [...bench.stripe.shop.prices.values()].filter(({ active }) => active);

describe("setup billing, for all three stores at once", () => {
  test("makes everything that is missing, and a second run finds all of it", async () => {
    const first = await bench.setUp();
    const done = Object.fromEntries(first.report.stores.map(({ store, done }) => [store, done]));
    expect(Object.keys(done)).toEqual(["STORE_APP_STORE", "STORE_PLAY_STORE", "STORE_STRIPE"]);
    expect(Object.values(done).every((steps) => steps.length > 5)).toBe(true);

    // App Store
    expect(shop().of("subscriptionGroups")).toHaveLength(1);
    const products = shop()
      .of("subscriptions")
      .map(({ attributes }) => attributes);
    expect(products.map(({ productId, groupLevel, state }) => [productId, groupLevel, state])).toEqual([
      [`${TEST_APP.bundleId}.pro_monthly`, 2, "READY_TO_SUBMIT"],
      [`${TEST_APP.bundleId}.pro_yearly`, 2, "READY_TO_SUBMIT"],
      [`${TEST_APP.bundleId}.team_monthly`, 1, "READY_TO_SUBMIT"],
    ]);
    expect(shop().of("subscriptionPrices")).toHaveLength(3 * territories.length);
    expect(shop().of("subscriptionAvailabilities")).toHaveLength(3);
    const offers = shop().of("subscriptionIntroductoryOffers");
    expect(offers).toHaveLength(territories.length);
    expect(offers[0]?.attributes).toEqual({
      ...{ offerMode: "FREE_TRIAL", duration: "ONE_WEEK", numberOfPeriods: 1 },
    });
    expect(shop().of("subscriptionGracePeriods")[0]?.attributes).toMatchObject({ optIn: true });
    const { attributes } = shop().of("apps")[0] ?? { attributes: {} };
    const path = new RegExp(`^${baseUrl}/webhooks/apple/${bench.slug}/[\\w-]{16,}$`);
    expect(attributes).toMatchObject({
      subscriptionStatusUrl: expect.stringMatching(path),
      subscriptionStatusUrlVersion: "V2",
      subscriptionStatusUrlForSandbox: expect.stringMatching(path),
    });

    // Google Play
    expect([...bench.google.catalog.subscriptions.keys()]).toEqual(["pro", "team"]);
    expect([...bench.google.catalog.offers.values()]).toMatchObject([{ state: "ACTIVE" }]);
    const [push] = bench.google.pubsub.subscriptions.values();
    expect(push?.topic).toBe("projects/svc-demo/topics/play-billing");
    expect(push?.pushConfig.pushEndpoint).toMatch(`${baseUrl}/webhooks/google/${bench.slug}/`);

    // Stripe
    expect([...bench.stripe.shop.products.values()].map(({ name }) => name)).toEqual(["Pro", "Team"]);
    expect(activePrices().map((price) => [price.lookup_key, price.unit_amount])).toEqual([
      [`svc:${bench.slug}:pro:p1m:usd`, 999],
      [`svc:${bench.slug}:pro:p1y:usd`, 7999],
      [`svc:${bench.slug}:team:p1m:usd`, 1999],
    ]);
    const [webhook] = bench.stripe.shop.webhooks.values();
    expect(webhook?.url).toBe(`${baseUrl}/webhooks/stripe/${bench.slug}`);
    const [portal] = bench.stripe.shop.portals.values();
    expect(await bench.settings()).toMatchObject({
      appStore: { appAppleId: shop().of("apps")[0]?.id, keyId: PURCHASE_KEY.keyId, hasPrivateKey: true },
      playStore: { packageName: PACKAGE, hasServiceAccount: true },
      stripe: { webhookEndpointId: webhook?.id, portalConfigurationId: portal?.id, hasWebhookSecret: true },
    });

    const before = structuredClone({ state: await bench.state(), writes: bench.tap.writes });
    const second = await bench.setUp();
    expect(second.report.changes).toEqual([]);
    expect(second.report.stores.map(({ done }) => done)).toEqual([[], [], []]);
    // What the flags say is sent to svc once more, and nothing to any store.
    const later = bench.tap.writes.slice(before.writes.length);
    expect(later.filter((line) => !line.startsWith("svc "))).toEqual([]);
    expect(await bench.state()).toEqual(before.state);
  });

  test("a store whose flags are left blank is skipped", async () => {
    const blank = ["--apple-bundle-id", "", "--google-package-name", ""];
    const { report } = await bench.setUp([...blank, ...bench.stripeFlags]);
    expect(report.stores.map(({ store }) => store)).toEqual(["STORE_STRIPE"]);
    expect(bench.tap.writes.filter((line) => /^(connect|google) /.test(line))).toEqual([]);
    expect(await bench.settings()).toMatchObject({ stripe: { enabled: true } });
    expect((await bench.settings()).appStore?.bundleId ?? "").toBe("");
    expect((await bench.settings()).playStore?.packageName ?? "").toBe("");
  });

  test("Apple's number of the app and the whole name of the topic are taken as they are", async () => {
    const number = String(shop().of("apps")[0]?.id);
    const topic = "projects/svc-demo/topics/play-billing";
    const play = ["--google-package-name", PACKAGE, "--google-service-account", "play.json"];
    await bench.setUp([...bench.apple, "--apple-app-id", number, ...play, "--google-pubsub-topic", topic]);
    expect(await bench.settings()).toMatchObject({
      appStore: { appAppleId: number },
      playStore: { pubsubTopic: topic },
    });
    const other = ["--apple-app-apple-id", number, "--apple-bundle-id", TEST_APP.bundleId];
    expect((await bench.setUp(other)).report.changes).toEqual([]);
  });

  test("the webhook's secret is the one that the server checks with", async () => {
    await bench.setUp(bench.stripeFlags);
    const [webhook] = bench.stripe.shop.webhooks.values();
    const url = `${bench.cli.url}/webhooks/stripe/${bench.slug}`;
    const event = bench.stripe.shop.event("product.created", {});
    expect(await bench.stripe.send(url, `whsec_${webhook?.id}secretsecret`, event)).toBe(200);
    expect(await bench.stripe.send(url, "whsec_another", event)).toBe(400);
  });

  test("a changed price replaces the price at each store, and back again", async () => {
    await bench.setUp();
    const [yearly] = activePrices().filter(({ lookup_key: key }) => key?.includes("p1y"));
    // Back again, too: what earlier subscribers go on paying is no price for new ones.
    for (const amount of ["12.99", "9.99"]) {
      await bench.sell(amount);
      const { report } = await bench.setUp([...bench.all, "--replace", "price:pro_monthly@app_store"]);
      expect(report.stores.map(({ done }) => done.filter((line) => line.includes("price")).length)).toEqual([
        1,
        expect.any(Number),
        2,
      ]);
      const monthly = activePrices().filter(({ lookup_key: key }) => key?.includes("pro:p1m"));
      expect(monthly.map(({ unit_amount: cents }) => cents)).toEqual([Number(amount) * 100]);
      expect(activePrices()).toContain(yearly);
      expect(activePrices()).toHaveLength(3);
      const current = shop()
        .of("subscriptionPrices")
        .filter(({ attributes }) => attributes.preserved !== true)
        .map(({ relationships }) => JSON.stringify(relationships));
      expect(current).toHaveLength(3 * territories.length);
      expect(current.filter((text) => text.includes(`"USA-${Math.floor(Number(amount))}"`))).toHaveLength(1);
      const plan = bench.google.catalog.subscriptions
        .get("pro")
        ?.basePlans?.find(({ basePlanId }) => basePlanId === "p1m");
      const home = plan?.regionalConfigs?.find(({ regionCode }) => regionCode === "US");
      expect(home?.price).toMatchObject({ units: amount.split(".")[0] });
    }
  });

  test("another trial takes the place of the first", async () => {
    await bench.setUp([...bench.apple, ...bench.playFlags]);
    await bench.sell("9.99", "P2W");
    await bench.setUp([...bench.apple, ...bench.playFlags, "--replace", "trial:pro_monthly@app_store"]);
    const trials = shop().of("subscriptionIntroductoryOffers");
    expect(trials.map(({ attributes }) => attributes.duration)).toEqual(territories.map(() => "TWO_WEEKS"));
    const offers = [...bench.google.catalog.offers.values()].map(({ offerId, state }) => [offerId, state]);
    expect(offers).toEqual([
      ["svc-trial-p1w", "INACTIVE"],
      ["svc-trial-p2w", "ACTIVE"],
    ]);
  });

  test("Stripe: a product that was renamed or archived, and a webhook that was disabled, are mended", async () => {
    await bench.setUp(bench.stripeFlags);
    const before = await bench.state();
    const [product] = bench.stripe.shop.products.values();
    const [webhook] = bench.stripe.shop.webhooks.values();
    Object.assign(product ?? {}, { name: "Prox", active: false });
    Object.assign(webhook ?? {}, { status: "disabled", enabled_events: ["invoice.paid"] });
    const { report } = await bench.setUp(bench.stripeFlags);
    expect(report.stores[0]?.done).toEqual([
      "rename the product Prox to Pro",
      "sell the archived product Pro again",
      `bring the webhook ${webhook?.id} up to date`,
    ]);
    expect(await bench.state()).toEqual(before);
  });

  test("nothing secret is shown, --asc-p8 is stored nowhere, and what is stored is encrypted", async () => {
    const notification = "an-unguessable-part-for-apple";
    const rtdn = "an-unguessable-part-for-google";
    const { said } = await bench.setUp([
      ...bench.all,
      ...["--apple-notification-secret", notification, "--google-rtdn-secret", rtdn],
    ]);
    expect(String(shop().of("apps")[0]?.attributes.subscriptionStatusUrl)).toMatch(
      new RegExp(`/${notification}$`),
    );
    const bodyOf = (pem: string): string => pem.split(/\\n|\n/)[1] ?? "";
    const [webhook] = bench.stripe.shop.webhooks.values();
    const secrets = [
      bodyOf(bench.connect.pem),
      bench.connect.key.export({ format: "jwk" }).d ?? "",
      bodyOf(PURCHASE_KEY.privateKey),
      bodyOf(JSON.parse(bench.play.serviceAccount()).private_key),
      STRIPE_KEY,
      `whsec_${webhook?.id}`,
      notification,
      rtdn,
    ];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(15);
      expect(said).not.toContain(secret);
    }
    let files = 0;
    for (const content of bench.written()) {
      files += 1;
      expect(secrets.filter((secret) => content.includes(secret))).toEqual([]);
    }
    expect(files).toBeGreaterThan(1);
    expect(bench.cli.serverSaid()).toContain("job done");
    expect(secrets.filter((secret) => bench.cli.serverSaid().includes(secret))).toEqual([]);
  });
});

test("what it says it will do is what it does, in words", async () => {
  const { code, stdout, stderr } = await bench.run([...bench.all, "--yes"]);
  // Apple's stand-in has no address for notifications: told by the exit code, after all the rest.
  expect(code).toBe(8);
  expect(stderr).toMatch(/svc: \d checks failed\nhint: .*saved settings are kept/);
  const lines = stderr.split("\n");
  const planned = lines.flatMap((line) => (line.includes(": will ") ? [line.replace(": will ", ": ")] : []));
  const done = lines.flatMap((line) => (line.endsWith(": done") ? [line.replace(/: done$/, "")] : []));
  expect(planned.length).toBeGreaterThan(30);
  expect(done).toEqual(planned);
  expect(stdout).toContain("Topic name            projects/svc-demo/topics/play-billing\n");
  expect(stdout).toContain("ok\tApp Store: key production\tApple accepts the key\t\n");
});

test("Google Play: without another account, the key's own signs the pushes, and stays when it is not named again", async () => {
  const at = bench.playFlags.indexOf("--google-pubsub-service-account");
  await bench.setUp(bench.playFlags.toSpliced(at, 2));
  const [push] = bench.google.pubsub.subscriptions.values();
  const { client_email: email } = JSON.parse(bench.play.serviceAccount());
  expect(push?.pushConfig.oidcToken?.serviceAccountEmail).toBe(email);
  expect((await bench.settings()).playStore).toMatchObject({ pubsubServiceAccount: email });
  await bench.setUp(bench.playFlags);
  expect(push?.pushConfig.oidcToken?.serviceAccountEmail).toBe(bench.playFlags[at + 1]);
  await bench.setUp(bench.playFlags.toSpliced(at, 2));
  expect(push?.pushConfig.oidcToken?.serviceAccountEmail).toBe(bench.playFlags[at + 1]);
});

describe("what belongs to others", () => {
  test("a foreign address at App Store Connect is left alone, and told", async () => {
    await bench.begin({
      subscriptionStatusUrl: "https://api.revenue.example/v1/apple/secret-path",
      subscriptionStatusUrlVersion: "V2",
    });
    const { report } = await bench.setUp(bench.apple);
    const attributes = shop().of("apps")[0]?.attributes ?? {};
    expect(attributes.subscriptionStatusUrl).toBe("https://api.revenue.example/v1/apple/secret-path");
    expect(attributes.subscriptionStatusUrlForSandbox).toMatch(`${baseUrl}/webhooks/apple/`);
    expect(JSON.stringify(report)).toContain("notifications go to api.revenue.example now");
    expect(JSON.stringify(report)).not.toContain("secret-path");
  });

  test("a foreign push of Pub/Sub is left alone, and told before anything is made", async () => {
    const name = `projects/svc-demo/subscriptions/play-billing-svc-${bench.slug}`;
    const topic = "projects/svc-demo/topics/play-billing";
    const oidcToken = { serviceAccountEmail: "a@b", audience: "x" };
    const pushConfig = { pushEndpoint: "https://other.example/secret-path", oidcToken };
    bench.google.pubsub.policies.set(topic, { etag: "1" });
    bench.google.pubsub.subscriptions.set(name, { name, topic, pushConfig });
    const before = await bench.state();
    const refusal = await bench.refused([...bench.all, "--yes"]);
    expect(refusal).toMatchObject({ exit: 6, reason: "PROVIDER_REFUSED" });
    expect(refusal.message).toContain("pushes to other.example");
    expect(refusal.message).not.toContain("secret-path");
    expect(await bench.state()).toEqual(before);
  });

  test("other products, prices and webhooks of the same account stay as they are", async () => {
    const price = bench.stripe.shop.addPrice("their-own", { product: "prod_other" });
    bench.stripe.shop.webhooks.set("we_other", {
      ...{ id: "we_other", object: "webhook_endpoint", status: "enabled", api_version: null, metadata: {} },
      ...{ url: `${baseUrl}/webhooks/stripe/${bench.slug}`, enabled_events: ["*"] },
    });
    const before = structuredClone(price);
    await bench.setUp(bench.stripeFlags);
    expect(price).toEqual(before);
    expect([...bench.stripe.shop.webhooks.keys()]).toHaveLength(2);
  });
});
