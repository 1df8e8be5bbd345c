import { AppError, invalidRequest } from "../../errors.ts";
import type { PurchaseRow } from "../../storage/db.ts";
import { consumePurchaseRow, lockPurchase } from "../../storage/purchases.ts";
import { transact } from "../../storage/transact.ts";
import type { Actor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { settlePurchase } from "./accept-purchase.ts";
import { nextPurchaseCheck } from "./next-purchase-check.ts";
import { matchOf } from "./one-time-products.ts";
import { recordPurchaseEvent } from "./record-purchase-event.ts";
import { requirePurchase } from "./refresh-purchase.ts";
import type { StoreApp } from "./store-adapter.ts";
import { storeOf } from "./stores.ts";

export type Consumed = Readonly<{ purchase: PurchaseRow; isNew: boolean }>;

const CLAIM_ID = /^[\x21-\x7e]{1,100}$/;

/**
 * Claims what was bought, once: of several claims one wins, and repeating it is fine. The store hears of it
 * afterwards, now or by the check of the purchase.
 */
export async function consumePurchase(
  app: StoreApp,
  { project, by }: Readonly<{ project: Project; by: Actor }>,
  { purchaseId, claimId }: { purchaseId: string; claimId: string },
): Promise<Consumed> {
  if (!CLAIM_ID.test(claimId)) throw invalidRequest("claim_id", "must be 1 to 100 visible ASCII characters");
  const { store, subjectKey } = await requirePurchase(app, project, purchaseId);
  const consumed = await transact(app, async (app) => {
    await lockPurchase(app.db, project.id, store, subjectKey);
    const row = await requirePurchase(app, project, purchaseId);
    if (row.claimId === claimId) return { purchase: row, isNew: false };
    const match = matchOf(project, row);
    requireConsumable(project, row, match.kind);
    const now = app.clock();
    const checkAt = nextPurchaseCheck({ ...row, ...match }, !storeOf(store).consumesAtStore, now);
    const purchase = await consumePurchaseRow(app.db, row, { claimId, ...match, checkAt, now });
    if (!purchase) throw new Error("a purchase changed under its lock");
    await recordPurchaseEvent(app, purchase, "consumed", by, { claim_id: claimId });
    return { purchase, isNew: true };
  });
  if (consumed.isNew && storeOf(store).consumesAtStore) await settlePurchase(app, project, consumed.purchase);
  return consumed;
}

function requireConsumable({ settings }: Project, row: PurchaseRow, kind: string): void {
  if (row.consumedAt !== null) throw new AppError("PURCHASE_CONSUMED", row.id);
  if (kind === "" || kind === "lifetime") throw new AppError("PURCHASE_NOT_CONSUMABLE", row.id);
  if (row.state !== "paid") throw new AppError("PURCHASE_NOT_PAID", row.id, { state: row.state });
  if (settings.billing.ignoreSandbox && row.environment === "sandbox") {
    throw new AppError("PURCHASE_NOT_PAID", `${row.id} is a test purchase`, { state: row.state });
  }
  // Nobody has claimed it, so there is nobody to deliver it to.
  if (row.userId === null) throw new AppError("NOT_FOUND", `owner of ${row.id}`, { resource: "purchase" });
}
