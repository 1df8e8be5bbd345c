import type { StoreJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import { billingStores } from "../stores.ts";
import type { EnumWords } from "./enum-words.ts";

export const storeWords: EnumWords<StoreJson> = Object.fromEntries(
  billingStores.map(({ word, value }) => [word, value] as const),
);

/** Where an entitlement comes from: a store or a grant. */
export const sourceWords: EnumWords<StoreJson> = { ...storeWords, grant: "STORE_MANUAL" };
