import { Failure } from "../../failure.ts";
import type { AppStoreConnect } from "./app-store-connect.ts";
import type { Act } from "./billing-act.ts";
import type { AppStoreProduct } from "./billing-connect-catalog.ts";
import { ensurePrice, firstPrice } from "./billing-connect-prices.ts";
import { findOne, link, listAll, type Thing, thingOf, write } from "./billing-connect-things.ts";

const LOCALE = "en-US";

/** The app by its bundle id. Apple has no API that makes one. */
export async function findApp(connect: AppStoreConnect, bundleId: string): Promise<Thing> {
  const apps = await listAll(connect, `/v1/apps?filter[bundleId]=${encodeURIComponent(bundleId)}`);
  const app = apps.find(({ attributes }) => attributes.bundleId === bundleId);
  if (app) return app;
  throw new Failure(
    "not_found",
    "NOT_FOUND",
    `App Store Connect has no app with the bundle id ${bundleId}`,
    "make it at https://appstoreconnect.apple.com/apps, New App, and run this again",
  );
}

/**
 * Makes the App Store sell the catalog: one group of subscriptions with names, availability, prices in every
 * country and free trials. It looks before it does anything, under names that are always the same, so it may
 * be stopped anywhere and run again. What is there besides stays.
 */
export async function walkAppStore(
  connect: AppStoreConnect,
  app: Thing,
  { slug, products }: { slug: string; products: readonly AppStoreProduct[] },
  act: Act,
): Promise<void> {
  if (products.length === 0) return;
  const group = await ensureGroup(connect, app, slug, act);
  for (const product of products) {
    const found = group && (await findProduct(connect, group, product));
    const subscription = found ?? (await createProduct(connect, group, product, act));
    if (!subscription) {
      for (const what of afterCreating(product)) await act(what, async () => {}); // only planned
      continue;
    }
    await ensureName(connect, subscription, product, act);
    await ensureAvailability(connect, subscription, product, act);
    await ensurePrice(connect, subscription.id, product, act);
    await ensureTrial(connect, subscription, product, act);
  }
}

async function ensureGroup(
  connect: AppStoreConnect,
  app: Thing,
  slug: string,
  act: Act,
): Promise<Thing | undefined> {
  const referenceName = `svc-${slug}`;
  const groups = await listAll(connect, `/v1/apps/${app.id}/subscriptionGroups?limit=200`);
  let group = groups.find(({ attributes }) => attributes.referenceName === referenceName);
  if (!group) {
    await act(`create the subscription group ${referenceName}`, async () => {
      const data = {
        type: "subscriptionGroups",
        attributes: { referenceName },
        relationships: { app: link("apps", app.id) },
      };
      group = await write(connect, "POST", "/v1/subscriptionGroups", data);
    });
  }
  const naming = `name the subscription group ${referenceName}`;
  const { id } = group ?? {};
  if (id === undefined) {
    await act(naming, async () => {}); // only planned
    return undefined;
  }
  const names = await listAll(
    connect,
    `/v1/subscriptionGroups/${id}/subscriptionGroupLocalizations?limit=200`,
  );
  if (names.length === 0) {
    await act(naming, () =>
      write(connect, "POST", "/v1/subscriptionGroupLocalizations", {
        type: "subscriptionGroupLocalizations",
        attributes: { name: "Subscriptions", locale: LOCALE },
        relationships: { subscriptionGroup: link("subscriptionGroups", id) },
      }),
    );
  }
  return group;
}

async function findProduct(
  connect: AppStoreConnect,
  group: Thing,
  { productId, period }: AppStoreProduct,
): Promise<Thing | undefined> {
  const found = await listAll(connect, `/v1/subscriptionGroups/${group.id}/subscriptions?limit=200`);
  const product = found.find(({ attributes }) => attributes.productId === productId);
  const there = product?.attributes.subscriptionPeriod;
  if (product === undefined || there === undefined || there === null || there === period) return product;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `the subscription ${productId} renews every ${String(there)} in the App Store, every ${period} in the catalog`,
    "Apple lets nobody change that: give the product another app_store_product_id",
  );
}

async function createProduct(
  connect: AppStoreConnect,
  group: Thing | undefined,
  { productId, name, period, level }: AppStoreProduct,
  act: Act,
): Promise<Thing | undefined> {
  let made: Thing | undefined;
  await act(`create the subscription ${productId}`, async () => {
    const { status, data, detail } = await connect("POST", "/v1/subscriptions", {
      type: "subscriptions",
      attributes: {
        name: `${name} ${period.toLowerCase().replaceAll("_", " ")}`,
        productId,
        subscriptionPeriod: period,
        groupLevel: level,
        familySharable: false,
      },
      relationships: { group: link("subscriptionGroups", group?.id ?? "") },
    });
    if (status === 409) throw taken(productId, detail);
    made = thingOf(data);
  });
  return made;
}

const naming = ({ productId, name }: AppStoreProduct): string => `name ${productId}: ${name}`;
const selling = ({ productId }: AppStoreProduct): string => `sell ${productId} in every country`;
const trying = ({ productId, trial }: AppStoreProduct): string =>
  `offer ${productId} for free at first: ${trial.toLowerCase().replaceAll("_", " ")}`;

/** What a product that is not there yet needs besides. */
function afterCreating(product: AppStoreProduct): string[] {
  const steps = [naming(product), selling(product), firstPrice(product)];
  return product.trial === "" ? steps : [...steps, trying(product)];
}

function taken(productId: string, detail: string): Failure {
  return new Failure(
    "already_exists",
    "PROVIDER_REFUSED",
    `App Store Connect does not make the subscription ${productId}${detail}`,
    "an id that was used once, even of a deleted product, is used up: give the product another app_store_product_id",
  );
}

async function ensureName(
  connect: AppStoreConnect,
  { id }: Thing,
  product: AppStoreProduct,
  act: Act,
): Promise<void> {
  const names = await listAll(connect, `/v1/subscriptions/${id}/subscriptionLocalizations?limit=200`);
  if (names.length > 0) return;
  await act(naming(product), () =>
    write(connect, "POST", "/v1/subscriptionLocalizations", {
      type: "subscriptionLocalizations",
      attributes: { name: product.name, locale: LOCALE },
      relationships: { subscription: link("subscriptions", id) },
    }),
  );
}

async function ensureAvailability(
  connect: AppStoreConnect,
  { id }: Thing,
  product: AppStoreProduct,
  act: Act,
): Promise<void> {
  if (await findOne(connect, `/v1/subscriptions/${id}/subscriptionAvailability`)) return;
  await act(selling(product), async () => {
    const territories = await listAll(connect, "/v1/territories?limit=200");
    await write(connect, "POST", "/v1/subscriptionAvailabilities", {
      type: "subscriptionAvailabilities",
      attributes: { availableInNewTerritories: true },
      relationships: {
        subscription: link("subscriptions", id),
        availableTerritories: {
          data: territories.map((territory) => link("territories", territory.id).data),
        },
      },
    });
  });
}

/** The catalog's trial instead of another. Where the catalog has none, one that somebody made stays. */
async function ensureTrial(
  connect: AppStoreConnect,
  { id }: Thing,
  product: AppStoreProduct,
  act: Act,
): Promise<void> {
  const { productId, trial } = product;
  if (trial === "") return;
  const offers = await listAll(connect, `/v1/subscriptions/${id}/introductoryOffers?limit=200`);
  const trials = offers.filter(({ attributes }) => attributes.offerMode === "FREE_TRIAL");
  const others = trials.filter(({ attributes }) => attributes.duration !== trial);
  if (others.length > 0) {
    await act(`end the other free trial of ${productId}`, async () => {
      for (const offer of others) {
        await write(connect, "DELETE", `/v1/subscriptionIntroductoryOffers/${offer.id}`);
      }
    });
  }
  if (trials.length > others.length) return;
  await act(trying(product), () =>
    write(connect, "POST", "/v1/subscriptionIntroductoryOffers", {
      type: "subscriptionIntroductoryOffers",
      attributes: { offerMode: "FREE_TRIAL", duration: trial, numberOfPeriods: 1 },
      relationships: { subscription: link("subscriptions", id) },
    }),
  );
}
