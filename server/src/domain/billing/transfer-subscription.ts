import type { App } from "../../app.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { lockSubscriptions, updateSubscription } from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { keepUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { type UserScope, userNotFoundError } from "../users/scope.ts";
import { isOver } from "./access.ts";
import { nextCheck } from "./next-check.ts";
import { recordSubscriptionEvent } from "./record-subscription-event.ts";
import { requireSubscription } from "./refresh-subscription.ts";
import { adapterOf } from "./store-adapter.ts";

/** Gives a subscription to a user, whoever had it: an administrator's decision. */
export async function transferSubscription(
  app: Pick<App, "clock" | "db" | "newId" | "stores">,
  scope: UserScope,
  { subscriptionId, userId }: { subscriptionId: string; userId: string },
): Promise<SubscriptionRow> {
  const { project, by } = scope;
  const { store, subjectKey } = await requireSubscription(app, project, subscriptionId);
  return transact(app, async (app) => {
    await lockSubscriptions(app.db, project.id, store, [subjectKey]);
    if (!(await keepUser(app.db, project.id, userId))) throw await userNotFoundError(app, scope, userId);
    const before = await requireSubscription(app, project, subscriptionId);
    if (before.userId === userId) return before;
    const now = app.clock();
    // What the store wants to hear once somebody owns it is told by the check.
    const checkAt = nextCheck(before, now) === null ? null : now;
    const changes = { userId, ownerDeletedAt: null, checkAt, updatedAt: now };
    await updateSubscription(app.db, before, changes);
    if (before.userId === null && !isOver(before)) {
      await adapterOf(app, store).ownerFound?.(app, project, before);
    }
    const after = { ...before, ...changes };
    const data = { subscription_id: before.id, from_user_id: before.userId };
    await recordSubscriptionEvent(app, after, "transferred", by, data);
    await recordEvent(app, {
      kind: "admin.subscription_transferred",
      projectId: project.id,
      userId,
      by,
      data,
    });
    return after;
  });
}
