import type { Millis, SubscriptionRow } from "../../storage/db.ts";

/** Something that was bought together with a subscription. */
export type AddOn = Readonly<{ productId: string; planId: string; accessUntil: Millis; willRenew: boolean }>;

/** With the tier that the catalog gave it when it was last told; empty when none. */
export type StoredAddOn = AddOn & Readonly<{ tierId: string }>;

/** In one order, whatever the store's is. Empty when there are none. */
export function writeAddOns(addOns: readonly StoredAddOn[]): string {
  if (addOns.length === 0) return "";
  const listed = addOns.map(({ productId, planId, tierId, accessUntil, willRenew }) => ({
    ...{ productId, planId, tierId, accessUntil, willRenew },
  }));
  return JSON.stringify(listed.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)));
}

export function readAddOns({ addOns }: Pick<SubscriptionRow, "addOns">): StoredAddOn[] {
  return addOns === "" ? [] : (JSON.parse(addOns) as StoredAddOn[]);
}

/** The subscription itself, and what was bought with it as if it were one. */
export function itemsOf(row: SubscriptionRow): SubscriptionRow[] {
  const others = readAddOns(row).map((addOn) => ({
    ...row,
    ...addOn,
    willRenew: addOn.willRenew ? 1 : 0,
    addOns: "",
  }));
  return [row, ...others];
}

/** Which products and plans, whatever their order and their time. */
export function namesOfItems(row: Pick<SubscriptionRow, "productId" | "planId" | "addOns">): string {
  return JSON.stringify([row, ...readAddOns(row)].map(nameOf).sort());
}

function nameOf({ productId, planId }: Pick<AddOn, "productId" | "planId">): string {
  return `${productId} ${planId}`;
}
