import type { Parameters } from "./stripe-parameters.ts";
import { missingResourceError, StripeRefusal } from "./stripe-refusal.ts";
import { listOf, record, routesFor, type StripeRoute, text } from "./stripe-route.ts";
import type { StripeShop } from "./stripe-shop.ts";

const MOST_PRODUCTS = 10;

const configuration = routesFor("customer_portal", "BillingPortal/Configurations");
const session = routesFor("customer_portal", "BillingPortal/Sessions");

export const stripePortalRoutes: readonly StripeRoute[] = [
  configuration("GET", "billing_portal/configurations", "ConfigurationListParams", (shop, parameters) => {
    const { active } = parameters;
    const found = [...shop.portals.values()].filter(
      (one) => active === undefined || one.active === (active === "true"),
    );
    return listOf(found, parameters);
  }),
  configuration("POST", "billing_portal/configurations", "ConfigurationCreateParams", (shop, parameters) => {
    const id = shop.id("bpc");
    const made = {
      id,
      object: "billing_portal.configuration" as const,
      active: true,
      is_default: false,
      metadata: record(parameters.metadata),
      features: featuresIn(shop, parameters),
    };
    shop.portals.set(id, made);
    return made;
  }),
  configuration(
    "POST",
    "billing_portal/configurations/:id",
    "ConfigurationUpdateParams",
    (shop, parameters, id) => {
      const found = shop.portals.get(id);
      if (!found) return undefined;
      Object.assign(found.metadata, record(parameters.metadata));
      if (parameters.features !== undefined) {
        found.features = { ...found.features, ...featuresIn(shop, parameters) };
      }
      return found;
    },
  ),
  session("POST", "billing_portal/sessions", "SessionCreateParams", (shop, parameters) => {
    const wanted = text(parameters.configuration);
    shop.requireCustomer(text(parameters.customer));
    if (wanted !== "" && !shop.portals.has(wanted)) throw missingResourceError("configuration", wanted);
    const id = shop.id("bps");
    return { id, object: "billing_portal.session", url: `https://billing.stripe.example/p/${id}` };
  }),
];

/** Stripe lets customers switch only between prices that are sold, each named with its product. */
function featuresIn(shop: StripeShop, parameters: Parameters): Parameters {
  const features = parameters.features as Parameters;
  const update = (features.subscription_update ?? {}) as Parameters;
  if (update.enabled !== "true") return features;
  const products = update.products as Array<{ product: string; prices: string[] }> | undefined;
  const param = "features[subscription_update][products]";
  if (!Array.isArray(products) || update.default_allowed_updates === undefined) {
    throw new StripeRefusal(`Missing required param: ${param}`, "parameter_missing", param);
  }
  if (products.length > MOST_PRODUCTS) throw new StripeRefusal("Too many products", "invalid", param);
  for (const { product, prices } of products) {
    const sold = prices.map((id) => shop.prices.get(id));
    if (sold.some((price) => !price?.active || price.product !== product)) {
      throw new StripeRefusal(`A price is not active or not of ${product}`, "resource_missing", param);
    }
    const intervals = sold.map((price) => JSON.stringify([price?.recurring, price?.currency]));
    if (new Set(intervals).size < intervals.length) {
      throw new StripeRefusal("Prices of a product must differ in their interval", "invalid", param);
    }
  }
  return features;
}
