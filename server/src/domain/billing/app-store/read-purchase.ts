import type { Project } from "../../projects/project.ts";
import type { PurchaseSnapshot } from "../purchase.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StoreApp } from "../store-adapter.ts";
import { askStatus } from "./ask-status.ts";
import { askTransaction, isOneTime, purchaseKeyOf, reduceBroughtOneTime } from "./one-time.ts";
import { findPurchaseKey, notConfigured } from "./purchase-key.ts";
import { readSignedTransaction } from "./read-status.ts";
import { reduceTransaction } from "./reduce.ts";
import { untrusted } from "./verify-signed.ts";

const SUBSCRIPTION = "Auto-Renewable Subscription";

/**
 * How the subscription or the one-time purchase stands that an app brings as a signed transaction of StoreKit. Apple is asked about it when
 * the project has a key; else the transaction alone tells.
 */
export async function readPurchase(
  app: StoreApp,
  project: Project,
  signedTransaction: string,
): Promise<Snapshot | PurchaseSnapshot> {
  const { bundleId } = project.settings.billing.appStore;
  if (bundleId === "") throw notConfigured(["billing.app_store.bundle_id"]);
  const transaction = await readSignedTransaction(app, bundleId, signedTransaction);
  const key = await findPurchaseKey(app, project);
  if (isOneTime(transaction)) {
    const subject = { subjectKey: purchaseKeyOf(transaction), environment: transaction.environment };
    return (key && (await askTransaction(app, key, subject))) ?? reduceBroughtOneTime(transaction);
  }
  if (transaction.type !== SUBSCRIPTION)
    throw untrusted(`${JSON.stringify(transaction.type)} is not something that this server knows`);
  if (key === undefined) return reduceTransaction(transaction, app.clock());
  const { originalTransactionId: subjectKey, environment } = transaction;
  const snapshot = await askStatus(app, key, { subjectKey, environment });
  // Right after a purchase the API may not know it yet; what Apple signed is true all the same.
  return snapshot ?? reduceTransaction(transaction, app.clock());
}
