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

/**
 * The one-time product that a store sold, as the catalog is now. At Stripe several may be prices of one product, so the
 * lookup key of the price decides first.
 */
export function oneTimeOf(
  project: Seller,
  { store, productId, planId }: { store: string; productId: string; planId: string },
): CatalogOneTimeProduct | undefined {
  const { oneTimeProducts } = project.settings.billing;
  const soldAs = (product: CatalogOneTimeProduct) =>
    oneTimeStoreProduct(project, product, store as StoreName);
  return (
    oneTimeProducts.find((product) => planId !== "" && soldAs(product)?.planId === planId) ??
    oneTimeProducts.find((product) => soldAs(product)?.productId === productId)
  );
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

/** What it is in the catalog. A product that has left the catalog stays what it was. */
export function matchOf(
  project: Seller,
  row: Pick<PurchaseRow, "store" | "productId" | "planId" | "catalogId" | "kind">,
): Pick<PurchaseRow, "catalogId" | "kind"> {
  const product = oneTimeOf(project, row);
  return product
    ? { catalogId: product.id, kind: product.kind }
    : { catalogId: row.catalogId, kind: row.kind };
}
