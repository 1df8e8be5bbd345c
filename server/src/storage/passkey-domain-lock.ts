import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";

/** Taken before the domains of other projects are read, so that no two projects choose the same one at once. */
export function lockPasskeyDomains(db: Db): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(db, ["passkey domains"]);
}
