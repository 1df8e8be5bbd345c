import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { readServiceAccount } from "@svc/server/credentials";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storeProduct } from "../../../../server/src/domain/billing/store-products.ts";
import { defaultSettings } from "../../../../server/src/domain/projects/settings.ts";
import { times } from "../../../../server/src/testing/full.ts";
import { GoogleCloud } from "../../../../server/src/testing/stores/google-cloud.ts";
import { PLAY_BILLING } from "../../../../server/src/testing/stores/play-bench.ts";
import { PACKAGE } from "../../../../server/src/testing/stores/play-store.ts";
import { storeFaults } from "../../../../server/src/testing/stores/store-fault.ts";
import { Failure } from "../../failure.ts";
import { doWalk, type Follow, planWalk } from "../billing-walk.ts";
import { renderSteps } from "../step.ts";
import { type PlayCatalog, playCatalogOf } from "./catalog.ts";
import { followPlay } from "./follow-play.ts";
import { type GoogleAsk, type GoogleClient, googleClient } from "./google-client.ts";
import { followPlayPush, type PlayPush, playPushSteps } from "./pubsub.ts";

const SECRET = "unguessable-part-of-the-address";

const settings: BillingSettingsJson = {
  playStore: { packageName: PACKAGE },
  tiers: [
    {
      id: "pro",
      name: "Pro",
      products: [
        { id: "pro_monthly", period: "P1M", price: { currency: "USD", amount: "9.99" }, trial: "P1W" },
        { id: "pro_yearly", period: "P1Y", price: { currency: "USD", amount: "79.99" } },
      ],
    },
    {
      id: "team",
      name: "Team",
      products: [
        { id: "team_monthly", period: "P1M", price: { currency: "EUR", amount: "20" }, trial: "P2W" },
      ],
    },
  ],
};

const push: PlayPush = {
  cloudProject: "svc-demo",
  topic: "svc-demo-play",
  subscription: "svc-demo-play",
  pushEndpoint: `https://auth.example.com/webhooks/google/demo/${SECRET}`,
  audience: "https://auth.example.com/webhooks/google/demo",
  serviceAccount: "svc@svc-demo.iam.gserviceaccount.com",
  mayReplace: false,
};

let google: GoogleCloud;
let client: GoogleClient;
let catalog: PlayCatalog;
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  google = await GoogleCloud.open();
  client = clientOf(google);
  catalog = playCatalogOf(settings);
});
afterEach(() => google.close());

function clientOf({ tokens, url }: GoogleCloud): GoogleClient {
  const account = readServiceAccount(tokens.serviceAccount());
  if (!account) throw new Error("no service account");
  return googleClient(account, { output: { say: (line) => void said.push(line) }, origin: url });
}

const planned = async (follow: Follow, ...replace: string[]): Promise<string[]> =>
  (await planWalk(follow, new Set(replace))).steps;

const done = async (follow: Follow, ...replace: string[]): Promise<string[]> =>
  (await doWalk(follow, new Set(replace), () => {})).steps;

async function setUp(client: GoogleClient, catalog: PlayCatalog): Promise<string[]> {
  return [...(await done(followPlay(client, catalog))), ...(await done(followPlayPush(client, push)))];
}

const made = (): string[] =>
  google.seen.filter((line) => !line.startsWith("GET ") && !line.includes("convertRegion"));

/** With one product changed. */
function changed(product: object): PlayCatalog {
  const [pro, ...rest] = settings.tiers ?? [];
  const [first, ...others] = pro?.products ?? [];
  return playCatalogOf({
    ...settings,
    tiers: [{ ...pro, products: [{ ...first, ...product }, ...others] }, ...rest],
  });
}

async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw error ?? new Error("it succeeded");
  return error;
}

describe("The catalog in Google Play", () => {
  test("is made from nothing as planned, once: a second run finds all of it", async () => {
    const plan = await planned(followPlay(client, catalog));
    expect(google.catalog.subscriptions.size).toBe(0);
    const reported: string[] = [];
    const report = (line: string) => void reported.push(line);
    expect((await doWalk(followPlay(client, catalog), new Set(), report)).steps).toEqual(plan);
    expect(reported).toEqual(plan.map((what) => `${what}: done`));
    expect(plan).toEqual([
      "create the subscription pro, named Pro in en-US",
      "activate the base plan p1m of pro",
      "create the free trial P1W of pro, p1m",
      "activate the free trial P1W of pro, p1m",
      "activate the base plan p1y of pro",
      "create the subscription team, named Team in en-US",
      "activate the base plan p1m of team",
      "create the free trial P2W of team, p1m",
      "activate the free trial P2W of team, p1m",
    ]);
    const before = [google.state(), made().length];
    expect(await planned(followPlay(client, catalog))).toEqual([]);
    expect(await done(followPlay(clientOf(google), catalog))).toEqual([]);
    expect([google.state(), made().length - 1]).toEqual(before); // the other client asked for a token of its own
  });

  test("has the catalog's price where its currency is used, and Google's conversion elsewhere", async () => {
    await done(followPlay(client, catalog));
    const [plan] = google.catalog.subscriptions.get("team")?.basePlans ?? [];
    const prices = Object.fromEntries(
      (plan?.regionalConfigs ?? []).map(({ regionCode, price }) => [regionCode, price]),
    );
    expect(prices.DE).toEqual({ currencyCode: "EUR", units: "20", nanos: 0 });
    expect(prices.BG).toEqual(prices.DE);
    expect(prices.US?.currencyCode).toBe("USD");
    expect(prices.JP?.currencyCode).toBe("JPY");
    expect(google.catalog.offers.get("team/p1m/svc-trial-p2w")).toMatchObject({
      state: "ACTIVE",
      phases: [{ duration: "P2W", recurrenceCount: 1 }],
    });
  });

  test("has the ids by which the server knows what was bought", () => {
    const project = { id: "1", slug: "demo", settings: { ...defaultSettings, billing: PLAY_BILLING } };
    const theirs = PLAY_BILLING.tiers.flatMap((tier) =>
      tier.products.map((product) => storeProduct(project, tier, product, "play_store")),
    );
    const tiers = PLAY_BILLING.tiers as unknown as NonNullable<BillingSettingsJson["tiers"]>;
    const ours = playCatalogOf({ playStore: { packageName: PACKAGE }, tiers }).products.flatMap(
      ({ productId, plans }) => plans.map(({ planId }) => ({ store: "play_store", productId, planId })),
    );
    expect(ours).toEqual(theirs);
  });

  test("keeps what people made beside it: plans, countries, listings, offers", async () => {
    const byHand = {
      basePlanId: "by-hand",
      state: "ACTIVE",
      autoRenewingBasePlanType: { billingPeriodDuration: "P6M", gracePeriodDuration: "P3D" },
      regionalConfigs: [
        { regionCode: "GB", price: { currencyCode: "GBP", units: "1" }, newSubscriberAvailability: true },
      ],
    };
    const yearly = {
      ...byHand,
      basePlanId: "p1y",
      autoRenewingBasePlanType: { billingPeriodDuration: "P1Y" },
    };
    const listings = [{ languageCode: "de-DE", title: "Profi" }];
    google.catalog.subscriptions.set("pro", { productId: "pro", listings, basePlans: [byHand, yearly] });
    google.catalog.offers.set("pro/by-hand/summer", { offerId: "summer", state: "ACTIVE" });
    const steps = await done(followPlay(client, catalog));
    expect(steps[0]).toBe("add the base plan p1m of pro");
    const pro = google.catalog.subscriptions.get("pro");
    expect(pro?.listings).toEqual(listings);
    expect(pro?.basePlans?.slice(0, 2)).toEqual([byHand, yearly]);
    expect(pro?.basePlans?.map(({ basePlanId }) => basePlanId)).toEqual(["by-hand", "p1y", "p1m"]);
    expect(google.catalog.offers.get("pro/by-hand/summer")?.state).toBe("ACTIVE");
    expect(await done(followPlay(client, catalog))).toEqual([]);
  });

  test("follows a new price for new buyers, and leaves closed countries closed", async () => {
    await done(followPlay(client, catalog));
    const plan = () => google.catalog.subscriptions.get("pro")?.basePlans?.[0];
    for (const region of plan()?.regionalConfigs ?? []) {
      if (region.regionCode === "GB") region.newSubscriberAvailability = false;
    }
    const dearer = changed({ price: { currency: "USD", amount: "12.50" } });
    expect(await planned(followPlay(client, dearer))).toEqual([
      "price the base plan p1m of pro at 12.50 USD",
    ]);
    await done(followPlay(client, dearer));
    expect(plan()?.regionalConfigs).toContainEqual({
      regionCode: "US",
      price: { currencyCode: "USD", units: "12", nanos: 500_000_000 },
      newSubscriberAvailability: true,
    });
    expect(plan()?.regionalConfigs).toContainEqual(
      expect.objectContaining({ regionCode: "GB", newSubscriberAvailability: false }),
    );
    expect(plan()?.state).toBe("ACTIVE");
    expect(await done(followPlay(client, dearer))).toEqual([]);
  });

  test("follows another free trial, and none", async () => {
    await done(followPlay(client, catalog));
    const longer = changed({ trial: "P1M" });
    expect(await done(followPlay(client, longer))).toEqual([
      "create the free trial P1M of pro, p1m",
      "activate the free trial P1M of pro, p1m",
      "end the free trial P1W of pro, p1m",
    ]);
    expect(await done(followPlay(client, changed({ trial: "" })))).toEqual([
      "end the free trial P1M of pro, p1m",
    ]);
    // Somebody may have switched it off as well, so this is asked for.
    const outcome = await doWalk(followPlay(client, catalog), new Set(), () => {});
    expect(outcome).toMatchObject({ steps: [], kept: [{ name: "trial:pro_monthly@play_store" }] });
    expect(await done(followPlay(client, catalog), "trial:pro_monthly@play_store")).toEqual([
      "activate the free trial P1W of pro, p1m",
    ]);
  });

  test("is not touched where Google could not follow: another period, ids that cannot be", async () => {
    await done(followPlay(client, catalog));
    const before = google.state();
    const other = changed({ period: "P3M", playStoreBasePlanId: "p1m" });
    const outcome = await doWalk(followPlay(client, other), new Set(), () => {});
    expect(outcome.steps).toEqual([]);
    expect(outcome.failed).toEqual([
      {
        part: "the subscription pro",
        message: "the base plan p1m of pro renews every P1M at Google Play, every P3M in the catalog",
        hint: expect.stringContaining("another play_store_base_plan_id"),
      },
    ]);
    expect(google.state()).toEqual(before);
    expect(() => changed({ playStoreProductId: "Pro Plan" })).toThrow(
      "Play has no product ids like Pro Plan",
    );
    expect(() => changed({ playStoreBasePlanId: "p_1m" })).toThrow("Play has no base plan ids like p_1m");
    expect(() => changed({ period: "P1Y" })).toThrow("two products are the base plan p1y of pro");
  });

  test("cannot be made without rights, or for an app that Google does not know", async () => {
    google.hasRights = false;
    const refused = await failureOf(done(followPlay(client, catalog)));
    expect(refused).toMatchObject({ code: "permission_denied", reason: "PROVIDER_REFUSED" });
    expect(refused.hint).toContain("may still be propagating");
    google.hasRights = true;
    const other = { ...catalog, packageName: "com.example.other" };
    expect((await failureOf(done(followPlay(client, other)))).message).toBe(
      "Google Play does not know the app (404)",
    );
  });

  test("is tried again when Google is busy", async () => {
    let left = 1;
    google.fault = (request, response) => {
      if (--left === 0) google.fault = undefined;
      storeFaults["answers 503"](request, response);
    };
    await done(followPlay(client, catalog));
    expect(said).toEqual([expect.stringContaining("status 503; trying again")]);
  });
});

describe("Play's notifications", () => {
  test("are wired once: topic, right, push", async () => {
    const plan = await planned(followPlayPush(client, push));
    expect(google.pubsub.policies.size).toBe(0);
    expect(await done(followPlayPush(client, push))).toEqual(plan);
    expect(plan).toEqual([
      "create the topic svc-demo-play",
      "let Google Play publish to svc-demo-play",
      "push to the server by svc-demo-play",
    ]);
    expect(
      google.pubsub.subscriptions.get("projects/svc-demo/subscriptions/svc-demo-play")?.pushConfig,
    ).toEqual({
      pushEndpoint: push.pushEndpoint,
      oidcToken: { serviceAccountEmail: push.serviceAccount, audience: push.audience },
    });
    const before = google.state();
    expect(await done(followPlayPush(client, push))).toEqual([]);
    expect(google.state()).toEqual(before);
  });

  test("keep the rights that others have, also those given at the same moment", async () => {
    const topic = "projects/svc-demo/topics/svc-demo-play";
    const owner = { role: "roles/owner", members: ["user:ada@example.com"] };
    const other = { role: "roles/pubsub.publisher", members: ["user:bob@example.com"] };
    google.pubsub.policies.set(topic, { etag: "1", bindings: [owner] });
    let isFirst = true;
    google.pubsub.beforeWrite = (name) => {
      if (isFirst) google.pubsub.policies.set(name, { etag: "2", bindings: [owner, other] });
      isFirst = false;
    };
    await done(followPlayPush(client, push));
    const play = "serviceAccount:google-play-developer-notifications@system.gserviceaccount.com";
    expect(google.pubsub.policies.get(topic)?.bindings).toEqual([
      owner,
      { role: "roles/pubsub.publisher", members: ["user:bob@example.com", play] },
    ]);
  });

  test("follow a new secret, and never take a foreign push away unasked", async () => {
    await done(followPlayPush(client, push));
    const rotated = { ...push, pushEndpoint: `${push.audience}/another-part-of-the-address` };
    expect(await done(followPlayPush(client, rotated))).toHaveLength(1);
    const name = "projects/svc-demo/subscriptions/svc-demo-play";
    const kept = google.pubsub.subscriptions.get(name);
    expect(kept?.pushConfig.pushEndpoint).toBe(rotated.pushEndpoint);

    const foreign = { pushEndpoint: "https://other.example.com/hook/secret-of-others" };
    if (kept) kept.pushConfig = foreign;
    const failure = await failureOf(done(followPlayPush(client, push)));
    expect(failure.message).toContain("pushes to other.example.com");
    expect(failure.message).not.toContain("secret-of-others");
    expect(kept?.pushConfig).toEqual(foreign);
    await done(followPlayPush(client, { ...push, mayReplace: true }));
    expect(kept?.pushConfig.pushEndpoint).toBe(push.pushEndpoint);

    if (kept) kept.topic = "projects/svc-demo/topics/other";
    expect((await failureOf(done(followPlayPush(client, push)))).message).toContain("topics/other");
  });

  test("need one step by hand, with the value to paste", () => {
    const text = renderSteps(playPushSteps(push, PACKAGE));
    expect(text).toContain("projects/svc-demo/topics/svc-demo-play");
    expect(text).not.toContain(SECRET);
  });
});

describe("A set-up that is killed", () => {
  class Killed extends Error {}

  /** Dies at a call: before it reaches Google, or before its answer is seen. */
  function mortal(alive: GoogleClient, at: number, isAfter: boolean): GoogleClient {
    let calls = 0;
    const wrap =
      (ask: GoogleAsk): GoogleAsk =>
      async (...call) => {
        const isLast = ++calls === at;
        if (isLast && !isAfter) throw new Killed();
        const answer = await ask(...call);
        if (isLast) throw new Killed();
        return answer;
      };
    return { clientEmail: alive.clientEmail, play: wrap(alive.play), pubsub: wrap(alive.pubsub) };
  }

  test("at any call and run again, comes to the same end, with nothing twice", async () => {
    await setUp(client, catalog);
    const whole = google.state();
    const calls = google.seen.length - 1; // one of them was for the token
    // Before and after every call in full; a few otherwise.
    const step = times(5, 1);
    for (let at = 1; at <= calls; at += step) {
      for (const isAfter of [false, true]) {
        await google.close();
        google = await GoogleCloud.open();
        const alive = clientOf(google);
        await expect(setUp(mortal(alive, at, isAfter), catalog)).rejects.toThrow(Killed);
        await setUp(alive, catalog);
        expect(google.state()).toEqual(whole);
        expect(await setUp(alive, catalog)).toEqual([]);
      }
    }
  });
});
