import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { billing } from "../../strings/billing.ts";
import type { Choice } from "./filter-bar.tsx";
import type { StoreEntry } from "./store-entry.ts";
import { billingStores } from "./stores.ts";

/** Undefined for a grant, and for a store that a newer server knows. */
export function storeOf(value: Store): StoreEntry | undefined {
  return billingStores.find((store) => store.value === value);
}

export function storeName(value: Store): string {
  if (value === Store.MANUAL) return billing.storeNames.manual;
  return storeOf(value)?.name ?? billing.unknown;
}

/** Values of a filter in the URL. */
export const storeFilters: Readonly<Record<string, Store>> = Object.fromEntries(
  billingStores.map(({ word, value }) => [word, value]),
);

/** The filter by store that every list of billing has. */
export const storeChoice: Choice<"store"> = {
  name: "store",
  label: billing.store,
  options: [
    { value: "", label: billing.anyStore },
    ...billingStores.map(({ word, name }) => ({ value: word, label: name })),
  ],
};
