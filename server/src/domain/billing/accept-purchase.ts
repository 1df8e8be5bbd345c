import type { PurchaseRow } from "../../storage/db.ts";
import { schedulePurchaseCheck } from "../../storage/purchases.ts";
import type { Project } from "../projects/project.ts";
import { type AppliedPurchase, applyPurchase, isUnsettled } from "./apply-purchase.ts";
import { checkAgainAt } from "./next-check.ts";
import { nextPurchaseCheck } from "./next-purchase-check.ts";
import type { Claimant } from "./ownership.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreFailure, problemOf } from "./store-health.ts";

export type AcceptedPurchase = AppliedPurchase & { isSettled: boolean };

/** Stores a snapshot of a one-time purchase, then tells the store what it wants to hear, like `acceptSnapshot`. */
export async function acceptPurchase(
  app: StoreApp,
  project: Project,
  snapshot: PurchaseSnapshot,
  claimant?: Claimant,
): Promise<AcceptedPurchase> {
  const applied = await applyPurchase(app, project, snapshot, claimant);
  const { purchase } = applied;
  const isSettled = !isUnsettled(purchase, snapshot) || (await settlePurchase(app, project, purchase));
  return { ...applied, isSettled };
}

/** Tells the store. If that fails, what is stored stays, and the store is asked again soon. */
export async function settlePurchase(
  app: StoreApp,
  project: Project,
  purchase: PurchaseRow,
): Promise<boolean> {
  const { store } = purchase;
  try {
    await adapterOf(app, store).settlePurchase(app, project, purchase);
    const next = nextPurchaseCheck(purchase, true, app.clock());
    await schedulePurchaseCheck(app.db, purchase, next, 0);
    return true;
  } catch (error) {
    if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, store, error);
    app.log(isStoreTrouble(error) ? "warn" : "error", "the store was not told, will be tried again", {
      project: project.slug,
      store,
      purchase: purchase.id,
      detail: problemOf(error),
    });
    const attempts = purchase.checkAttempts + 1;
    await schedulePurchaseCheck(app.db, purchase, checkAgainAt(attempts, app.clock()), attempts);
    return false;
  }
}
