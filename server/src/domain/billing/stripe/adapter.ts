import {
  deleteGivenUpStripeCancellations,
  deleteStripeCancellation,
} from "../../../storage/stripe-cancellations.ts";
import type { StoreAdapter } from "../store-adapter.ts";
import { cancelDueAtStripe } from "./cancel-due.ts";
import { cancelOrphan } from "./cancel-orphan.ts";
import { checkStripe } from "./check.ts";
import { createCheckout } from "./checkout.ts";
import { fetchStripe } from "./fetch.ts";
import { markOwner } from "./mark-owner.ts";
import { fetchPayment } from "./one-time.ts";
import { createPortal } from "./portal.ts";
import { FOREIGN, isOfProject } from "./project-mark.ts";
import { readStripeEvent, stripeEventTypes } from "./read-event.ts";
import { notificationOf, receiveStripe } from "./receive.ts";
import { reportUnknownRefunds } from "./report-unknown-refunds.ts";
import { missingForStripe, stripeKey } from "./stripe-key.ts";
import { stripeSupport } from "./support.ts";
import { userDeleted } from "./user-deleted.ts";

const GIVEN_UP_KEPT_MS = 30 * 86_400_000;

export const stripeAdapter: StoreAdapter = {
  missing: missingForStripe,
  check: checkStripe,

  fetch: async (app, project, { subjectKey }) =>
    (await fetchStripe(app, project, await stripeKey(app, project), subjectKey))?.snapshot,

  async fetchImported(app, project, { subjectKey }) {
    const fetched = await fetchStripe(app, project, await stripeKey(app, project), subjectKey);
    // One account at Stripe may serve several projects; what another one sold is not for this one to end.
    const isOthers = fetched && fetched.sale.projectId !== null && fetched.sale.projectId !== project.id;
    return isOthers ? { ignoredBecause: "it is marked at Stripe as another project's" } : fetched?.snapshot;
  },

  receive: (app, project, { headers, body }) =>
    receiveStripe(app, project, String(headers["stripe-signature"] ?? ""), body),
  refusalStatus: 400,
  foreignBecause: FOREIGN,

  /** An event is a hint only: they come in any order, and what they say may be over already. */
  async handleNotification(app, project, { subjectKey, payload }) {
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
    const { refundsUnknown } = snapshot;
    if (refundsUnknown !== undefined) await reportUnknownRefunds(app, project, refundsUnknown);
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

  checkout: createCheckout,
  portal: createPortal,
  support: stripeSupport,

  userDeleted,
  /** It was to be ended because nobody had it. */
  ownerFound: (app, project, { subjectKey }) => deleteStripeCancellation(app.db, project.id, subjectKey),
  jobs: [{ name: "stripe-cancellations", everyMs: 10_000, run: cancelDueAtStripe }],
  sweeps: {
    givenUpStripeCancellations: (db, now, batch) =>
      deleteGivenUpStripeCancellations(db, now - GIVEN_UP_KEPT_MS, batch),
  },
};
