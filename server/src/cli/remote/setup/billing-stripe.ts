import type Stripe from "stripe";
import type { Act } from "./billing-act.ts";
import type { StripePlan, StripeProduct } from "./billing-stripe-catalog.ts";
import { asFailure, ifThere } from "./billing-stripe-client.ts";

/**
 * Makes Stripe sell the catalog. It looks before it does anything, under ids that are always the same, so
 * it may be stopped anywhere and run again. What Stripe has besides the catalog stays.
 */
export async function walkStripe(stripe: Stripe, catalog: readonly StripeProduct[], act: Act): Promise<void> {
  try {
    for (const product of catalog) {
      await ensureProduct(stripe, product, act);
      for (const plan of product.plans) await ensurePrice(stripe, product, plan, act);
    }
  } catch (error) {
    throw asFailure(error);
  }
}

async function ensureProduct(stripe: Stripe, { productId, name }: StripeProduct, act: Act): Promise<void> {
  const found = await ifThere(stripe.products.retrieve(productId));
  if (!found) {
    const metadata = { svc_tier: productId };
    await act(`create the product ${name}`, () => stripe.products.create({ id: productId, name, metadata }));
    return;
  }
  if (found.name !== name) {
    await act(`rename the product ${found.name} to ${name}`, () =>
      stripe.products.update(productId, { name }),
    );
  }
  if (!found.active) {
    await act(`sell the archived product ${name} again`, () =>
      stripe.products.update(productId, { active: true }),
    );
  }
}

/**
 * An amount cannot be changed: another price takes over the lookup key, and the old one is closed to new
 * subscribers, also when an earlier run was stopped before it came to that.
 */
async function ensurePrice(
  stripe: Stripe,
  { productId, name }: StripeProduct,
  plan: StripePlan,
  act: Act,
): Promise<void> {
  const { lookupKey, price, unitAmount, currency, interval, intervalCount } = plan;
  const { data: named } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [found] = named;
  if (!found || !isSame(found, plan)) {
    await act(`${found ? "replace" : "create"} the price ${lookupKey} of ${name}: ${price}`, () =>
      stripe.prices.create({
        product: productId,
        currency,
        unit_amount: unitAmount,
        recurring: { interval, interval_count: intervalCount },
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        metadata: { svc_lookup_key: lookupKey },
      }),
    );
  }
  const { data } = await stripe.prices.list({ product: productId, active: true, limit: 100 });
  const old = data.filter(
    ({ metadata, lookup_key: key }) => metadata.svc_lookup_key === lookupKey && key !== lookupKey,
  );
  for (const { id } of old) {
    await act(`close the old price ${id} of ${name}`, () => stripe.prices.update(id, { active: false }));
  }
}

function isSame(found: Stripe.Price, { unitAmount, currency, interval, intervalCount }: StripePlan): boolean {
  return (
    found.unit_amount === unitAmount &&
    found.currency === currency &&
    found.recurring?.interval === interval &&
    found.recurring.interval_count === intervalCount
  );
}
