import { AppError } from "../../../errors.ts";
import type { User } from "../../../storage/db.ts";
import { listSubscriptionsOfUser } from "../../../storage/subscriptions.ts";
import { requireRedirectTarget } from "../../oauth/redirect-target.ts";
import type { Project } from "../../projects/project.ts";
import { billingAccountOf } from "../billing-account.ts";
import type { CatalogProduct, CatalogTier } from "../catalog.ts";
import type { Trial } from "../catalog-entry.ts";
import type { CheckoutInput, StoreApp } from "../store-adapter.ts";
import { storeProduct } from "../store-products.ts";
import { tierOf } from "../tier-of.ts";
import { alreadySubscribed, findLive, refuseKnown, refuseOtherStore } from "./one-subscription.ts";
import { createOneTimeCheckout } from "./one-time-checkout.ts";
import { pageFor } from "./page-for.ts";
import { stripeKey } from "./stripe-key.ts";

const TRIAL_DAYS: Readonly<Record<Trial, number>> = {
  P3D: 3,
  P1W: 7,
  P2W: 14,
  P1M: 30,
  P2M: 60,
  P3M: 90,
  P6M: 180,
  P1Y: 365,
};

/** A page of Stripe's where the user can subscribe to the product, or buy it once. */
export async function createCheckout(
  app: StoreApp,
  project: Project,
  buyer: Readonly<{ user: User }>,
  { productId, successUrl, cancelUrl, allowOtherStore }: CheckoutInput,
): Promise<string> {
  const urls = {
    successUrl: requireRedirectTarget(project.settings, successUrl).href,
    cancelUrl: requireRedirectTarget(project.settings, cancelUrl).href,
  };
  const key = await stripeKey(app, project);
  const once = project.settings.billing.oneTimeProducts.find(({ id }) => id === productId);
  if (once) {
    const url = await createOneTimeCheckout(app, project, buyer, key, once, urls);
    if (url === undefined) throw productUnknown(productId);
    return url;
  }
  const { user } = buyer;
  const { tier, product } = requireProduct(project, productId);
  const rows = await listSubscriptionsOfUser(app.db, project.id, user.id);
  if (!allowOtherStore) refuseOtherStore(app, project, rows);
  await refuseKnown(app, key, rows);
  // A trial is for those who come for the first time, in any store.
  const hadBefore = rows.some((row) => tierOf(project, row)?.id === tier.id);
  const account = await billingAccountOf(app, project, user.id);
  const page = await pageFor(app, key, account, user.email ?? undefined, {
    lookupKey: storeProduct(project, tier, product, "stripe")?.planId ?? "",
    productId: undefined,
    trialDays: product.trial === "" || hadBefore ? undefined : TRIAL_DAYS[product.trial],
    accountToken: account.purchaseToken,
    projectId: project.id,
    ...urls,
  });
  if (!page) throw productUnknown(productId);
  // Asked last: from here on nothing but this page can become a subscription.
  const live = await findLive(app, project, key, { id: page.customerId, userId: user.id });
  if (!live) return page.url;
  await app.stores.stripe.expireCheckout(key, page.id);
  throw alreadySubscribed(live.id);
}

function requireProduct(project: Project, id: string): { tier: CatalogTier; product: CatalogProduct } {
  for (const tier of project.settings.billing.tiers) {
    const product = tier.products.find((product) => product.id === id);
    if (product?.retired) throw new AppError("PRODUCT_RETIRED", undefined, { product: id });
    if (product) return { tier, product };
  }
  throw productUnknown(id);
}

function productUnknown(product: string): AppError {
  return new AppError("PRODUCT_UNKNOWN", undefined, { product: product.slice(0, 100) });
}
