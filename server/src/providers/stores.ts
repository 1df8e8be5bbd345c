import { appStoreAdapter } from "../domain/billing/app-store/adapter.ts";
import { playStoreAdapter } from "../domain/billing/play-store/adapter.ts";
import type { Stores } from "../domain/billing/store-adapter.ts";
import { stripeAdapter } from "../domain/billing/stripe/adapter.ts";
import { createAppStore } from "./app-store/create-app-store.ts";
import { createPlayStore } from "./play-store/create-play-store.ts";
import type { StoreOptions } from "./store-options.ts";
import { createStripe } from "./stripe/create-stripe.ts";
import { createStripeSupport } from "./stripe/create-stripe-support.ts";

/** Asked instead of the stores themselves; the root is a file in PEM. */
export type StoreOrigins = Readonly<{
  appStore: string | undefined;
  appStoreRoot: string | undefined;
  playStore: string | undefined;
  stripe: string | undefined;
}>;

const WAIT_MS = 10_000;

/** Every store: how to ask it, and what its adapter makes of the answers. */
export function createStores(
  { appStore, appStoreRoot, playStore, stripe }: StoreOrigins,
  {
    waitMs = WAIT_MS,
    ...clocks
  }: Pick<StoreOptions, "clock" | "monotonicMs"> & {
    waitMs?: number | undefined;
  },
): Stores {
  const options = { ...clocks, waitMs };
  return {
    appStore: createAppStore({ origin: appStore, rootFile: appStoreRoot, ...options }),
    playStore: createPlayStore({ origin: playStore, ...options }),
    stripe: createStripe({ origin: stripe, ...options }),
    stripeSupport: createStripeSupport({ origin: stripe, waitMs }),
    adapters: { app_store: appStoreAdapter, play_store: playStoreAdapter, stripe: stripeAdapter },
  };
}
