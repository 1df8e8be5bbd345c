import type { Period } from "./catalog-entry.ts";
import { type Seller, storeProduct } from "./store-products.ts";
import { type StoreName, storeOf } from "./stores.ts";
import type { Bought } from "./tier-of.ts";

/** How often a year a price is paid. Twelve months are a year, so a month is exactly a twelfth of the sum. */
export const TIMES_A_YEAR: Readonly<Record<Period, bigint>> = {
  P1W: 52n,
  P1M: 12n,
  P2M: 6n,
  P3M: 4n,
  P6M: 2n,
  P1Y: 1n,
};

/**
 * The period of a product in the catalog, if the catalog knows exactly this one. It is better than the length of a
 * period: test environments shorten those, and a first period may be prorated.
 */
export function catalogPeriod(project: Seller, { store, productId, planId }: Bought): Period | undefined {
  for (const tier of project.settings.billing.tiers) {
    for (const product of tier.products) {
      const sold = storeProduct(project, tier, product, store as StoreName);
      const isProduct = storeOf(store).planIsUnique || sold?.productId === productId;
      if (sold && isProduct && sold.planId === planId) return product.period;
    }
  }
  return undefined;
}
