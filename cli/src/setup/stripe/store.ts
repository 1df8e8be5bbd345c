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
        "sell through Stripe; asks for the key if --stripe-secret-key is left out, and without a terminal keeps the stored one or fails",
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
      about: "try this key at Stripe; - reads it from standard input",
    },
  ],
  loadSetup: async () => (await import("./setup-module.ts")).stripeSetupModule,
  loadKey: async () => (await import("../../doctor/stripe/key-checks.ts")).stripeKey,
};
