import type { App } from "../../app.ts";
import type { PurchaseRow } from "../../storage/db.ts";
import { findProject } from "../../storage/projects.ts";
import { claimPurchaseCheck, listPurchasesToCheck, schedulePurchaseCheck } from "../../storage/purchases.ts";
import { readProject } from "../projects/project.ts";
import { mapLimit } from "./map-limit.ts";
import { checkAgainAt } from "./next-check.ts";
import { nextPurchaseCheck } from "./next-purchase-check.ts";
import { askAboutPurchase } from "./refresh-purchase.ts";
import type { StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, problemOf, restingUntil } from "./store-health.ts";

type CheckApp = StoreApp & Pick<App, "metrics">;

const AT_A_TIME = 4;
const BATCH = 40;
/** Longer than asking about one takes. */
const LEASE_MS = 300_000;
const DAY_MS = 86_400_000;

/** Asks the stores about one-time purchases whose time has come: not paid yet, or the store was not told. */
export async function checkDuePurchases(
  app: CheckApp,
  total: { checked: number; failed: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  let due: PurchaseRow[];
  do {
    due = signal?.aborted ? [] : await listPurchasesToCheck(app.db, app.clock(), BATCH);
    await mapLimit(due, AT_A_TIME, async (row) => {
      if (signal?.aborted) return;
      const claimed = await claimPurchaseCheck(app.db, row, app.clock() + LEASE_MS);
      if (claimed) total[(await check(app, claimed)) ? "checked" : "failed"] += 1;
    });
  } while (due.length > 0);
}

async function check(app: CheckApp, row: PurchaseRow): Promise<boolean> {
  const found = await findProject(app.db, row.projectId);
  const project = found && readProject(found);
  if (!project?.settings.billing.enabled) {
    await schedulePurchaseCheck(app.db, row, app.clock() + DAY_MS, 0);
    return true;
  }
  const rest = await restingUntil(app, project.id, row.store);
  if (rest !== undefined) {
    await schedulePurchaseCheck(app.db, row, rest, row.checkAttempts);
    return false;
  }
  try {
    const { purchase, isSettled } = await askAboutPurchase(app, project, row);
    if (isSettled) {
      await schedulePurchaseCheck(app.db, purchase, nextPurchaseCheck(purchase, true, app.clock()), 0);
    }
    return isSettled;
  } catch (error) {
    const attempts = row.checkAttempts + 1;
    await schedulePurchaseCheck(app.db, row, checkAgainAt(attempts, app.clock()), attempts);
    app.log(isStoreTrouble(error) ? "warn" : "error", "a purchase could not be checked", {
      project: project.slug,
      store: row.store,
      purchase: row.id,
      attempts,
      detail: problemOf(error),
    });
    return false;
  }
}
