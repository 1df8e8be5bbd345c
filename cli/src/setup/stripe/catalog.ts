import type { GetBillingSettingsResponseJson, StoreProductJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CatalogPriceJson, CatalogProductJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { usageFailure } from "../../failure.ts";

/** A way to pay for a tier at Stripe. */
export type StripePlan = Readonly<{
  /** In the catalog. */
  id: string;
  lookupKey: string;
  /** The product that the catalog names for it; empty when it names none. */
  productId: string;
  /** For people: `9.99 USD`. */
  price: string;
  /** In the smallest unit of the currency. */
  unitAmount: number;
  /** In lower case, as Stripe writes it. */
  currency: string;
  /** Undefined for what is bought once. */
  recurring: Readonly<{ interval: "week" | "month" | "year"; intervalCount: number }> | undefined;
}>;

export type StripeTier = Readonly<{
  /** The product that svc makes for plans that have none. */
  productId: string;
  name: string;
  plans: readonly StripePlan[];
}>;

const INTERVALS = { W: "week", M: "month", Y: "year" } as const;

/** What the project sells, as Stripe has it: a tier is a product, a period a price. */
export function stripeCatalogOf({
  settings,
  storeProducts = [],
}: GetBillingSettingsResponseJson): StripeTier[] {
  const idsOf = new Map(
    storeProducts.flatMap((ids) =>
      ids.store === "STORE_STRIPE" && !ids.oneTime ? [[ids.productId, ids] as const] : [],
    ),
  );
  return (settings?.tiers ?? []).flatMap(({ id: tierId = "", name = "", products = [] }) => {
    // What is retired stays at Stripe as it is.
    const sold = products.flatMap((product) => {
      const ids = idsOf.get(product.id);
      return ids === undefined || product.retired ? [] : [{ ids, product }];
    });
    if (sold.length === 0) return [];
    const own = sold.find(({ product }) => !product.stripeProductId)?.ids.storeProductId ?? "";
    const plans = sold.map(({ ids, product }) => planOf(ids, product));
    return [{ productId: own, name: name || tierId, plans }];
  });
}

function planOf(
  { productId = "", storePlanId = "", unitAmount = "0" }: StoreProductJson,
  { period = "", price: { currency = "", amount = "" } = {}, stripeProductId = "" }: CatalogProductJson,
): StripePlan {
  const [, count = "", unit = ""] = /^P(\d+)([WMY])$/.exec(period) ?? [];
  const interval = INTERVALS[unit as keyof typeof INTERVALS];
  if (interval === undefined)
    throw usageFailure(`the period ${period} of ${productId} is unknown`, "update svc");
  return {
    ...priceOf(productId, unitAmount, { currency, amount }),
    lookupKey: storePlanId,
    productId: stripeProductId,
    recurring: { interval, intervalCount: Number(count) },
  };
}

/** As Stripe counts it. */
export function priceOf(
  productId: string,
  unitAmount: string,
  { currency = "", amount = "" }: CatalogPriceJson,
): Pick<StripePlan, "id" | "price" | "unitAmount" | "currency"> {
  if (Number(unitAmount) === 0) {
    const hint = `use whole units of ${currency}`;
    throw usageFailure(`${amount} ${currency} of ${productId} is no amount`, hint);
  }
  return {
    id: productId,
    price: `${amount} ${currency}`,
    unitAmount: Number(unitAmount),
    currency: currency.toLowerCase(),
  };
}
