import type { StoreClients } from "../domain/billing/store-client.ts";
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

export function createStoreClients(
  { appStore, appStoreRoot, playStore, stripe }: StoreOrigins,
  {
    waitMs = WAIT_MS,
    ...clocks
  }: Pick<StoreOptions, "clock" | "monotonicMs"> & {
    waitMs?: number | undefined;
  },
): StoreClients {
  const options = { ...clocks, waitMs };
  return {
    appStore: createAppStore({ origin: appStore, rootFile: appStoreRoot, ...options }),
    playStore: createPlayStore({ origin: playStore, ...options }),
    stripe: createStripe({ origin: stripe, ...options }),
    stripeSupport: createStripeSupport({ origin: stripe, waitMs }),
  };
}
