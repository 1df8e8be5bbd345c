import { findBillingAccountByToken } from "../../../storage/billing-accounts.ts";
import { insertStripeCancellation } from "../../../storage/stripe-cancellations.ts";
import { findSubscription } from "../../../storage/subscriptions.ts";
import { transact } from "../../../storage/transact.ts";
import { recordEvent, systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StoreApp } from "../store-adapter.ts";

/**
 * Ends what somebody bought on one of our pages whose account was deleted meanwhile: nobody can use it, and
 * nobody who is signed in could end it. Whatever has an owner stays.
 */
export async function cancelOrphan(
  app: Pick<StoreApp, "clock" | "db" | "log" | "newId">,
  { id: projectId, slug, settings }: Project,
  { subjectKey, accountToken, needsOwner = false }: Snapshot,
  ownerToken: string | undefined,
): Promise<void> {
  if (ownerToken !== undefined || accountToken === null || !needsOwner) return;
  if (settings.billing.keepStripeSubscriptions) return;
  const isQueued = await transact(app, async (app) => {
    const row = await findSubscription(app.db, projectId, "stripe", subjectKey);
    if (row?.userId || (await findBillingAccountByToken(app.db, projectId, accountToken))) return false;
    if (!(await insertStripeCancellation(app.db, projectId, subjectKey, app.clock()))) return false;
    const data = { subscription_id: row?.id ?? "", store: "stripe" };
    await recordEvent(app, { kind: "billing.orphan_canceled", projectId, by: systemActor, data });
    return true;
  });
  if (isQueued) {
    const facts = { project: slug, subscription: subjectKey };
    app.log("warn", "a subscription at Stripe has no account and will be ended", facts);
  }
}
