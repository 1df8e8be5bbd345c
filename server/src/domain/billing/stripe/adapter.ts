import { setStripeCustomer } from "../../../storage/billing-accounts.ts";
import type { Project } from "../../projects/project.ts";
import type { Snapshot } from "../store.ts";
import type { StoreAdapter, StoreApp } from "../store-adapter.ts";
import { checkStripe } from "./check.ts";
import { readStripeEvent, stripeEventTypes } from "./read-event.ts";
import { notificationOf } from "./receive.ts";
import { reduceStripe } from "./reduce.ts";
import { missingForStripe, stripeKey } from "./stripe-key.ts";

export const stripeAdapter: StoreAdapter = {
  missing: missingForStripe,
  check: checkStripe,

  fetch: async (app, project, { subjectKey }) =>
    fetchSnapshot(app, project, await stripeKey(app, project), subjectKey),

  /** An event is a hint only: they come in any order, and what they say may be over already. */
  async heed(app, project, { subjectKey, payload }) {
    const key = await stripeKey(app, project);
    const { paymentIntentId = "" } = JSON.parse(payload) as { paymentIntentId?: string };
    const id =
      subjectKey || (await app.stores.stripe.findSubscriptionOfPayment(key, paymentIntentId)) || undefined;
    return id === undefined ? undefined : fetchSnapshot(app, project, key, id);
  },

  fetchPurchase: async () => undefined,
  settlePurchase: async () => {},

  /** Stripe wants to hear nothing. */
  settle: async () => {},

  async *missed(app, project, since) {
    const key = await stripeKey(app, project);
    for await (const told of app.stores.stripe.listEvents(key, stripeEventTypes, since)) {
      const event = readStripeEvent(told);
      if (event) yield notificationOf(event);
    }
  },
};

async function fetchSnapshot(
  app: StoreApp,
  project: Project,
  key: string,
  id: string,
): Promise<Snapshot | undefined> {
  const takenAt = app.clock(); // before asking: what happens meanwhile must not look older than it is
  const found = await app.stores.stripe.findSubscription(key, id);
  if (!found) return undefined;
  const snapshot = reduceStripe(found, takenAt, project.settings.billing);
  if (snapshot.accountToken !== null && found.customer !== "") {
    await setStripeCustomer(app.db, project.id, snapshot.accountToken, found.customer);
  }
  return snapshot;
}
