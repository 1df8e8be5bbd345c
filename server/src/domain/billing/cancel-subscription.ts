import type { SubscriptionRow } from "../../storage/db.ts";
import { actedOutside, requireStillAllowed } from "../admins/rights-of-admin.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { StoreApp } from "./store-adapter.ts";
import { noting, requireSupported, resyncAfter, type SupportScope } from "./support-actions.ts";

/** Ends a subscription at its store, now or with its period. OK also when that is so already. */
export async function cancelSubscription(
  app: StoreApp,
  scope: SupportScope,
  { subscriptionId, immediately }: { subscriptionId: string; immediately: boolean },
): Promise<SubscriptionRow> {
  const { project, by } = scope;
  const { row, support } = await requireSupported(app, scope, subscriptionId);
  await requireStillAllowed(app, by);
  const asked = support.cancel(app, project, row.subjectKey, immediately);
  if (await noting(app, project, row.store, asked)) {
    await recordEvent(app, {
      kind: "admin.subscription_canceled",
      projectId: project.id,
      ...(row.userId !== null && { userId: row.userId }),
      by: actedOutside(by),
      data: { subscription_id: row.id, store: row.store, immediately },
    });
  }
  return resyncAfter(app, project, row);
}
