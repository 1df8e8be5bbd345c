import type { SubscriptionRow } from "../../storage/db.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { StoreApp } from "./store-adapter.ts";
import { stripeKey } from "./stripe/stripe-key.ts";
import { noting, requireStripeSubscription, resyncAfter, type SupportScope } from "./support-actions.ts";

/** Ends a subscription at Stripe, now or with its period. OK also when that is so already. */
export async function cancelSubscription(
  app: StoreApp,
  scope: SupportScope,
  { subscriptionId, immediately }: { subscriptionId: string; immediately: boolean },
): Promise<SubscriptionRow> {
  const { project, by } = scope;
  const row = await requireStripeSubscription(app, scope, subscriptionId);
  const key = await stripeKey(app, project);
  const asked = app.stores.stripeSupport.cancel(key, row.subjectKey, immediately);
  if (await noting(app, project, asked)) {
    await recordEvent(app, {
      kind: "admin.subscription_canceled",
      projectId: project.id,
      ...(row.userId !== null && { userId: row.userId }),
      by,
      data: { subscription_id: row.id, store: row.store, immediately },
    });
  }
  return resyncAfter(app, project, row);
}
