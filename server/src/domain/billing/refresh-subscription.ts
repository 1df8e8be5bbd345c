import { AppError } from "../../errors.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { findSubscriptionById } from "../../storage/subscriptions.ts";
import type { Project } from "../projects/project.ts";
import { type Accepted, acceptSnapshot } from "./accept-snapshot.ts";
import { isOver } from "./access.ts";
import { readAddOns } from "./add-ons.ts";
import type { Environment } from "./environment.ts";
import type { Snapshot } from "./snapshot.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreAnswer, noteStoreFailure } from "./store-health.ts";
import type { StoreName } from "./stores.ts";

export async function refreshSubscription(
  app: StoreApp,
  project: Project,
  id: string,
): Promise<SubscriptionRow> {
  const row = await requireSubscription(app, project, id);
  return (await askAbout(app, project, row)).subscription;
}

export async function requireSubscription(
  app: Pick<StoreApp, "db">,
  project: Project,
  id: string,
): Promise<SubscriptionRow> {
  const row = await findSubscriptionById(app.db, project.id, id);
  if (!row) throw new AppError("NOT_FOUND", `subscription ${id}`, { resource: "subscription" });
  return row;
}

/** Asks the store how a known subscription stands, and stores the answer. */
export async function askAbout(app: StoreApp, project: Project, row: SubscriptionRow): Promise<Accepted> {
  const { store, subjectKey } = row;
  const askedAt = app.clock();
  const environment = row.environment as Environment;
  const snapshot = await adapterOf(app, store)
    .fetch(app, project, { subjectKey, environment })
    .catch(async (error: unknown) => {
      if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, store, error);
      throw error;
    });
  await noteStoreAnswer(app, project.id, store);
  if (snapshot) return acceptSnapshot(app, project, snapshot);
  // Stores forget what has long been over. Before its end, not knowing it is a mistake of theirs.
  const isForgotten = !isOver(row) && row.accessUntil < askedAt;
  if (isForgotten) return acceptSnapshot(app, project, expired(row, askedAt));
  return { subscription: row, isRefused: false, isSettled: true };
}

function expired(row: SubscriptionRow, takenAt: number): Snapshot {
  return {
    ...row,
    store: row.store as StoreName,
    environment: row.environment as Environment,
    state: "expired",
    takenAt,
    willRenew: false,
    isTrial: row.isTrial === 1,
    familyShared: row.familyShared === 1,
    cancelReason: row.cancelReason || "unknown to the store",
    addOns: readAddOns(row),
    replaces: [],
    isSuperseded: false,
    needsAcknowledgement: false,
  };
}
