import type { BillingStore } from "../../store-entry.ts";

export const stripe: BillingStore = {
  word: "stripe",
  value: "STORE_STRIPE",
  name: "stripe",
  title: "Stripe",
  section: "stripe",
  isOn: ({ stripe }) => stripe?.enabled === true,
  turnsOn: "--stripe",
  webhookRows: ({ stripeUrl = "", stripeEvents = [] }) => [
    ["stripe", stripeUrl],
    ["stripe events", stripeEvents.join(", ")],
  ],
  setupFlags: [
    {
      name: "stripe",
      about:
        "sell through Stripe; prompts for the key unless --stripe-secret-key is given; without a terminal it keeps the stored key or fails",
    },
    {
      name: "stripe-secret-key",
      value: "sk_|rk_",
      about: "Stripe's secret or restricted key, stored encrypted; - reads it from standard input",
    },
  ],
  doctorFlags: [
    {
      name: "stripe-secret-key",
      value: "sk_|rk_",
      about: "test this key with Stripe; - reads it from standard input",
    },
  ],
  loadSetup: async () => (await import("./setup-module.ts")).stripeSetupModule,
  loadKey: async () => (await import("../../doctor/stripe/key-checks.ts")).stripeKey,
};
