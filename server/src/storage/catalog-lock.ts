import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";

const catalogOf = (projectId: string) => `catalog ${projectId}`;

/** Taken before a subscription is written, so that `lockCatalog` waits for the transaction. */
export function shareCatalog(db: Db, projectId: string): Promise<void> {
  return engineOf(db).shareAdvisoryLock(db, catalogOf(projectId));
}

/** Taken before the tiers of many subscriptions are written, so that no other transaction writes one of them. */
export function lockCatalog(db: Db, projectId: string): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(db, [catalogOf(projectId)]);
}
