import { insertStripeCancellation } from "../../../storage/stripe-cancellations.ts";
import type { RefundOutcome, StoreSupport } from "../store-adapter.ts";
import { microsOf } from "./minor-units.ts";
import { stripeKey } from "./stripe-key.ts";
import type { StripeRefundOutcome } from "./support-client.ts";

/** What administrators do at Stripe for a customer. */
export const stripeSupport: StoreSupport = {
  async cancel(app, project, subjectKey, immediately) {
    return app.stores.stripeSupport.cancel(await stripeKey(app, project), subjectKey, immediately);
  },

  async refundSubscription(app, project, subjectKey) {
    const key = await stripeKey(app, project);
    return outcomeOf(await app.stores.stripeSupport.refundSubscription(key, subjectKey));
  },

  async refundPurchase(app, project, subjectKey) {
    const key = await stripeKey(app, project);
    return outcomeOf(await app.stores.stripeSupport.refundPayment(key, subjectKey));
  },

  async endLater(app, project, subjectKey) {
    await insertStripeCancellation(app.db, project.id, subjectKey, app.clock());
  },
};

function outcomeOf(outcome: StripeRefundOutcome): RefundOutcome {
  if (outcome.kind !== "refunded") return outcome;
  const { currency, unitAmount } = outcome;
  return { kind: "refunded", currency: currency.toUpperCase(), micros: microsOf(unitAmount, currency) };
}
