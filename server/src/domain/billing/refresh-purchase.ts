import { AppError } from "../../errors.ts";
import type { PurchaseRow } from "../../storage/db.ts";
import { findPurchaseById } from "../../storage/purchases.ts";
import type { Project } from "../projects/project.ts";
import { type AcceptedPurchase, acceptPurchase } from "./accept-purchase.ts";
import type { Environment } from "./environment.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreAnswer, noteStoreFailure } from "./store-health.ts";

/** Reads a purchase from its store again, and returns the updated row. */
export async function refreshPurchase(app: StoreApp, project: Project, id: string): Promise<PurchaseRow> {
  const row = await requirePurchase(app, project, id);
  return (await askAboutPurchase(app, project, row)).purchase;
}

export async function requirePurchase(
  app: Pick<StoreApp, "db">,
  project: Project,
  id: string,
): Promise<PurchaseRow> {
  const row = await findPurchaseById(app.db, project.id, id);
  if (!row) throw new AppError("NOT_FOUND", `purchase ${id}`, { resource: "purchase" });
  return row;
}

/** Reads a known purchase from its store and saves the result. If the store no longer has it, the row is unchanged. */
export async function askAboutPurchase(
  app: StoreApp,
  project: Project,
  row: PurchaseRow,
): Promise<AcceptedPurchase> {
  const { store, subjectKey } = row;
  const environment = row.environment as Environment;
  const snapshot = await adapterOf(app, store)
    .fetchPurchase(app, project, { subjectKey, environment })
    .catch(async (error: unknown) => {
      if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, store, error);
      throw error;
    });
  await noteStoreAnswer(app, project.id, store);
  return snapshot
    ? acceptPurchase(app, project, snapshot)
    : { purchase: row, isRefused: false, isSettled: true };
}
