import { storeUnavailable } from "../../../errors.ts";
import type { BillingInboxRow, SubscriptionRow } from "../../../storage/db.ts";
import { findSubscription } from "../../../storage/subscriptions.ts";
import { recordEvent, systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import type { CatalogTier } from "../catalog.ts";
import type { StoreApp } from "../store-adapter.ts";
import type { ConsumptionAnswer } from "../store-client.ts";
import { noteStoreAnswer, restingUntil } from "../store-health.ts";
import { storeProduct } from "../store-products.ts";
import { tierOf } from "../tier-of.ts";
import { CONSUMPTION_OFF, consumptionDeadline } from "./consumption-request.ts";
import { requirePurchaseKey } from "./purchase-key.ts";
import { readSignedTransaction } from "./read-status.ts";
import { readPayload } from "./receive.ts";

/**
 * Tells Apple what is stored about a purchase whose buyer wants the money back. Only when the project says so, which
 * means that its users have consented. Returns why nothing was told, or undefined. Safe to repeat.
 */
export async function answerConsumptionRequest(
  app: StoreApp,
  project: Project,
  notification: Readonly<BillingInboxRow>,
): Promise<string | undefined> {
  const { billing } = project.settings;
  if (!billing.answerConsumptionRequests) return CONSUMPTION_OFF;
  if (app.clock() >= (consumptionDeadline(notification) ?? 0)) return "Apple waited 12 hours for the answer";
  const { signedTransactionInfo } = readPayload(notification.payload);
  const transaction = await readSignedTransaction(app, billing.appStore.bundleId, signedTransactionInfo);
  const { originalTransactionId, transactionId, environment } = transaction;
  const row = await findSubscription(app.db, project.id, "app_store", originalTransactionId);
  // Without a user nobody has consented, and nothing was delivered to anybody.
  if (!row || row.userId === null) return "nobody owns the purchase";
  const tier = tierOf(project, row);
  if (!tier) return "the catalog does not have the product";
  await leaveAlone(app, project);
  const key = await requirePurchaseKey(app, project);
  const answer = answerAbout(project, row, tier);
  const isTaken = await app.stores.appStore.sendConsumption(key, environment, transactionId, answer);
  await noteStoreAnswer(app, project.id, "app_store");
  if (!isTaken) return "Apple takes no answer about this purchase";
  await recordEvent(app, {
    kind: "billing.consumption_answered",
    projectId: project.id,
    userId: row.userId,
    by: systemActor,
    data: {
      subscription_id: row.id,
      delivery_status: answer.deliveryStatus,
      sample_content_provided: answer.sampleContentProvided,
    },
  });
  return undefined;
}

/** While Apple asks for a pause. */
async function leaveAlone(app: StoreApp, project: Project): Promise<void> {
  const until = await restingUntil(app, project.id, "app_store");
  if (until === undefined) return;
  throw storeUnavailable("app_store", "asked to be left alone", { retryAfterMs: until - app.clock() });
}

/** Apple takes no share that was consumed of what renews, and the wish for a refund is nobody's but the seller's. */
function answerAbout(project: Project, row: SubscriptionRow, tier: CatalogTier): ConsumptionAnswer {
  const product = tier.products.find(
    (product) => storeProduct(project, tier, product, "app_store")?.productId === row.productId,
  );
  return {
    customerConsented: true,
    deliveryStatus: "DELIVERED",
    sampleContentProvided: (product?.trial ?? "") !== "",
  };
}
