import type { GetBillingSettingsResponseJson, StoreProductJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { usageFailure } from "../../failure.ts";

/** A way to pay for a product of Stripe's. */
export type StripePlan = Readonly<{
  lookupKey: string;
  /** For people: `9.99 USD`. */
  price: string;
  /** In the smallest unit of the currency. */
  unitAmount: number;
  /** In lower case, as Stripe writes it. */
  currency: string;
  interval: "week" | "month" | "year";
  intervalCount: number;
}>;

export type StripeProduct = Readonly<{ productId: string; name: string; plans: readonly StripePlan[] }>;

const INTERVALS = { W: "week", M: "month", Y: "year" } as const;

/** What the project sells, as Stripe has it: a tier is a product, a period a price. */
export function stripeCatalogOf({
  settings,
  storeProducts = [],
}: GetBillingSettingsResponseJson): StripeProduct[] {
  const idsOf = new Map(
    storeProducts.flatMap((ids) => (ids.store === "STORE_STRIPE" ? [[ids.productId, ids] as const] : [])),
  );
  return (settings?.tiers ?? []).flatMap(({ id: tierId = "", name = "", products = [] }) => {
    // What is retired stays at Stripe as it is.
    const sold = products.filter(({ retired }) => !retired);
    const plans = sold.flatMap(({ id = "", period = "", price }) => {
      const ids = idsOf.get(id);
      return ids === undefined ? [] : [planOf(ids, period, price)];
    });
    const productId = idsOf.get(sold[0]?.id)?.storeProductId;
    return productId === undefined ? [] : [{ productId, name: name || tierId, plans }];
  });
}

function planOf(
  { productId, storePlanId = "", unitAmount = "0" }: StoreProductJson,
  period: string,
  { currency = "", amount = "" }: { currency?: string; amount?: string } = {},
): StripePlan {
  const [, count = "", unit = ""] = /^P(\d+)([WMY])$/.exec(period) ?? [];
  const interval = INTERVALS[unit as keyof typeof INTERVALS];
  if (interval === undefined)
    throw usageFailure(`the period ${period} of ${productId} is unknown`, "update svc");
  if (Number(unitAmount) === 0) {
    throw usageFailure(
      `${amount} ${currency} of ${productId} is no amount`,
      `use whole units of ${currency}`,
    );
  }
  return {
    lookupKey: storePlanId,
    price: `${amount} ${currency}`,
    unitAmount: Number(unitAmount),
    currency: currency.toLowerCase(),
    interval,
    intervalCount: Number(count),
  };
}
