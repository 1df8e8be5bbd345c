import { appStore } from "./setup/app-store/store.ts";
import { playStore } from "./setup/play-store/store.ts";
import { stripe } from "./setup/stripe/store.ts";
import type { BillingStore } from "./store-entry.ts";

/** Every store, in the order of the server. A new one is added here; no other code of the command line lists them. */
export const billingStores: readonly BillingStore[] = [appStore, playStore, stripe];

export function billingStoreOf(value: string): BillingStore {
  const store = billingStores.find((one) => one.value === value);
  if (!store) throw new Error(`there is no store ${value}`);
  return store;
}
