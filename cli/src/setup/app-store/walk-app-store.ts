import { Failure } from "../../failure.ts";
import type { AppStoreConnect } from "../app-store-connect.ts";
import type { Walk } from "../billing-walk.ts";
import type { StepRunner } from "../step-runner.ts";
import type { AppStoreProduct } from "./catalog.ts";
import { type ConnectResource, findOne, link, listAll, resourceOf, write } from "./connect-resource.ts";
import {
  ensureOwnGroup,
  findSubscription,
  type Group,
  localeOf,
  ownGroupName,
  siblingsOf,
} from "./groups.ts";
import { ensurePrice, firstPrice } from "./prices.ts";
import { ensureTrial, offerTrial } from "./trials.ts";

/** The app by its bundle id. Apple has no API that makes one. */
export async function findApp(connect: AppStoreConnect, bundleId: string): Promise<ConnectResource> {
  const apps = await listAll(connect, `/v1/apps?filter[bundleId]=${encodeURIComponent(bundleId)}`);
  const app = apps.find(({ attributes }) => attributes.bundleId === bundleId);
  if (app) return app;
  throw new Failure(
    "not_found",
    "NOT_FOUND",
    `App Store Connect has no app with the bundle id ${bundleId}`,
    "create it at https://appstoreconnect.apple.com/apps, New App, and run this again",
  );
}

/** What the App Store has of the app, and what it should have. */
export type AppStoreShop = Readonly<{
  slug: string;
  app: ConnectResource;
  groups: readonly Group[];
  products: readonly AppStoreProduct[];
}>;

/**
 * Makes the App Store sell the catalog: subscriptions with names, availability, prices in every country and
 * free trials. It looks before it does anything, under names that are always the same, so it may be stopped
 * anywhere and run again. A product that is there is used wherever it is. What is there besides stays.
 */
export async function walkAppStore(connect: AppStoreConnect, shop: AppStoreShop, walk: Walk): Promise<void> {
  let own: Promise<string | undefined> | undefined;
  const ownGroup = () => {
    own ??= ensureOwnGroup(connect, shop.app, shop.groups, shop.slug, walk.act);
    return own;
  };
  for (const product of shop.products) {
    await walk.part(product.productId, () => ensureProduct(connect, shop, product, ownGroup, walk));
  }
}

async function ensureProduct(
  connect: AppStoreConnect,
  shop: AppStoreShop,
  product: AppStoreProduct,
  ownGroup: () => Promise<string | undefined>,
  walk: Walk,
): Promise<void> {
  const subscription =
    adopted(shop, product, walk) ?? (await createProduct(connect, shop, product, ownGroup, walk.act));
  if (!subscription) {
    for (const what of afterCreating(shop, product)) await walk.act(what, async () => {}); // only planned
    return;
  }
  await ensureName(connect, shop, subscription, product, walk.act);
  await ensureAvailability(connect, subscription, product, walk.act);
  await ensurePrice(connect, subscription.id, product, walk);
  await ensureTrial(connect, subscription, product, walk);
}

/** The product where it is: another with the same id can never be made. */
function adopted(
  { slug, groups }: AppStoreShop,
  product: AppStoreProduct,
  walk: Walk,
): ConnectResource | undefined {
  const found = findSubscription(groups, product);
  if (!found) return undefined;
  const { group, subscription } = found;
  if (group.name !== ownGroupName(slug)) {
    walk.adopt(`the subscription ${product.productId} of the group ${group.name}`);
  }
  const there = subscription.attributes.subscriptionPeriod;
  if (there === undefined || there === null || there === product.period) return subscription;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `the subscription ${product.productId} renews every ${String(there)} in the App Store, every ${product.period} in the catalog`,
    "Apple does not allow changing the period: use the App Store's period in the catalog",
  );
}

async function createProduct(
  connect: AppStoreConnect,
  { groups, products }: AppStoreShop,
  product: AppStoreProduct,
  ownGroup: () => Promise<string | undefined>,
  act: StepRunner,
): Promise<ConnectResource | undefined> {
  const { productId, name, period } = product;
  const siblings = siblingsOf(groups, products, product);
  const group = siblings?.group.id ?? (await ownGroup());
  let made: ConnectResource | undefined;
  await act(
    `create the subscription ${productId}${siblings ? ` in the group ${siblings.group.name}` : ""}`,
    async () => {
      const { status, data, detail } = await connect("POST", "/v1/subscriptions", {
        type: "subscriptions",
        attributes: {
          name: `${name} ${period.toLowerCase().replaceAll("_", " ")}`,
          productId,
          subscriptionPeriod: period,
          groupLevel: siblings?.level ?? product.level,
          familySharable: false,
        },
        relationships: { group: link("subscriptionGroups", group ?? "") },
      });
      if (status === 409) throw refused(productId, detail);
      made = resourceOf(data);
    },
  );
  return made;
}

const naming = ({ app }: AppStoreShop, { productId, name }: AppStoreProduct): string =>
  `name ${productId} in ${localeOf(app)}: ${name}`;
const selling = ({ productId }: AppStoreProduct): string => `sell ${productId} in every country`;

/** What a product that is not there yet needs besides. */
function afterCreating(shop: AppStoreShop, product: AppStoreProduct): string[] {
  const steps = [naming(shop, product), selling(product), firstPrice(product)];
  return product.trial === "" ? steps : [...steps, offerTrial(product)];
}

/** Subscriptions with this id were looked for in all groups, so something else has it. */
function refused(productId: string, detail: string): Failure {
  return new Failure(
    "already_exists",
    "PROVIDER_REFUSED",
    `App Store Connect does not create the subscription ${productId}${detail}`,
    "if Apple says that the id is taken, a one-time purchase or a deleted product had it, and Apple never allows reusing an id; no subscription of the app has it",
  );
}

async function ensureName(
  connect: AppStoreConnect,
  shop: AppStoreShop,
  { id }: ConnectResource,
  product: AppStoreProduct,
  act: StepRunner,
): Promise<void> {
  const names = await listAll(connect, `/v1/subscriptions/${id}/subscriptionLocalizations?limit=200`);
  if (names.length > 0) return;
  await act(naming(shop, product), () =>
    write(connect, "POST", "/v1/subscriptionLocalizations", {
      type: "subscriptionLocalizations",
      attributes: { name: product.name, locale: localeOf(shop.app) },
      relationships: { subscription: link("subscriptions", id) },
    }),
  );
}

async function ensureAvailability(
  connect: AppStoreConnect,
  { id }: ConnectResource,
  product: AppStoreProduct,
  act: StepRunner,
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
