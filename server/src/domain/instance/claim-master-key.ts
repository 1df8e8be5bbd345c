import type { App } from "../../app.ts";
import { OperatorError } from "../../errors.ts";
import { findInstanceSetting, insertInstanceSetting } from "../../storage/instance-settings.ts";

/** Binds a new database to the key that its secrets will be sealed with. If two replicas start, the first one decides. */
export async function claimMasterKey(app: Pick<App, "clock" | "db" | "secretBox">): Promise<void> {
  await insertInstanceSetting(app.db, "master_key_id", app.secretBox.keyId, app.clock());
  refuseOtherKey(app, await findInstanceSetting(app.db, "master_key_id"));
}

/** With another key every secret in the database would be unreadable, and new ones would be sealed with the wrong one. */
export function refuseOtherKey(app: Pick<App, "secretBox">, keyId: string | undefined): void {
  if (keyId === undefined || keyId === app.secretBox.keyId) return;
  throw new OperatorError(
    "the master key is not the one this database was made with",
    "put the right keys/master.key in the data directory, or point SVC_MASTER_KEY_FILE at it",
  );
}
