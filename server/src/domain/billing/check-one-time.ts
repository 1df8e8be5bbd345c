import {
  type CatalogEntitlement,
  type CatalogOneTimeProduct,
  type CatalogTier,
  oneTimeKinds,
} from "./catalog.ts";
import {
  APP_STORE_ID,
  first,
  LOOKUP_KEY,
  nameProblem,
  PRODUCT_ID,
  priceProblem,
  STRIPE_PRODUCT_ID,
  shown,
  twice,
} from "./check-catalog.ts";

const MAX_ONE_TIME_PRODUCTS = 100;

/** What is wrong with the list, for people, or undefined. */
export function oneTimeProblem(products: readonly CatalogOneTimeProduct[]): string | undefined {
  if (products.length > MAX_ONE_TIME_PRODUCTS) return `must have at most ${MAX_ONE_TIME_PRODUCTS} products`;
  const given = (ids: readonly string[]): string[] => ids.filter((id) => id !== "");
  return (
    twice(products.map(({ id }) => id)) ??
    twice(given(products.map(({ appStoreProductId }) => appStoreProductId))) ??
    twice(products.map(({ id, playStoreProductId }) => playStoreProductId || id)) ??
    twice(given(products.map(({ stripeLookupKey }) => stripeLookupKey))) ??
    first(products, productProblem)
  );
}

/** What must hold between what users subscribe to and what they buy once. */
export function oneTimeConflict(
  entitlements: readonly CatalogEntitlement[],
  tiers: readonly CatalogTier[],
  products: readonly CatalogOneTimeProduct[],
): string | undefined {
  const known = new Set(entitlements.map(({ id }) => id));
  const subscribed = tiers.flatMap((tier) => tier.products);
  const productIds = new Set(subscribed.map(({ id }) => id));
  const appStoreIds = new Set(subscribed.map(({ appStoreProductId }) => appStoreProductId));
  const playIds = new Set(
    tiers.flatMap((tier) => tier.products.map(({ playStoreProductId }) => playStoreProductId || tier.id)),
  );
  const lookupKeys = new Set(subscribed.map(({ stripeLookupKey }) => stripeLookupKey));
  return first(products, (product) => {
    const { id, entitlements: given, appStoreProductId, playStoreProductId, stripeLookupKey } = product;
    const unknown = given.find((name) => !known.has(name));
    if (unknown !== undefined) return `${id} gives ${shown(unknown)}, which is not an entitlement`;
    if (productIds.has(id)) return `the id ${shown(id)} is also a product of a tier`;
    const isTaken =
      (appStoreProductId !== "" && appStoreIds.has(appStoreProductId)) ||
      playIds.has(playStoreProductId || id) ||
      (stripeLookupKey !== "" && lookupKeys.has(stripeLookupKey));
    return isTaken ? `${id} has the store id of a product of a tier` : undefined;
  });
}

function productProblem(product: CatalogOneTimeProduct): string | undefined {
  const { id, name, kind, entitlements, price } = product;
  if (!PRODUCT_ID.test(id)) return `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`;
  if (!oneTimeKinds.includes(kind)) return `the kind of ${id} must be one of ${oneTimeKinds.join(", ")}`;
  if (kind !== "lifetime" && entitlements.length > 0)
    return `${id} gives entitlements, which only a lifetime product does`;
  if (new Set(entitlements).size < entitlements.length) return `${id} gives something twice`;
  const ids = [
    ["app_store_product_id", APP_STORE_ID, product.appStoreProductId],
    ["play_store_product_id", PRODUCT_ID, product.playStoreProductId],
    ["stripe_lookup_key", LOOKUP_KEY, product.stripeLookupKey],
    ["stripe_product_id", STRIPE_PRODUCT_ID, product.stripeProductId],
  ] as const;
  return (
    nameProblem(id, name) ??
    priceProblem(id, price) ??
    first(ids, ([key, pattern, value]) =>
      value === "" || pattern.test(value)
        ? undefined
        : `the ${key} of ${id} is not one that the store accepts`,
    )
  );
}
