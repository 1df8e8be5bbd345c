import type { App } from "../app.ts";
import { engineOf } from "../storage/engine.ts";
import type { Job } from "./scheduler.ts";

/** How long a deleted value may be in SQLite's write-ahead log. docs/privacy.md says so. */
const EVERY_MS = 600_000;

export function emptyLogJob({ db }: Pick<App, "db">): Job {
  return { name: "empty-log", everyMs: EVERY_MS, run: () => engineOf(db).emptyLog(db) };
}
