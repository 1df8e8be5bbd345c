import { applePrivateKey } from "../../projects/secret-checks.ts";
import { checkId } from "../../projects/value-checks.ts";
import type { OneTimeEntry, ProductEntry } from "../catalog-entry.ts";
import { twice } from "../catalog-problems.ts";
import type { SoldAs, StoreDefinition } from "../store-definition.ts";
import { webhookSecretProblem } from "../webhook-secret.ts";

type Settings = { bundleId: string; appAppleId: string; issuerId: string; keyId: string };
type Billing = Readonly<{ appStore: Settings }>;
type Ids = { appStoreProductId: string };

const defaults: Settings = { bundleId: "", appAppleId: "", issuerId: "", keyId: "" };
const optionDefaults: { answerConsumptionRequests: boolean } = { answerConsumptionRequests: false };
const noIds: Ids = { appStoreProductId: "" };
const ids = [
  { key: "appStoreProductId", path: "app_store_product_id", pattern: /^[A-Za-z0-9._]{1,100}$/ },
] as const;

export const appStore = {
  name: "app_store",
  title: "the App Store",
  section: "appStore",
  defaults,
  optionDefaults,
  options: [
    {
      path: "billing.answer_consumption_requests",
      type: "flag",
      about: "true: svc answers Apple's consumption requests when a customer asks for a refund.",
      order: 7,
    },
  ],
  fields: [
    {
      path: "billing.app_store.bundle_id",
      type: "text",
      about: "Bundle ID of the app. Empty: not sold in the App Store.",
      check: checkId,
    },
    {
      path: "billing.app_store.app_apple_id",
      type: "text",
      about: "Numeric Apple ID of the app.",
      check: (value) =>
        /^\d{0,20}$/.test(String(value)) ? undefined : "must be a number, such as 1234567890",
    },
    {
      path: "billing.app_store.issuer_id",
      type: "text",
      about: "Issuer id of the in-app purchase key.",
      check: checkId,
    },
    {
      path: "billing.app_store.key_id",
      type: "text",
      about: "Id of the in-app purchase key.",
      check: checkId,
    },
  ],
  secrets: [
    {
      name: "app_store_private_key",
      path: "billing.app_store.private_key",
      presence: "billing.app_store.has_private_key",
      about: "The in-app purchase key: the text of Apple's .p8 file.",
      check: applePrivateKey,
    },
    {
      name: "app_store_notification_secret",
      path: "billing.app_store.notification_secret",
      presence: "billing.app_store.has_notification_secret",
      about: "Secret part of the webhook URL for Apple's notifications.",
      check: webhookSecretProblem,
    },
  ],

  noProductIds: noIds,
  noOneTimeIds: noIds,
  productIds: ids,
  oneTimeIds: ids,
  productOf: (_seller, billing, _tier, product) => soldAs(billing, product),
  oneTimeOf: (_seller, billing, product) => soldAs(billing, product),
  isOn: ({ appStore }) => appStore.bundleId !== "",
  idsDependOn: ({ appStore }) => appStore.bundleId,
  planIsUnique: false,
  tierProductId: () => undefined,
  uniqueId: (_tier, { appStoreProductId }) => appStoreProductId,
  uniqueOneTimeId: ({ appStoreProductId }) => appStoreProductId,
  tiersProblem: (tiers) =>
    twice(
      tiers.flatMap(({ products }) =>
        products.flatMap(({ appStoreProductId: id }) => (id === "" ? [] : [id])),
      ),
    ),
  unitAmountOf: () => undefined,
  publicProduct: publicIds,
  publicOneTime: publicIds,

  webhook: {
    urlKey: "appStoreUrl",
    path: "apple",
    secret: { name: "app_store_notification_secret", path: "billing.app_store.notification_secret" },
    details: {},
  },
  proofField: "app_store_signed_transaction",
  importProblem: ({ storeKey }) =>
    /^\d{1,20}$/.test(storeKey)
      ? undefined
      : "the key is not a transaction id of the App Store: those are digits",
  managementUrl: () => "https://apps.apple.com/account/subscriptions",

  keyIsSecret: false,
  hasEnvironments: true,
  notificationsAreHints: false,
  consumesAtStore: false,
  sellsOnPages: false,
  endsSubscriptions: false,
} as const satisfies StoreDefinition<Billing, ProductEntry & Readonly<Ids>, OneTimeEntry & Readonly<Ids>>;

function soldAs(
  { appStore: { bundleId } }: Billing,
  { id, appStoreProductId }: Readonly<Ids & { id: string }>,
): SoldAs | undefined {
  if (bundleId === "") return undefined;
  return { productId: appStoreProductId || `${bundleId}.${id}`, planId: "" };
}

function publicIds(sold: SoldAs | undefined): { appStoreProductId: string } {
  return { appStoreProductId: sold?.productId ?? "" };
}
