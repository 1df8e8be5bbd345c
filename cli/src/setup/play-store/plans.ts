import { hash } from "node:crypto";
import type { StoreAnswer } from "@svc/server/providers";
import type { PlayPlan, PlayProduct } from "./catalog.ts";
import type { FoundPlan, PlayWalk } from "./play-walk.ts";
import { moneyOf, readMoney } from "./prices.ts";

/** Undefined when there is no such subscription. */
export async function findPlans(
  { client, base }: PlayWalk,
  productId: string,
): Promise<FoundPlan[] | undefined> {
  const { status, json } = await client.play("GET", `${base}/${encodeURIComponent(productId)}`);
  if (status === 404) return undefined;
  return Array.isArray(json.basePlans) ? (json.basePlans as FoundPlan[]) : [];
}

/** Google replaces the list as a whole, so it gets back everything that it has. */
export async function changePlans(
  walk: PlayWalk,
  { productId, plans }: PlayProduct,
  change: (found: readonly FoundPlan[]) => Promise<readonly object[]>,
): Promise<StoreAnswer> {
  const { client, base, packageName } = walk;
  const basePlans = await change((await findPlans(walk, productId)) ?? []);
  return client.play("PATCH", `${base}/${encodeURIComponent(productId)}`, {
    query: { updateMask: "basePlans", "regionsVersion.version": await versionOf(walk, plans) },
    body: { packageName, productId, basePlans },
  });
}

/** The list of countries that the prices were made for. */
export async function versionOf({ pricesOf }: PlayWalk, plans: readonly PlayPlan[]): Promise<string> {
  const [first] = plans;
  return first ? (await pricesOf(first.price)).version : "";
}

export async function newPlan({ pricesOf }: PlayWalk, { planId, period, price }: PlayPlan) {
  const { regions, others } = await pricesOf(price);
  const regionalConfigs = regions.map((region) => ({ ...region, newSubscriberAvailability: true }));
  return {
    basePlanId: planId,
    autoRenewingBasePlanType: { billingPeriodDuration: period },
    regionalConfigs,
    otherRegionsConfig: { ...others, newSubscriberAvailability: true },
    offerTags: [{ tag: pricesTag(regionalConfigs) }],
  };
}

/**
 * The catalog's price where the store has another. One that svc has set follows the catalog; one that was set or
 * changed by hand, in any country, is kept unless somebody agrees to replace it.
 */
export async function ensurePlanPrice(
  walk: PlayWalk,
  product: PlayProduct,
  plan: PlayPlan,
  found: FoundPlan,
): Promise<void> {
  const { planId, price } = plan;
  if (hasPrice(found, plan)) return;
  const about = `the base plan ${planId} of ${product.productId}`;
  const replacement = `price ${about} at ${price.amount} ${price.currency}`;
  const perform = () =>
    changePlans(walk, product, (all) =>
      Promise.all(all.map((each) => (each.basePlanId === planId ? pricedAnew(walk, each, plan) : each))),
    );
  if (isPricedBySvc(found)) {
    await walk.act(replacement, perform);
    return;
  }
  const what = `${about} costs ${costsOf(found, price.currency)}; the catalog says ${price.amount} ${price.currency}`;
  await walk.replace({ name: `price:${plan.id}@play_store`, what, replacement }, perform);
}

/** A grace period that was turned off by hand stays off unless somebody agrees. */
export async function ensurePlanGrace(
  walk: PlayWalk,
  product: PlayProduct,
  { id, planId }: PlayPlan,
  found: FoundPlan,
): Promise<void> {
  if (found.autoRenewingBasePlanType?.gracePeriodDuration !== "P0D") return;
  const about = `the base plan ${planId} of ${product.productId}`;
  const difference = {
    name: `grace:${id}@play_store`,
    what: `${about} has no grace period: users lose access as soon as a payment fails`,
    replacement: `give ${about} Google's default grace period`,
  };
  await walk.replace(difference, () =>
    changePlans(walk, product, async (all) =>
      all.map((each) => (each.basePlanId === planId ? withDefaultGrace(each) : each)),
    ),
  );
}

/** Google fills in what is left out: the hold, too, because both together may be 60 days at most. */
function withDefaultGrace(plan: FoundPlan): FoundPlan {
  const {
    gracePeriodDuration: _,
    accountHoldDuration: __,
    ...type
  } = Object(plan.autoRenewingBasePlanType) as Record<string, unknown>;
  return { ...plan, autoRenewingBasePlanType: type };
}

/** For new buyers: whoever has subscribed goes on paying what they agreed to. Closed countries stay closed. */
async function pricedAnew({ pricesOf }: PlayWalk, found: FoundPlan, { price }: PlayPlan): Promise<FoundPlan> {
  const { regions, others } = await pricesOf(price);
  const isOpen = (regionCode: string): boolean =>
    found.regionalConfigs?.find((region) => region.regionCode === regionCode)?.newSubscriberAvailability ??
    true;
  const regionalConfigs = regions.map((region) => ({
    ...region,
    newSubscriberAvailability: isOpen(region.regionCode),
  }));
  const tags = (found.offerTags ?? []).filter(({ tag = "" }) => !isOurTag(tag));
  return {
    ...found,
    regionalConfigs,
    otherRegionsConfig: { ...Object(found.otherRegionsConfig), ...others },
    offerTags: [...tags, { tag: pricesTag(regionalConfigs) }],
  };
}

/** Exchange rates move, so only countries with the catalog's own currency can be compared with it. */
function hasPrice({ regionalConfigs = [] }: FoundPlan, { price }: PlayPlan): boolean {
  const wanted = JSON.stringify(moneyOf(price));
  const own = regionalConfigs
    .map((region) => readMoney(region.price))
    .filter(({ currencyCode }) => currencyCode === price.currency);
  return own.length > 0 && own.every((there) => JSON.stringify(there) === wanted);
}

function costsOf({ regionalConfigs = [] }: FoundPlan, currency: string): string {
  const prices = regionalConfigs.map((region) => readMoney(region.price));
  const own = prices.filter(({ currencyCode }) => currencyCode === currency);
  const shown = (own.length > 0 ? own : prices.slice(0, 1)).map(
    ({ units, nanos, currencyCode }) => `${(Number(units) + nanos / 1e9).toFixed(2)} ${currencyCode}`,
  );
  return shown.length === 0 ? "nothing yet" : [...new Set(shown)].join(" or ");
}

const OUR_TAG = /^svc-(prices-[\da-f]{9}|[a-z]{3}-[\d-]+)$/;

export function isOurTag(tag: string): boolean {
  return OUR_TAG.test(tag);
}

/** A plan without a tag of svc was made by hand. */
export function isMadeBySvc({ offerTags = [] }: FoundPlan): boolean {
  return offerTags.some(({ tag = "" }) => isOurTag(tag));
}

/** Whether every price is still the one that svc has set. */
function isPricedBySvc({ offerTags = [], regionalConfigs = [] }: FoundPlan): boolean {
  return offerTags.some(({ tag }) => tag === pricesTag(regionalConfigs));
}

/** Which prices svc has set, in the 20 characters that Google allows. */
export function pricesTag(regions: ReadonlyArray<{ regionCode?: string; price?: object }>): string {
  const prices = regions
    .map(({ regionCode, price }) => JSON.stringify([regionCode, readMoney(price)]))
    .sort();
  return `svc-prices-${hash("sha256", prices.join()).slice(0, 9)}`;
}
