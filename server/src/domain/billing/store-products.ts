import type { Project } from "../projects/project.ts";
import type { CatalogProduct, CatalogTier, StoreProduct } from "./catalog.ts";
import type { StoreName } from "./store.ts";

export type Seller = Pick<Project, "id" | "slug" | "settings">;

/** How a store knows a product. Undefined when the project sells nothing there. */
export function storeProduct(
  { id, slug, settings: { billing } }: Seller,
  tier: CatalogTier,
  product: CatalogProduct,
  store: StoreName,
): StoreProduct | undefined {
  if (store === "app_store") {
    const { bundleId } = billing.appStore;
    if (bundleId === "") return undefined;
    return { store, productId: product.appStoreProductId || `${bundleId}.${product.id}`, planId: "" };
  }
  if (store === "play_store") {
    if (billing.playStore.packageName === "") return undefined;
    const planId = product.playStoreBasePlanId || product.period.toLowerCase();
    return { store, productId: product.playStoreProductId || tier.id, planId };
  }
  if (!billing.stripe.enabled) return undefined;
  const lookupKey = ["svc", slug, tier.id, product.period, product.price.currency].join(":").toLowerCase();
  const productId = product.stripeProductId || stripeProductId({ id }, tier);
  return { store, productId, planId: product.stripeLookupKey || lookupKey };
}

/** Stripe lets us choose the id, so that making the product twice makes it once. */
export function stripeProductId({ id }: Pick<Project, "id">, tier: Pick<CatalogTier, "id">): string {
  return `${stripeProductPrefix({ id })}${tier.id}`;
}

/** With which the ids of all products begin that setup makes at Stripe for the project. */
export function stripeProductPrefix({ id }: Pick<Project, "id">): string {
  return `svc_${id.replaceAll("-", "").slice(-12)}_`;
}
