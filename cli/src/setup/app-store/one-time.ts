import type { GetBillingSettingsResponseJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { Failure } from "../../failure.ts";
import type { AppStoreConnect } from "../app-store-connect.ts";
import type { Walk } from "../billing-walk.ts";
import { type ConnectResource, findOne, link, listAll, resourceOf, write } from "./connect-resource.ts";
import { localeOf } from "./groups.ts";
import { amountIn, findPoint, homeOf } from "./prices.ts";

const TYPES: Readonly<Record<string, string>> = {
  PURCHASE_KIND_LIFETIME: "NON_CONSUMABLE",
  PURCHASE_KIND_CONSUMABLE: "CONSUMABLE",
  PURCHASE_KIND_NON_RENEWING: "NON_RENEWING_SUBSCRIPTION",
};

/** An in-app purchase of the App Store. */
export type AppStoreOneTime = Readonly<{
  /** In the catalog. */
  id: string;
  productId: string;
  name: string;
  /** In Apple's words. */
  type: string;
  price: Readonly<{ currency: string; amount: string }>;
}>;

export function appStoreOneTimeOf({
  settings,
  storeProducts = [],
}: GetBillingSettingsResponseJson): AppStoreOneTime[] {
  return (settings?.oneTimeProducts ?? []).flatMap((product) => {
    const { id = "", name = "", kind = "", price: { currency = "", amount = "" } = {} } = product;
    const sold = storeProducts.find(
      ({ store, oneTime, productId }) => store === "STORE_APP_STORE" && oneTime && productId === id,
    );
    // What is retired stays in the App Store as it is.
    if (!sold || product.retired) return [];
    const productId = sold.storeProductId ?? "";
    return [{ id, productId, name: name || id, type: TYPES[kind] ?? "", price: { currency, amount } }];
  });
}

/** Makes the App Store sell what users buy once, by the rules of `walkAppStore`. */
export async function walkAppStoreOneTime(
  connect: AppStoreConnect,
  app: ConnectResource,
  products: readonly AppStoreOneTime[],
  walk: Walk,
): Promise<void> {
  if (products.length === 0) return;
  const all = await listAll(connect, `/v1/apps/${app.id}/inAppPurchasesV2?limit=200`);
  for (const product of products) {
    const found = all.find(({ attributes }) => attributes.productId === product.productId);
    await walk.part(product.productId, () => ensureProduct(connect, app, found, product, walk));
  }
}

async function ensureProduct(
  connect: AppStoreConnect,
  app: ConnectResource,
  found: ConnectResource | undefined,
  product: AppStoreOneTime,
  walk: Walk,
): Promise<void> {
  if (found) requireSameType(found, product);
  const made = found ?? (await createProduct(connect, app, product, walk));
  if (!made) {
    // Only planned.
    for (const what of [naming(app, product), selling(product), pricing(product)])
      await walk.act(what, async () => {});
    return;
  }
  const below = `/v2/inAppPurchases/${made.id}`;
  const names = await listAll(connect, `${below}/inAppPurchaseLocalizations?limit=200`);
  if (names.length === 0) {
    await walk.act(naming(app, product), () =>
      write(connect, "POST", "/v1/inAppPurchaseLocalizations", {
        type: "inAppPurchaseLocalizations",
        attributes: { name: product.name, locale: localeOf(app) },
        relationships: { inAppPurchaseV2: link("inAppPurchases", made.id) },
      }),
    );
  }
  if (!(await findOne(connect, `${below}/inAppPurchaseAvailability`)))
    await walk.act(selling(product), () => sellEverywhere(connect, made.id));
  await ensurePrice(connect, made.id, product, walk);
}

function requireSameType({ attributes }: ConnectResource, { productId, type }: AppStoreOneTime): void {
  const there = attributes.inAppPurchaseType;
  if (there === undefined || there === null || there === type) return;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `the in-app purchase ${productId} is ${String(there)} in the App Store, ${type} in the catalog`,
    "Apple does not allow changing the type: use the App Store's kind in the catalog, or another app_store_product_id",
  );
}

async function createProduct(
  connect: AppStoreConnect,
  app: ConnectResource,
  { productId, name, type }: AppStoreOneTime,
  walk: Walk,
): Promise<ConnectResource | undefined> {
  let made: ConnectResource | undefined;
  await walk.act(`create the in-app purchase ${productId}`, async () => {
    const { status, data, detail } = await connect("POST", "/v2/inAppPurchases", {
      type: "inAppPurchases",
      attributes: { name, productId, inAppPurchaseType: type },
      relationships: { app: link("apps", app.id) },
    });
    if (status >= 400) throw refused(productId, status, detail);
    made = resourceOf(data);
  });
  return made;
}

function refused(productId: string, status: number, detail: string): Failure {
  return new Failure(
    "already_exists",
    "PROVIDER_REFUSED",
    `App Store Connect does not create the in-app purchase ${productId} (${status})${detail}`,
    "if Apple says that the id is taken, a subscription or a deleted product had it, and Apple never allows reusing an id",
  );
}

const naming = (app: ConnectResource, { productId, name }: AppStoreOneTime): string =>
  `name ${productId} in ${localeOf(app)}: ${name}`;
const selling = ({ productId }: AppStoreOneTime): string => `sell ${productId} in every country`;
const amountOf = ({ price }: AppStoreOneTime): string => `${price.amount} ${price.currency}`;
const pricing = (product: AppStoreOneTime): string =>
  `price ${product.productId}: ${amountOf(product)}, converted for every country`;

async function sellEverywhere(connect: AppStoreConnect, id: string): Promise<void> {
  const territories = await listAll(connect, "/v1/territories?limit=200");
  await write(connect, "POST", "/v1/inAppPurchaseAvailabilities", {
    type: "inAppPurchaseAvailabilities",
    attributes: { availableInNewTerritories: true },
    relationships: {
      inAppPurchase: link("inAppPurchases", id),
      availableTerritories: { data: territories.map(({ id: code }) => link("territories", code).data) },
    },
  });
}

/** Apple does not say who set a price, so one that differs is kept unless somebody agrees to replace it. */
async function ensurePrice(
  connect: AppStoreConnect,
  id: string,
  product: AppStoreOneTime,
  walk: Walk,
): Promise<void> {
  const { price } = product;
  const home = await homeOf(connect, price.currency);
  const points = await listAll(
    connect,
    `/v2/inAppPurchases/${id}/pricePoints?filter[territory]=${home}&limit=200`,
  );
  const schedule = await findOne(connect, `/v2/inAppPurchases/${id}/iapPriceSchedule?include=baseTerritory`);
  const include = "include=inAppPurchasePricePoint,territory&limit=200";
  const prices = schedule
    ? await listAll(connect, `/v1/inAppPurchasePriceSchedules/${schedule.id}/manualPrices?${include}`)
    : [];
  const set = () => schedulePrice(connect, id, home, findPoint(points, price));
  if (prices.length === 0) {
    findPoint(points, price); // said also by a plan
    return walk.act(pricing(product), set);
  }
  const atHome = prices.filter((one) => one.related("territory") === home).map(pointOf);
  const there = points.find((point) => atHome.includes(point.id));
  if (there && amountIn(there) === Number(price.amount)) return;
  const costs = there ? `${amountIn(there)} ${price.currency}` : `another price in ${home}`;
  const difference = {
    name: `price:${product.id}@app_store`,
    what: `${product.productId} costs ${costs}; the catalog says ${amountOf(product)}`,
    replacement: pricing(product),
  };
  await walk.replace(difference, set);
}

const pointOf = (price: ConnectResource): string => price.related("inAppPurchasePricePoint");

/** Apple converts the price of the base territory for every other. */
async function schedulePrice(
  connect: AppStoreConnect,
  id: string,
  territory: string,
  point: string,
): Promise<void> {
  const price = { type: "inAppPurchasePrices", id: `\${price}` };
  const data = {
    type: "inAppPurchasePriceSchedules",
    relationships: {
      inAppPurchase: link("inAppPurchases", id),
      baseTerritory: link("territories", territory),
      manualPrices: { data: [price] },
    },
  };
  const included = [
    {
      ...price,
      attributes: { startDate: null },
      relationships: {
        inAppPurchaseV2: link("inAppPurchases", id),
        inAppPurchasePricePoint: link("inAppPurchasePricePoints", point),
      },
    },
  ];
  await write(connect, "POST", "/v1/inAppPurchasePriceSchedules", data, included);
}
