import type { StoreAdapter } from "../store-adapter.ts";
import { cancelOrphan } from "./cancel-orphan.ts";
import { checkStripe } from "./check.ts";
import { fetchStripe } from "./fetch.ts";
import { markOwner } from "./mark-owner.ts";
import { fetchPayment } from "./one-time.ts";
import { FOREIGN, isOfProject } from "./project-mark.ts";
import { readStripeEvent, stripeEventTypes } from "./read-event.ts";
import { notificationOf } from "./receive.ts";
import { missingForStripe, stripeKey } from "./stripe-key.ts";

export const stripeAdapter: StoreAdapter = {
  missing: missingForStripe,
  check: checkStripe,

  fetch: async (app, project, { subjectKey }) =>
    (await fetchStripe(app, project, await stripeKey(app, project), subjectKey))?.snapshot,

  /** An event is a hint only: they come in any order, and what they say may be over already. */
  async heed(app, project, { subjectKey, payload }) {
    const key = await stripeKey(app, project);
    const { paymentIntentId = "" } = JSON.parse(payload) as { paymentIntentId?: string };
    const id =
      subjectKey || (await app.stores.stripe.findSubscriptionOfPayment(key, paymentIntentId)) || undefined;
    if (id === undefined) return fetchPayment(app, project, key, paymentIntentId);
    const fetched = await fetchStripe(app, project, key, id);
    if (!fetched) return undefined;
    return (await isOfProject(app, project, fetched.sale)) ? fetched.snapshot : { ignoredBecause: FOREIGN };
  },

  async fetchPurchase(app, project, { subjectKey }) {
    const found = await fetchPayment(app, project, await stripeKey(app, project), subjectKey);
    return found && "isOneTime" in found ? found : undefined;
  },

  /** Stripe wants to hear nothing about what was paid once. */
  settlePurchase: async () => {},

  async settle(app, project, snapshot, ownerToken) {
    await cancelOrphan(app, project, snapshot, ownerToken);
    await markOwner(app, project, snapshot, ownerToken);
  },

  async *missed(app, project, since) {
    const key = await stripeKey(app, project);
    for await (const told of app.stores.stripe.listEvents(key, stripeEventTypes, since)) {
      const event = readStripeEvent(told);
      if (event) yield notificationOf(event);
    }
  },
};
