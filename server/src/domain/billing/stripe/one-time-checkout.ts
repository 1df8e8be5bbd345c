import { AppError } from "../../../errors.ts";
import type { User } from "../../../storage/db.ts";
import { listLastingPurchases } from "../../../storage/purchases.ts";
import type { Project } from "../../projects/project.ts";
import { acceptPurchase } from "../accept-purchase.ts";
import { billingAccountOf } from "../billing-account.ts";
import type { CatalogOneTimeProduct } from "../catalog.ts";
import { oneTimeStoreProduct, productOfPurchase } from "../one-time-products.ts";
import type { StoreApp } from "../store-adapter.ts";
import { fetchPayment } from "./one-time.ts";
import { pageFor } from "./page-for.ts";

/** A page of Stripe's where the user can buy the product once; undefined when Stripe does not sell it. */
export async function createOneTimeCheckout(
  app: StoreApp,
  project: Project,
  { user }: Readonly<{ user: User }>,
  key: string,
  product: CatalogOneTimeProduct,
  urls: Readonly<{ successUrl: string; cancelUrl: string }>,
): Promise<string | undefined> {
  if (product.retired) throw new AppError("PRODUCT_RETIRED", undefined, { product: product.id });
  const isLifetime = product.kind === "lifetime";
  if (isLifetime) await refuseOwned(app, project, user.id, product);
  const account = await billingAccountOf(app, project, user.id);
  const page = await pageFor(app, key, account, user.email ?? undefined, {
    lookupKey: oneTimeStoreProduct(project, product, "stripe")?.planId ?? "",
    productId: product.id,
    trialDays: undefined,
    accountToken: account.purchaseToken,
    projectId: project.id,
    ...urls,
  });
  if (!page || !isLifetime) return page?.url;
  // Asked last: from here on nothing but this page can be paid for it.
  try {
    for (const id of await app.stores.stripe.listPayments(key, page.customerId, product.id)) {
      const payment = await fetchPayment(app, project, key, id);
      if (payment && "isOneTime" in payment) await acceptPurchase(app, project, payment);
    }
    await refuseOwned(app, project, user.id, product);
  } catch (error) {
    await app.stores.stripe.expireCheckout(key, page.id);
    throw error;
  }
  return page.url;
}

/** Nobody should pay twice for what lasts; what is being paid counts, too. */
async function refuseOwned(
  app: Pick<StoreApp, "db">,
  project: Project,
  userId: string,
  { id }: CatalogOneTimeProduct,
): Promise<void> {
  const { ignoreSandbox } = project.settings.billing;
  const rows = await listLastingPurchases(app.db, project.id, userId);
  const owned = rows.find(
    (row) => productOfPurchase(project, row)?.id === id && !(ignoreSandbox && row.environment === "sandbox"),
  );
  if (owned) throw new AppError("ALREADY_PURCHASED", undefined, { purchase: owned.id });
}
