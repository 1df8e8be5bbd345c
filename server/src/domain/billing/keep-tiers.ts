import { isDeepStrictEqual } from "node:util";
import type { App } from "../../app.ts";
import { lockCatalog } from "../../storage/catalog-lock.ts";
import {
  listAddOnUse,
  listCatalogUse,
  listPurchaseMatches,
  storeAddOnTier,
  storePurchaseMatch,
  storeTier,
} from "../../storage/catalog-use.ts";
import type { BillingSettings } from "./billing-settings.ts";
import { matchOf } from "./one-time-products.ts";
import type { Seller } from "./store-products.ts";
import { stores } from "./stores.ts";
import { tierOf } from "./tier-of.ts";

/**
 * Before the catalog changes: stores with each subscription the tier that the old catalog gives it, where the
 * new one would give another. So its subscribers keep it when the new catalog does not name their product.
 * Subscriptions that 0.1.0 stored have none yet. One-time purchases keep their product in the same way, and become
 * of the kind that the new catalog says. Call it in the transaction that saves the catalog.
 */
export async function keepTiers(app: Pick<App, "db">, before: Seller, after: Seller): Promise<void> {
  if (isSameCatalog(before.settings.billing, after.settings.billing)) return;
  await lockCatalog(app.db, before.id);
  for (const use of await listCatalogUse(app.db, before.id)) {
    const had = tierOf(before, use);
    if (!had || had.id === use.tierId || had.id === tierOf(after, use)?.id) continue;
    await storeTier(app.db, before.id, use, had.id);
  }
  for (const use of await listAddOnUse(app.db, before.id)) {
    const had = tierOf(before, use);
    if (!had || had.id === use.tierId || had.id === tierOf(after, use)?.id) continue;
    await storeAddOnTier(app.db, before.id, use, had.id);
  }
  for (const bought of await listPurchaseMatches(app.db, before.id)) {
    const match = matchOf(after, { ...bought, ...matchOf(before, bought) });
    if (match.catalogId === bought.catalogId && match.kind === bought.kind) continue;
    await storePurchaseMatch(app.db, before.id, bought, match);
  }
}

/** Whether the two name the same products of the stores, for the same things. */
export function isSameCatalog(a: BillingSettings, b: BillingSettings): boolean {
  return isDeepStrictEqual(namesIn(a), namesIn(b));
}

function namesIn(billing: BillingSettings): unknown {
  const { tiers, oneTimeProducts } = billing;
  return [tiers, oneTimeProducts, stores.map(({ idsDependOn }) => idsDependOn(billing))];
}
