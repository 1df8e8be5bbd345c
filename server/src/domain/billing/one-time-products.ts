import type { PurchaseRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import type { CatalogOneTimeProduct, StoreProduct } from "./catalog.ts";
import type { StoreName } from "./store.ts";
import { type Seller, stripeProductPrefix } from "./store-products.ts";

/** How a store knows a one-time product. Undefined when the project sells nothing there. */
export function oneTimeStoreProduct(
  { id, slug, settings: { billing } }: Seller,
  product: CatalogOneTimeProduct,
  store: StoreName,
): StoreProduct | undefined {
  if (store === "app_store") {
    const { bundleId } = billing.appStore;
    if (bundleId === "") return undefined;
    return { store, productId: product.appStoreProductId || `${bundleId}.${product.id}`, planId: "" };
  }
  if (store === "play_store") {
    if (billing.playStore.packageName === "") return undefined;
    return { store, productId: product.playStoreProductId || product.id, planId: "" };
  }
  if (!billing.stripe.enabled) return undefined;
  const lookupKey = ["svc", slug, product.id, "once", product.price.currency].join(":").toLowerCase();
  return {
    store,
    productId: product.stripeProductId || oneTimeStripeProductId({ id }, product),
    planId: product.stripeLookupKey || lookupKey,
  };
}

/** Stripe lets us choose the id, so that making the product twice makes it once. */
export function oneTimeStripeProductId(
  { id }: Pick<Project, "id">,
  product: Pick<CatalogOneTimeProduct, "id">,
): string {
  return `${stripeProductPrefix({ id })}once_${product.id}`;
}

/** The one-time product that a store sold, as the catalog is now. */
export function oneTimeOf(
  project: Seller,
  bought: { store: string; productId: string; planId: string },
): CatalogOneTimeProduct | undefined {
  return project.settings.billing.oneTimeProducts.find((product) => {
    const sold = oneTimeStoreProduct(project, product, bought.store as StoreName);
    return (
      sold !== undefined &&
      (sold.productId === bought.productId ||
        (bought.store === "stripe" && bought.planId !== "" && sold.planId === bought.planId))
    );
  });
}

/**
 * What somebody bought. Where the catalog no longer has the store's id, it is the product that the purchase
 * was when it was last told.
 */
export function productOfPurchase(
  project: Seller,
  row: Pick<PurchaseRow, "store" | "productId" | "planId" | "catalogId">,
): CatalogOneTimeProduct | undefined {
  return (
    oneTimeOf(project, row) ??
    project.settings.billing.oneTimeProducts.find(({ id }) => row.catalogId !== "" && id === row.catalogId)
  );
}
