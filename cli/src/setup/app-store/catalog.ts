import type { GetBillingSettingsResponseJson } from "@svc/proto/svc/admin/v1/billing_pb";

/** A subscription of the App Store. */
export type AppStoreProduct = Readonly<{
  /** In the catalog. */
  id: string;
  tier: string;
  productId: string;
  name: string;
  /** In Apple's words, like the trial's below. */
  period: string;
  /** 1 is the highest: users who go up pay at once, users who go down at the next renewal. */
  level: number;
  price: Readonly<{ currency: string; amount: string }>;
  /** Empty when there is none. */
  trial: string;
}>;

const DURATIONS: Readonly<Record<string, string>> = {
  P3D: "THREE_DAYS",
  P1W: "ONE_WEEK",
  P2W: "TWO_WEEKS",
  P1M: "ONE_MONTH",
  P2M: "TWO_MONTHS",
  P3M: "THREE_MONTHS",
  P6M: "SIX_MONTHS",
  P1Y: "ONE_YEAR",
};

/** What the project sells, as the App Store has it: each product a subscription. */
export function appStoreCatalogOf({
  settings,
  storeProducts = [],
}: GetBillingSettingsResponseJson): AppStoreProduct[] {
  const idOf = new Map(
    storeProducts.flatMap(({ store, productId, oneTime, storeProductId = "" }) =>
      store === "STORE_APP_STORE" && !oneTime ? [[productId ?? "", storeProductId] as const] : [],
    ),
  );
  const tiers = settings?.tiers ?? [];
  const ranks = [...new Set(tiers.map(({ rank = 0 }) => rank))].sort((a, b) => b - a);
  return tiers.flatMap(({ id: tierId = "", name = "", rank = 0, products = [] }) =>
    products.flatMap(({ id = "", period = "", price, trial = "", retired }) => {
      const productId = idOf.get(id);
      // What is retired stays in the App Store as it is.
      if (productId === undefined || retired) return [];
      const { currency = "", amount = "" } = price ?? {};
      return [
        {
          id,
          tier: tierId,
          productId,
          name: name || tierId,
          period: DURATIONS[period] ?? "",
          level: ranks.indexOf(rank) + 1,
          price: { currency, amount },
          trial: DURATIONS[trial] ?? "",
        },
      ];
    }),
  );
}
