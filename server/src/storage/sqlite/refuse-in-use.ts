import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../../errors.ts";
import { isBusy } from "./errors.ts";

/** A process that still uses a database file after it was moved would write into the file that was replaced. */
export function refuseInUse(file: string): void {
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec("pragma locking_mode=exclusive; begin exclusive; rollback");
  } catch (error) {
    // A damaged file is a reason to restore, not against it.
    if (isBusy(error))
      throw new OperatorError(`another program is using ${file}`, "end it first, then restore");
  } finally {
    db.close();
  }
}
