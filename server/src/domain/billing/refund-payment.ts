import { AppError } from "../../errors.ts";
import type { PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import { insertStripeCancellation } from "../../storage/stripe-cancellations.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { StoreApp } from "./store-adapter.ts";
import { isStoreTrouble } from "./store-health.ts";
import { microsOf } from "./stripe/minor-units.ts";
import { stripeKey } from "./stripe/stripe-key.ts";
import type { RefundOutcome } from "./stripe/support-client.ts";
import {
  noting,
  requireStripePurchase,
  requireStripeSubscription,
  resyncAfter,
  resyncPurchaseAfter,
  type SupportScope,
} from "./support-actions.ts";

export type Refunded = Readonly<{ currency: string; micros: number }>;

/** Gives back the newest payment for a subscription at Stripe, and ends the subscription now. */
export async function refundSubscription(
  app: StoreApp,
  scope: SupportScope,
  subscriptionId: string,
): Promise<{ refunded: Refunded; subscription: SubscriptionRow }> {
  const { project } = scope;
  const row = await requireStripeSubscription(app, scope, subscriptionId);
  const key = await stripeKey(app, project);
  const outcome = await noting(
    app,
    project,
    app.stores.stripeSupport.refundSubscription(key, row.subjectKey),
  );
  if (outcome.kind === "unpaid") throw new AppError("NOTHING_TO_REFUND", `subscription ${row.id}`);

  const refunded = outcome.kind === "refunded" ? moneyOf(outcome) : undefined;
  await transact(app, async (app) => {
    if (refunded) await recordRefund(app, scope, row, { subscription_id: row.id }, refunded);
    // Whoever has the money back must not be billed again, also if this process ends right here.
    await insertStripeCancellation(app.db, project.id, row.subjectKey, app.clock());
  });
  await endNow(app, key, project, row);
  const subscription = await resyncAfter(app, project, row);
  if (!refunded) throw new AppError("NOTHING_TO_REFUND", `subscription ${row.id} was given back before`);
  return { refunded, subscription };
}

/** Gives back what is left of the payment for a one-time purchase at Stripe, also when it was delivered. */
export async function refundPurchase(
  app: StoreApp,
  scope: SupportScope,
  purchaseId: string,
): Promise<{ refunded: Refunded; purchase: PurchaseRow }> {
  const { project } = scope;
  const row = await requireStripePurchase(app, scope, purchaseId);
  const key = await stripeKey(app, project);
  const outcome = await noting(app, project, app.stores.stripeSupport.refundPayment(key, row.subjectKey));
  const refunded = outcome.kind === "refunded" ? moneyOf(outcome) : undefined;
  if (refunded) await recordRefund(app, scope, row, { purchase_id: row.id }, refunded);
  // Asked also when nothing was given back now: what is stored may be older than a refund made at Stripe itself.
  const purchase = await resyncPurchaseAfter(app, project, row);
  if (!refunded) throw new AppError("NOTHING_TO_REFUND", `purchase ${row.id} is ${outcome.kind}`);
  return { refunded, purchase };
}

/** If Stripe does not answer now, the outbox ends it later. */
async function endNow(app: StoreApp, key: string, project: Project, row: SubscriptionRow): Promise<void> {
  try {
    await app.stores.stripeSupport.cancel(key, row.subjectKey, true);
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    app.log("warn", "refunded, but not ended at Stripe yet; will be tried again", {
      project: project.slug,
      subscription: row.id,
      detail: error.detail,
    });
  }
}

function moneyOf({ currency, unitAmount }: RefundOutcome & { kind: "refunded" }): Refunded {
  return { currency: currency.toUpperCase(), micros: microsOf(unitAmount, currency) };
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
    by,
    data: { ...what, store, currency, amount_micros: micros },
  });
}
