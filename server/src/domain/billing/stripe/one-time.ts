import { findBillingAccountByToken } from "../../../storage/billing-accounts.ts";
import type { Millis, PurchaseRow } from "../../../storage/db.ts";
import { findPurchase } from "../../../storage/purchases.ts";
import type { Project } from "../../projects/project.ts";
import { oneTimeOf } from "../one-time-products.ts";
import type { PurchaseSnapshot, PurchaseState } from "../purchase.ts";
import type { Ignored, StoreApp } from "../store-adapter.ts";
import type { StripeCharged } from "./client.ts";
import { microsOf } from "./minor-units.ts";
import { reportUnknownRefunds } from "./report-unknown-refunds.ts";

/** Why a notification about a payment is ignored. */
const FOREIGN_PAYMENT = "is a payment that is neither marked as this project's nor in its catalog";

/** How a payment stands that was made once, or why it does not concern the project. */
export async function fetchPayment(
  app: StoreApp,
  project: Project,
  key: string,
  id: string,
): Promise<PurchaseSnapshot | Ignored | undefined> {
  const takenAt = app.clock(); // before asking: what happens meanwhile must not look older than it is
  const payment = id === "" ? undefined : await app.stores.stripe.findPayment(key, id);
  if (!payment) return undefined;
  const stored = await findPurchase(app.db, project.id, "stripe", id);
  if (!stored && !(await isOfProject(app, project, payment))) return { ignoredBecause: FOREIGN_PAYMENT };
  const { refund } = payment;
  if (refund.isWhole === undefined) await reportUnknownRefunds(app, project, refund.lacking);
  return reducePayment(payment, takenAt, stored);
}

/** Stripe's payment in our words. */
export function reducePayment(
  payment: StripeCharged,
  takenAt: Millis,
  stored: Pick<PurchaseRow, "state" | "refundedAt"> | undefined,
): PurchaseSnapshot {
  const state = stateOf(payment, stored);
  return {
    isOneTime: true,
    store: "stripe",
    subjectKey: payment.id,
    environment: payment.livemode ? "production" : "sandbox",
    takenAt,
    state,
    productId: payment.storeProductId,
    planId: payment.lookupKey,
    quantity: payment.quantity,
    familyShared: false,
    purchasedAt: payment.created * 1000,
    refundedAt: state === "refunded" ? (stored?.refundedAt ?? takenAt) : null,
    priceMicros: microsOf(payment.amount, payment.currency),
    currency: payment.currency.toUpperCase(),
    accountToken: payment.accountToken?.toLowerCase() ?? null,
    needsAcknowledgement: false,
    isUnconsumedAtStore: false,
  };
}

function stateOf(
  { status, refund }: StripeCharged,
  stored: Pick<PurchaseRow, "state"> | undefined,
): PurchaseState {
  switch (status) {
    case "succeeded":
      // A refund that was seen stays one, also when the key may no longer look.
      return (refund.isWhole ?? stored?.state === "refunded") ? "refunded" : "paid";
    // A bank's payment that failed leaves it so.
    case "requires_payment_method":
    case "canceled":
      return "canceled";
    default:
      return "pending";
  }
}

/** One account at Stripe may serve several projects, and sell what svc knows nothing of. */
async function isOfProject(
  app: Pick<StoreApp, "db">,
  project: Project,
  { projectId, accountToken, storeProductId: productId, lookupKey: planId }: StripeCharged,
): Promise<boolean> {
  if (projectId !== null) return projectId === project.id;
  if (oneTimeOf(project, { store: "stripe", productId, planId })) return true;
  const token = accountToken?.toLowerCase();
  return token !== undefined && (await findBillingAccountByToken(app.db, project.id, token)) !== undefined;
}
