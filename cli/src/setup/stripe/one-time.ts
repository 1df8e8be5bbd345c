import type { GetBillingSettingsResponseJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { priceOf, type StripeTier } from "./catalog.ts";

/** What users buy once, as Stripe has it: a product with a price that does not recur. */
export function stripeOneTimeOf({
  settings,
  storeProducts = [],
}: GetBillingSettingsResponseJson): StripeTier[] {
  return (settings?.oneTimeProducts ?? []).flatMap((product) => {
    const { id = "", name = "", stripeProductId = "", price = {} } = product;
    const ids = storeProducts.find(
      ({ store, oneTime, productId }) => store === "STORE_STRIPE" && oneTime && productId === id,
    );
    // What is retired stays at Stripe as it is.
    if (!ids || product.retired) return [];
    const plan = {
      ...priceOf(id, ids.unitAmount ?? "0", price),
      lookupKey: ids.storePlanId ?? "",
      productId: stripeProductId,
      recurring: undefined,
    };
    return [
      { productId: stripeProductId ? "" : (ids.storeProductId ?? ""), name: name || id, plans: [plan] },
    ];
  });
}
