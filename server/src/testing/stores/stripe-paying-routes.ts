import { chargeId, chargeOf } from "./stripe-charge.ts";
import { isExpanded, listOf, record, routesFor, type StripeRoute } from "./stripe-route.ts";
import type { StripePayment } from "./stripe-things.ts";

const invoiceOf = ({ invoice, subscription, amount, created }: StripePayment): object => ({
  id: invoice,
  object: "invoice",
  status: "paid",
  created,
  amount_paid: amount,
  parent: { type: "subscription_details", subscription_details: { subscription } },
});

export const stripePayingRoutes: readonly StripeRoute[] = [
  routesFor("invoice", "Invoices")("GET", "invoices", "InvoiceListParams", (shop, parameters) => {
    const paid = shop.payments.filter(
      ({ subscription }) => parameters.subscription === undefined || subscription === parameters.subscription,
    );
    return listOf(paid.toReversed().map(invoiceOf), parameters);
  }),
  routesFor("invoice", "InvoicePayments")(
    "GET",
    "invoice_payments",
    "InvoicePaymentListParams",
    (shop, parameters) => {
      const { payment_intent: intent } = record(parameters.payment);
      const { invoice } = parameters;
      const found = shop.payments.filter(
        (payment) =>
          payment.amount > 0 &&
          (invoice === undefined || payment.invoice === invoice) &&
          (intent === undefined || payment.intent === intent),
      );
      const shown = found.map((payment) => {
        const charge = isExpanded(parameters, "data.payment.payment_intent.latest_charge")
          ? chargeOf(payment.intent, payment)
          : chargeId(payment.intent);
        const whole = { id: payment.intent, object: "payment_intent", latest_charge: charge };
        return {
          id: payment.invoice.replace("in_", "inpay_"),
          object: "invoice_payment",
          status: "paid",
          invoice: isExpanded(parameters, "data.invoice") ? invoiceOf(payment) : payment.invoice,
          payment: {
            type: "payment_intent",
            payment_intent: isExpanded(parameters, "data.payment.payment_intent") ? whole : payment.intent,
          },
        };
      });
      return listOf(shown, parameters);
    },
  ),
  routesFor("dispute", "Disputes")("GET", "disputes", "DisputeListParams", (shop, parameters) => {
    const charged = [
      ...shop.payments.map((payment) => ({ charge: chargeId(payment.intent), dispute: payment.dispute })),
      ...shop.intents.map(({ id, dispute }) => ({ charge: chargeId(id), dispute })),
    ];
    const found = charged.filter(
      ({ charge, dispute }) =>
        dispute !== undefined && (parameters.charge === undefined || charge === parameters.charge),
    );
    return listOf(
      found.map(({ dispute }) => ({ id: shop.id("dp"), object: "dispute", status: dispute })),
      parameters,
    );
  }),
  routesFor("event", "Events")("GET", "events", "EventListParams", (shop, parameters) => {
    const since = Number(record(parameters.created).gte ?? 0);
    const types = parameters.types as string[] | undefined;
    const found = shop.events.filter(
      ({ created, type }) => Number(created) >= since && (!types || types.includes(String(type))),
    );
    return listOf(found.toReversed(), parameters);
  }),
];
