import { AppError, storeUnavailable } from "../../../errors.ts";
import type { BillingAccountRow } from "../../../storage/db.ts";
import { listSubscriptionsOfUser } from "../../../storage/subscriptions.ts";
import { requireRedirectTarget } from "../../oauth/redirect-target.ts";
import type { Project } from "../../projects/project.ts";
import type { SignedIn } from "../../sessions/user-of-token.ts";
import { billingAccountOf } from "../billing-account.ts";
import type { CatalogProduct, CatalogTier, Trial } from "../catalog.ts";
import { requireBilling } from "../require-billing.ts";
import type { StoreApp } from "../store-adapter.ts";
import { storeProduct } from "../store-products.ts";
import { tierOf } from "../tier-of.ts";
import { stripeCustomerOf } from "./customer.ts";
import { alreadySubscribed, findLive, refuseKnown, refuseOtherStore } from "./one-subscription.ts";
import { openPage, type PageRequest } from "./open-page.ts";
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

export type CheckoutWish = Readonly<{
  productId: string;
  successUrl: string;
  cancelUrl: string;
  allowOtherStore: boolean;
}>;

/** A page of Stripe's where the user can subscribe to the product. */
export async function createCheckout(
  app: StoreApp,
  project: Project,
  { user }: SignedIn,
  { productId, successUrl, cancelUrl, allowOtherStore }: CheckoutWish,
): Promise<string> {
  requireBilling(project);
  const urls = {
    successUrl: requireRedirectTarget(project.settings, successUrl).href,
    cancelUrl: requireRedirectTarget(project.settings, cancelUrl).href,
  };
  const key = await stripeKey(app, project);
  const { tier, product } = requireProduct(project, productId);
  const rows = await listSubscriptionsOfUser(app.db, project.id, user.id);
  if (!allowOtherStore) refuseOtherStore(app, project, rows);
  await refuseKnown(app, key, rows);
  // A trial is for those who come for the first time, in any store.
  const hadBefore = rows.some((row) => tierOf(project, row)?.id === tier.id);
  const account = await billingAccountOf(app, project, user.id);
  const page = await pageFor(app, key, account, user.email ?? undefined, {
    lookupKey: storeProduct(project, tier, product, "stripe")?.planId ?? "",
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

type Page = Readonly<{ id: string; url: string; customerId: string }>;

/** Undefined when Stripe does not sell it. A customer that Stripe no longer knows is replaced. */
async function pageFor(
  app: StoreApp,
  key: string,
  account: BillingAccountRow,
  email: string | undefined,
  wish: Omit<PageRequest, "customerId">,
): Promise<Page | undefined> {
  let dead: string | undefined;
  for (const _ of ["the stored one", "a new one"]) {
    const customerId = await stripeCustomerOf(app, key, account, email, dead);
    const made = await openPage(app, key, { ...wish, customerId });
    if (made.kind === "page") return { ...made, customerId };
    if (made.kind === "no_price") return undefined;
    dead = customerId;
  }
  throw storeUnavailable("stripe", "Stripe does not know the customer that it has just made");
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
