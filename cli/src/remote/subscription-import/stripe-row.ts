import type { Cells, Reading } from "./entry.ts";

/** A record of the list of subscriptions that Stripe's dashboard exports. */
export function readStripeRow(cell: Cells): Reading {
  const id = cell("id");
  if (!id.startsWith("sub_")) {
    return { problem: "id is not that of a subscription (sub_…); export the list of subscriptions" };
  }
  const user = cell("customer email");
  if (user === "") return { problem: "the customer has no email address; name the user in a plain CSV" };
  return { entry: { user, store: "STORE_STRIPE", storeKey: id } };
}
