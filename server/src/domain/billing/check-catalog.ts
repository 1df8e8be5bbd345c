import { hasDirectionMarks } from "../direction-marks.ts";
import type { CatalogEntitlement, CatalogProduct, CatalogTier } from "./catalog.ts";
import { type Price, periods, trials } from "./catalog-entry.ts";
import { CATALOG_ID, first, shown, twice } from "./catalog-problems.ts";
import { stores } from "./stores.ts";

const MAX_ENTITLEMENTS = 100;
const MAX_TIERS = 20;
const MAX_PRODUCTS = 20;

const AMOUNT = /^(0|[1-9]\d{0,7})(\.\d{1,2})?$/;

/** What is wrong with the list, for people, or undefined. */
export function entitlementsProblem(entitlements: readonly CatalogEntitlement[]): string | undefined {
  if (entitlements.length > MAX_ENTITLEMENTS) return `must have at most ${MAX_ENTITLEMENTS} entries`;
  return (
    twice(entitlements.map(({ id }) => id)) ??
    first(entitlements, ({ id, name }) =>
      !CATALOG_ID.test(id)
        ? `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`
        : nameProblem(id, name),
    )
  );
}

export function tiersProblem(tiers: readonly CatalogTier[]): string | undefined {
  if (tiers.length > MAX_TIERS) return `must have at most ${MAX_TIERS} tiers`;
  const products = tiers.flatMap((tier) => tier.products);
  return (
    twice(tiers.map(({ id }) => id)) ??
    twice(products.map(({ id }) => id)) ??
    first(tiers, tierProblem) ??
    first(stores, ({ tiersProblem }) => tiersProblem(tiers))
  );
}

/** What the tiers give must be in the catalog. */
export function unknownEntitlement(
  entitlements: readonly CatalogEntitlement[],
  tiers: readonly CatalogTier[],
): string | undefined {
  const known = new Set(entitlements.map(({ id }) => id));
  return first(tiers, ({ id, entitlements }) => {
    const unknown = entitlements.find((name) => !known.has(name));
    return unknown === undefined
      ? undefined
      : `the tier ${id} gives ${shown(unknown)}, which is not an entitlement`;
  });
}

function tierProblem({ id, name, rank, entitlements, products }: CatalogTier): string | undefined {
  if (!CATALOG_ID.test(id)) return `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`;
  if (!Number.isInteger(rank) || rank < 0 || rank > 1000) return `the rank of ${id} must be 0 to 1000`;
  if (products.length > MAX_PRODUCTS) return `the tier ${id} has more than ${MAX_PRODUCTS} products`;
  if (new Set(entitlements).size < entitlements.length) return `the tier ${id} gives something twice`;
  return nameProblem(id, name) ?? first(products, productProblem);
}

function productProblem(product: CatalogProduct): string | undefined {
  const { id, period, price, trial } = product;
  if (!CATALOG_ID.test(id)) return `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`;
  const of = `of ${id}`;
  if (!periods.includes(period)) return `the period ${of} must be one of ${periods.join(", ")}`;
  if (trial !== "" && !trials.includes(trial)) return `the trial ${of} must be one of ${trials.join(", ")}`;
  return priceProblem(id, price) ?? first(stores, ({ productIds }) => idProblem(productIds, product));
}

type StoreIds = ReadonlyArray<{ key: string; path: string; pattern: RegExp }>;

/** What is wrong with the ids by which a store knows a product. */
export function idProblem<Product extends { id: string }>(
  ids: StoreIds,
  product: Product,
): string | undefined {
  return first(ids, ({ key, path, pattern }) => {
    const value = String(product[key as keyof Product] ?? "");
    return value === "" || pattern.test(value)
      ? undefined
      : `the ${path} of ${product.id} is not one that the store accepts`;
  });
}

export function priceProblem(id: string, { currency, amount }: Price): string | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return `the currency of ${id} must be a code such as USD`;
  return !AMOUNT.test(amount) || Number(amount) === 0
    ? `the amount of ${id} must be a number above 0 in quotes, such as "9.99"`
    : undefined;
}

export function nameProblem(id: string, name: string): string | undefined {
  return name.length > 60 || /\p{Cc}/u.test(name) || hasDirectionMarks(name)
    ? `the name of ${id} must be at most 60 characters of plain text`
    : undefined;
}
