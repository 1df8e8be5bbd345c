import { appStoreAdapter } from "./app-store/adapter.ts";
import { playStoreAdapter } from "./play-store/adapter.ts";
import type { StoreName } from "./store.ts";
import type { StoreAdapter, StoreAdapters } from "./store-adapter.ts";
import { stripeAdapter } from "./stripe/adapter.ts";

const adapters: StoreAdapters = {
  app_store: appStoreAdapter,
  play_store: playStoreAdapter,
  stripe: stripeAdapter,
};

/** Rows name their store as text. */
export function adapterOf(store: string): StoreAdapter {
  const adapter = adapters[store as StoreName];
  if (!adapter) throw new Error(`there is no store ${JSON.stringify(store)}`);
  return adapter;
}
