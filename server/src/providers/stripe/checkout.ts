import { setTimeout as wait } from "node:timers/promises";
import type Stripe from "stripe";
import type {
  CheckoutRequest,
  MadeCheckout,
  NewCustomer,
  OpenCheckout,
} from "../../domain/billing/stripe/client.ts";
import { orNoCustomer, orUndefined, type StripeFailure } from "./failure.ts";

/** A customer has one or two: each new page closes the one before. */
const MOST_OPEN = 1000;
/** While Stripe works on the same request of a moment ago. */
const TWIN_MS = 500;
const TWIN_ATTEMPTS = 4;

export async function createCustomer(stripe: Stripe, customer: NewCustomer): Promise<string> {
  const { accountToken, projectId, email, idempotencyKey } = customer;
  const metadata = { svc_account: accountToken, svc_project: projectId };
  const { id } = await afterItsTwin(() =>
    stripe.customers.create({ metadata, ...(email !== undefined && { email }) }, { idempotencyKey }),
  );
  return id;
}

export async function createCheckout(stripe: Stripe, request: CheckoutRequest): Promise<MadeCheckout> {
  const { data } = await stripe.prices.list({ lookup_keys: [request.lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) return { kind: "no_price" };
  const { accountToken, projectId, customerId, productId } = request;
  const marks = { svc_account: accountToken, svc_project: projectId };
  const metadata = { ...marks, ...(productId !== undefined && { svc_product: productId }) };
  const made = await orNoCustomer(
    afterItsTwin(() =>
      stripe.checkout.sessions.create(
        {
          ...modeOf(request, price, metadata),
          line_items: [{ price: price.id, quantity: 1 }],
          client_reference_id: accountToken,
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
          customer: customerId,
          metadata,
        },
        // The price, too: it may be replaced at any moment, and Stripe refuses one key for two requests.
        { idempotencyKey: `${request.idempotencyKey}-${price.id}` },
      ),
    ),
  );
  if (!made) return { kind: "no_customer" };
  return { kind: "page", id: made.id, url: made.url ?? "" };
}

/** What is bought once is marked with what was sold: a payment does not tell its price. */
function modeOf(
  { productId, lookupKey, trialDays }: CheckoutRequest,
  { product }: Stripe.Price,
  marks: Readonly<Record<string, string>>,
): Pick<Stripe.Checkout.SessionCreateParams, "mode" | "payment_intent_data" | "subscription_data"> {
  if (productId === undefined) {
    const trial = trialDays === undefined ? {} : { trial_period_days: trialDays };
    return { mode: "subscription", subscription_data: { metadata: marks, ...trial } };
  }
  const stripeProduct = typeof product === "string" ? product : product.id;
  const metadata = { ...marks, svc_lookup_key: lookupKey, svc_stripe_product: stripeProduct };
  return { mode: "payment", payment_intent_data: { metadata } };
}

export async function openCheckouts(stripe: Stripe, customer: string): Promise<OpenCheckout[]> {
  const listed = stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  // Whom Stripe does not know has nothing open.
  const open = (await orNoCustomer(listed.autoPagingToArray({ limit: MOST_OPEN }))) ?? [];
  return open.map(({ id, mode, metadata }) => ({
    ...{ id, mode, projectId: metadata?.svc_project ?? null, productId: metadata?.svc_product },
  }));
}

/** True when nobody can pay on it any more; false when somebody just did. */
export async function expireCheckout(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id);
    return true;
  } catch (error) {
    const { statusCode } = error as StripeFailure;
    if (statusCode !== 400 && statusCode !== 404) throw error;
    const found = await orUndefined(stripe.checkout.sessions.retrieve(id));
    if (found?.status === "open") throw error;
    return found?.status !== "complete";
  }
}

/** Of two requests with the same key at once, Stripe refuses the later one until it has answered the other. */
async function afterItsTwin<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if ((error as StripeFailure).statusCode !== 409 || attempt === TWIN_ATTEMPTS) throw error;
      await wait(TWIN_MS);
    }
  }
}
