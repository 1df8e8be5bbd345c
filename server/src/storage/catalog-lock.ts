import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";

const catalogOf = (projectId: string) => `catalog ${projectId}`;

/** Whoever writes a subscription holds this, so that `lockCatalog` waits for it. */
export function shareCatalog(db: Db, projectId: string): Promise<void> {
  return engineOf(db).shareAdvisoryLock(db, catalogOf(projectId));
}

/** While the tiers of many subscriptions are written, nobody writes one of them. */
export function lockCatalog(db: Db, projectId: string): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(db, [catalogOf(projectId)]);
}
