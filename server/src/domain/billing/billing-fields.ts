import { storeFields, storeOptions } from "./stores.ts";

const general = [
  {
    path: "billing.enabled",
    type: "flag",
    about: "true: the project sells subscriptions or one-time products.",
    order: 1,
  },
  {
    path: "billing.purchase_transfer",
    type: "text",
    about:
      "A purchase that another user owns: reject it, move it from_guest (the guest's sessions end), or always.",
    order: 2,
  },
  {
    path: "billing.ignore_sandbox",
    type: "flag",
    about: "true: sandbox purchases give no access. App Review and TestFlight use the sandbox.",
    order: 3,
  },
  {
    path: "billing.renewal_leeway_minutes",
    type: "number",
    about: "Minutes of access after a period ends, until the store reports the renewal.",
    order: 5,
  },
] as const;

const catalog = [
  {
    path: "billing.entitlements",
    type: "entitlements",
    about: "What can be unlocked: each with id and name.",
  },
  {
    path: "billing.tiers",
    type: "tiers",
    about:
      "What users can subscribe to: id, name, rank, entitlements, and products with id, period, price, trial.",
  },
  {
    path: "billing.one_time_products",
    type: "one_time_products",
    about:
      "What users can buy once: id, name, kind (lifetime, consumable, non_renewing), entitlements, price.",
  },
] as const;

/** The settings of billing that are no secrets, in the order in which a spec shows them. */
export const billingFields = [
  ...[...general, ...storeOptions].sort((one, other) => one.order - other.order),
  ...storeFields,
  ...catalog,
];
