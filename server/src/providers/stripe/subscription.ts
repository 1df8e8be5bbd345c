import type Stripe from "stripe";
import type {
  StripeItem,
  StripeRefund,
  StripeSale,
  StripeSubscription,
} from "../../domain/billing/stripe/client.ts";
import { lackingPermission, orUndefined, type StripeFailure } from "./failure.ts";

/** The first invoice of a period may be a little older than the period. */
const SLACK_S = 3_600;
/** Renewal and changes of plan within one period. */
const MOST_INVOICES = 20;

export async function findSubscription(stripe: Stripe, id: string): Promise<StripeSubscription | undefined> {
  const found = await orUndefined(stripe.subscriptions.retrieve(id));
  return found && { ...readSubscription(found), refund: await refundOf(stripe, found) };
}

export async function subscriptionsOf(stripe: Stripe, customer: string): Promise<StripeSale[]> {
  const sales: StripeSale[] = [];
  for await (const found of stripe.subscriptions.list({ customer, status: "all", limit: 100 })) {
    sales.push(saleOf(found));
  }
  return sales;
}

export async function findSale(stripe: Stripe, id: string): Promise<StripeSale | undefined> {
  const found = await orUndefined(stripe.subscriptions.retrieve(id));
  return found && saleOf(found);
}

function saleOf({ id, status, metadata, items }: Stripe.Subscription): StripeSale {
  return {
    id,
    hasEnded: status === "canceled" || status === "incomplete_expired",
    accountToken: metadata.svc_account ?? null,
    projectId: metadata.svc_project ?? null,
    items: items.data.map(itemOf),
  };
}

function itemOf({ price, current_period_start, current_period_end }: Stripe.SubscriptionItem): StripeItem {
  return {
    productId: idOf(price.product) ?? "",
    lookupKey: price.lookup_key ?? "",
    unitAmount: price.unit_amount,
    currency: price.currency,
    periodStart: current_period_start,
    periodEnd: current_period_end,
  };
}

function readSubscription(subscription: Stripe.Subscription): Omit<StripeSubscription, "refund"> {
  const { cancellation_details: details, pause_collection: pause } = subscription;
  return {
    ...saleOf(subscription),
    status: subscription.status,
    livemode: subscription.livemode,
    customer: idOf(subscription.customer) ?? "",
    startDate: subscription.start_date,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: subscription.cancel_at,
    canceledAt: subscription.canceled_at,
    endedAt: subscription.ended_at,
    cancelReason: details?.reason ?? "",
    resumesAt: pause?.resumes_at ?? null,
    currency: subscription.currency,
  };
}

/** A key that may not look says so: not knowing about a refund takes nothing from who has paid. */
async function refundOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<StripeRefund> {
  try {
    return { isWhole: await isRefunded(stripe, subscription) };
  } catch (error) {
    const failure = error as StripeFailure;
    if (failure.statusCode !== 403) throw error;
    return { isWhole: undefined, lacking: lackingPermission(failure) };
  }
}

/**
 * Whether all that was paid for the present period was given back, or its disputes lost; where nothing was
 * paid for it yet, for the newest payment. What was given back in part is paid.
 */
async function isRefunded(stripe: Stripe, { id, items }: Stripe.Subscription): Promise<boolean> {
  const { data } = await stripe.invoices.list({ subscription: id, status: "paid", limit: MOST_INVOICES });
  const since = Math.max(...items.data.map((item) => item.current_period_start)) - SLACK_S;
  const [newest] = data;
  const present = data.filter(({ created }) => created >= since);
  const counted = present.length > 0 ? present : newest ? [newest] : [];
  const paid = counted.filter(({ amount_paid: amount }) => amount > 0);
  for (const { id: invoice } of paid) {
    if (!(await isGivenBack(stripe, invoice))) return false;
  }
  return paid.length > 0;
}

async function isGivenBack(stripe: Stripe, invoice: string): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    status: "paid",
    expand: ["data.payment.payment_intent.latest_charge"],
  });
  for (const { payment } of data) {
    const intent = payment.payment_intent;
    const charge = typeof intent === "object" ? intent.latest_charge : null;
    // Paid otherwise, such as by a bank transfer: nothing that could be given back here.
    if (charge === null || typeof charge !== "object") return false;
    if (charge.refunded) continue;
    if (!charge.disputed) return false;
    const disputes = await stripe.disputes.list({ charge: charge.id, limit: 1 });
    if (!disputes.data.some(({ status }) => status === "lost")) return false;
  }
  return data.length > 0;
}

export async function subscriptionOfPayment(
  stripe: Stripe,
  paymentIntent: string,
): Promise<string | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentIntent },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (typeof invoice !== "object" || !("parent" in invoice)) return undefined;
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** Metadata that is not named stays. */
export async function markSubscription(
  stripe: Stripe,
  id: string,
  { accountToken, projectId }: { accountToken: string; projectId: string },
): Promise<string | undefined> {
  const metadata = { svc_account: accountToken, svc_project: projectId };
  return idOf((await orUndefined(stripe.subscriptions.update(id, { metadata })))?.customer);
}

function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === "string" ? value : value?.id;
}
