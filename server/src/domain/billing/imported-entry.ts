import { isPurchaseToken } from "./play-store/read-purchase.ts";
import type { StoreName } from "./store.ts";

/** A subscription of another system, as an administrator names it. */
export type ImportedEntry = Readonly<{
  /** Id or email address; empty when nobody is named. */
  user: string;
  /** Empty or unknown when it is not a store. */
  store: string;
  /** Original transaction id, purchase token, or Stripe's subscription id. */
  storeKey: string;
  oneTime: boolean;
  /** App Store only. */
  sandbox: boolean;
}>;

export const storeTitles: Readonly<Record<StoreName, string>> = {
  app_store: "the App Store",
  play_store: "Google Play",
  stripe: "Stripe",
};

/** Why an entry cannot be asked about; undefined when it can. Never quotes the key: Play's are secrets. */
export function problemOfEntry({ user, store, storeKey, oneTime }: ImportedEntry): string | undefined {
  if (!Object.hasOwn(storeTitles, store)) return "the store must be app_store, play_store or stripe";
  if (storeKey === "") return "the store's key of the subscription is missing";
  if (store === "app_store" && !/^\d{1,20}$/.test(storeKey)) {
    return "the key is not a transaction id of the App Store: those are digits";
  }
  if (store === "play_store" && /^GPA\./i.test(storeKey)) {
    return "the key is an order id of Google Play; a purchase token is needed";
  }
  if (store === "play_store" && !isPurchaseToken(storeKey)) return "the key is not a purchase token";
  if (store === "stripe") return problemAtStripe(user, storeKey, oneTime);
  return undefined;
}

function problemAtStripe(user: string, storeKey: string, oneTime: boolean): string | undefined {
  if (oneTime && !/^pi_\w{1,250}$/.test(storeKey)) {
    return "the key is not a payment intent of Stripe: those begin with pi_";
  }
  if (!oneTime && !/^sub_\w{1,250}$/.test(storeKey)) {
    return "the key is not a subscription id of Stripe: those begin with sub_";
  }
  // Nobody can restore it: Stripe hands no proof of purchase to an app.
  return user === "" ? "what was bought at Stripe needs a user" : undefined;
}
