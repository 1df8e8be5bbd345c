import { readServiceAccount } from "../../../crypto/google-service-account.ts";
import { checkId, checkPackage } from "../../projects/value-checks.ts";
import type { OneTimeEntry, ProductEntry, TierEntry } from "../catalog-entry.ts";
import { CATALOG_ID, first } from "../catalog-problems.ts";
import type { Entry, StoreDefinition } from "../store-definition.ts";
import { webhookSecretProblem } from "../webhook-secret.ts";
import { isPurchaseToken } from "./purchase-token.ts";

type Settings = {
  packageName: string;
  cloudProject: string;
  pubsubTopic: string;
  pubsubServiceAccount: string;
};
type Billing = Readonly<{ playStore: Settings }>;
type OneTimeIds = { playStoreProductId: string };
type ProductIds = OneTimeIds & { playStoreBasePlanId: string };
type Product = ProductEntry & Readonly<ProductIds>;

const defaults: Settings = { packageName: "", cloudProject: "", pubsubTopic: "", pubsubServiceAccount: "" };
const optionDefaults: Record<never, never> = {};
const noProductIds: ProductIds = { playStoreProductId: "", playStoreBasePlanId: "" };
const noOneTimeIds: OneTimeIds = { playStoreProductId: "" };
const productId = { key: "playStoreProductId", path: "play_store_product_id", pattern: CATALOG_ID } as const;
const BASE_PLAN_ID = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const TOPIC = /^(projects\/[a-z][a-z0-9-]{4,28}[a-z0-9]\/topics\/[A-Za-z][\w.~+%-]{2,254})?$/;

export const playStore = {
  name: "play_store",
  title: "Google Play",
  section: "playStore",
  defaults,
  optionDefaults,
  options: [],
  fields: [
    {
      path: "billing.play_store.package_name",
      type: "text",
      about: "Package name of the app. Empty: not sold in Google Play.",
      check: checkPackage,
    },
    {
      path: "billing.play_store.cloud_project",
      type: "text",
      about: "Id of the Google Cloud project with the topic.",
      check: checkId,
    },
    {
      path: "billing.play_store.pubsub_topic",
      type: "text",
      about: "The topic that Play publishes to, projects/<project>/topics/<topic>.",
      check: (value) =>
        TOPIC.test(String(value)) ? undefined : "must look like projects/my-project/topics/my-topic",
    },
    {
      path: "billing.play_store.pubsub_service_account",
      type: "text",
      about: "Email address of the service account that signs the pushes.",
      check: checkId,
    },
  ],
  secrets: [
    {
      name: "play_store_service_account",
      path: "billing.play_store.service_account",
      presence: "billing.play_store.has_service_account",
      about: "Key of the service account: the text of Google's JSON file.",
      check: (secret: string) =>
        readServiceAccount(secret)
          ? undefined
          : "is not the text of the JSON key of a Google service account",
    },
    {
      name: "play_store_rtdn_secret",
      path: "billing.play_store.rtdn_secret",
      presence: "billing.play_store.has_rtdn_secret",
      about: "Secret part of the webhook URL for Google's notifications.",
      check: webhookSecretProblem,
    },
  ],

  noProductIds,
  noOneTimeIds,
  productIds: [
    productId,
    { key: "playStoreBasePlanId", path: "play_store_base_plan_id", pattern: BASE_PLAN_ID },
  ],
  oneTimeIds: [productId],
  productOf(_seller, { playStore: { packageName } }, tier, product) {
    if (packageName === "") return undefined;
    const planId = product.playStoreBasePlanId || product.period.toLowerCase();
    return { productId: product.playStoreProductId || tier.id, planId };
  },
  oneTimeOf: (_seller, { playStore: { packageName } }, product) =>
    packageName === "" ? undefined : { productId: product.playStoreProductId || product.id, planId: "" },
  isOn: ({ playStore }) => playStore.packageName !== "",
  idsDependOn: ({ playStore }) => playStore.packageName,
  planIsUnique: false,
  tierProductId: () => undefined,
  uniqueId: (tier, { playStoreProductId }) => playStoreProductId || tier.id,
  uniqueOneTimeId: ({ id, playStoreProductId }) => playStoreProductId || id,
  tiersProblem: planTwice,
  unitAmountOf: () => undefined,
  publicProduct: (sold) => ({
    playStoreProductId: sold?.productId ?? "",
    playStoreBasePlanId: sold?.planId ?? "",
  }),
  publicOneTime: (sold) => ({ playStoreProductId: sold?.productId ?? "" }),

  webhook: {
    urlKey: "playStoreUrl",
    path: "google",
    secret: { name: "play_store_rtdn_secret", path: "billing.play_store.rtdn_secret" },
    details: {},
  },
  proofField: "play_store",
  importProblem,
  managementUrl({ playStore }, productId) {
    const query = new URLSearchParams({ sku: productId, package: playStore.packageName });
    return `https://play.google.com/store/account/subscriptions?${query}`;
  },

  keyIsSecret: true,
  hasEnvironments: false,
  notificationsAreHints: true,
  consumesAtStore: true,
  sellsOnPages: false,
  endsSubscriptions: false,
} as const satisfies StoreDefinition<Billing, Product, OneTimeEntry & Readonly<OneTimeIds>>;

/** Two products with the same product and base plan in Google Play would be one there, for two prices or tiers. */
function planTwice(tiers: readonly TierEntry<Product>[]): string | undefined {
  const seen = new Map<string, string>();
  return first(tiers, (tier) =>
    first(tier.products, ({ id, period, playStoreProductId, playStoreBasePlanId }) => {
      const plan = `${playStoreProductId || tier.id}:${playStoreBasePlanId || period.toLowerCase()}`;
      const other = seen.get(plan);
      seen.set(plan, id);
      return other === undefined
        ? undefined
        : `the play_store_base_plan_id of ${id} must differ from that of ${other}: both are ${plan} in Google Play`;
    }),
  );
}

function importProblem({ storeKey }: Entry): string | undefined {
  if (/^GPA\./i.test(storeKey)) return "the key is an order id of Google Play; a purchase token is needed";
  return isPurchaseToken(storeKey) ? undefined : "the key is not a purchase token";
}
