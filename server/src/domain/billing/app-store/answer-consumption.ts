import { storeUnavailable } from "../../../errors.ts";
import type { BillingInboxRow } from "../../../storage/db.ts";
import { findPurchase } from "../../../storage/purchases.ts";
import { findSubscription } from "../../../storage/subscriptions.ts";
import { recordEvent, systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { productOfPurchase } from "../one-time-products.ts";
import type { StoreApp } from "../store-adapter.ts";
import { noteStoreAnswer, restingUntil } from "../store-health.ts";
import { storeProduct } from "../store-products.ts";
import { tierOf } from "../tier-of.ts";
import { CONSUMPTION_OFF, consumptionDeadline } from "./consumption-request.ts";
import { isOneTime, purchaseKeyOf } from "./one-time.ts";
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
  const { transactionId, environment } = transaction;
  const about = isOneTime(transaction)
    ? await factsOfPurchase(app, project, purchaseKeyOf(transaction))
    : await factsOfSubscription(app, project, transaction.originalTransactionId);
  if (typeof about === "string") return about;
  await leaveAlone(app, project);
  const key = await requirePurchaseKey(app, project);
  const { userId, data, sampleContentProvided } = about;
  const answer = { customerConsented: true, deliveryStatus: "DELIVERED", sampleContentProvided } as const;
  const isTaken = await app.stores.appStore.sendConsumption(key, environment, transactionId, answer);
  await noteStoreAnswer(app, project.id, "app_store");
  if (!isTaken) return "Apple takes no answer about this purchase";
  await recordEvent(app, {
    kind: "billing.consumption_answered",
    projectId: project.id,
    userId,
    by: systemActor,
    data: {
      ...data,
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

/** What is stored about a purchase that was delivered; a text says why nothing can be said. */
type Facts = Readonly<{
  userId: string;
  data: Readonly<Record<string, string>>;
  sampleContentProvided: boolean;
}>;

// Without a user nobody has consented, and nothing was delivered to anybody.
const NOBODY = "nobody owns the purchase";
const UNKNOWN = "the catalog does not have the product";

/** Apple does not take how much was consumed of what renews. */
async function factsOfSubscription(app: StoreApp, project: Project, key: string): Promise<Facts | string> {
  const row = await findSubscription(app.db, project.id, "app_store", key);
  if (!row || row.userId === null) return NOBODY;
  const tier = tierOf(project, row);
  if (!tier) return UNKNOWN;
  const product = tier.products.find(
    (product) => storeProduct(project, tier, product, "app_store")?.productId === row.productId,
  );
  const sampleContentProvided = (product?.trial ?? "") !== "";
  return { userId: row.userId, data: { subscription_id: row.id }, sampleContentProvided };
}

/** What is not a lifetime product is delivered by the backend, which says so by consuming it. */
async function factsOfPurchase(app: StoreApp, project: Project, key: string): Promise<Facts | string> {
  const row = await findPurchase(app.db, project.id, "app_store", key);
  if (!row || row.userId === null) return NOBODY;
  const product = productOfPurchase(project, row);
  if (!product) return UNKNOWN;
  if (product.kind !== "lifetime" && row.consumedAt === null) return "the backend has not consumed it yet";
  return { userId: row.userId, data: { purchase_id: row.id }, sampleContentProvided: false };
}
