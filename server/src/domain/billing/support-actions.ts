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
import { adapterOf, type StoreApp, type StoreSupport } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreFailure } from "./store-health.ts";

/** What an administrator does for a customer, and for whom. */
export type SupportScope = Pick<UserScope, "project" | "by">;

export type Supported<Row> = Readonly<{ row: Row; support: StoreSupport }>;

/**
 * The subscription, once it is certain that the administrator may act on it now: the session or token has not ended,
 * and the store lets the seller cancel and refund. In the other stores only the customer can cancel, and only the store refunds.
 */
export function requireSupported(
  app: StoreApp,
  { project, by }: SupportScope,
  id: string,
): Promise<Supported<SubscriptionRow>> {
  return transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    return withSupport(app, await requireSubscription(app, project, id));
  });
}

/** The same for a one-time purchase. */
export function requireSupportedPurchase(
  app: StoreApp,
  { project, by }: SupportScope,
  id: string,
): Promise<Supported<PurchaseRow>> {
  return transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    return withSupport(app, await requirePurchase(app, project, id));
  });
}

function withSupport<Row extends { store: string }>(app: StoreApp, row: Row): Supported<Row> {
  const { store } = row;
  const { support } = adapterOf(app, store);
  if (!support) throw new AppError("STORE_ACTION_UNSUPPORTED", `sold by ${store}`, { store });
  return { row, support };
}

/** How it stands at the store after what was done. What is done stays done when the store does not answer now: it is asked again soon. */
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

/** Notes a failure of the store where operators look for it. */
export async function noting<T>(
  app: StoreApp,
  project: Project,
  store: string,
  asked: Promise<T>,
): Promise<T> {
  return asked.catch(async (error: unknown) => {
    const isDown = isStoreTrouble(error) && error.reason === "STORE_UNAVAILABLE";
    if (isDown) await noteStoreFailure(app, project.id, store, error);
    throw error;
  });
}
