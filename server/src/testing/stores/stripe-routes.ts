import type { Parameters } from "./stripe-parameters.ts";
import type { StripeShop } from "./stripe-shop.ts";
import type { StripePayment } from "./stripe-things.ts";

/** One operation: whose parameters it takes (a type of Stripe's library) and what it answers. */
export type StripeRoute = Readonly<{
  method: "GET" | "POST" | "DELETE";
  pattern: RegExp;
  file: string;
  type: string;
  /** Undefined: there is no such thing. */
  answer: (shop: StripeShop, parameters: Parameters, id: string) => object | undefined;
}>;

const text = (value: Parameters[string] | undefined): string => (typeof value === "string" ? value : "");
const record = (value: Parameters[string] | undefined): Record<string, string> => ({ ...(value as object) });
const listOf = (data: readonly unknown[], { limit }: Parameters = {}): object => ({
  object: "list",
  url: "/v1/list",
  has_more: false,
  data: data.slice(0, Number(limit ?? 10)),
});

function route(
  method: StripeRoute["method"],
  path: string,
  file: string,
  type: string,
  answer: StripeRoute["answer"],
): StripeRoute {
  return { method, pattern: new RegExp(`^/v1/${path.replace(":id", "([^/]+)")}$`), file, type, answer };
}

const products: readonly StripeRoute[] = [
  route("GET", "products", "Products", "ProductListParams", (shop, parameters) =>
    listOf([...shop.products.values()], parameters),
  ),
  route("GET", "products/:id", "Products", "ProductRetrieveParams", (shop, _, id) => shop.products.get(id)),
  route("POST", "products", "Products", "ProductCreateParams", (shop, parameters) => {
    const id = text(parameters.id) || shop.id("prod");
    const product = {
      id,
      object: "product" as const,
      active: true,
      name: text(parameters.name),
      metadata: record(parameters.metadata),
    };
    shop.products.set(id, product);
    return product;
  }),
  route("POST", "products/:id", "Products", "ProductUpdateParams", (shop, parameters, id) => {
    const product = shop.products.get(id);
    if (product && parameters.name !== undefined) product.name = text(parameters.name);
    if (product && parameters.active !== undefined) product.active = parameters.active === "true";
    return product;
  }),
];

const prices: readonly StripeRoute[] = [
  route("GET", "prices", "Prices", "PriceListParams", (shop, parameters) => {
    const { lookup_keys: keys, active } = parameters;
    const found = [...shop.prices.values()].filter(
      (price) =>
        (!Array.isArray(keys) || keys.includes(price.lookup_key ?? "")) &&
        (parameters.product === undefined || price.product === parameters.product) &&
        (active === undefined || price.active === (active === "true")),
    );
    return listOf(found, parameters);
  }),
  route("POST", "prices", "Prices", "PriceCreateParams", (shop, parameters) => {
    const lookupKey = text(parameters.lookup_key);
    const taken = [...shop.prices.values()].find(
      (price) => price.lookup_key === lookupKey && lookupKey !== "",
    );
    if (taken && parameters.transfer_lookup_key !== "true") return undefined;
    if (taken) taken.lookup_key = null;
    const recurring = record(parameters.recurring);
    return shop.addPrice(lookupKey, {
      currency: text(parameters.currency),
      unit_amount: Number(parameters.unit_amount),
      product: text(parameters.product),
      metadata: record(parameters.metadata),
      recurring: {
        interval: recurring.interval ?? "",
        interval_count: Number(recurring.interval_count ?? 1),
      },
    });
  }),
  route("POST", "prices/:id", "Prices", "PriceUpdateParams", (shop, parameters, id) => {
    const price = shop.prices.get(id);
    if (price && parameters.active !== undefined) price.active = parameters.active === "true";
    return price;
  }),
];

const endpoints: readonly StripeRoute[] = [
  route("GET", "webhook_endpoints", "WebhookEndpoints", "WebhookEndpointListParams", (shop, parameters) =>
    listOf([...shop.webhooks.values()], parameters),
  ),
  route("GET", "webhook_endpoints/:id", "WebhookEndpoints", "WebhookEndpointRetrieveParams", (shop, _, id) =>
    shop.webhooks.get(id),
  ),
  route(
    "POST",
    "webhook_endpoints",
    "WebhookEndpoints",
    "WebhookEndpointCreateParams",
    (shop, parameters) => {
      const id = shop.id("we");
      const endpoint = {
        id,
        object: "webhook_endpoint" as const,
        url: text(parameters.url),
        status: "enabled" as const,
        enabled_events: parameters.enabled_events as string[],
        api_version: text(parameters.api_version) || null,
        metadata: record(parameters.metadata),
      };
      shop.webhooks.set(id, endpoint);
      // Told this once and never again.
      return { ...endpoint, secret: `whsec_${id}secretsecret` };
    },
  ),
  route(
    "POST",
    "webhook_endpoints/:id",
    "WebhookEndpoints",
    "WebhookEndpointUpdateParams",
    (shop, parameters, id) => {
      const endpoint = shop.webhooks.get(id);
      if (!endpoint) return undefined;
      if (parameters.enabled_events !== undefined)
        endpoint.enabled_events = parameters.enabled_events as string[];
      if (parameters.disabled !== undefined) {
        endpoint.status = parameters.disabled === "true" ? "disabled" : "enabled";
      }
      return endpoint;
    },
  ),
  route(
    "DELETE",
    "webhook_endpoints/:id",
    "WebhookEndpoints",
    "WebhookEndpointDeleteParams",
    (shop, _, id) =>
      shop.webhooks.delete(id) ? { id, object: "webhook_endpoint", deleted: true } : undefined,
  ),
  route(
    "GET",
    "billing_portal/configurations",
    "BillingPortal/Configurations",
    "ConfigurationListParams",
    (shop, p) => listOf([...shop.portals.values()], p),
  ),
  route(
    "POST",
    "billing_portal/configurations",
    "BillingPortal/Configurations",
    "ConfigurationCreateParams",
    (shop, p) => {
      const id = shop.id("bpc");
      const made = {
        id,
        object: "billing_portal.configuration" as const,
        active: true,
        is_default: false,
        metadata: record(p.metadata),
      };
      shop.portals.set(id, made);
      return made;
    },
  ),
];

const selling: readonly StripeRoute[] = [
  route("POST", "checkout/sessions", "Checkout/Sessions", "SessionCreateParams", (shop, parameters) => {
    const [item] = parameters.line_items as Array<{ price: string }>;
    if (!item || !shop.prices.has(item.price)) return undefined;
    const id = shop.id("cs_test");
    const reference = text(parameters.client_reference_id);
    const data = (parameters.subscription_data ?? {}) as Parameters;
    shop.checkouts.push({
      id,
      reference,
      price: item.price,
      customer: text(parameters.customer) || undefined,
      email: text(parameters.customer_email) || undefined,
      trialDays: text(data.trial_period_days) || undefined,
      metadata: record(data.metadata),
    });
    return { id, object: "checkout.session", url: `https://checkout.stripe.example/c/${id}` };
  }),
  route(
    "POST",
    "billing_portal/sessions",
    "BillingPortal/Sessions",
    "SessionCreateParams",
    (shop, parameters) => {
      const configuration = text(parameters.configuration);
      if (configuration !== "" && !shop.portals.has(configuration)) return undefined;
      const id = shop.id("bps");
      return { id, object: "billing_portal.session", url: `https://billing.stripe.example/p/${id}` };
    },
  ),
  route("GET", "subscriptions/:id", "Subscriptions", "SubscriptionRetrieveParams", (shop, _, id) =>
    shop.subscriptions.get(id),
  ),
  route("POST", "subscriptions/:id", "Subscriptions", "SubscriptionUpdateParams", (shop, parameters, id) => {
    const subscription = shop.subscriptions.get(id);
    // Keys that are not named stay.
    if (subscription) Object.assign(subscription.metadata, record(parameters.metadata));
    return subscription;
  }),
  route("DELETE", "subscriptions/:id", "Subscriptions", "SubscriptionCancelParams", (shop, _, id) => {
    const subscription = shop.subscriptions.get(id);
    if (!subscription || subscription.status === "canceled") return undefined;
    shop.end(subscription, "cancellation_requested");
    return subscription;
  }),
];

const paying: readonly StripeRoute[] = [
  route("GET", "invoices", "Invoices", "InvoiceListParams", (shop, parameters) => {
    const paid = shop.payments.filter(({ subscription }) => subscription === parameters.subscription);
    return listOf(paid.toReversed().map(invoiceOf), parameters);
  }),
  route("GET", "invoice_payments", "InvoicePayments", "InvoicePaymentListParams", (shop, parameters) => {
    const intent = record(parameters.payment).payment_intent;
    const found = shop.payments.filter(
      (payment) =>
        payment.invoice === parameters.invoice || (intent !== undefined && payment.intent === intent),
    );
    return listOf(found.map(invoicePaymentOf), parameters);
  }),
  route("GET", "disputes", "Disputes", "DisputeListParams", (shop, parameters) => {
    const found = shop.payments.filter(
      (payment) => chargeId(payment) === parameters.charge && payment.dispute !== undefined,
    );
    return listOf(
      found.map(({ dispute }) => ({ id: shop.id("dp"), object: "dispute", status: dispute })),
      parameters,
    );
  }),
  route("GET", "events", "Events", "EventListParams", (shop, parameters) => {
    const since = Number(record(parameters.created).gte ?? 0);
    const types = parameters.types as string[] | undefined;
    const found = shop.events.filter(
      ({ created, type }) => Number(created) >= since && (!types || types.includes(String(type))),
    );
    return listOf(found.toReversed(), parameters);
  }),
];

const chargeId = ({ intent }: StripePayment): string => intent.replace("pi_", "ch_");

function invoiceOf({ invoice, subscription }: StripePayment): object {
  const parent = { type: "subscription_details", subscription_details: { subscription } };
  return { id: invoice, object: "invoice", status: "paid", amount_paid: 999, parent };
}

function invoicePaymentOf(payment: StripePayment): object {
  const charge = {
    id: chargeId(payment),
    object: "charge",
    refunded: payment.refunded,
    disputed: payment.dispute !== undefined,
  };
  const intent = { id: payment.intent, object: "payment_intent", latest_charge: charge };
  return {
    id: payment.invoice.replace("in_", "inpay_"),
    object: "invoice_payment",
    status: "paid",
    invoice: invoiceOf(payment),
    payment: { type: "payment_intent", payment_intent: intent },
  };
}

export const stripeRoutes: readonly StripeRoute[] = [
  ...products,
  ...prices,
  ...endpoints,
  ...selling,
  ...paying,
];
