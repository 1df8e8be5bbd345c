import { type Charged, chargeId, chargeOf, givenBack } from "./stripe-charge.ts";
import { missingResourceError, StripeRefusal } from "./stripe-refusal.ts";
import { isExpanded, listOf, routesFor, type StripeRoute, text } from "./stripe-route.ts";
import type { StripeShop } from "./stripe-shop.ts";
import type { StripeIntent } from "./stripe-things.ts";

/** A payment intent, and what a refund of it changes. */
type Payment = Readonly<{ intent: Omit<StripeIntent, keyof Charged>; charged: Charged }>;

/** For invoices and for what was bought once, the newest first. An invoice of nothing is not paid by anything. */
function paymentsOf(shop: StripeShop): Payment[] {
  const once = shop.intents.map((intent) => ({ intent, charged: intent }));
  const ofInvoices = shop.payments.flatMap((charged) => {
    const { intent: id, created, amount } = charged;
    const bought = shop.subscriptions.get(charged.subscription);
    const { livemode = false, currency = "usd", customer = null } = bought ?? {};
    const intent = { id, status: "succeeded", livemode, created, currency, customer, metadata: {} };
    return amount === 0 ? [] : [{ intent, charged }];
  });
  return [...once.toReversed(), ...ofInvoices.toReversed()];
}

const find = (shop: StripeShop, id: string): Payment | undefined =>
  paymentsOf(shop).find(({ intent }) => intent.id === id);

function shown({ intent, charged }: Payment, isChargeExpanded: boolean): object {
  const charge = chargeOf(intent.id, charged, intent.status);
  return {
    id: intent.id,
    object: "payment_intent",
    status: intent.status,
    livemode: intent.livemode,
    created: intent.created,
    amount: charged.amount,
    amount_received: intent.status === "succeeded" ? charged.amount : 0,
    currency: intent.currency,
    customer: intent.customer,
    metadata: intent.metadata,
    latest_charge: isChargeExpanded ? charge : chargeId(intent.id),
  };
}

/** Gives all that is left back, as Stripe does without an amount, and refuses what it refuses. */
function refund(shop: StripeShop, { intent, charged }: Payment): object {
  const charge = chargeId(intent.id);
  if (intent.status !== "succeeded") {
    const why = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw new StripeRefusal(why, "payment_intent_unexpected_state");
  }
  const left = charged.amount - givenBack(charged);
  if (left === 0) {
    throw new StripeRefusal(`Charge ${charge} has already been refunded.`, "charge_already_refunded");
  }
  if (charged.dispute !== undefined && charged.dispute !== "won") {
    throw new StripeRefusal("This charge is disputed.", "charge_disputed");
  }
  charged.refunded = true;
  return {
    id: shop.id("re"),
    object: "refund",
    status: "succeeded",
    amount: left,
    currency: intent.currency,
    charge,
    payment_intent: intent.id,
  };
}

const intents = routesFor("payment_intent", "PaymentIntents");
const charges = routesFor("charge", "Charges");
// Stripe has one permission for charges and refunds.
const refunds = routesFor("charge", "Refunds");

/** What was paid, for invoices and once, and what is given back of it. */
export const stripePaymentRoutes: readonly StripeRoute[] = [
  intents("GET", "payment_intents/:id", "PaymentIntentRetrieveParams", (shop, parameters, id) => {
    const found = find(shop, id);
    return found && shown(found, isExpanded(parameters, "latest_charge"));
  }),
  intents("GET", "payment_intents", "PaymentIntentListParams", (shop, parameters) => {
    const { customer } = parameters;
    const found = paymentsOf(shop).filter(
      ({ intent }) => customer === undefined || intent.customer === customer,
    );
    return listOf(
      found.map((one) => shown(one, isExpanded(parameters, "data.latest_charge"))),
      parameters,
    );
  }),
  charges("GET", "charges/:id", "ChargeRetrieveParams", (shop, _, id) => {
    const found = paymentsOf(shop).find(({ intent }) => chargeId(intent.id) === id);
    return found && chargeOf(found.intent.id, found.charged, found.intent.status);
  }),
  charges("GET", "charges", "ChargeListParams", (shop, parameters) =>
    listOf(
      paymentsOf(shop).map(({ intent, charged }) => chargeOf(intent.id, charged, intent.status)),
      parameters,
    ),
  ),
  refunds("POST", "refunds", "RefundCreateParams", (shop, parameters) => {
    const id = text(parameters.payment_intent);
    const payment = find(shop, id);
    if (!payment) throw missingResourceError("payment_intent", id);
    return refund(shop, payment);
  }),
  // Nobody here changes a refund: the probe asks for one that is not there.
  refunds("POST", "refunds/:id", "RefundUpdateParams", () => undefined),
];
