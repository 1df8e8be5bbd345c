import type { App } from "../../app.ts";
import { findBillingAccountByToken } from "../../storage/billing-accounts.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { findSubscription, lockSubscriptions, updateSubscription } from "../../storage/subscriptions.ts";
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
  await updateSubscription(app.db, heir, changes);
  return { ...heir, ...changes };
}

/**
 * The heir may have been replaced, too, and by something that found no owner. Each step is a transaction of
 * its own, because the locks of two subscriptions must be taken at once.
 */
export async function passOnFurther(app: InheritApp, first: SubscriptionRow | undefined): Promise<void> {
  let heir = first;
  while (heir && heir.supersededBy !== null) {
    const { projectId, store, subjectKey, supersededBy } = heir;
    heir = await transact(app, async (app) => {
      await lockSubscriptions(app.db, projectId, store, [subjectKey, supersededBy]);
      const row = await findSubscription(app.db, projectId, store, subjectKey);
      return row && passOnOwner(app, row);
    });
  }
}
