import { stripePayingRoutes } from "./stripe-paying-routes.ts";
import { stripePaymentRoutes } from "./stripe-payment-routes.ts";
import { stripePortalRoutes } from "./stripe-portal-routes.ts";
import { missingResourceError } from "./stripe-refusal.ts";
import { listOf, record, routesFor, type StripeRoute, text } from "./stripe-route.ts";
import { stripeSellingRoutes } from "./stripe-selling-routes.ts";

const product = routesFor("product", "Products");
const products: readonly StripeRoute[] = [
  product("GET", "products", "ProductListParams", (shop, parameters) =>
    listOf([...shop.products.values()], parameters),
  ),
  product("GET", "products/:id", "ProductRetrieveParams", (shop, _, id) => shop.products.get(id)),
  product("POST", "products", "ProductCreateParams", (shop, parameters) => {
    const id = text(parameters.id) || shop.id("prod");
    const made = {
      id,
      object: "product" as const,
      active: true,
      name: text(parameters.name),
      metadata: record(parameters.metadata),
    };
    shop.products.set(id, made);
    return made;
  }),
  product("POST", "products/:id", "ProductUpdateParams", (shop, parameters, id) => {
    const found = shop.products.get(id);
    if (found && parameters.name !== undefined) found.name = text(parameters.name);
    if (found && parameters.active !== undefined) found.active = parameters.active === "true";
    return found;
  }),
];

const price = routesFor("plan", "Prices");
const prices: readonly StripeRoute[] = [
  price("GET", "prices", "PriceListParams", (shop, parameters) => {
    const { lookup_keys: keys, active } = parameters;
    const found = [...shop.prices.values()].filter(
      (one) =>
        (!Array.isArray(keys) || keys.includes(one.lookup_key ?? "")) &&
        (parameters.product === undefined || one.product === parameters.product) &&
        (active === undefined || one.active === (active === "true")),
    );
    return listOf(found, parameters);
  }),
  price("POST", "prices", "PriceCreateParams", (shop, parameters) => {
    const lookupKey = text(parameters.lookup_key);
    const productId = text(parameters.product);
    if (!shop.products.has(productId)) throw missingResourceError("product", productId);
    const taken = [...shop.prices.values()].find((one) => one.lookup_key === lookupKey && lookupKey !== "");
    if (taken && parameters.transfer_lookup_key !== "true") return undefined;
    if (taken) taken.lookup_key = null;
    const recurring = parameters.recurring === undefined ? undefined : record(parameters.recurring);
    return shop.addPrice(lookupKey, {
      currency: text(parameters.currency),
      unit_amount: Number(parameters.unit_amount),
      product: productId,
      metadata: record(parameters.metadata),
      recurring: recurring
        ? { interval: recurring.interval ?? "", interval_count: Number(recurring.interval_count ?? 1) }
        : null,
    });
  }),
  price("POST", "prices/:id", "PriceUpdateParams", (shop, parameters, id) => {
    const found = shop.prices.get(id);
    if (found && parameters.active !== undefined) found.active = parameters.active === "true";
    return found;
  }),
];

const endpoint = routesFor("webhook", "WebhookEndpoints");
const endpoints: readonly StripeRoute[] = [
  endpoint("GET", "webhook_endpoints", "WebhookEndpointListParams", (shop, parameters) =>
    listOf([...shop.webhooks.values()], parameters),
  ),
  endpoint("GET", "webhook_endpoints/:id", "WebhookEndpointRetrieveParams", (shop, _, id) =>
    shop.webhooks.get(id),
  ),
  endpoint("POST", "webhook_endpoints", "WebhookEndpointCreateParams", (shop, parameters) => {
    const id = shop.id("we");
    const made = {
      id,
      object: "webhook_endpoint" as const,
      url: text(parameters.url),
      status: "enabled" as const,
      enabled_events: parameters.enabled_events as string[],
      api_version: text(parameters.api_version) || null,
      metadata: record(parameters.metadata),
    };
    shop.webhooks.set(id, made);
    // Told this once and never again.
    return { ...made, secret: `whsec_${id}secretsecret` };
  }),
  endpoint("POST", "webhook_endpoints/:id", "WebhookEndpointUpdateParams", (shop, parameters, id) => {
    const found = shop.webhooks.get(id);
    if (!found) return undefined;
    if (parameters.enabled_events !== undefined) found.enabled_events = parameters.enabled_events as string[];
    if (parameters.disabled !== undefined) {
      found.status = parameters.disabled === "true" ? "disabled" : "enabled";
    }
    return found;
  }),
  endpoint("DELETE", "webhook_endpoints/:id", "WebhookEndpointDeleteParams", (shop, _, id) =>
    shop.webhooks.delete(id) ? { id, object: "webhook_endpoint", deleted: true } : undefined,
  ),
];

export const stripeRoutes: readonly StripeRoute[] = [
  ...products,
  ...prices,
  ...endpoints,
  ...stripePortalRoutes,
  ...stripeSellingRoutes,
  ...stripePayingRoutes,
  ...stripePaymentRoutes,
];
