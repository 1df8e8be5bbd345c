import type { Parameters } from "./stripe-parameters.ts";
import { missing, StripeRefusal } from "./stripe-refusal.ts";
import { listOf, record, routesFor, type StripeRoute, text } from "./stripe-route.ts";
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
    if (!item || !shop.prices.get(item.price)?.active) throw missing("price", item?.price ?? "");
    const customerId = text(parameters.customer) || undefined;
    if (customerId !== undefined) shop.requireCustomer(customerId);
    const data = (parameters.subscription_data ?? {}) as Parameters;
    const page: StripeCheckout = {
      id: shop.id("cs_test"),
      created: shop.now(),
      status: "open",
      mode: text(parameters.mode),
      reference: text(parameters.client_reference_id),
      price: item.price,
      customer: customerId,
      email: text(parameters.customer_email) || undefined,
      trialDays: text(data.trial_period_days) || undefined,
      metadata: record(data.metadata),
      marks: record(parameters.metadata),
      subscription: null,
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
        (parameters.status === undefined || page.status === parameters.status)
      );
    });
    return listOf(found.toReversed().map(sessionOf), parameters);
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
    // Keys that are not named stay.
    if (found) Object.assign(found.metadata, record(parameters.metadata));
    return found;
  }),
  subscription("DELETE", "subscriptions/:id", "SubscriptionCancelParams", (shop, _, id) => {
    const found = shop.subscriptions.get(id);
    if (!found || found.status === "canceled") return undefined;
    shop.end(found, "cancellation_requested");
    return found;
  }),
];

function sessionOf({ id, created, status, mode, reference, customer, marks, subscription }: StripeCheckout) {
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
    url: status === "open" ? `https://checkout.stripe.example/c/${id}` : null,
  };
}

export const stripeSellingRoutes: readonly StripeRoute[] = [...customers, ...sessions, ...subscriptions];
