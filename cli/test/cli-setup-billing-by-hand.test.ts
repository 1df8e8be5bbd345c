import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { TEST_APP } from "../../server/src/testing/stores/app-store-records.ts";
import { BillingSetupBench } from "./billing-setup-bench.ts";
import { groupByHand, productByHand } from "./connect-by-hand.ts";
import type { Thing } from "./connect-shop.ts";

vi.setConfig({ testTimeout: 3_600_000 }); // many programs, one after the other

let bench: BillingSetupBench;
beforeAll(async () => {
  bench = await BillingSetupBench.open();
});
afterAll(() => bench.close());

const shop = () => bench.connect.shop;
const id = (name: string): string => `${TEST_APP.bundleId}.${name}`;
const productOf = (name: string) =>
  shop()
    .of("subscriptions")
    .find(({ attributes }) => attributes.productId === id(name));

/** The writes at one store since the last call, in their order. */
function writesAt(store: string): string[] {
  const { writes } = bench.tap;
  const found = writes.flatMap((line) =>
    line.startsWith(`${store} `) ? [line.slice(store.length + 1)] : [],
  );
  writes.length = 0;
  return found;
}

/** What a store's part of the plan says. */
function planOf(stderr: string, title: string): string[] {
  const lines = stderr
    .split("\n")
    .filter((line) => line.startsWith(`${title}: `) && !line.endsWith(": done"));
  return lines.map((line) => line.slice(title.length + 2)).filter((line) => !line.startsWith("looking"));
}

/** Things as they were before, wherever they have changed or are gone. */
function changedSince(before: readonly Thing[]): Thing[] {
  const now = new Map(shop().things.map((thing) => [thing.id, JSON.stringify(thing)]));
  return before.filter((thing) => now.get(thing.id) !== JSON.stringify(thing));
}

describe("setup billing for an app that sells in the App Store already", () => {
  let before: Thing[];

  beforeEach(async () => {
    await bench.begin({ primaryLocale: "de-DE" });
    const premium = groupByHand(shop(), "Premium");
    productByHand(shop(), groupByHand(shop(), "Old plans"), "com.example.classic", { dollars: "2.99" });
    productByHand(shop(), premium, id("pro_monthly"), {
      dollars: "4.99",
      offer: { offerMode: "FREE_TRIAL", duration: "TWO_WEEKS" },
    });
    productByHand(shop(), groupByHand(shop(), "Teams"), id("team_monthly"), { dollars: "19.99", level: 2 });
    before = structuredClone(shop().things);
  });

  test("the plan is exact: products are used where they are, what differs is kept, the rest is added", async () => {
    const { code, stderr } = await bench.run([...bench.apple, "--yes"]);
    expect(code).toBe(8); // the stand-in sends no test notification
    const [premium] = shop().of("subscriptionGroups");
    expect(planOf(stderr, "App Store")).toEqual([
      `uses the subscription ${id("pro_monthly")} of the group Premium`,
      `uses the subscription ${id("team_monthly")} of the group Teams`,
      "will save the app's Apple ID in svc",
      `will create the subscription ${id("pro_yearly")} in the group Premium`,
      `will name ${id("pro_yearly")} in de-DE: Pro`,
      `will sell ${id("pro_yearly")} in every country`,
      `will price ${id("pro_yearly")}: 79.99 USD, converted for every country`,
      "will send the App Store's notifications to this server",
      `differs: kept: ${id("pro_monthly")} costs 4.99 USD; the catalog says 9.99 USD (--replace price:pro_monthly@app_store)`,
      `differs: kept: ${id("pro_monthly")} starts with two weeks free; the catalog says one week free (--replace trial:pro_monthly@app_store)`,
      "differs: kept: the billing grace period of the app is off: users lose access as soon as a payment fails (--replace grace@app_store)",
    ]);
    const yearly = productOf("pro_yearly");
    const [app] = shop().of("apps");
    expect(writesAt("connect")).toEqual([
      "POST /v1/subscriptions",
      "POST /v1/subscriptionLocalizations",
      "POST /v1/subscriptionAvailabilities",
      `PATCH /v1/subscriptions/${yearly?.id}`,
      `PATCH /v1/apps/${app?.id}`,
    ]);
    expect(changedSince(before).map(({ type }) => type)).toEqual(["apps"]);
    expect(shop().of("subscriptionGroups")).toHaveLength(3);
    expect(yearly).toMatchObject({
      attributes: { groupLevel: 7, state: "READY_TO_SUBMIT" },
      relationships: { group: { data: { id: premium?.id } } },
    });
    const names = shop().of("subscriptionLocalizations").at(-1);
    expect(names?.attributes).toMatchObject({ locale: "de-DE", name: "Pro" });

    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]).toMatchObject({
      adopted: [
        "pro_monthly of the group Premium",
        "pro_yearly of the group Premium",
        "team_monthly of the group Teams",
      ].map((what) => `the subscription ${TEST_APP.bundleId}.${what}`),
      done: [],
      kept: [
        { name: "price:pro_monthly@app_store", replacement: expect.stringContaining("9.99 USD") },
        { name: "trial:pro_monthly@app_store" },
        { name: "grace@app_store" },
      ],
      failed: [],
    });
    expect(writesAt("connect")).toEqual([]);
  });

  test("--replace changes what it names, and nothing else", async () => {
    await bench.setUp(bench.apple);
    const later = structuredClone(shop().things);
    const priced = await bench.setUp([...bench.apple, "--replace", "price:pro_monthly@app_store"]);
    expect(priced.report.stores[0]?.done).toEqual([
      `price ${id("pro_monthly")} for new subscribers: 9.99 USD, converted for every country`,
    ]);
    expect(new Set(changedSince(later).map(({ type }) => type))).toEqual(new Set(["subscriptionPrices"]));
    expect(
      changedSince(later).every(({ id: each }) => shop().things.some((thing) => thing.id === each)),
    ).toBe(true);

    const rest = ["--replace", "trial:pro_monthly@app_store", "--replace", "grace@app_store"];
    const { report } = await bench.setUp([...bench.apple, ...rest]);
    expect(report.stores[0]?.done).toEqual([
      `replace the introductory offer of ${id("pro_monthly")}: one week free`,
      "let users keep access for 16 days while a payment fails",
    ]);
    expect(report.stores[0]?.kept).toEqual([]);
    const offers = shop().of("subscriptionIntroductoryOffers");
    // Only where the product is sold.
    expect(
      offers.map(({ attributes, relationships }) => [attributes.duration, relationships.territory]),
    ).toEqual(
      ["USA", "DEU"].map((territory) => ["ONE_WEEK", { data: { type: "territories", id: territory } }]),
    );
    writesAt("connect");
    const { said } = await bench.setUp([...bench.apple, ...rest]);
    expect(said).toContain("--replace grace@app_store: nothing to replace");
    expect(writesAt("connect")).toEqual([]);
  });

  test("on a terminal each difference is asked about on its own, and no is the default", async () => {
    await bench.setUp(bench.apple);
    const later = structuredClone(shop().things);
    const terminal = bench.cli.onTerminalWith(bench.env, bench.args(bench.apple));
    await terminal.answer("the catalog says 9.99 USD. Replace it? [y/N] ", "\r");
    await terminal.answer("the catalog says one week free. Replace it? [y/N] ", "y\r");
    await terminal.answer("as soon as a payment fails. Replace it? [y/N] ", "no\r");
    await terminal.answer("Do this? [y/N] ", "y\r");
    const { shown } = await terminal.finished;
    expect(shown).toContain(
      `App Store: will replace the introductory offer of ${id("pro_monthly")}: one week free\n`,
    );
    expect(changedSince(later).map(({ type }) => type)).toEqual(["subscriptionIntroductoryOffers"]);
    expect(shop().of("subscriptionGracePeriods")[0]?.attributes).toEqual({ optIn: false });
  });

  test("an introductory price that was made by hand is no place for a free trial, and is kept", async () => {
    const [offer] = shop().of("subscriptionIntroductoryOffers");
    Object.assign(offer?.attributes ?? {}, {
      offerMode: "PAY_AS_YOU_GO",
      duration: "ONE_MONTH",
      numberOfPeriods: 3,
    });
    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]?.kept.map(({ what }) => what)).toContain(
      `${id("pro_monthly")} starts with 3 x one month pay as you go; the catalog says one week free`,
    );
    expect(shop().of("subscriptionIntroductoryOffers")).toEqual([offer]);
  });

  test("an introductory offer that is over is not in the way", async () => {
    const [offer] = shop().of("subscriptionIntroductoryOffers");
    Object.assign(offer?.attributes ?? {}, { endDate: "2024-01-31" });
    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]?.done).toContain(`offer ${id("pro_monthly")} for free at first: one week`);
  });
});

test("a new product goes where most of its tier is, one without siblings into the group of the project", async () => {
  await bench.begin({ primaryLocale: "pt-BR" });
  const [first, second] = [groupByHand(shop(), "First"), groupByHand(shop(), "Second")];
  productByHand(shop(), first, id("team_yearly"), { dollars: "9.99" }); // not in the catalog
  productByHand(shop(), second, id("pro_yearly"), { period: "ONE_YEAR", dollars: "79.99", level: 3 });
  const { report } = await bench.setUp(bench.apple);
  expect(report.stores[0]).toMatchObject({ failed: [], kept: [{ name: "grace@app_store" }] });
  const groupOf = (name: string) => JSON.stringify(productOf(name)?.relationships.group);
  expect(groupOf("pro_monthly")).toContain(second.id);
  expect(productOf("pro_monthly")?.attributes.groupLevel).toBe(3);
  const own = shop().of("subscriptionGroups").at(-1);
  expect(own?.attributes.referenceName).toBe(`svc-${bench.slug}`);
  expect(groupOf("team_monthly")).toContain(own?.id);
  expect(shop().of("subscriptionGroupLocalizations").at(-1)?.attributes.locale).toBe("pt-BR");
});

describe("one product that the App Store refuses", () => {
  const failsAlone = async (name: string, message: RegExp): Promise<void> => {
    const { code, stdout, stderr } = await bench.run([...bench.apple, "--yes"]);
    expect(code).toBe(6);
    const lines = stderr
      .split("\n")
      .filter((line) => line.startsWith(`App Store: cannot set up ${id(name)}: `));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.at(-1)).toMatch(message);
    expect(stderr).toContain(`svc: 1 part is not set up: App Store: ${id(name)}\n`);
    expect(stdout).toContain("App Store: key production"); // the checks
    expect(shop().of("subscriptionGracePeriods")[0]?.attributes).toMatchObject({ optIn: true });
    expect(shop().of("apps")[0]?.attributes.subscriptionStatusUrl).toMatch(
      "https://auth.example.com/webhooks/",
    );
    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]?.failed).toEqual([
      { part: id(name), message: expect.stringMatching(message), hint: expect.any(String) },
    ]);
  };

  beforeEach(() => bench.begin());

  test("because its id was used up, stops neither the others nor the grace period, addresses and checks", async () => {
    shop().usedIds.add(id("pro_monthly"));
    await failsAlone("pro_monthly", /The product ID is used already/);
    expect(productOf("pro_yearly")?.attributes.state).toBe("READY_TO_SUBMIT");
    expect(productOf("team_monthly")?.attributes.state).toBe("READY_TO_SUBMIT");
  });

  test("because it renews at another interval, stops no other; nobody is told to choose another id", async () => {
    const group = groupByHand(shop(), `svc-${bench.slug}`);
    productByHand(shop(), group, id("pro_yearly"), { period: "SIX_MONTHS", dollars: "79.99" });
    await failsAlone(
      "pro_yearly",
      /renews every SIX_MONTHS in the App Store, every ONE_YEAR in the catalog(?!.*id)/,
    );
    expect(productOf("pro_monthly")?.attributes.groupLevel).toBe(7); // that of its sibling
  });

  test("because Apple has no such price, names the nearest ones and sells the rest", async () => {
    await bench.sell("10.01");
    await failsAlone("pro_monthly", /Apple's list has no price of 10.01 USD/);
    expect(productOf("team_monthly")?.attributes.state).toBe("READY_TO_SUBMIT");
    await bench.sell();
    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]?.failed).toEqual([]);
    expect(productOf("pro_monthly")?.attributes.state).toBe("READY_TO_SUBMIT");
  });
});

describe("what svc has set in the App Store and somebody has changed since", () => {
  beforeEach(() => bench.begin());

  test("a grace period that was turned off stays off", async () => {
    await bench.setUp(bench.apple);
    Object.assign(shop().of("subscriptionGracePeriods")[0]?.attributes ?? {}, { optIn: false });
    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]).toMatchObject({ done: [], kept: [{ name: "grace@app_store" }] });
    expect(shop().of("subscriptionGracePeriods")[0]?.attributes).toMatchObject({ optIn: false });
  });

  test("a price and a trial of the catalog that changed are replaced only by name, because nobody can tell", async () => {
    await bench.setUp(bench.apple);
    await bench.sell("12.99", "P2W");
    writesAt("connect");
    const { report } = await bench.setUp(bench.apple);
    expect(report.stores[0]).toMatchObject({
      done: [],
      kept: [{ name: "price:pro_monthly@app_store" }, { name: "trial:pro_monthly@app_store" }],
    });
    expect(writesAt("connect")).toEqual([]);
    await bench.setUp([
      ...bench.apple,
      "--replace",
      "price:pro_monthly@app_store,trial:pro_monthly@app_store",
    ]);
    expect((await bench.setUp(bench.apple)).report.stores[0]).toMatchObject({ done: [], kept: [] });
  });
});

describe("setup billing for an app that sells in Google Play already", () => {
  test("the plan is exact, and nothing outside it changes", async () => {
    await bench.begin();
    bench.google.catalog.defaultLanguage = "de-DE";
    const basePlans = [
      {
        ...{ basePlanId: "p1m", state: "ACTIVE" },
        autoRenewingBasePlanType: { billingPeriodDuration: "P1M", gracePeriodDuration: "P0D" },
        regionalConfigs: [
          {
            ...{ regionCode: "US", newSubscriberAvailability: true },
            price: { currencyCode: "USD", units: "4", nanos: 990_000_000 },
          },
        ],
      },
    ];
    const listings = [
      { languageCode: "de-DE", title: "Profi" },
      { languageCode: "fr-FR", title: "Professionnel" },
    ];
    bench.google.catalog.subscriptions.set("pro", { productId: "pro", listings, basePlans });
    const byHand = structuredClone(basePlans);
    const { code, stderr } = await bench.run([...bench.playFlags, "--yes"]);
    expect(code).toBe(0);
    expect(planOf(stderr, "Google Play")).toEqual([
      "uses the base plan p1m of pro",
      "will add the base plan p1y of pro",
      "will create the free trial P1W of pro, p1m",
      "will activate the free trial P1W of pro, p1m",
      "will activate the base plan p1y of pro",
      "will create the subscription team, named Team in de-DE",
      "will activate the base plan p1m of team",
      "will create the topic play-billing",
      "will let Google Play publish to play-billing",
      `will push to the server by play-billing-svc-${bench.slug}`,
      "differs: kept: the base plan p1m of pro costs 4.99 USD; the catalog says 9.99 USD (--replace price:pro_monthly@play_store)",
      "differs: kept: the base plan p1m of pro has no grace period: users lose access as soon as a payment fails (--replace grace:pro_monthly@play_store)",
    ]);
    const { subscriptions } = bench.google.catalog;
    expect(subscriptions.get("pro")?.listings).toEqual(listings);
    expect(subscriptions.get("pro")?.basePlans?.slice(0, 1)).toEqual(byHand);
    expect(subscriptions.get("team")?.listings).toEqual([{ languageCode: "de-DE", title: "Team" }]);
    const play = writesAt("google").map((line) =>
      line.replace(/\/androidpublisher\/v3\/applications\/[^/]+/, ""),
    );
    expect(play.filter((line) => !line.includes("/v1/projects/"))).toEqual([
      "PATCH /subscriptions/pro",
      "POST /subscriptions/pro/basePlans/p1m/offers",
      "POST /subscriptions/pro/basePlans/p1m/offers/svc-trial-p1w:activate",
      "POST /subscriptions/pro/basePlans/p1y:activate",
      "POST /subscriptions",
      "POST /subscriptions/team/basePlans/p1m:activate",
    ]);
    const { report } = await bench.setUp(bench.playFlags);
    expect(report.stores[0]).toMatchObject({
      done: [],
      kept: [{ name: "price:pro_monthly@play_store" }, { name: "grace:pro_monthly@play_store" }],
    });
    expect(writesAt("google")).toEqual([]);
    expect(bench.google.edits.open).toBeUndefined();
  });
});
