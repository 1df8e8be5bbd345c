import { hash } from "node:crypto";
import { AppError } from "../../../errors.ts";
import { listSubscriptionsOfUser } from "../../../storage/subscriptions.ts";
import { requireRedirectTarget } from "../../oauth/redirect-target.ts";
import type { Project } from "../../projects/project.ts";
import type { SignedIn } from "../../sessions/user-of-token.ts";
import { givesAccess } from "../access.ts";
import { billingAccountOf } from "../billing-account.ts";
import type { CatalogProduct, CatalogTier, Trial } from "../catalog.ts";
import { requireBilling } from "../require-billing.ts";
import type { StoreApp } from "../store-adapter.ts";
import { storeProduct } from "../store-products.ts";
import { tierOf } from "../tier-of.ts";
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

/** For as long, the same wish leads to the same page, however often a phone repeats it. */
const SAME_WISH_MS = 60_000;

export type CheckoutWish = Readonly<{ productId: string; successUrl: string; cancelUrl: string }>;

/** A page of Stripe's where the user can subscribe to the product. */
export async function createCheckout(
  app: StoreApp,
  project: Project,
  { user }: SignedIn,
  { productId, successUrl, cancelUrl }: CheckoutWish,
): Promise<string> {
  requireBilling(project);
  const urls = {
    successUrl: requireRedirectTarget(project.settings, successUrl).href,
    cancelUrl: requireRedirectTarget(project.settings, cancelUrl).href,
  };
  const key = await stripeKey(app, project);
  const { tier, product } = requireProduct(project, productId);
  const sold = storeProduct(project, tier, product, "stripe");
  const hadBefore = await refuseSecond(app, project, user.id, tier);
  const account = await billingAccountOf(app, project, user.id);
  const request = {
    lookupKey: sold?.planId ?? "",
    // A trial is for those who come for the first time.
    trialDays: product.trial === "" || hadBefore ? undefined : TRIAL_DAYS[product.trial],
    customerId: account.stripeCustomerId ?? undefined,
    email: user.email ?? undefined,
    accountToken: account.purchaseToken,
    ...urls,
  };
  const minute = Math.floor(app.clock() / SAME_WISH_MS);
  const idempotencyKey = hash("sha256", JSON.stringify([project.id, minute, request]));
  const url = await app.stores.stripe.createCheckout(key, { ...request, idempotencyKey });
  if (url === undefined) throw productUnknown(productId);
  return url;
}

function requireProduct(project: Project, id: string): { tier: CatalogTier; product: CatalogProduct } {
  for (const tier of project.settings.billing.tiers) {
    const product = tier.products.find((product) => product.id === id);
    if (product) return { tier, product };
  }
  throw productUnknown(id);
}

/** Nobody should pay twice for the same. True when the user had it at some time, in any store. */
async function refuseSecond(
  app: StoreApp,
  project: Project,
  userId: string,
  tier: CatalogTier,
): Promise<boolean> {
  const rows = await listSubscriptionsOfUser(app.db, project.id, userId);
  const same = rows.filter((row) => tierOf(project, row)?.id === tier.id);
  const running = same.find(
    (row) => row.store === "stripe" && givesAccess(row, project.settings.billing, app.clock()),
  );
  if (running) throw new AppError("ALREADY_SUBSCRIBED", undefined, { subscription: running.id });
  return same.length > 0;
}

function productUnknown(product: string): AppError {
  return new AppError("PRODUCT_UNKNOWN", undefined, { product: product.slice(0, 100) });
}
