import type { Db, Millis } from "../../storage/db.ts";
import { engineOf } from "../../storage/engine.ts";
import { finishSchema } from "../../storage/finish-schema.ts";
import {
  findLastMigration,
  isUpgradeFinished,
  storeFinishedUpgrade,
} from "../../storage/finished-upgrade.ts";
import {
  copyOldActivity,
  hasOldActivity,
  isActivityCopied,
  storeActivityCopied,
} from "../../storage/old-activity.ts";

export type Upgrade = Readonly<{
  /** False while replicas of the version before may run beside this one: until the operator runs `svc migrate --finish`. */
  isFinished: (app: { db: Db }) => Promise<boolean>;
}>;

/** Asks the database until the upgrade is finished, and never again. */
export function watchUpgrade(): Upgrade {
  let isFinished = false;
  return {
    async isFinished({ db }) {
      isFinished ||= await isUpgradeFinished(db);
      return isFinished;
    },
  };
}

/** From now on svc writes what older versions cannot read. If it is interrupted, call it again. */
export async function finishUpgrade(app: { clock: () => Millis; db: Db }): Promise<void> {
  await copyActivity(app);
  await storeFinishedUpgrade(app.db, app.clock());
  await finishSchema(app.db);
}

export async function describeUpgrade(app: { db: Db }) {
  return {
    engine: engineOf(app.db).name,
    migration: await findLastMigration(app.db),
    finished: await isUpgradeFinished(app.db),
  };
}

/**
 * Copies the activity of all users into its own table, once. In small portions, so that a million users delay no sign-in.
 * If it is interrupted, it starts again from the first.
 */
export async function copyActivity(
  app: { clock: () => Millis; db: Db },
  signal?: AbortSignal,
): Promise<void> {
  if (!(await hasOldActivity(app.db)) || (await isActivityCopied(app.db))) return;
  for (let last: string | undefined = ""; last !== undefined; ) {
    if (signal?.aborted) return;
    last = await copyOldActivity(app.db, last);
  }
  await storeActivityCopied(app.db, app.clock());
}
