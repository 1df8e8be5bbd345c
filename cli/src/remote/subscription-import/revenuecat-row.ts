import { type Cells, flagOf, type Reading } from "./entry.ts";

const ANONYMOUS = /^\$RCAnonymousID:/i;
const APPLE = new Set(["app_store", "mac_app_store", "ios", "macos"]);
const GOOGLE = new Set(["play_store", "android"]);

export const PLAY_LEFT_OUT =
  "purchases in Google Play, because RevenueCat exports order ids and no purchase tokens: the app restores them, or import a plain CSV with the tokens";

/** A record of RevenueCat's export of transactions. Renewals of one subscription have the same original id. */
export function readRevenueCatRow(cell: Cells): Reading {
  const store = cell("store").toLowerCase();
  const oneTime = flagOf(cell("is_auto_renewable") || "true") === false;
  const sandbox = flagOf(cell("is_sandbox")) === true;
  const user = userOf(cell);
  if (GOOGLE.has(store)) return { leftOut: PLAY_LEFT_OUT };
  if (APPLE.has(store)) {
    const storeKey = cell("original_store_transaction_id");
    return { entry: { user, store: "STORE_APP_STORE", storeKey, oneTime, sandbox } };
  }
  if (store === "stripe") return stripeEntry(cell, user, oneTime);
  if (store === "promotional") {
    return { leftOut: "promotional entitlements of RevenueCat: grant them with svc billing grants add" };
  }
  return { leftOut: `purchases of the store ${JSON.stringify(store)}` };
}

/** Nobody here has the id that RevenueCat makes up for somebody who never signed in. */
function userOf(cell: Cells): string {
  const ids = [cell("rc_original_app_user_id"), cell("rc_last_seen_app_user_id_alias")];
  return ids.find((id) => id !== "" && !ANONYMOUS.test(id)) ?? "";
}

function stripeEntry(cell: Cells, user: string, oneTime: boolean): Reading {
  const ids = [cell("original_store_transaction_id"), cell("store_transaction_id")];
  const storeKey = ids.find((id) => id.startsWith(oneTime ? "pi_" : "sub_"));
  if (storeKey === undefined) {
    return { leftOut: "purchases at Stripe without a subscription id: import Stripe's own export" };
  }
  return { entry: { user, store: "STORE_STRIPE", storeKey, oneTime } };
}
