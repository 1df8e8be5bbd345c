import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";
import { findInstanceSetting, putInstanceSetting } from "./instance-settings.ts";

/** The last migration after which no replica of an older version runs any more. */
const FINISHED_UPGRADE = "finished_upgrade";

/** Since this migration svc writes what version 0.1 cannot read. */
export const FIRST_TO_FINISH = "0023-session-tokens";

/** One process serves a SQLite file, so no older version can run beside it. */
export async function isUpgradeFinished(db: Db): Promise<boolean> {
  if (engineOf(db).name === "sqlite") return true;
  const finished = await findInstanceSetting(db, FINISHED_UPGRADE);
  return finished !== undefined && finished >= FIRST_TO_FINISH;
}

export async function storeFinishedUpgrade(db: Db, now: Millis): Promise<void> {
  await putInstanceSetting(db, FINISHED_UPGRADE, FIRST_TO_FINISH, now);
}
