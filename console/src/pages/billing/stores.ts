import { appStore } from "./app-store/store.ts";
import { playStore } from "./play-store/store.ts";
import type { StoreEntry } from "./store-entry.ts";
import { stripe } from "./stripe/store.ts";

/** Every store. A new one is added here; no other code of the console lists them. */
export const billingStores: readonly StoreEntry[] = [appStore, playStore, stripe];
