import type { CatalogEntitlement, CatalogOneTimeProduct, CatalogTier } from "./catalog.ts";
import { oneTimeKinds } from "./catalog-entry.ts";
import { CATALOG_ID, first, shown, twice } from "./catalog-problems.ts";
import { idProblem, nameProblem, priceProblem } from "./check-catalog.ts";
import { stores } from "./stores.ts";

const MAX_ONE_TIME_PRODUCTS = 100;

/** What is wrong with the list, for people, or undefined. */
export function oneTimeProblem(products: readonly CatalogOneTimeProduct[]): string | undefined {
  if (products.length > MAX_ONE_TIME_PRODUCTS) return `must have at most ${MAX_ONE_TIME_PRODUCTS} products`;
  return (
    twice(products.map(({ id }) => id)) ??
    first(stores, ({ uniqueOneTimeId }) => twice(products.map(uniqueOneTimeId).filter((id) => id !== ""))) ??
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
  const taken = stores.map(({ uniqueId, uniqueOneTimeId }) => ({
    ids: new Set(tiers.flatMap((tier) => tier.products.map((product) => uniqueId(tier, product)))),
    uniqueOneTimeId,
  }));
  return first(products, (product) => {
    const { id, entitlements: given } = product;
    const unknown = given.find((name) => !known.has(name));
    if (unknown !== undefined) return `${id} gives ${shown(unknown)}, which is not an entitlement`;
    if (productIds.has(id)) return `the id ${shown(id)} is also a product of a tier`;
    const isTaken = taken.some(({ ids, uniqueOneTimeId }) => {
      const own = uniqueOneTimeId(product);
      return own !== "" && ids.has(own);
    });
    return isTaken ? `${id} has the store id of a product of a tier` : undefined;
  });
}

function productProblem(product: CatalogOneTimeProduct): string | undefined {
  const { id, name, kind, entitlements, price } = product;
  if (!CATALOG_ID.test(id)) return `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`;
  if (!oneTimeKinds.includes(kind)) return `the kind of ${id} must be one of ${oneTimeKinds.join(", ")}`;
  if (kind !== "lifetime" && entitlements.length > 0)
    return `${id} gives entitlements, which only a lifetime product does`;
  if (new Set(entitlements).size < entitlements.length) return `${id} gives something twice`;
  return (
    nameProblem(id, name) ??
    priceProblem(id, price) ??
    first(stores, ({ oneTimeIds }) => idProblem(oneTimeIds, product))
  );
}
