import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { usageFailure } from "../../failure.ts";

/** One way to buy a product of Play. */
export type PlayPlan = Readonly<{
  /** In the catalog. */
  id: string;
  planId: string;
  period: string;
  price: Readonly<{ currency: string; amount: string }>;
  /** Empty when there is none. */
  trial: string;
}>;

export type PlayProduct = Readonly<{ productId: string; title: string; plans: readonly PlayPlan[] }>;

/** What the project sells, as Play has it: a tier is a subscription, a period a base plan. */
export type PlayCatalog = Readonly<{ packageName: string; products: readonly PlayProduct[] }>;

const PRODUCT_ID = /^[a-z0-9][a-z0-9_.]{0,39}$/;
const PLAN_ID = /^[a-z0-9-]{1,63}$/;

/** By the ids that the server derives where the catalog names none. */
export function playCatalogOf({ playStore, tiers = [] }: BillingSettingsJson): PlayCatalog {
  const products = new Map<string, PlayProduct>();
  for (const { id: tierId = "", name = "", products: listed = [] } of tiers) {
    // What is retired stays in Play as it is.
    for (const product of listed.filter(({ retired }) => !retired)) {
      const productId = product.playStoreProductId || tierId;
      const { title, plans } = products.get(productId) ?? { title: name || tierId, plans: [] };
      const { id = "", period = "", trial = "", price } = product;
      const planId = product.playStoreBasePlanId || period.toLowerCase();
      const { currency = "", amount = "" } = price ?? {};
      const plan = { id, planId, period, trial, price: { currency, amount } };
      requireIds(productId, plan, plans);
      products.set(productId, { productId, title, plans: [...plans, plan] });
    }
  }
  return { packageName: playStore?.packageName ?? "", products: [...products.values()] };
}

/** Told before anything is changed at Google. */
function requireIds(productId: string, { planId }: PlayPlan, others: readonly PlayPlan[]): void {
  if (!PRODUCT_ID.test(productId)) {
    const rule = "up to 40 of a-z, 0-9, _ and ., beginning with a letter or digit";
    throw usageFailure(`Play has no product ids like ${productId}`, `play_store_product_id takes ${rule}`);
  }
  if (!PLAN_ID.test(planId)) {
    const hint = "play_store_base_plan_id takes up to 63 of a-z, 0-9 and -";
    throw usageFailure(`Play has no base plan ids like ${planId}`, hint);
  }
  if (others.some((other) => other.planId === planId)) {
    const hint = "give one of the two another play_store_base_plan_id";
    throw usageFailure(`two products are the base plan ${planId} of ${productId}`, hint);
  }
}
