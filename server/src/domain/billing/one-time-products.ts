import type { PurchaseRow } from "../../storage/db.ts";
import type { CatalogOneTimeProduct, StoreProduct } from "./catalog.ts";
import type { Seller } from "./store-products.ts";
import { type StoreName, storeOf } from "./stores.ts";

/** How a store knows a one-time product. Undefined when the project sells nothing there. */
export function oneTimeStoreProduct(
  seller: Seller,
  product: CatalogOneTimeProduct,
  store: StoreName,
): StoreProduct | undefined {
  const sold = storeOf(store).oneTimeOf(seller, seller.settings.billing, product);
  return sold && { store, ...sold };
}

/**
 * The one-time product that a store sold, as the catalog is now. Where several are prices of one product,
 * the price decides first.
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
