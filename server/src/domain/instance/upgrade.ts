import type { App } from "../../app.ts";
import { engineOf } from "../../storage/engine.ts";
import { isUpgradeFinished, storeFinishedUpgrade } from "../../storage/finished-upgrade.ts";
import { migrations } from "../../storage/migrate.ts";

export type Upgrade = Readonly<{
  /** False while replicas of the version before may run beside this one: until the operator runs `svc migrate --finish`. */
  isFinished: (app: Pick<App, "db">) => Promise<boolean>;
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
export function finishUpgrade(app: Pick<App, "clock" | "db">): Promise<void> {
  return storeFinishedUpgrade(app.db, app.clock());
}

export async function describeUpgrade(app: Pick<App, "db">) {
  return {
    engine: engineOf(app.db).name,
    migration: migrations.at(-1)?.name ?? "",
    finished: await isUpgradeFinished(app.db),
  };
}
