import type { Parameters } from "./stripe-parameters.ts";
import { missingResourceError, StripeRefusal } from "./stripe-refusal.ts";
import { isExpanded, listOf, record, routesFor, type StripeRoute, text } from "./stripe-route.ts";
import type { StripeCheckout } from "./stripe-things.ts";

const DAY_S = 86_400;

const customer = routesFor("customer", "Customers");
const customers: readonly StripeRoute[] = [
  customer("GET", "customers", "CustomerListParams", (shop, parameters) =>
    listOf([...shop.customers.values()], parameters),
  ),
  customer("POST", "customers", "CustomerCreateParams", (shop, parameters) =>
    shop.addCustomer({
      email: text(parameters.email) || null,
      metadata: record(parameters.metadata),
    }),
  ),
  customer("POST", "customers/:id", "CustomerUpdateParams", (shop, _, id) => shop.customers.get(id)),
];

const session = routesFor("checkout_session", "Checkout/Sessions");
const sessions: readonly StripeRoute[] = [
  session("POST", "checkout/sessions", "SessionCreateParams", (shop, parameters) => {
    const [item] = (parameters.line_items ?? []) as Array<{ price: string }>;
    const price = item && shop.prices.get(item.price);
    if (!price?.active) throw missingResourceError("price", item?.price ?? "");
    const mode = text(parameters.mode);
    const isOnce = mode === "payment";
    if (isOnce === (price.recurring !== null))
      throw new StripeRefusal(`the price is not one for the mode ${mode}`, "parameter_invalid", "line_items");
    if (isOnce ? parameters.subscription_data : parameters.payment_intent_data)
      throw new StripeRefusal(`not with the mode ${mode}`, "parameter_unknown");
    const customerId = text(parameters.customer) || undefined;
    if (customerId !== undefined) shop.requireCustomer(customerId);
    const data = (parameters.subscription_data ?? parameters.payment_intent_data ?? {}) as Parameters;
    const page: StripeCheckout = {
      id: shop.id("cs_test"),
      created: shop.now(),
      status: "open",
      mode,
      reference: text(parameters.client_reference_id),
      price: price.id,
      customer: customerId,
      email: text(parameters.customer_email) || undefined,
      trialDays: text(data.trial_period_days) || undefined,
      metadata: record(data.metadata),
      marks: record(parameters.metadata),
      subscription: null,
      paymentIntent: null,
    };
    shop.checkouts.push(page);
    return sessionOf(page);
  }),
  session("GET", "checkout/sessions", "SessionListParams", (shop, parameters) => {
    if (parameters.customer !== undefined) shop.requireCustomer(text(parameters.customer));
    const found = shop.checkouts.filter((page) => {
      // A page that nobody finished is open for a day.
      if (page.status === "open" && shop.now() >= page.created + DAY_S) page.status = "expired";
      return (
        (parameters.customer === undefined || page.customer === parameters.customer) &&
        (parameters.payment_intent === undefined || page.paymentIntent === parameters.payment_intent) &&
        (parameters.status === undefined || page.status === parameters.status)
      );
    });
    const shown = found.toReversed().map((page) => ({
      ...sessionOf(page),
      ...(isExpanded(parameters, "data.line_items") && {
        line_items: { object: "list", data: [{ quantity: 1, price: shop.prices.get(page.price) }] },
      }),
    }));
    return listOf(shown, parameters);
  }),
  session("GET", "checkout/sessions/:id", "SessionRetrieveParams", (shop, _, id) => {
    const page = shop.checkouts.find((one) => one.id === id);
    return page && sessionOf(page);
  }),
  session("POST", "checkout/sessions/:id/expire", "SessionExpireParams", (shop, _, id) => {
    const page = shop.checkouts.find((one) => one.id === id);
    if (!page) return undefined;
    if (page.status !== "open") {
      const message = 'Only Checkout Sessions with a status in ["open"] can be expired.';
      throw new StripeRefusal(message, "invalid_state");
    }
    page.status = "expired";
    return sessionOf(page);
  }),
];

const subscription = routesFor("subscription", "Subscriptions");
const subscriptions: readonly StripeRoute[] = [
  subscription("GET", "subscriptions", "SubscriptionListParams", (shop, parameters) => {
    const { customer: of, status } = parameters;
    if (of !== undefined) shop.requireCustomer(text(of));
    const found = [...shop.subscriptions.values()].filter(
      (one) =>
        (of === undefined || one.customer === of) &&
        // Those that have ended are told only to who asks for all.
        (status === "all" || (status === undefined ? one.status !== "canceled" : one.status === status)),
    );
    return listOf(found.toReversed(), parameters);
  }),
  subscription("GET", "subscriptions/:id", "SubscriptionRetrieveParams", (shop, _, id) =>
    shop.subscriptions.get(id),
  ),
  subscription("POST", "subscriptions/:id", "SubscriptionUpdateParams", (shop, parameters, id) => {
    const found = shop.subscriptions.get(id);
    if (!found) return undefined;
    // Keys that are not named stay.
    Object.assign(found.metadata, record(parameters.metadata));
    const { cancel_at_period_end: ends } = parameters;
    if (ends === undefined) return found;
    if (found.status === "canceled") {
      const message = "A canceled subscription can only update its cancellation_details and metadata.";
      throw new StripeRefusal(message, "invalid_request");
    }
    found.cancel_at_period_end = ends === "true";
    found.canceled_at = ends === "true" ? shop.now() : null;
    found.cancel_at = ends === "true" ? (found.items.data[0]?.current_period_end ?? null) : null;
    found.cancellation_details.reason = ends === "true" ? "cancellation_requested" : null;
    return found;
  }),
  subscription("DELETE", "subscriptions/:id", "SubscriptionCancelParams", (shop, _, id) => {
    const found = shop.subscriptions.get(id);
    if (!found || found.status === "canceled") return undefined;
    shop.end(found, "cancellation_requested");
    return found;
  }),
];

function sessionOf(page: StripeCheckout) {
  const { id, created, status, mode, reference, customer, marks, subscription } = page;
  return {
    id,
    object: "checkout.session",
    created,
    status,
    mode,
    client_reference_id: reference,
    customer: customer ?? null,
    metadata: marks,
    subscription,
    payment_intent: page.paymentIntent,
    url: status === "open" ? `https://checkout.stripe.example/c/${id}` : null,
  };
}

export const stripeSellingRoutes: readonly StripeRoute[] = [...customers, ...sessions, ...subscriptions];
