import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";
import { notificationWords, stateWords } from "./enum-words.ts";
import { grantRows } from "./grant-rows.ts";
import { pageFlags } from "./pages.ts";
import { storeWords } from "./store-words.ts";
import { subscriptionFormats } from "./subscription-import/formats.ts";

export const billingGroups: Readonly<Record<string, string>> = {
  billing: "Manage subscriptions, one-time purchases and stores",
  "billing settings": "Show billing settings; change them with svc project apply or svc setup billing",
  "billing catalog": "Show the catalog; change it with svc project apply",
  "billing stores": "Show and test the App Store, Google Play and Stripe",
  "billing webhooks": "Show the webhook URLs for the stores",
  "billing subscriptions": "Manage subscriptions",
  "billing purchases": "Manage one-time purchases",
  "billing entitlements": "Show the entitlements of a user",
  "billing grants": "Manage entitlements granted without a purchase",
  "billing notifications": "Inspect and replay store notifications",
};

const flags: readonly Flag[] = [projectFlag, ...remoteFlags];
const stores = Object.keys(storeWords);

function choice(name: string, words: Readonly<Record<string, string>>, what: string): Flag {
  const choices = Object.keys(words);
  return { name, value: name, about: `only ${what}: ${choices.join(", ")}`, choices };
}

const storeFlag = choice("store", storeWords, "of this store");
const subscription = "0199c0de-1234-7abc-8def-0123456789ab";

const settingsRows: readonly CommandSpec[] = [
  {
    usage: "billing settings get",
    about: "Show the billing settings of a project; for secrets, only whether they are set",
    flags,
    json: "GetBillingSettingsResponse",
    examples: ["svc billing settings get --project acme"],
    load: () => import("./billing-settings-get.ts"),
  },
  {
    usage: "billing catalog get",
    about: "Show entitlements, tiers and products of a project with their ids in each store",
    flags,
    json: '{"entitlements", "tiers", "oneTimeProducts", "storeProducts"}',
    examples: ["svc billing catalog get --project acme"],
    load: () => import("./billing-catalog-get.ts"),
  },
  {
    usage: "billing stores list",
    about: "Show the setup status of each store, its last reply and the number of waiting notifications",
    flags,
    json: "GetStoreStatusResponse",
    examples: ["svc billing stores list --project acme"],
    load: () => import("./billing-stores-list.ts"),
  },
  {
    usage: "billing stores check <store>",
    about: "Test the stored credentials of a store; changes nothing",
    flags,
    argumentChoices: { "<store>": stores },
    json: "CheckStoreResponse",
    examples: ["svc billing stores check stripe --project acme"],
    load: () => import("./billing-stores-check.ts"),
  },
  {
    usage: "billing webhooks show",
    about:
      "Print the webhook URLs for the stores. Their secrets are created on first use; both are recorded in the audit log",
    flags,
    json: "GetWebhookUrlsResponse",
    examples: ["svc billing webhooks show --project acme"],
    load: () => import("./billing-webhooks-show.ts"),
  },
];

const metricsRow: CommandSpec = {
  usage: "billing metrics",
  about:
    "Show revenue (MRR), active subscriptions, trials and their conversion, churn, refunds and one-time purchases by store and tier, with the definition of each figure",
  flags: [
    {
      name: "days",
      value: "number",
      about: "length of the reporting period in days, 1 to 365",
      isWholeNumber: true,
      fallback: 30,
    },
    { name: "sandbox", about: "include purchases in test environments" },
    ...flags,
  ],
  json: "GetBillingMetricsResponse",
  examples: ["svc billing metrics --project acme", "svc billing metrics --project acme --days 90 --json"],
  load: () => import("./billing-metrics.ts"),
};

const subscriptionRows: readonly CommandSpec[] = [
  {
    usage: "billing subscriptions list",
    about: "List subscriptions, most recently changed first",
    flags: [
      { name: "user", value: "id|email", about: "only of this user" },
      storeFlag,
      choice("state", stateWords, "in this state"),
      { name: "sandbox", about: "include purchases in test environments" },
      ...pageFlags("subscriptions"),
      ...flags,
    ],
    json: "ListSubscriptionsResponse",
    examples: [
      "svc billing subscriptions list --project acme",
      "svc billing subscriptions list --project acme --user ada@example.com --sandbox --json",
    ],
    load: () => import("./billing-subscriptions-list.ts"),
  },
  {
    usage: "billing subscriptions refresh <subscription>",
    about: "Fetch the current state of a subscription from the store",
    flags,
    json: "RefreshSubscriptionResponse",
    examples: [`svc billing subscriptions refresh ${subscription} --project acme`],
    load: () => import("./billing-subscriptions-refresh.ts"),
  },
  {
    usage: "billing subscriptions transfer <subscription> <id|email>",
    about: "Transfer a subscription to another user",
    flags: [yesFlag, ...flags],
    json: "TransferSubscriptionResponse",
    examples: [`svc billing subscriptions transfer ${subscription} bob@example.com --project acme`],
    load: () => import("./billing-subscriptions-transfer.ts"),
  },
  {
    usage: "billing subscriptions cancel <subscription>",
    about:
      "Cancel a Stripe subscription at the end of its paid period or now; in the App Store and Google Play only the customer can cancel",
    flags: [{ name: "now", about: "end access immediately, without a refund" }, yesFlag, ...flags],
    json: "CancelSubscriptionResponse",
    examples: [
      `svc billing subscriptions cancel ${subscription} --project acme`,
      `svc billing subscriptions cancel ${subscription} --project acme --now --yes`,
    ],
    load: () => import("./billing-subscriptions-cancel.ts"),
  },
  {
    usage: "billing subscriptions refund <subscription>",
    about:
      "Refund the whole last payment for a Stripe subscription and end it now; the App Store and Google Play handle their own refunds",
    flags: [yesFlag, ...flags],
    json: "RefundPaymentResponse",
    examples: [`svc billing subscriptions refund ${subscription} --project acme`],
    load: () => import("./billing-subscriptions-refund.ts"),
  },
];

const purchaseRows: readonly CommandSpec[] = [
  {
    usage: "billing purchases list",
    about: "List one-time purchases, most recently changed first",
    flags: [
      { name: "user", value: "id|email", about: "only of this user" },
      storeFlag,
      { name: "sandbox", about: "include purchases in test environments" },
      ...pageFlags("purchases"),
      ...flags,
    ],
    json: "ListPurchasesResponse",
    examples: [
      "svc billing purchases list --project acme",
      "svc billing purchases list --project acme --user ada@example.com --sandbox --json",
    ],
    load: () => import("./billing-purchases-list.ts"),
  },
  {
    usage: "billing purchases refresh <purchase>",
    about: "Fetch the current state of a one-time purchase from the store",
    flags,
    json: "RefreshPurchaseResponse",
    examples: [`svc billing purchases refresh ${subscription} --project acme`],
    load: () => import("./billing-purchases-refresh.ts"),
  },
  {
    usage: "billing purchases refund <purchase>",
    about:
      "Refund a whole one-time purchase at Stripe, even if it was delivered; the App Store and Google Play handle their own refunds",
    flags: [yesFlag, ...flags],
    json: "RefundPaymentResponse",
    examples: [`svc billing purchases refund ${subscription} --project acme`],
    load: () => import("./billing-purchases-refund.ts"),
  },
];

const importRows: readonly CommandSpec[] = [
  {
    usage: "billing import <file>",
    about:
      "Import subscriptions from another system. The server verifies each with the store before it stores anything. A subscription that already has an owner keeps its owner. The file is an export of RevenueCat's transactions, of Stripe's list of subscriptions, or a CSV with the header user,store,key, where user is an id or a verified email address and key is the original transaction id, the purchase token or Stripe's subscription id; - reads standard input. Lines that were not imported are printed, and the exit code is 1, or 7 if the only problem was a store that did not answer. Safe to run again",
    flags: [
      {
        name: "format",
        value: "format",
        about: "csv, revenuecat or stripe; detected from the header by default",
        choices: subscriptionFormats,
      },
      {
        name: "dry-run",
        about: "verify with the stores and show what would happen, without storing anything",
      },
      ...flags,
    ],
    json: '{"project", "format", "dryRun", "complete", "imported", "unchanged", "notImported", "givingAccess", "remarks": {}, "leftOut": {}, "lines": [{"line", "outcome", "detail"}]}',
    examples: [
      "svc billing import subscribers.csv --project acme --dry-run",
      "gunzip -c transactions.csv.gz | svc billing import - --project acme --format revenuecat",
      "svc billing import subscriptions.csv --project acme > not-imported.tsv",
    ],
    load: () => import("./billing-import.ts"),
  },
];

const notificationRows: readonly CommandSpec[] = [
  {
    usage: "billing notifications list",
    about: "List store notifications, newest first",
    flags: [
      storeFlag,
      choice("status", notificationWords, "in this status"),
      ...pageFlags("notifications"),
      ...flags,
    ],
    json: "ListNotificationsResponse",
    examples: [
      "svc billing notifications list --project acme",
      "svc billing notifications list --project acme --store stripe --status failed",
    ],
    load: () => import("./billing-notifications-list.ts"),
  },
  {
    usage: "billing notifications replay [notification...]",
    about: "Process notifications again; safe, because the newest store state always wins",
    flags: [{ name: "failed", about: "all failed notifications" }, ...flags],
    json: "ReplayNotificationsResponse",
    examples: [
      "svc billing notifications replay --failed --project acme",
      `svc billing notifications replay ${subscription} --project acme`,
    ],
    load: () => import("./billing-notifications-replay.ts"),
  },
];

export const billingRows: readonly CommandSpec[] = [
  ...settingsRows,
  metricsRow,
  ...subscriptionRows,
  ...purchaseRows,
  ...importRows,
  ...grantRows,
  ...notificationRows,
];
