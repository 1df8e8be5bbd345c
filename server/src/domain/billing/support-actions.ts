import { AppError } from "../../errors.ts";
import type { PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import { schedulePurchaseCheck } from "../../storage/purchases.ts";
import { scheduleSubscriptionCheck } from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import type { Project } from "../projects/project.ts";
import type { UserScope } from "../users/scope.ts";
import { askAboutPurchase, requirePurchase } from "./refresh-purchase.ts";
import { askAbout, requireSubscription } from "./refresh-subscription.ts";
import type { StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreFailure } from "./store-health.ts";

/** What an administrator does for a customer, and for whom. */
export type SupportScope = Pick<UserScope, "project" | "by">;

/**
 * The subscription, once it is certain that the administrator may act on it now: the session or token has not ended,
 * and Stripe sold it. In the other stores only the customer can cancel, and only the store refunds.
 */
export function requireStripeSubscription(
  app: StoreApp,
  { project, by }: SupportScope,
  id: string,
): Promise<SubscriptionRow> {
  return transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    return soldByStripe(await requireSubscription(app, project, id));
  });
}

/** The same for a one-time purchase. */
export function requireStripePurchase(
  app: StoreApp,
  { project, by }: SupportScope,
  id: string,
): Promise<PurchaseRow> {
  return transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    return soldByStripe(await requirePurchase(app, project, id));
  });
}

function soldByStripe<T extends { store: string }>(row: T): T {
  const { store } = row;
  if (store !== "stripe") throw new AppError("STORE_ACTION_UNSUPPORTED", `sold by ${store}`, { store });
  return row;
}

/** How it stands at Stripe after what was done. What is done stays done when Stripe does not answer now: it is asked again soon. */
export async function resyncAfter(
  app: StoreApp,
  project: Project,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  try {
    return (await askAbout(app, project, row)).subscription;
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    await scheduleSubscriptionCheck(app.db, row, app.clock(), row.checkAttempts);
    return requireSubscription(app, project, row.id);
  }
}

/** The same for a one-time purchase. */
export async function resyncPurchaseAfter(
  app: StoreApp,
  project: Project,
  row: PurchaseRow,
): Promise<PurchaseRow> {
  try {
    return (await askAboutPurchase(app, project, row)).purchase;
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    await schedulePurchaseCheck(app.db, row, app.clock(), row.checkAttempts);
    return requirePurchase(app, project, row.id);
  }
}

/** Notes a failure of Stripe's where operators look for it. */
export async function noting<T>(app: StoreApp, project: Project, asked: Promise<T>): Promise<T> {
  return asked.catch(async (error: unknown) => {
    if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, "stripe", error);
    throw error;
  });
}
