import type { CatalogProduct, CatalogTier } from "./catalog.ts";
import { type Seller, storeProduct } from "./store-products.ts";
import { type StoreName, storeOf } from "./stores.ts";

/** A product as a store names it. */
export type Bought = Readonly<{ store: string; productId: string; planId: string }>;

/** With the tier that it had when the store last told about it; empty when none. */
export type Matched = Bought & Readonly<{ tierId: string }>;

/**
 * The tier that something bought gives. What the catalog names now comes first, so that a changed catalog
 * holds at once. What it no longer names keeps the tier that it was sold as: whoever goes on paying must not
 * lose it because a product was removed, or a price got another lookup key.
 */
export function tierOf(project: Seller, bought: Matched): CatalogTier | undefined {
  return named(project, bought) ?? tierById(project, bought.tierId) ?? byProduct(project, bought);
}

/**
 * The tier to store with what a store tells, after what was stored before. Under one catalog it follows from
 * the product and the plan alone, so it does not depend on the order in which a store's answers come. One
 * case needs what was stored: a price whose unique plan id went to a newer price says nothing about itself
 * any more, but its product is still the same.
 */
export function tierToStore(
  project: Seller,
  bought: Bought,
  before: readonly Matched[],
): CatalogTier | undefined {
  const same = before.filter(({ productId }) => productId === bought.productId);
  const known = same.find(({ planId }) => planId === bought.planId);
  if (known) return tierOf(project, { ...bought, tierId: known.tierId });
  const sellers = sellersOf(project, bought);
  const formerly = storeOf(bought.store).planIsUnique && sellers.length !== 1 ? same[0] : undefined;
  return named(project, bought) ?? tierById(project, formerly?.tierId ?? "") ?? byProduct(project, bought);
}

/** Whether the catalog has exactly this product and plan, and it is not retired. */
export function isSold(project: Seller, bought: Bought): boolean {
  return project.settings.billing.tiers.some((tier) =>
    tier.products.some((product) => !product.retired && isNamed(project, tier, product, bought)),
  );
}

/** The tier with exactly this product and plan. */
function named(project: Seller, bought: Bought): CatalogTier | undefined {
  return project.settings.billing.tiers.find((tier) =>
    tier.products.some((product) => isNamed(project, tier, product, bought)),
  );
}

function isNamed(project: Seller, tier: CatalogTier, product: CatalogProduct, bought: Bought): boolean {
  const sold = storeProduct(project, tier, product, bought.store as StoreName);
  if (sold === undefined || sold.planId !== bought.planId) return false;
  return storeOf(bought.store).planIsUnique || sold.productId === bought.productId;
}

/**
 * A plan that is not in the catalog (an old price, a promotion) belongs to the tier of its product. Where
 * several tiers are plans of one product, it is the highest of them: nobody knows which one was paid for, and
 * this one is never less.
 */
function byProduct(project: Seller, bought: Bought): CatalogTier | undefined {
  return sellersOf(project, bought).toSorted((a, b) => b.rank - a.rank)[0];
}

function sellersOf(project: Seller, { store, productId }: Bought): CatalogTier[] {
  return project.settings.billing.tiers.filter((tier) => {
    if (storeOf(store).tierProductId(project, tier) === productId) return true;
    return tier.products.some(
      (product) => storeProduct(project, tier, product, store as StoreName)?.productId === productId,
    );
  });
}

function tierById(project: Seller, id: string): CatalogTier | undefined {
  return id === "" ? undefined : project.settings.billing.tiers.find((tier) => tier.id === id);
}
