import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { readServiceAccount } from "@svc/server/credentials";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GoogleCloud } from "../../../../server/src/testing/stores/google-cloud.ts";
import { PACKAGE } from "../../../../server/src/testing/stores/play-store.ts";
import { doWalk, type Outcome, planWalk } from "../billing-walk.ts";
import { playCatalogOf } from "./catalog.ts";
import { followPlay } from "./follow-play.ts";
import { type GoogleClient, googleClient } from "./google-client.ts";

let google: GoogleCloud;
let client: GoogleClient;

beforeEach(async () => {
  google = await GoogleCloud.open();
  const account = readServiceAccount(google.tokens.serviceAccount());
  if (!account) throw new Error("no service account");
  client = googleClient(account, { output: { say: () => {} }, origin: google.url });
});
afterEach(() => google.close());

function settingsOf(product: object = {}): BillingSettingsJson {
  const price = { currency: "USD", amount: "9.99" };
  const products = [{ id: "pro_monthly", period: "P1M", price, trial: "P1W", ...product }];
  return { playStore: { packageName: PACKAGE }, tiers: [{ id: "pro", name: "Pro", products }] };
}

const followed = (settings: BillingSettingsJson) => followPlay(client, playCatalogOf(settings));

/** Does what it planned, and nothing else; a second run finds nothing to do. */
async function setUp(settings: BillingSettingsJson, ...replace: string[]): Promise<Outcome> {
  const names = new Set(replace);
  const plan = await planWalk(followed(settings), names);
  const outcome = await doWalk(followed(settings), names, () => {});
  expect(outcome).toEqual(plan);
  const before = google.state();
  expect((await doWalk(followed(settings), names, () => {})).steps).toEqual([]);
  expect(google.state()).toEqual(before);
  return outcome;
}

type Plan = NonNullable<ReturnType<GoogleCloud["catalog"]["subscriptions"]["get"]>>["basePlans"];

/** A base plan for 4.99 USD, as somebody has made it in the Play Console. */
function sellByHand(more: object = {}, renews: object = {}): void {
  const region = (regionCode: string, currencyCode: string) => ({
    ...{ regionCode, newSubscriberAvailability: true },
    price: { currencyCode, units: "4", nanos: 990_000_000 },
  });
  const basePlans: Plan = [
    {
      ...{ basePlanId: "p1m", state: "ACTIVE", offerTags: [{ tag: "classic" }] },
      autoRenewingBasePlanType: { billingPeriodDuration: "P1M", ...renews },
      regionalConfigs: [region("US", "USD"), region("DE", "EUR")],
      ...more,
    },
  ];
  const listings = [
    { languageCode: "de-DE", title: "Profi" },
    { languageCode: "en-US", title: "Professional" },
  ];
  google.catalog.subscriptions.set("pro", { packageName: PACKAGE, productId: "pro", listings, basePlans });
}

function offerByHand(offerId: string, duration: string, more: object = {}): void {
  const regionalConfigs = [{ regionCode: "US", free: {} }];
  google.catalog.offers.set(`pro/p1m/${offerId}`, {
    ...{ offerId, basePlanId: "p1m", productId: "pro", state: "ACTIVE" },
    phases: [{ duration, recurrenceCount: 1, regionalConfigs }],
    targeting: { acquisitionRule: { scope: { anySubscriptionInApp: {} } } },
    ...more,
  });
}

const plan = () => google.catalog.subscriptions.get("pro")?.basePlans?.[0];
const priceIn = (code: string) =>
  plan()?.regionalConfigs?.find(({ regionCode }) => regionCode === code)?.price;
const states = () => [...google.catalog.offers.values()].map(({ offerId, state }) => `${offerId} ${state}`);

describe("The language of what Google Play sells", () => {
  test("is the app's default language, read without leaving an edit open", async () => {
    google.catalog.defaultLanguage = "fr-FR";
    const { steps } = await setUp(settingsOf());
    expect(steps[0]).toBe("create the subscription pro, named Pro in fr-FR");
    expect(google.catalog.subscriptions.get("pro")?.listings).toEqual([
      { languageCode: "fr-FR", title: "Pro" },
    ]);
    expect(google.edits.open).toBeUndefined();
  });

  test("is asked for only to create something, because that ends an open edit of the same account", async () => {
    sellByHand();
    google.edits.open = "of a release that is being uploaded";
    await setUp(settingsOf({ id: "pro_yearly", period: "P1Y" }));
    expect(google.edits).toMatchObject({ count: 0, open: "of a release that is being uploaded" });
    expect(google.catalog.subscriptions.get("pro")?.listings).toHaveLength(2);
  });

  test("is missing: nothing is created, and it is said so", async () => {
    google.catalog.defaultLanguage = "";
    const { failed, steps } = await planWalk(followed(settingsOf()), new Set());
    expect({ failed, steps }).toMatchObject({
      failed: [{ message: "the app has no default language in Google Play" }],
      steps: [],
    });
  });
});

describe("A price in Google Play", () => {
  test("that was set by hand is kept, and replaced when it is named", async () => {
    sellByHand();
    const before = structuredClone(plan());
    const { adopted, kept, steps } = await setUp(settingsOf({ trial: "" }));
    expect({ adopted, steps }).toEqual({ adopted: ["the base plan p1m of pro"], steps: [] });
    expect(kept).toEqual([
      {
        name: "price:pro_monthly@play_store",
        what: "the base plan p1m of pro costs 4.99 USD; the catalog says 9.99 USD",
        replacement: "price the base plan p1m of pro at 9.99 USD",
      },
    ]);
    expect(plan()).toEqual(before);
    await setUp(settingsOf({ trial: "" }), "price:pro_monthly@play_store");
    expect(priceIn("US")).toEqual({ currencyCode: "USD", units: "9", nanos: 990_000_000 });
    expect(plan()?.offerTags).toContainEqual({ tag: "classic" });
  });

  test("that is as the catalog says is no difference, whoever has set it", async () => {
    sellByHand();
    const { kept, steps } = await setUp(
      settingsOf({ trial: "", price: { currency: "USD", amount: "4.99" } }),
    );
    expect({ kept, steps }).toEqual({ kept: [], steps: [] });
  });

  test("that svc has set follows the catalog until somebody changes one by hand, in any country", async () => {
    await setUp(settingsOf());
    const dearer = (amount: string) => settingsOf({ price: { currency: "USD", amount } });
    expect((await setUp(dearer("12.99"))).steps).toEqual(["price the base plan p1m of pro at 12.99 USD"]);
    const british = priceIn("GB");
    if (british) british.units = "3";
    const { kept, steps } = await setUp(dearer("14.99"));
    expect({ steps, names: kept.map(({ name }) => name) }).toEqual({
      steps: [],
      names: ["price:pro_monthly@play_store"],
    });
    expect(priceIn("GB")).toMatchObject({ units: "3" });
    await setUp(dearer("14.99"), "price:pro_monthly@play_store");
    expect((await setUp(dearer("9.99"))).kept).toEqual([]);
  });
});

describe("A base plan of Google Play", () => {
  test("whose grace period was turned off keeps it so, until it is named", async () => {
    sellByHand({}, { gracePeriodDuration: "P0D", accountHoldDuration: "P30D" });
    const settings = settingsOf({ trial: "", price: { currency: "USD", amount: "4.99" } });
    const { kept, steps } = await setUp(settings);
    expect({ steps, kept }).toMatchObject({ steps: [], kept: [{ name: "grace:pro_monthly@play_store" }] });
    expect(plan()?.autoRenewingBasePlanType).toMatchObject({ gracePeriodDuration: "P0D" });
    await setUp(settings, "grace:pro_monthly@play_store");
    expect(plan()?.autoRenewingBasePlanType).toEqual({ billingPeriodDuration: "P1M" });
  });

  test("keeps its grace period and account hold when another plan is added beside it or its price is replaced", async () => {
    const chosen = { gracePeriodDuration: "P7D", accountHoldDuration: "P40D", prorationMode: "X" };
    sellByHand({}, chosen);
    const yearly = { id: "pro_yearly", period: "P1Y", price: { currency: "USD", amount: "79.99" } };
    const [tier] = settingsOf().tiers ?? [];
    const settings = { ...settingsOf(), tiers: [{ ...tier, products: [...(tier?.products ?? []), yearly] }] };
    await setUp(settings, "price:pro_monthly@play_store");
    expect(google.catalog.subscriptions.get("pro")?.basePlans).toHaveLength(2);
    expect(plan()?.autoRenewingBasePlanType).toEqual({ billingPeriodDuration: "P1M", ...chosen });
  });

  test.each([
    ["INACTIVE", "is switched off"],
    ["DRAFT", "is a draft"],
  ])("that is %s by hand is not sold again unasked: it %s", async (state, words) => {
    sellByHand({ state });
    const settings = settingsOf({ price: { currency: "USD", amount: "4.99" } });
    const { kept, steps } = await setUp(settings);
    expect({ steps, kept }).toMatchObject({
      steps: [],
      kept: [{ name: "sale:pro_monthly@play_store", what: expect.stringContaining(words) }],
    });
    const replaced = await setUp(settings, "sale:pro_monthly@play_store");
    expect(replaced.steps[0]).toBe("activate the base plan p1m of pro");
    expect(states()).toEqual(["svc-trial-p1w ACTIVE"]);
  });
});

test("A subscription that Google Play could not change does not stop the next one", async () => {
  sellByHand();
  const price = { currency: "USD", amount: "19.99" };
  const team = { id: "team", name: "Team", products: [{ id: "team_monthly", period: "P1M", price }] };
  const { tiers = [] } = settingsOf({ period: "P1Y", playStoreBasePlanId: "p1m" });
  const settings = { ...settingsOf(), tiers: [...tiers, team] };
  const before = structuredClone(plan());
  const { failed, steps } = await setUp(settings);
  expect(failed.map(({ part }) => part)).toEqual(["the subscription pro"]);
  expect(steps).toEqual([
    "create the subscription team, named Team in en-US",
    "activate the base plan p1m of team",
  ]);
  expect(plan()).toEqual(before);
});

describe("A free trial in Google Play that was made by hand", () => {
  const sold = (trial: string) => settingsOf({ trial, price: { currency: "USD", amount: "4.99" } });
  beforeEach(() => sellByHand());

  test("is kept when it differs, and no second one is made beside it", async () => {
    offerByHand("welcome", "P2W");
    const { kept, steps } = await setUp(sold("P1W"));
    expect({ steps, kept }).toMatchObject({ steps: [], kept: [{ name: "trial:pro_monthly@play_store" }] });
    expect(kept[0]?.what).toBe("the base plan p1m of pro starts with P2W free; the catalog says P1W free");
    expect(states()).toEqual(["welcome ACTIVE"]);
    const { steps: done } = await setUp(sold("P1W"), "trial:pro_monthly@play_store");
    expect(done).toEqual(["replace the free trial P2W of pro, p1m: P1W"]);
    expect(states()).toEqual(["welcome INACTIVE", "svc-trial-p1w ACTIVE"]);
  });

  test("is used when it is as long as the catalog's", async () => {
    offerByHand("welcome", "P1W");
    const { kept, steps } = await setUp(sold("P1W"));
    expect({ kept, steps, states: states() }).toEqual({ kept: [], steps: [], states: ["welcome ACTIVE"] });
  });

  test("is kept where the catalog has none, and ended when it is named", async () => {
    offerByHand("welcome", "P2W");
    expect(await setUp(sold(""))).toMatchObject({
      steps: [],
      kept: [{ name: "trial:pro_monthly@play_store" }],
    });
    await setUp(sold(""), "trial:pro_monthly@play_store");
    expect(states()).toEqual(["welcome INACTIVE"]);
  });

  test("is also one under svc's id whose length was changed", async () => {
    offerByHand("svc-trial-p1m", "P3M");
    expect(await setUp(sold("P1W"))).toMatchObject({
      steps: [],
      kept: [{ name: "trial:pro_monthly@play_store" }],
    });
    expect(states()).toEqual(["svc-trial-p1m ACTIVE"]);
  });

  test("is told apart from other offers, which stay", async () => {
    const half = [{ regionCode: "US", relativeDiscount: 0.5 }];
    offerByHand("half-price", "P3M", {
      phases: [{ duration: "P3M", recurrenceCount: 1, regionalConfigs: half }],
    });
    offerByHand("for-upgrades", "P1M", { targeting: { upgradeRule: {} } });
    await setUp(sold("P1W"));
    expect(states()).toEqual(["half-price ACTIVE", "for-upgrades ACTIVE", "svc-trial-p1w ACTIVE"]);
  });
});
