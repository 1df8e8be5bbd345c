import type { App } from "../../app.ts";
import { findBillingAccountByToken } from "../../storage/billing-accounts.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import {
  findSubscription,
  lockSubscriptions,
  updateOwnerlessSubscription,
} from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { nextCheck } from "./next-check.ts";

type InheritApp = Pick<App, "clock" | "db">;

/**
 * Whoever owned what was replaced owns what took its place, unless its own purchase says otherwise. Returns
 * what has got an owner by this. Call it with the subscription locked.
 */
export async function passOnOwner(
  app: InheritApp,
  row: SubscriptionRow,
): Promise<SubscriptionRow | undefined> {
  const { supersededBy, userId, projectId } = row;
  if (supersededBy === null || supersededBy === row.subjectKey || userId === null) return undefined;
  const heir = await findSubscription(app.db, projectId, row.store, supersededBy);
  if (!heir || heir.userId !== null || heir.ownerDeletedAt !== null || heir.familyShared === 1)
    return undefined;
  const { accountToken } = heir;
  if (accountToken !== null && (await findBillingAccountByToken(app.db, projectId, accountToken)))
    return undefined;
  const now = app.clock();
  // What Google wants to hear once somebody owns it is told by the check.
  const checkAt = nextCheck(heir, now) === null ? null : now;
  const changes = { userId, checkAt, updatedAt: now };
  // Only while it has no owner: an administrator may give it to somebody at this moment.
  const isGiven = await updateOwnerlessSubscription(app.db, heir, changes);
  return isGiven ? { ...heir, ...changes } : undefined;
}

/**
 * The heir may have been replaced, too, and by something that found no owner. Each step is a transaction of
 * its own, because the locks of two subscriptions must be taken at once.
 */
export async function passOnFurther(app: InheritApp, first: SubscriptionRow | undefined): Promise<void> {
  let heir = first;
  while (heir) {
    const { projectId, store, subjectKey } = heir;
    const supersededBy = await successorOf(app, heir);
    if (supersededBy === null || supersededBy === subjectKey) return;
    heir = await transact(app, async (app) => {
      await lockSubscriptions(app.db, projectId, store, [subjectKey, supersededBy]);
      const row = await findSubscription(app.db, projectId, store, subjectKey);
      return row && passOnOwner(app, row);
    });
  }
}

/** Waits for whoever takes its place at this moment and has not seen the owner that it has got. */
function successorOf(
  app: InheritApp,
  { projectId, store, subjectKey }: SubscriptionRow,
): Promise<string | null> {
  return transact(app, async (app) => {
    await lockSubscriptions(app.db, projectId, store, [subjectKey]);
    return (await findSubscription(app.db, projectId, store, subjectKey))?.supersededBy ?? null;
  });
}
