import { appStore } from "./app-store/store.tsx";
import { playStore } from "./play-store/store.tsx";
import type { StoreEntry } from "./store-entry.ts";
import { stripe } from "./stripe/store.tsx";

/** Every store. A new one is added here; no other code of the console lists them. */
export const billingStores: readonly StoreEntry[] = [appStore, playStore, stripe];
