import type { Project } from "../projects/project.ts";
import type { CatalogProduct, CatalogTier, StoreProduct } from "./catalog.ts";
import { type StoreName, storeOf } from "./stores.ts";

export type Seller = Pick<Project, "id" | "slug" | "settings">;

/** How a store knows a product. Undefined when the project sells nothing there. */
export function storeProduct(
  seller: Seller,
  tier: CatalogTier,
  product: CatalogProduct,
  store: StoreName,
): StoreProduct | undefined {
  const sold = storeOf(store).productOf(seller, seller.settings.billing, tier, product);
  return sold && { store, ...sold };
}
