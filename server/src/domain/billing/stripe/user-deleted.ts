import { findBillingAccount } from "../../../storage/billing-accounts.ts";
import type { SubscriptionRow } from "../../../storage/db.ts";
import { insertStripeCancellation } from "../../../storage/stripe-cancellations.ts";
import type { Project } from "../../projects/project.ts";
import type { StoreApp } from "../store-adapter.ts";

/**
 * Ends what a deleted user had bought at Stripe, unless the project says otherwise. Nobody can pay any more on a page of
 * Stripe's that is still open.
 */
export async function userDeleted(
  app: Pick<StoreApp, "clock" | "db">,
  { id: projectId, settings }: Pick<Project, "id" | "settings">,
  userId: string,
  left: readonly SubscriptionRow[],
): Promise<void> {
  const now = app.clock();
  if (!settings.billing.keepStripeSubscriptions) {
    // Stripe may go on billing what was refunded.
    for (const { subjectKey } of left.filter(({ state }) => state !== "expired")) {
      await insertStripeCancellation(app.db, projectId, subjectKey, now);
    }
  }
  const customer = (await findBillingAccount(app.db, projectId, userId))?.stripeCustomerId;
  if (customer) await insertStripeCancellation(app.db, projectId, customer, now);
}
