import type Stripe from "stripe";
import type { StripeClient } from "../../domain/billing/stripe/client.ts";
import type { StoreOptions } from "../store-options.ts";
import { createCheckout, createCustomer, expireCheckout, openCheckouts } from "./checkout.ts";
import { ask, orNoCustomer, orUndefined } from "./failure.ts";
import { openStripe } from "./open-stripe.ts";
import { findPayment, paymentsFor } from "./payment.ts";
import { probeStripe } from "./probe-stripe.ts";
import {
  findSale,
  findSubscription,
  markSubscription,
  subscriptionOfPayment,
  subscriptionsOf,
} from "./subscription.ts";

const EVENTS_KEPT_S = 30 * 86_400;

export function createStripe(options: StoreOptions): StripeClient {
  const open = opener(options);
  /** Asks Stripe with a key, and fails as stores do. */
  const using = <T>(key: string, work: (stripe: Stripe) => Promise<T>): Promise<T> =>
    ask(async () => work(await open(key)));
  return {
    findSubscription: (key, id) => using(key, (stripe) => findSubscription(stripe, id)),
    findSale: (key, id) => using(key, (stripe) => findSale(stripe, id)),
    listSales: (key, customerId) => using(key, (stripe) => subscriptionsOf(stripe, customerId)),
    createCustomer: (key, customer) => using(key, (stripe) => createCustomer(stripe, customer)),
    createCheckout: (key, request) => using(key, (stripe) => createCheckout(stripe, request)),
    listOpenCheckouts: (key, customerId) => using(key, (stripe) => openCheckouts(stripe, customerId)),
    expireCheckout: (key, id) => using(key, (stripe) => expireCheckout(stripe, id)),

    createPortal: (key, { customerId, configurationId, returnUrl }) =>
      using(key, async (stripe) => {
        const made = await orNoCustomer(
          stripe.billingPortal.sessions.create({
            customer: customerId,
            return_url: returnUrl,
            ...(configurationId !== undefined && { configuration: configurationId }),
          }),
        );
        return made?.url;
      }),

    markSubscription: (key, id, mark) => ask(async () => markSubscription(await open(key), id, mark)),

    cancel: (key, id) =>
      using(key, async (stripe) => {
        const found = await findSale(stripe, id);
        if (found && !found.hasEnded) await orUndefined(stripe.subscriptions.cancel(id));
      }),

    findPayment: (key, id) => using(key, (stripe) => findPayment(stripe, id)),
    listPayments: (key, customerId, productId) =>
      using(key, (stripe) => paymentsFor(stripe, customerId, productId)),

    findSubscriptionOfPayment: (key, paymentIntentId) =>
      using(key, (stripe) => subscriptionOfPayment(stripe, paymentIntentId)),

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
      using(key, async (stripe) => ({
        livemode: key.includes("_live_"),
        ...(await probeStripe(stripe, { forSetup: false })),
      })),

    findWebhook: (key, id) =>
      using(key, async (stripe) => {
        const found = await orUndefined(stripe.webhookEndpoints.retrieve(id));
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
