import { Failure } from "../../failure.ts";
import type { AppStoreConnect } from "../app-store-connect.ts";
import type { Walk } from "../billing-walk.ts";
import type { AppStoreProduct } from "./catalog.ts";
import { type ConnectResource, link, listAll, write } from "./connect-resource.ts";

/** The country whose prices stand for a currency that several have. */
const HOME: Readonly<Record<string, string>> = { USD: "USA", EUR: "DEU", GBP: "GBR", CHF: "CHE", AUD: "AUS" };

/** A price of Apple's list in one country. */
type Point = Readonly<{ id: string; territory: string }>;

/**
 * The price at home and what Apple makes of it elsewhere. The first prices must come all at once, or the
 * product stays unfinished. App Store Connect does not say who set a price, so one that differs is kept unless
 * somebody agrees to replace it; then the new ones come one by one, home last, so that a run that was stopped is
 * found out by the next, which goes on from there. Who has subscribed goes on paying what they agreed to.
 */
export async function ensurePrice(
  connect: AppStoreConnect,
  subscription: string,
  product: AppStoreProduct,
  walk: Walk,
): Promise<void> {
  const { id, productId, price } = product;
  const home = await homeOf(connect, price.currency);
  const points = await listPoints(connect, subscription, home);
  const include = "include=territory,subscriptionPricePoint&limit=200";
  const prices = newestOf(await listAll(connect, `/v1/subscriptions/${subscription}/prices?${include}`));
  if (prices.size === 0) {
    const wanted = findPoint(points, price);
    await walk.act(firstPrice(product), async () =>
      setFirst(connect, subscription, [
        ...(await elsewhere(connect, wanted)),
        { id: wanted, territory: home },
      ]),
    );
    return;
  }
  const there = points.find((point) => point.id === prices.get(home));
  if (there && amountIn(there) === Number(price.amount)) return;
  const costs = there ? `${amountIn(there)} ${price.currency}` : `another price in ${home}`;
  const difference = {
    name: `price:${id}@app_store`,
    what: `${productId} costs ${costs}; the catalog says ${amountOf(product)}`,
    replacement: `price ${productId} for new subscribers: ${amountOf(product)}, converted for every country`,
  };
  await walk.replace(difference, async () => {
    const wanted = findPoint(points, price);
    for (const point of [...(await elsewhere(connect, wanted)), { id: wanted, territory: home }]) {
      if (prices.get(point.territory) !== point.id) await change(connect, subscription, point);
    }
  });
}

const amountOf = ({ price }: AppStoreProduct): string => `${price.amount} ${price.currency}`;

export const firstPrice = (product: AppStoreProduct): string =>
  `price ${product.productId}: ${amountOf(product)}, converted for every country`;

/** What new subscribers pay, by country. Apple also lists what earlier ones go on paying. */
function newestOf(prices: readonly ConnectResource[]): Map<string, string> {
  const startOf = ({ attributes }: ConnectResource): string => String(attributes.startDate ?? "");
  const current = prices.filter(({ attributes }) => attributes.preserved !== true);
  return new Map(
    current
      .sort((a, b) => startOf(a).localeCompare(startOf(b)))
      .map((price) => [price.related("territory"), price.related("subscriptionPricePoint")]),
  );
}

export async function homeOf(connect: AppStoreConnect, currency: string): Promise<string> {
  const territories = await listAll(connect, "/v1/territories?limit=200");
  const using = territories.filter(({ attributes }) => attributes.currency === currency);
  const home = using.find(({ id }) => id === HOME[currency]) ?? using[0];
  if (home) return home.id;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `the App Store does not sell in ${currency}`,
    "give the product a base price in another currency, such as USD",
  );
}

async function listPoints(
  connect: AppStoreConnect,
  subscription: string,
  territory: string,
): Promise<ConnectResource[]> {
  const path = `/v1/subscriptions/${subscription}/pricePoints?filter[territory]=${territory}&limit=200`;
  return listAll(connect, path);
}

export const amountIn = ({ attributes }: ConnectResource): number => Number(attributes.customerPrice);

/** Apple sells at the prices of its list only. */
export function findPoint(
  points: readonly ConnectResource[],
  { amount, currency }: AppStoreProduct["price"],
): string {
  const found = points.find((point) => amountIn(point) === Number(amount));
  if (found) return found.id;
  const near = points
    .map(amountIn)
    .sort((a, b) => Math.abs(a - Number(amount)) - Math.abs(b - Number(amount)))
    .slice(0, 3)
    .sort((a, b) => a - b);
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `Apple's list has no price of ${amount} ${currency}`,
    `the nearest are ${near.join(", ")}: change the catalog`,
  );
}

async function elsewhere(connect: AppStoreConnect, point: string): Promise<Point[]> {
  const path = `/v1/subscriptionPricePoints/${point}/equalizations?include=territory&limit=200`;
  const points = await listAll(connect, path);
  return points.map((found) => ({ id: found.id, territory: found.related("territory") }));
}

async function setFirst(
  connect: AppStoreConnect,
  subscription: string,
  points: readonly Point[],
): Promise<void> {
  const nameOf = (n: number): string => `\${price${n}}`;
  const prices = points.map((_, n) => ({ type: "subscriptionPrices", id: nameOf(n) }));
  const included = points.map(({ id, territory }, n) => ({
    type: "subscriptionPrices",
    id: nameOf(n),
    attributes: { startDate: null },
    relationships: {
      subscription: link("subscriptions", subscription),
      subscriptionPricePoint: link("subscriptionPricePoints", id),
      territory: link("territories", territory),
    },
  }));
  const data = { type: "subscriptions", id: subscription, relationships: { prices: { data: prices } } };
  await write(connect, "PATCH", `/v1/subscriptions/${subscription}`, data, included);
}

async function change(
  connect: AppStoreConnect,
  subscription: string,
  { id, territory }: Point,
): Promise<void> {
  await write(connect, "POST", "/v1/subscriptionPrices", {
    type: "subscriptionPrices",
    attributes: { startDate: null, preserveCurrentPrice: true },
    relationships: {
      subscription: link("subscriptions", subscription),
      subscriptionPricePoint: link("subscriptionPricePoints", id),
      territory: link("territories", territory),
    },
  });
}
