import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./sqlite/errors.ts";

/**
 * An exclusive lock that the kernel drops when the process dies, however it dies. Node offers no
 * flock, SQLite does: an exclusive transaction on an empty database file. Returns undefined when
 * another process holds it.
 */
export function lockFile(file: string, waitMs = 0): { release: () => void } | undefined {
  makePrivate(file);
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    db.exec("pragma journal_mode=memory; begin exclusive"); // in memory: no second file beside it
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release() {
      if (db.isOpen) db.close();
    },
  };
}

/** Only where there is none: closing a file drops every lock that this process has on it. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}
