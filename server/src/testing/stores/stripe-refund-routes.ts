import { missing, StripeRefusal } from "./stripe-refusal.ts";
import { isExpanded, routesFor, type StripeRoute, text } from "./stripe-route.ts";
import type { StripeShop } from "./stripe-shop.ts";
import type { StripePayment } from "./stripe-things.ts";

const chargeId = ({ intent }: StripePayment): string => intent.replace("pi_", "ch_");

const given = (payment: StripePayment): number =>
  payment.refunded ? payment.amount : payment.amountRefunded;

function currencyOf(shop: StripeShop, payment: StripePayment): string {
  return shop.subscriptions.get(payment.subscription)?.currency ?? "usd";
}

/** Gives all that is left back, as Stripe does without an amount, and refuses what it refuses. */
function refund(shop: StripeShop, payment: StripePayment): object {
  const left = payment.amount - given(payment);
  if (left === 0) {
    throw new StripeRefusal(
      `Charge ${chargeId(payment)} has already been refunded.`,
      "charge_already_refunded",
    );
  }
  if (payment.dispute !== undefined && payment.dispute !== "won") {
    throw new StripeRefusal("This charge is disputed.", "charge_disputed");
  }
  payment.refunded = true;
  return {
    id: shop.id("re"),
    object: "refund",
    status: "succeeded",
    amount: left,
    currency: currencyOf(shop, payment),
    charge: chargeId(payment),
    payment_intent: payment.intent,
  };
}

export const stripeRefundRoutes: readonly StripeRoute[] = [
  // Stripe has one permission for charges and refunds.
  routesFor("charge", "Refunds")("POST", "refunds", "RefundCreateParams", (shop, parameters) => {
    const id = text(parameters.payment_intent);
    const payment = shop.payments.find(({ intent }) => intent === id);
    if (!payment || payment.amount === 0) throw missing("payment_intent", id);
    return refund(shop, payment);
  }),
  routesFor("payment_intent", "PaymentIntents")(
    "GET",
    "payment_intents/:id",
    "PaymentIntentRetrieveParams",
    (shop, parameters, id) => {
      const payment = shop.payments.find(({ intent, amount }) => intent === id && amount > 0);
      if (!payment) return undefined;
      const charge = {
        id: chargeId(payment),
        object: "charge",
        amount: payment.amount,
        amount_captured: payment.amount,
        amount_refunded: given(payment),
        refunded: payment.refunded,
        disputed: payment.dispute !== undefined,
      };
      return {
        id: payment.intent,
        object: "payment_intent",
        currency: currencyOf(shop, payment),
        latest_charge: isExpanded(parameters, "latest_charge") ? charge : charge.id,
      };
    },
  ),
];
