import { between, checkId } from "../../projects/value-checks.ts";
import type { OneTimeEntry, ProductEntry } from "../catalog-entry.ts";
import type { Entry, SoldAs, StoreDefinition } from "../store-definition.ts";
import { unitAmountOf } from "./minor-units.ts";
import { oneTimeProductId, tierProductId } from "./product-id.ts";
import { stripeEventTypes } from "./read-event.ts";

type Settings = { enabled: boolean; portalConfigurationId: string; webhookEndpointId: string };
type Options = { stripeGraceDays: number; keepStripeSubscriptions: boolean };
type Billing = Readonly<{ stripe: Settings }>;
type Ids = { stripeLookupKey: string; stripeProductId: string };

const defaults: Settings = { enabled: false, portalConfigurationId: "", webhookEndpointId: "" };
const optionDefaults: Options = { stripeGraceDays: 7, keepStripeSubscriptions: false };
const noIds: Ids = { stripeLookupKey: "", stripeProductId: "" };
const details: { stripeEvents: string[] } = { stripeEvents: [...stripeEventTypes] };
const ids = [
  { key: "stripeLookupKey", path: "stripe_lookup_key", pattern: /^[\x21-\x7e]{1,200}$/ },
  { key: "stripeProductId", path: "stripe_product_id", pattern: /^[\w-]{1,255}$/ },
] as const;

export const stripe = {
  name: "stripe",
  title: "Stripe",
  section: "stripe",
  defaults,
  optionDefaults,
  options: [
    {
      path: "billing.stripe_grace_days",
      type: "number",
      about: "Days of access after a failed renewal at Stripe, 0 to 28.",
      check: between(0, 28),
      order: 4,
    },
    {
      path: "billing.keep_stripe_subscriptions",
      type: "flag",
      about: "true: deleting a user leaves their subscriptions at Stripe running.",
      order: 6,
    },
  ],
  fields: [
    { path: "billing.stripe.enabled", type: "flag", about: "true: Stripe sells the catalog." },
    {
      path: "billing.stripe.portal_configuration_id",
      type: "text",
      about: "Configuration of Stripe's customer portal; svc setup billing writes it.",
      check: checkId,
    },
    {
      path: "billing.stripe.webhook_endpoint_id",
      type: "text",
      about: "The webhook endpoint at Stripe; svc setup billing writes it.",
      check: checkId,
    },
  ],
  secrets: [
    {
      name: "stripe_secret_key",
      path: "billing.stripe.secret_key",
      presence: "billing.stripe.has_secret_key",
      about: "Secret or restricted key, sk_ or rk_.",
      check: (secret: string) =>
        /^[sr]k_[A-Za-z0-9_]{8,250}$/.test(secret) ? undefined : "is not a Stripe key (sk_... or rk_...)",
    },
    {
      name: "stripe_webhook_secret",
      path: "billing.stripe.webhook_secret",
      presence: "billing.stripe.has_webhook_secret",
      about: "Signing secret of the webhook, whsec_.",
      check: (secret: string) =>
        /^whsec_[A-Za-z0-9+/=_-]{8,250}$/.test(secret)
          ? undefined
          : "is not a Stripe signing secret (whsec_...)",
    },
  ],

  noProductIds: noIds,
  noOneTimeIds: noIds,
  productIds: ids,
  oneTimeIds: ids,
  productOf(seller, { stripe: { enabled } }, tier, product) {
    if (!enabled) return undefined;
    const named = ["svc", seller.slug, tier.id, product.period, product.price.currency];
    const productId = product.stripeProductId || tierProductId(seller, tier);
    return { productId, planId: product.stripeLookupKey || named.join(":").toLowerCase() };
  },
  oneTimeOf(seller, { stripe: { enabled } }, product) {
    if (!enabled) return undefined;
    const named = ["svc", seller.slug, product.id, "once", product.price.currency];
    const productId = product.stripeProductId || oneTimeProductId(seller, product);
    return { productId, planId: product.stripeLookupKey || named.join(":").toLowerCase() };
  },
  isOn: ({ stripe }) => stripe.enabled,
  idsDependOn: ({ stripe }) => stripe.enabled,
  planIsUnique: true,
  tierProductId,
  uniqueId: (_tier, { stripeLookupKey }) => stripeLookupKey,
  uniqueOneTimeId: ({ stripeLookupKey }) => stripeLookupKey,
  tiersProblem: () => undefined,
  unitAmountOf: ({ amount, currency }) => unitAmountOf(amount, currency),
  publicProduct: isSold,
  publicOneTime: isSold,

  webhook: {
    urlKey: "stripeUrl",
    path: "stripe",
    secret: undefined,
    details,
  },
  proofField: undefined,
  importProblem,
  managementUrl: () => "",

  keyIsSecret: false,
  hasEnvironments: false,
  notificationsAreHints: true,
  consumesAtStore: false,
  sellsOnPages: true,
  endsSubscriptions: true,
} as const satisfies StoreDefinition<Billing, ProductEntry & Readonly<Ids>, OneTimeEntry & Readonly<Ids>>;

function isSold(sold: SoldAs | undefined): { stripe: boolean } {
  return { stripe: sold !== undefined };
}

function importProblem({ user, storeKey, oneTime }: Entry): string | undefined {
  if (oneTime && !/^pi_\w{1,250}$/.test(storeKey)) {
    return "the key is not a payment intent of Stripe: those begin with pi_";
  }
  if (!oneTime && !/^sub_\w{1,250}$/.test(storeKey)) {
    return "the key is not a subscription id of Stripe: those begin with sub_";
  }
  // Nobody can restore it: Stripe hands no proof of purchase to an app.
  return user === "" ? "what was bought at Stripe needs a user" : undefined;
}
