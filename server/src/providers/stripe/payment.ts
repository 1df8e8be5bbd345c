import type Stripe from "stripe";
import type { StripeCharged, StripeRefund } from "../../domain/billing/stripe/client.ts";
import { lackingPermission, orUndefined, type StripeFailure } from "./failure.ts";

const MOST_PAYMENTS = 100;

type Sold = Pick<StripeCharged, "storeProductId" | "lookupKey" | "quantity">;

/** A payment that was made once; undefined when Stripe does not know it. */
export async function findPayment(stripe: Stripe, id: string): Promise<StripeCharged | undefined> {
  const intent = await orUndefined(stripe.paymentIntents.retrieve(id));
  if (!intent) return undefined;
  const { metadata } = intent;
  return {
    id: intent.id,
    status: intent.status,
    livemode: intent.livemode,
    created: intent.created,
    amount: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    currency: intent.currency,
    accountToken: metadata.svc_account ?? null,
    projectId: metadata.svc_project ?? null,
    productId: metadata.svc_product ?? null,
    ...(await soldWith(stripe, intent)),
    refund: await refundOf(stripe, intent),
  };
}

/** Payments of a customer for one of our one-time products, the newest first. */
export async function paymentsFor(stripe: Stripe, customer: string, productId: string): Promise<string[]> {
  const { data } = await stripe.paymentIntents.list({ customer, limit: MOST_PAYMENTS });
  return data.filter(({ metadata }) => metadata.svc_product === productId).map(({ id }) => id);
}

/** Our checkouts note it on the payment. What an app sold otherwise is in the page that was paid. */
async function soldWith(stripe: Stripe, { id, metadata }: Stripe.PaymentIntent): Promise<Sold> {
  if (metadata.svc_product !== undefined) {
    const { svc_stripe_product: storeProductId = "", svc_lookup_key: lookupKey = "" } = metadata;
    return { storeProductId, lookupKey, quantity: 1 };
  }
  const pages = await stripe.checkout.sessions.list({
    payment_intent: id,
    limit: 1,
    expand: ["data.line_items"],
  });
  const item = pages.data[0]?.line_items?.data[0];
  const product = item?.price?.product;
  return {
    storeProductId: (typeof product === "string" ? product : product?.id) ?? "",
    lookupKey: item?.price?.lookup_key ?? "",
    quantity: item?.quantity ?? 1,
  };
}

/** A key that may not look says so: not knowing about a refund takes nothing from who has paid. */
async function refundOf(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<StripeRefund> {
  const charge = intent.latest_charge;
  if (charge === null) return { isWhole: false };
  try {
    return { isWhole: await isGivenBack(stripe, typeof charge === "string" ? charge : charge.id) };
  } catch (error) {
    const failure = error as StripeFailure;
    if (failure.statusCode !== 403) throw error;
    return { isWhole: undefined, lacking: lackingPermission(failure) };
  }
}

/** All of it was given back, or a dispute about it was lost. What was given back in part is paid. */
async function isGivenBack(stripe: Stripe, id: string): Promise<boolean> {
  const charge = await stripe.charges.retrieve(id);
  if (charge.refunded || !charge.disputed) return charge.refunded;
  const disputes = await stripe.disputes.list({ charge: id, limit: 1 });
  return disputes.data.some(({ status }) => status === "lost");
}
