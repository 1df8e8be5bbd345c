import { AppError } from "../../errors.ts";
import type { PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { actedOutside, requireStillAllowed } from "../admins/rights-of-admin.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Refunded, StoreApp, StoreSupport } from "./store-adapter.ts";
import { isStoreTrouble } from "./store-health.ts";
import {
  noting,
  requireSupported,
  requireSupportedPurchase,
  resyncAfter,
  resyncPurchaseAfter,
  type SupportScope,
} from "./support-actions.ts";

/** Gives back the newest payment for a subscription, and ends the subscription now. */
export async function refundSubscription(
  app: StoreApp,
  scope: SupportScope,
  subscriptionId: string,
): Promise<{ refunded: Refunded; subscription: SubscriptionRow }> {
  const { project } = scope;
  const { row, support } = await requireSupported(app, scope, subscriptionId);
  await requireStillAllowed(app, scope.by);
  const asked = support.refundSubscription(app, project, row.subjectKey);
  const outcome = await noting(app, project, row.store, asked);
  if (outcome.kind === "unpaid") throw new AppError("NOTHING_TO_REFUND", `subscription ${row.id}`);

  const refunded = outcome.kind === "refunded" ? outcome : undefined;
  await transact(app, async (app) => {
    if (refunded) await recordRefund(app, scope, row, { subscription_id: row.id }, refunded);
    // Whoever has the money back must not be billed again, also if this process ends right here.
    await support.endLater(app, project, row.subjectKey);
  });
  await endNow(app, support, project, row);
  const subscription = await resyncAfter(app, project, row);
  if (!refunded) throw new AppError("NOTHING_TO_REFUND", `subscription ${row.id} was given back before`);
  return { refunded, subscription };
}

/** Gives back what is left of the payment for a one-time purchase, also when it was delivered. */
export async function refundPurchase(
  app: StoreApp,
  scope: SupportScope,
  purchaseId: string,
): Promise<{ refunded: Refunded; purchase: PurchaseRow }> {
  const { project } = scope;
  const { row, support } = await requireSupportedPurchase(app, scope, purchaseId);
  await requireStillAllowed(app, scope.by);
  const asked = support.refundPurchase(app, project, row.subjectKey);
  const outcome = await noting(app, project, row.store, asked);
  const refunded = outcome.kind === "refunded" ? outcome : undefined;
  if (refunded) await recordRefund(app, scope, row, { purchase_id: row.id }, refunded);
  // Asked also when nothing was given back now: what is stored may be older than a refund made at the store itself.
  const purchase = await resyncPurchaseAfter(app, project, row);
  if (!refunded) throw new AppError("NOTHING_TO_REFUND", `purchase ${row.id} is ${outcome.kind}`);
  return { refunded, purchase };
}

/** If the store does not answer now, `endLater` has it done. */
async function endNow(
  app: StoreApp,
  support: StoreSupport,
  project: Project,
  row: SubscriptionRow,
): Promise<void> {
  try {
    await support.cancel(app, project, row.subjectKey, true);
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    app.log("warn", "refunded, but not ended at the store yet; will be tried again", {
      project: project.slug,
      store: row.store,
      subscription: row.id,
      detail: error.detail,
    });
  }
}

function recordRefund(
  app: StoreApp,
  { project, by }: SupportScope,
  { store, userId }: Pick<SubscriptionRow | PurchaseRow, "store" | "userId">,
  what: { subscription_id: string } | { purchase_id: string },
  { currency, micros }: Refunded,
): Promise<void> {
  return recordEvent(app, {
    kind: "admin.payment_refunded",
    projectId: project.id,
    ...(userId !== null && { userId }),
    by: actedOutside(by),
    data: { ...what, store, currency, amount_micros: micros },
  });
}
