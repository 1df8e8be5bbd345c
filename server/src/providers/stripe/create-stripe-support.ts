import type Stripe from "stripe";
import type { StripeRefundOutcome, StripeSupportClient } from "../../domain/billing/stripe/support-client.ts";
import { storeUnavailable } from "../../errors.ts";
import type { StoreOptions } from "../store-options.ts";
import { ask, orUndefined, type StripeFailure } from "./failure.ts";
import { openStripe } from "./open-stripe.ts";

/** A person waits, and an answer that is lost must not leave them in doubt: the same request is sent again. */
const RETRIES = 2;
/** An invoice of nothing (a trial, a credit) may be newer than the last payment. */
const MOST_INVOICES = 20;

export function createStripeSupport({
  origin,
  waitMs,
}: Pick<StoreOptions, "origin" | "waitMs">): StripeSupportClient {
  const using = <T>(key: string, work: (stripe: Stripe) => Promise<T>): Promise<T> =>
    ask(async () => work((await openStripe(key, { origin, waitMs, retries: RETRIES })).stripe));
  return {
    cancel: (key, id, immediately) => using(key, (stripe) => cancel(stripe, id, immediately)),
    refundSubscription: (key, id) => using(key, (stripe) => refundSubscription(stripe, id)),
    refundPayment: (key, intent) => using(key, (stripe) => refundIntent(stripe, intent)),
  };
}

async function cancel(stripe: Stripe, id: string, immediately: boolean): Promise<boolean> {
  const found = await orUndefined(stripe.subscriptions.retrieve(id));
  if (!found || found.status === "canceled" || found.status === "incomplete_expired") return false;
  if (immediately) return (await orUndefined(stripe.subscriptions.cancel(id))) !== undefined;
  if (found.cancel_at_period_end) return false;
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  return true;
}

async function refundSubscription(stripe: Stripe, subscription: string): Promise<StripeRefundOutcome> {
  const { data } = await stripe.invoices.list({ subscription, status: "paid", limit: MOST_INVOICES });
  const invoice = data.find(({ amount_paid: amount }) => amount > 0);
  if (!invoice) return { kind: "unpaid" };
  const payments = await stripe.invoicePayments.list({ invoice: invoice.id, status: "paid" });
  const intents = payments.data.flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
  const outcomes: StripeRefundOutcome[] = [];
  for (const intent of intents) outcomes.push(await refundIntent(stripe, intent));
  return sumOf(outcomes);
}

/** An invoice may have been paid in parts. */
function sumOf(outcomes: readonly StripeRefundOutcome[]): StripeRefundOutcome {
  const refunded = outcomes.flatMap((outcome) => (outcome.kind === "refunded" ? [outcome] : []));
  const [first] = refunded;
  if (!first) return outcomes[0] ?? { kind: "unpaid" };
  return { ...first, unitAmount: refunded.reduce((sum, { unitAmount }) => sum + unitAmount, 0) };
}

/**
 * Whoever clicks twice, and whose answer is lost, sends the same idempotency key: what was given back before
 * is part of it, so that a later refund of a payment that was given back in part is another one.
 */
async function refundIntent(stripe: Stripe, id: string): Promise<StripeRefundOutcome> {
  const intent = await orUndefined(stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }));
  const charge = intent?.latest_charge;
  // A payment that waits for the bank has a charge, too.
  if (intent?.status !== "succeeded") return { kind: "unpaid" };
  if (!charge || typeof charge !== "object" || charge.amount_captured === 0) return { kind: "unpaid" };
  if (charge.refunded || charge.disputed) return { kind: "given-back" };
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: id, reason: "requested_by_customer" },
      { idempotencyKey: `svc-refund-${id}-${charge.amount_refunded}` },
    );
    if (refund.status === "failed" || refund.status === "canceled") {
      throw storeUnavailable("stripe", `the refund is ${refund.status}`, { isRefusal: true });
    }
    return { kind: "refunded", currency: refund.currency, unitAmount: refund.amount };
  } catch (error) {
    if ((error as StripeFailure).code === "charge_already_refunded") return { kind: "given-back" };
    throw error;
  }
}

function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === "string" ? value : value?.id;
}
