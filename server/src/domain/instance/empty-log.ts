import type { App } from "../../app.ts";
import { engineOf } from "../../storage/engine.ts";

/** How long a deleted value may be in SQLite's write-ahead log. docs/privacy.md says so. */
export const EMPTY_LOG_EVERY_MS = 600_000;

/** After an hour. */
const WARN_AFTER = 6;

/** Empties the log again and again. Warns when something has kept it from that for long. */
export function logEmptier({ db, log }: Pick<App, "db" | "log">): () => Promise<void> {
  let failures = 0;
  return async () => {
    failures = (await engineOf(db).emptyLog(db)) ? 0 : failures + 1;
    if (failures !== WARN_AFTER) return;
    log("warn", "the write-ahead log could not be emptied for an hour: a process reads the database", {});
  };
}
