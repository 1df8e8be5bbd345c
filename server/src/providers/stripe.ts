import type Stripe from "stripe";
import type { CheckoutRequest, StripeClient, StripeSubscription } from "../domain/billing/store-client.ts";
import { type AppError, storeUnavailable } from "../errors.ts";
import { openStripe } from "./open-stripe.ts";
import type { StoreOptions } from "./store-options.ts";

const EVENTS_KEPT_S = 30 * 86_400;

export function createStripe(options: StoreOptions): StripeClient {
  const open = opener(options);
  return {
    findSubscription: (key, id) =>
      ask(async () => {
        const stripe = await open(key);
        const found = await orUndefined(stripe.subscriptions.retrieve(id, { expand: ["items.data.price"] }));
        return found && readSubscription(found, await isRefunded(stripe, id));
      }),

    createCheckout: (key, request) => ask(async () => createCheckout(await open(key), request)),

    createPortal: (key, { customerId, configurationId, returnUrl }) =>
      ask(async () => {
        const { url } = await (await open(key)).billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(configurationId !== undefined && { configuration: configurationId }),
        });
        return url;
      }),

    markSubscription: (key, id, accountToken) =>
      ask(async () => {
        const metadata = { svc_account: accountToken };
        return idOf((await orUndefined((await open(key)).subscriptions.update(id, { metadata })))?.customer);
      }),

    cancel: (key, id) =>
      ask(async () => {
        const stripe = await open(key);
        const found = await orUndefined(stripe.subscriptions.retrieve(id));
        if (found && found.status !== "canceled" && found.status !== "incomplete_expired") {
          await orUndefined(stripe.subscriptions.cancel(id));
        }
      }),

    findSubscriptionOfPayment: (key, paymentIntentId) =>
      ask(async () => subscriptionOfPayment(await open(key), paymentIntentId)),

    async *listEvents(key, types, since) {
      const oldest = Math.floor(options.clock() / 1000) - EVENTS_KEPT_S;
      const created = { gte: Math.max(oldest, Math.floor(since / 1000)) };
      const listed = (await open(key)).events.list({ created, types: [...types], limit: 100 });
      const pages = listed[Symbol.asyncIterator]();
      for (;;) {
        const { value, done } = await ask(() => pages.next());
        if (done) return;
        yield value;
      }
    },

    probe: (key) =>
      ask(async () => {
        const { lastResponse } = await (await open(key)).products.list({ limit: 1 });
        const time = Date.parse(lastResponse.headers.date ?? "");
        return { livemode: key.includes("_live_"), serverTime: Number.isNaN(time) ? undefined : time };
      }),

    findWebhook: (key, id) =>
      ask(async () => {
        const found = await orUndefined((await open(key)).webhookEndpoints.retrieve(id));
        return (
          found && { url: found.url, enabled: found.status === "enabled", apiVersion: found.api_version }
        );
      }),
  };
}

function opener({ origin, waitMs }: StoreOptions): (key: string) => Promise<Stripe> {
  // Whoever calls this tries again, and knows when.
  return async (key) => (await openStripe(key, { origin, waitMs, retries: 0 })).stripe;
}

async function createCheckout(stripe: Stripe, request: CheckoutRequest): Promise<string | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [request.lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) return undefined;
  const { accountToken, customerId, email, trialDays } = request;
  const session = await stripe.checkout.sessions.create(
    {
      mode: "subscription",
      line_items: [{ price: price.id, quantity: 1 }],
      client_reference_id: accountToken,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      subscription_data: {
        metadata: { svc_account: accountToken },
        ...(trialDays !== undefined && { trial_period_days: trialDays }),
      },
      ...(customerId !== undefined
        ? { customer: customerId }
        : email !== undefined && { customer_email: email }),
    },
    { idempotencyKey: request.idempotencyKey },
  );
  return session.url ?? undefined;
}

function readSubscription(subscription: Stripe.Subscription, isRefunded: boolean): StripeSubscription {
  const [item] = subscription.items.data;
  const price = item?.price;
  const { cancellation_details: details, pause_collection: pause } = subscription;
  return {
    id: subscription.id,
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
    periodStart: item?.current_period_start ?? subscription.start_date,
    periodEnd: item?.current_period_end ?? subscription.start_date,
    productId: idOf(price?.product) ?? "",
    lookupKey: price?.lookup_key ?? "",
    unitAmount: price?.unit_amount ?? null,
    currency: price?.currency ?? subscription.currency,
    accountToken: subscription.metadata.svc_account ?? null,
    isRefunded,
  };
}

/** Of the newest paid invoice: all of it was given back, or a dispute about it was lost. */
async function isRefunded(stripe: Stripe, subscription: string): Promise<boolean> {
  const invoices = await stripe.invoices.list({ subscription, status: "paid", limit: 1 });
  const [invoice] = invoices.data;
  if (!invoice || invoice.amount_paid === 0) return false;
  const payments = await stripe.invoicePayments.list({
    invoice: invoice.id,
    status: "paid",
    expand: ["data.payment.payment_intent.latest_charge"],
  });
  for (const { payment } of payments.data) {
    const intent = payment.payment_intent;
    const charge = typeof intent === "object" ? intent.latest_charge : null;
    if (charge === null || typeof charge !== "object") continue;
    if (charge.refunded) return true;
    if (!charge.disputed) continue;
    const disputes = await stripe.disputes.list({ charge: charge.id, limit: 1 });
    if (disputes.data.some(({ status }) => status === "lost")) return true;
  }
  return false;
}

async function subscriptionOfPayment(stripe: Stripe, paymentIntent: string): Promise<string | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentIntent },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (typeof invoice !== "object" || !("parent" in invoice)) return undefined;
  return idOf(invoice.parent?.subscription_details?.subscription);
}

function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === "string" ? value : value?.id;
}

type Failure = { statusCode?: number; headers?: Record<string, string>; code?: string; message: string };

/** What Stripe does not know is no failure. */
async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: Failure) => {
    if (error.statusCode === 404 || error.code === "resource_missing") return undefined;
    throw error;
  });
}

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error as Failure);
  }
}

/** Never the library's message: it may quote what was sent. */
function asStoreError({ statusCode, headers, code }: Failure): AppError {
  const why =
    statusCode === undefined ? "no answer in time" : `status ${statusCode}${code ? ` (${code})` : ""}`;
  const seconds = Number(headers?.["retry-after"]);
  return storeUnavailable("stripe", why, {
    isRefusal: statusCode === 401 || statusCode === 403 || statusCode === 400,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
  });
}
