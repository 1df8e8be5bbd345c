import type { App } from "../../app.ts";
import { isUpgradeFinished } from "../../storage/finished-upgrade.ts";

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
