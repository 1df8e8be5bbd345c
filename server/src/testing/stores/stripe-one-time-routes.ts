import { listOf, routesFor, type StripeRoute } from "./stripe-route.ts";
import type { StripeIntent } from "./stripe-things.ts";

export const intentCharge = ({ id }: StripeIntent): string => id.replace("pi_", "ch_");

/** Nothing is charged until it is paid. */
const intentOf = (intent: StripeIntent): object => ({
  id: intent.id,
  object: "payment_intent",
  status: intent.status,
  livemode: intent.livemode,
  created: intent.created,
  amount: intent.amount,
  amount_received: intent.status === "succeeded" ? intent.amount : 0,
  currency: intent.currency,
  customer: intent.customer,
  metadata: intent.metadata,
  latest_charge: intent.status === "succeeded" ? intentCharge(intent) : null,
});

const payment = routesFor("payment_intent", "PaymentIntents");

/** What was paid once. */
export const stripeOneTimeRoutes: readonly StripeRoute[] = [
  payment("GET", "payment_intents/:id", "PaymentIntentRetrieveParams", (shop, _, id) => {
    const found = shop.intents.find((one) => one.id === id);
    return found && intentOf(found);
  }),
  payment("GET", "payment_intents", "PaymentIntentListParams", (shop, parameters) => {
    const { customer } = parameters;
    const found = shop.intents.filter((one) => customer === undefined || one.customer === customer);
    const ofInvoices = shop.payments.map(({ intent }) => ({
      id: intent,
      object: "payment_intent",
      metadata: {},
    }));
    return listOf(
      [...found.toReversed().map(intentOf), ...(customer === undefined ? ofInvoices : [])],
      parameters,
    );
  }),
  routesFor("charge", "Charges")("GET", "charges/:id", "ChargeRetrieveParams", (shop, _, id) => {
    const found = shop.intents.find((one) => intentCharge(one) === id);
    return found && { id, object: "charge", refunded: found.refunded, disputed: found.dispute !== undefined };
  }),
];
