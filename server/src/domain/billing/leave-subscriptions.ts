import type { App } from "../../app.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { disownPurchases } from "../../storage/purchases.ts";
import { insertStripeCancellation } from "../../storage/stripe-cancellations.ts";
import { disownSubscriptions } from "../../storage/subscriptions.ts";
import type { Project } from "../projects/project.ts";
import { isOver } from "./access.ts";

/**
 * What a user bought when the account goes: nobody's from now on, and Stripe's is ended unless the project
 * says otherwise. Returns what goes on and only the user can end, at Apple or Google. Call it in the
 * transaction of the deletion.
 */
export async function leaveSubscriptions(
  app: Pick<App, "clock" | "db">,
  { id: projectId, settings }: Pick<Project, "id" | "settings">,
  userId: string,
): Promise<SubscriptionRow[]> {
  const now = app.clock();
  const left = await disownSubscriptions(app.db, projectId, userId, now);
  await disownPurchases(app.db, projectId, userId, now);
  const running = left.filter((row) => !isOver(row) && row.supersededBy === null);
  if (!settings.billing.keepStripeSubscriptions) {
    for (const { subjectKey } of running.filter(({ store }) => store === "stripe")) {
      await insertStripeCancellation(app.db, {
        projectId,
        subscriptionKey: subjectKey,
        createdAt: now,
        attempts: 0,
        nextAttemptAt: now,
        lastError: null,
        gaveUpAt: null,
      });
    }
  }
  return running.filter(
    ({ store, state, familyShared }) => store !== "stripe" && state !== "canceled" && familyShared === 0,
  );
}
