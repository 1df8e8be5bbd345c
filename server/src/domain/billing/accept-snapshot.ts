import type { SubscriptionRow } from "../../storage/db.ts";
import { scheduleSubscriptionCheck } from "../../storage/subscriptions.ts";
import type { Project } from "../projects/project.ts";
import { type Applied, applySnapshot } from "./apply-snapshot.ts";
import { billingAccountOf } from "./billing-account.ts";
import { checkAgainAt } from "./next-check.ts";
import type { Claimant } from "./ownership.ts";
import type { Snapshot } from "./snapshot.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreFailure, problemOf } from "./store-health.ts";

export type Accepted = Applied & { isSettled: boolean };

/**
 * Stores a snapshot, then tells the store what it wants to hear. If that fails, what is stored stays, and
 * the store is asked again soon: some refund what nobody acknowledges.
 */
export async function acceptSnapshot(
  app: StoreApp,
  project: Project,
  snapshot: Snapshot,
  claimant?: Claimant,
): Promise<Accepted> {
  const applied = await applySnapshot(app, project, snapshot, claimant);
  return { ...applied, isSettled: await settleSnapshot(app, project, snapshot, applied.subscription) };
}

/** After a snapshot was stored. False when the store could not be told; that is tried again. */
export async function settleSnapshot(
  app: StoreApp,
  project: Project,
  snapshot: Snapshot,
  subscription: SubscriptionRow,
): Promise<boolean> {
  try {
    const { userId } = subscription;
    const ownerToken =
      userId === null ? undefined : (await billingAccountOf(app, project, userId)).purchaseToken;
    await adapterOf(app, snapshot.store).settle(app, project, snapshot, ownerToken);
    return true;
  } catch (error) {
    if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, snapshot.store, error);
    app.log(isStoreTrouble(error) ? "warn" : "error", "the store was not told, will be tried again", {
      project: project.slug,
      store: snapshot.store,
      subscription: subscription.id,
      detail: problemOf(error),
    });
    const attempts = subscription.checkAttempts + 1;
    await scheduleSubscriptionCheck(app.db, subscription, checkAgainAt(attempts, app.clock()), attempts);
    return false;
  }
}
