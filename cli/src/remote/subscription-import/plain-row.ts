import { type Cells, flagOf, type Reading } from "./entry.ts";

const STORES = {
  app_store: "STORE_APP_STORE",
  play_store: "STORE_PLAY_STORE",
  stripe: "STORE_STRIPE",
} as const;

/** A record of our own format: user,store,key and perhaps one_time,sandbox. */
export function readPlainRow(cell: Cells): Reading {
  const named = cell("store").toLowerCase().replace("-", "_");
  const store = Object.hasOwn(STORES, named) ? STORES[named as keyof typeof STORES] : undefined;
  if (store === undefined) return { problem: "store must be app_store, play_store or stripe" };
  const [oneTime, sandbox] = [flagOf(cell("one_time")), flagOf(cell("sandbox"))];
  if (oneTime === undefined) return { problem: "one_time must be true or false" };
  if (sandbox === undefined) return { problem: "sandbox must be true or false" };
  return { entry: { user: cell("user"), store, storeKey: cell("key"), oneTime, sandbox } };
}
