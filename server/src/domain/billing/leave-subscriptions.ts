import type { App } from "../../app.ts";
import { findBillingAccount } from "../../storage/billing-accounts.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { disownPurchases } from "../../storage/purchases.ts";
import { insertStripeCancellation } from "../../storage/stripe-cancellations.ts";
import { disownSubscriptions } from "../../storage/subscriptions.ts";
import type { Project } from "../projects/project.ts";
import { isOver } from "./access.ts";

/**
 * What a user bought when the account goes: nobody's from now on, and Stripe's is ended unless the project
 * says otherwise. Nobody can pay any more on a page of Stripe's that is still open. Returns what goes on and
 * only the user can end, at Apple or Google. Call it in the transaction of the deletion.
 */
export async function leaveSubscriptions(
  app: Pick<App, "clock" | "db">,
  { id: projectId, settings }: Pick<Project, "id" | "settings">,
  userId: string,
): Promise<SubscriptionRow[]> {
  const now = app.clock();
  const left = await disownSubscriptions(app.db, projectId, userId, now);
  await disownPurchases(app.db, projectId, userId, now);
  if (!settings.billing.keepStripeSubscriptions) {
    // Stripe may go on billing what was refunded.
    const billed = left.filter(({ store, state }) => store === "stripe" && state !== "expired");
    for (const { subjectKey } of billed) {
      await insertStripeCancellation(app.db, projectId, subjectKey, now);
    }
  }
  const customer = (await findBillingAccount(app.db, projectId, userId))?.stripeCustomerId;
  if (customer) await insertStripeCancellation(app.db, projectId, customer, now);
  return left.filter(
    (row) =>
      row.store !== "stripe" &&
      !isOver(row) &&
      row.supersededBy === null &&
      row.state !== "canceled" &&
      row.familyShared === 0,
  );
}
