import type { Db, Millis } from "../../storage/db.ts";
import { engineOf } from "../../storage/engine.ts";
import {
  findLastMigration,
  isUpgradeFinished,
  storeFinishedUpgrade,
} from "../../storage/finished-upgrade.ts";

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

/** From now on svc writes what older versions cannot read. */
export function finishUpgrade(app: { clock: () => Millis; db: Db }): Promise<void> {
  return storeFinishedUpgrade(app.db, app.clock());
}

export async function describeUpgrade(app: { db: Db }) {
  return {
    engine: engineOf(app.db).name,
    migration: await findLastMigration(app.db),
    finished: await isUpgradeFinished(app.db),
  };
}
