import type { App } from "../../app.ts";
import {
  type CatalogUse,
  listAddOnUse,
  listCatalogUse,
  listPurchaseUse,
  type PurchaseUse,
} from "../../storage/catalog-use.ts";
import { isSameCatalog } from "./keep-tiers.ts";
import { productOfPurchase } from "./one-time-products.ts";
import type { Seller } from "./store-products.ts";
import { isSold, tierOf } from "./tier-of.ts";

/** What a change of the catalog means for those who have bought a product. */
export type CatalogImpact = Readonly<{
  store: string;
  productId: string;
  planId: string;
  /** Live subscriptions, or paid one-time purchases. */
  count: number;
  /** The tier, or one-time product, that they have and would have; empty for none. */
  beforeId: string;
  afterId: string;
  lost: readonly string[];
  gained: readonly string[];
}>;

/** Every product in use that the new catalog no longer sells, or that gives something else by it. */
export async function catalogImpacts(
  app: Pick<App, "db">,
  before: Seller,
  after: Seller,
): Promise<CatalogImpact[]> {
  if (isSameCatalog(before.settings.billing, after.settings.billing)) return [];
  const subscribed = [
    ...(await listCatalogUse(app.db, before.id)),
    ...(await listAddOnUse(app.db, before.id)),
  ].filter(({ live }) => live > 0);
  const bought = await listPurchaseUse(app.db, before.id);
  return [
    ...merged(subscribed.flatMap((use) => impactOnTier(before, after, use))),
    ...merged(bought.flatMap((use) => impactOnPurchase(before, after, use))),
  ];
}

/** One-time products have no tier, tiers no kind. */
type Given = Readonly<{ id: string; entitlements: readonly string[] }> | undefined;

function impactOnTier(before: Seller, after: Seller, use: CatalogUse): CatalogImpact[] {
  const had = tierOf(before, use);
  // Saving the catalog stores the tier that they had; see `keepTiers`.
  const has = tierOf(after, { ...use, tierId: had?.id ?? use.tierId });
  const isWithdrawn = isSold(before, use) && !isSold(after, use);
  return impactOf(use, use.live, had, has, isWithdrawn);
}

function impactOnPurchase(before: Seller, after: Seller, use: PurchaseUse): CatalogImpact[] {
  const [had, has] = [before, after].map((seller) => productOfPurchase(seller, use));
  const isWithdrawn = had?.retired === false && has?.retired !== false;
  return impactOf(use, use.paid, had, has, isWithdrawn);
}

function impactOf(
  { store, productId, planId }: Pick<CatalogUse, "store" | "productId" | "planId">,
  count: number,
  had: Given,
  has: Given,
  isWithdrawn: boolean,
): CatalogImpact[] {
  const [old, now] = [had?.entitlements ?? [], has?.entitlements ?? []];
  const lost = old.filter((id) => !now.includes(id));
  const gained = now.filter((id) => !old.includes(id));
  const isSame = had?.id === has?.id && lost.length + gained.length === 0;
  if (isSame && !isWithdrawn) return [];
  return [{ store, productId, planId, count, beforeId: had?.id ?? "", afterId: has?.id ?? "", lost, gained }];
}

/** Those of one product that differ only in what is stored with them are told as one. */
function merged(impacts: readonly CatalogImpact[]): CatalogImpact[] {
  const byName = new Map<string, CatalogImpact>();
  for (const impact of impacts) {
    const { count, ...rest } = impact;
    const name = JSON.stringify(rest);
    byName.set(name, { ...impact, count: count + (byName.get(name)?.count ?? 0) });
  }
  return [...byName.values()];
}
