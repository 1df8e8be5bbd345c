import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import type { CatalogOneTimeProductJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { readServiceAccount } from "@svc/server/credentials";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GoogleCloud } from "../../../../server/src/testing/stores/google-cloud.ts";
import { PACKAGE } from "../../../../server/src/testing/stores/play-store.ts";
import { doWalk, type Outcome, planWalk } from "../billing-walk.ts";
import { type GoogleClient, googleClient } from "./google-client.ts";
import { followPlayOneTime, playOneTimeOf } from "./one-time.ts";

const lifetime: CatalogOneTimeProductJson = {
  id: "pro_lifetime",
  name: "Pro for good",
  kind: "PURCHASE_KIND_LIFETIME",
  price: { currency: "USD", amount: "199" },
};
const coins = { ...lifetime, id: "coins", name: "Coins", price: { currency: "USD", amount: "0.99" } };

let google: GoogleCloud;
let client: GoogleClient;
beforeEach(async () => {
  google = await GoogleCloud.open();
  const account = readServiceAccount(google.tokens.serviceAccount());
  if (!account) throw new Error("no service account");
  client = googleClient(account, { output: { say: () => {} }, origin: google.url });
});
afterEach(() => google.close());

/** What was planned is what is done. */
async function setUp(products: CatalogOneTimeProductJson[], ...replace: string[]): Promise<Outcome> {
  const follow = followPlayOneTime(client, PACKAGE, playOneTimeOf({ oneTimeProducts: products }));
  const before = google.state();
  const plan = await planWalk(follow, new Set(replace));
  expect(google.state()).toEqual(before);
  const done = await doWalk(follow, new Set(replace), () => {});
  expect(done).toEqual(plan);
  return done;
}

const option = (productId = "pro_lifetime") => google.oneTime.products.get(productId)?.purchaseOptions?.[0];
const priceIn = (region: string) =>
  option()?.regionalPricingAndAvailabilityConfigs?.find(({ regionCode }) => regionCode === region)?.price;

/** What somebody made in the Play Console. */
function byHand(changes: androidpublisher_v3.Schema$OneTimeProductPurchaseOption = {}): void {
  google.oneTime.products.set("pro_lifetime", {
    ...{ packageName: PACKAGE, productId: "pro_lifetime" },
    listings: [{ languageCode: "en-US", title: "Mine", description: "Mine" }],
    purchaseOptions: [
      {
        purchaseOptionId: "legacy-base",
        buyOption: { legacyCompatible: true },
        state: "ACTIVE",
        regionalPricingAndAvailabilityConfigs: [
          {
            regionCode: "US",
            price: { currencyCode: "USD", units: "149", nanos: 0 },
            availability: "AVAILABLE",
          },
        ],
        ...changes,
      },
    ],
  });
}

describe("One-time products in Google Play", () => {
  test("are made from nothing as planned, in the app's language, and found by a second run", async () => {
    google.catalog.defaultLanguage = "de-DE";
    const { steps } = await setUp([lifetime, coins, { ...coins, id: "old", retired: true }]);
    expect(steps).toEqual([
      "create the one-time product pro_lifetime, named Pro for good in de-DE",
      "put the one-time product pro_lifetime on sale",
      "create the one-time product coins, named Coins in de-DE",
      "put the one-time product coins on sale",
    ]);
    expect(option()).toMatchObject({ purchaseOptionId: "buy", state: "ACTIVE" });
    expect(priceIn("US")).toEqual({ currencyCode: "USD", units: "199", nanos: 0 });
    expect(priceIn("JP")?.currencyCode).toBe("JPY");
    expect((await setUp([lifetime, coins])).steps).toEqual([]);
  });

  test("follow the catalog where svc has set the price", async () => {
    await setUp([lifetime]);
    const cheaper = { ...lifetime, price: { currency: "USD", amount: "99.50" } };
    expect((await setUp([cheaper])).steps).toEqual(["price the one-time product pro_lifetime at 99.50 USD"]);
    expect(priceIn("US")).toEqual({ currencyCode: "USD", units: "99", nanos: 500_000_000 });
    expect(option()?.state).toBe("ACTIVE");
  });

  test("that were made by hand are used, and their price is kept unless somebody agrees", async () => {
    byHand();
    const kept = await setUp([lifetime]);
    expect(kept).toMatchObject({ steps: [], adopted: ["the one-time product pro_lifetime"] });
    expect(kept.kept.map(({ name }) => name)).toEqual(["price:pro_lifetime@play_store"]);
    expect(priceIn("US")?.units).toBe("149");
    const { steps } = await setUp([lifetime], "price:pro_lifetime@play_store");
    expect(steps).toEqual(["price the one-time product pro_lifetime at 199 USD"]);
    expect(option()).toMatchObject({ purchaseOptionId: "legacy-base", state: "ACTIVE" });
    expect(google.oneTime.products.get("pro_lifetime")?.listings?.[0]?.title).toBe("Mine");
  });

  test("that were switched off by hand stay off unless somebody agrees", async () => {
    byHand({ state: "INACTIVE" });
    const products = [{ ...lifetime, price: { currency: "USD", amount: "149" } }];
    expect((await setUp(products)).kept.map(({ name }) => name)).toEqual(["sale:pro_lifetime@play_store"]);
    expect(option()?.state).toBe("INACTIVE");
    await setUp(products, "sale:pro_lifetime@play_store");
    expect(option()?.state).toBe("ACTIVE");
  });

  test("that can only be rented get a way to buy, and the rent stays", async () => {
    byHand({ buyOption: undefined as never, rentOption: { rentalPeriod: "P30D" } });
    const rented = google.oneTime.products.get("pro_lifetime")?.purchaseOptions?.[0];
    delete rented?.buyOption;
    const { steps } = await setUp([lifetime]);
    expect(steps).toEqual([
      "add a way to buy the one-time product pro_lifetime",
      "put the one-time product pro_lifetime on sale",
    ]);
    const options = google.oneTime.products.get("pro_lifetime")?.purchaseOptions ?? [];
    expect(options.map(({ purchaseOptionId }) => purchaseOptionId)).toEqual(["legacy-base", "buy"]);
  });

  test("that were half made are finished by the next run", async () => {
    await setUp([lifetime]);
    const made = option();
    if (made) made.state = "DRAFT";
    expect((await setUp([lifetime])).steps).toEqual(["put the one-time product pro_lifetime on sale"]);
  });
});
