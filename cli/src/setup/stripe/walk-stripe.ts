import type Stripe from "stripe";
import { Failure } from "../../failure.ts";
import type { Walk } from "../billing-walk.ts";
import type { StepRunner } from "../step-runner.ts";
import type { StripePlan, StripeTier } from "./catalog.ts";
import { asFailure, ifThere } from "./stripe-client.ts";

/** A price under which Stripe sells a plan. */
export type SoldPrice = Readonly<{
  productId: string;
  /** Undefined when nothing was made because nothing is to be done for real. */
  priceId: string | undefined;
  plan: StripePlan;
}>;

/**
 * Makes Stripe sell the catalog. It looks before it does anything, under ids that are always the same, so
 * it may be stopped anywhere and run again. What Stripe has besides the catalog stays.
 */
export async function walkStripe(
  stripe: Stripe,
  catalog: readonly StripeTier[],
  walk: Pick<Walk, "act" | "replace">,
): Promise<SoldPrice[]> {
  try {
    const sold: SoldPrice[] = [];
    for (const tier of catalog) {
      const placed = [];
      for (const plan of tier.plans) placed.push(await placeOf(stripe, tier, plan));
      const existing = new Set<string>();
      for (const id of new Set(placed.map(({ productId }) => productId))) {
        if (await ensureProduct(stripe, tier, id, walk.act)) existing.add(id);
      }
      for (const place of placed) sold.push(await sellUnder(stripe, tier, place, existing, walk));
    }
    return sold;
  } catch (error) {
    throw asFailure(error);
  }
}

type Place = Readonly<{ plan: StripePlan; found: Stripe.Price | undefined; productId: string }>;

/** A new price goes under the product of the price that it replaces, unless the catalog names another one. */
async function placeOf(stripe: Stripe, tier: StripeTier, plan: StripePlan): Promise<Place> {
  const { data } = await stripe.prices.list({ lookup_keys: [plan.lookupKey], limit: 1 });
  const [found] = data;
  return { plan, found, productId: plan.productId || (found && productOf(found)) || tier.productId };
}

/** False when it is to be made. A product that svc did not make keeps its name. */
async function ensureProduct(
  stripe: Stripe,
  { productId: own, name }: StripeTier,
  id: string,
  act: StepRunner,
): Promise<boolean> {
  const found = await ifThere(stripe.products.retrieve(id));
  if (!found) {
    if (id !== own) throw noProduct(id);
    const metadata = { svc_tier: id };
    await act(`create the product ${name}`, () => stripe.products.create({ id, name, metadata }));
    return false;
  }
  if (id === own && found.name !== name) {
    await act(`rename the product ${found.name} to ${name}`, () => stripe.products.update(id, { name }));
  }
  if (!found.active) {
    const called = id === own ? name : found.name;
    await act(`sell the archived product ${called} again`, () =>
      stripe.products.update(id, { active: true }),
    );
  }
  return true;
}

/** A price that was made by hand and is not as the catalog says stays, unless somebody names it. */
async function sellUnder(
  stripe: Stripe,
  tier: StripeTier,
  place: Place,
  existing: ReadonlySet<string>,
  { act, replace }: Pick<Walk, "act" | "replace">,
): Promise<SoldPrice> {
  const { plan, found, productId } = place;
  const isByHand = found?.active && found.metadata.svc_lookup_key !== plan.lookupKey;
  if (!isByHand || isSold(place)) return ensurePrice(stripe, tier, place, existing, act);
  const difference = {
    name: `price:${plan.id}@stripe`,
    what: `the price ${plan.lookupKey} was made by hand and is not ${plan.price} under ${productId}`,
    replacement: `replace the price ${plan.lookupKey} of ${tier.name}: ${plan.price}`,
  };
  let made: SoldPrice = { productId, priceId: undefined, plan };
  const isReplaced = await replace(difference, async () => {
    made = await ensurePrice(stripe, tier, place, existing, async (_what, perform) => void (await perform()));
  });
  return isReplaced ? made : { productId: productOf(found), priceId: found.id, plan };
}

function isSold({ plan, found, productId }: Place): boolean {
  return found?.active === true && isSame(found, plan) && productOf(found) === productId;
}

/**
 * An amount cannot be changed: another price takes over the lookup key, and the old one is closed to new
 * subscribers, also when an earlier run was stopped before it came to that.
 */
async function ensurePrice(
  stripe: Stripe,
  { name }: StripeTier,
  place: Place,
  existing: ReadonlySet<string>,
  act: StepRunner,
): Promise<SoldPrice> {
  const { plan, found, productId } = place;
  const { lookupKey, price, unitAmount, currency, recurring } = plan;
  const isThere = isSold(place);
  const old = await replacedPrices(
    stripe,
    plan,
    isThere ? undefined : found,
    existing.has(productId) ? productId : "",
  );
  let priceId = isThere ? found?.id : undefined;
  if (!isThere) {
    await act(`${found ? "replace" : "create"} the price ${lookupKey} of ${name}: ${price}`, async () => {
      const made = await stripe.prices.create({
        product: productId,
        currency,
        unit_amount: unitAmount,
        ...(recurring && {
          recurring: { interval: recurring.interval, interval_count: recurring.intervalCount },
        }),
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        metadata: { svc_lookup_key: lookupKey },
      });
      priceId = made.id;
    });
  }
  for (const id of old) {
    await act(`close the old price ${id} of ${name}`, () => stripe.prices.update(id, { active: false }));
  }
  return { productId, priceId, plan };
}

/** Prices that svc made for the plan and that sell it no longer. Prices that somebody else made stay open. */
async function replacedPrices(
  stripe: Stripe,
  { lookupKey }: StripePlan,
  replaced: Stripe.Price | undefined,
  productId: string,
): Promise<Set<string>> {
  const listed =
    productId === "" ? [] : (await stripe.prices.list({ product: productId, active: true, limit: 100 })).data;
  const old = listed.filter(({ lookup_key: key }) => key !== lookupKey);
  const all = replaced?.active ? [...old, replaced] : old;
  return new Set(all.flatMap(({ id, metadata }) => (metadata.svc_lookup_key === lookupKey ? [id] : [])));
}

function isSame(found: Stripe.Price, { unitAmount, currency, recurring }: StripePlan): boolean {
  return (
    found.unit_amount === unitAmount &&
    found.currency === currency &&
    found.recurring?.interval === recurring?.interval &&
    found.recurring?.interval_count === recurring?.intervalCount
  );
}

function productOf({ product }: Stripe.Price): string {
  return typeof product === "string" ? product : product.id;
}

function noProduct(id: string): Failure {
  return new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `Stripe has no product ${id}`,
    "stripe_product_id in the catalog must name an existing product; without it svc creates one",
  );
}
