import { hasDirectionMarks } from "../direction-marks.ts";
import {
  type CatalogEntitlement,
  type CatalogProduct,
  type CatalogTier,
  periods,
  trials,
} from "./catalog.ts";

const MAX_ENTITLEMENTS = 100;
const MAX_TIERS = 20;
const MAX_PRODUCTS = 20;

/** As Play demands it of a subscription, the strictest of the three stores. */
const TIER_ID = /^[a-z0-9][a-z0-9_.]{0,39}$/;
export const PRODUCT_ID = /^[a-z0-9][a-z0-9_.]{0,39}$/;
const BASE_PLAN_ID = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const APP_STORE_ID = /^[A-Za-z0-9._]{1,100}$/;
export const LOOKUP_KEY = /^[\x21-\x7e]{1,200}$/;
export const STRIPE_PRODUCT_ID = /^[\w-]{1,255}$/;
const AMOUNT = /^(0|[1-9]\d{0,7})(\.\d{1,2})?$/;

/** What is wrong with the list, for people, or undefined. */
export function entitlementsProblem(entitlements: readonly CatalogEntitlement[]): string | undefined {
  if (entitlements.length > MAX_ENTITLEMENTS) return `must have at most ${MAX_ENTITLEMENTS} entries`;
  return (
    twice(entitlements.map(({ id }) => id)) ??
    first(entitlements, ({ id, name }) =>
      !TIER_ID.test(id) ? `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .` : nameProblem(id, name),
    )
  );
}

export function tiersProblem(tiers: readonly CatalogTier[]): string | undefined {
  if (tiers.length > MAX_TIERS) return `must have at most ${MAX_TIERS} tiers`;
  const products = tiers.flatMap((tier) => tier.products);
  return (
    twice(tiers.map(({ id }) => id)) ??
    twice(products.map(({ id }) => id)) ??
    twice(products.flatMap(({ appStoreProductId: id }) => (id === "" ? [] : [id]))) ??
    first(tiers, tierProblem) ??
    planTwice(tiers)
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
  if (!TIER_ID.test(id)) return `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`;
  if (!Number.isInteger(rank) || rank < 0 || rank > 1000) return `the rank of ${id} must be 0 to 1000`;
  if (products.length > MAX_PRODUCTS) return `the tier ${id} has more than ${MAX_PRODUCTS} products`;
  if (new Set(entitlements).size < entitlements.length) return `the tier ${id} gives something twice`;
  return nameProblem(id, name) ?? first(products, productProblem);
}

function productProblem(product: CatalogProduct): string | undefined {
  const { id, period, price, trial, appStoreProductId, playStoreProductId, playStoreBasePlanId } = product;
  if (!PRODUCT_ID.test(id)) return `the id ${shown(id)} must be 1 to 40 of a-z, 0-9, _ and .`;
  const of = `of ${id}`;
  if (!periods.includes(period)) return `the period ${of} must be one of ${periods.join(", ")}`;
  if (trial !== "" && !trials.includes(trial)) return `the trial ${of} must be one of ${trials.join(", ")}`;
  const wrongPrice = priceProblem(id, price);
  if (wrongPrice !== undefined) return wrongPrice;
  const ids = [
    ["app_store_product_id", APP_STORE_ID, appStoreProductId],
    ["play_store_product_id", TIER_ID, playStoreProductId],
    ["play_store_base_plan_id", BASE_PLAN_ID, playStoreBasePlanId],
    ["stripe_lookup_key", LOOKUP_KEY, product.stripeLookupKey],
    ["stripe_product_id", STRIPE_PRODUCT_ID, product.stripeProductId],
  ] as const;
  return first(ids, ([key, pattern, value]) =>
    value === "" || pattern.test(value) ? undefined : `the ${key} ${of} is not one that the store accepts`,
  );
}

export function priceProblem(id: string, { currency, amount }: CatalogProduct["price"]): string | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return `the currency of ${id} must be a code such as USD`;
  return !AMOUNT.test(amount) || Number(amount) === 0
    ? `the amount of ${id} must be a number above 0 in quotes, such as "9.99"`
    : undefined;
}

/** Two products with the same product and base plan in Google Play would be one there, for two prices or tiers. */
function planTwice(tiers: readonly CatalogTier[]): string | undefined {
  const seen = new Map<string, string>();
  return first(tiers, (tier) =>
    first(tier.products, ({ id, period, playStoreProductId, playStoreBasePlanId }) => {
      const plan = `${playStoreProductId || tier.id}:${playStoreBasePlanId || period.toLowerCase()}`;
      const other = seen.get(plan);
      seen.set(plan, id);
      return other === undefined
        ? undefined
        : `the play_store_base_plan_id of ${id} must differ from that of ${other}: both are ${plan} in Google Play`;
    }),
  );
}

export function nameProblem(id: string, name: string): string | undefined {
  return name.length > 60 || /\p{Cc}/u.test(name) || hasDirectionMarks(name)
    ? `the name of ${id} must be at most 60 characters of plain text`
    : undefined;
}

export function twice(ids: readonly string[]): string | undefined {
  const repeated = ids.find((id, n) => ids.indexOf(id) !== n);
  return repeated === undefined ? undefined : `has the id ${shown(repeated)} twice`;
}

export function first<T>(entries: readonly T[], check: (entry: T) => string | undefined): string | undefined {
  for (const entry of entries) {
    const problem = check(entry);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function shown(id: string): string {
  return JSON.stringify(id.slice(0, 60));
}
