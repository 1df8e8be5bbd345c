import type { App } from "../app.ts";
import { addStandByKeys } from "../domain/signing-keys/add-stand-by-keys.ts";
import type { Job } from "./scheduler.ts";

/** Runs on every replica, so that no lease of a killed one delays it. The database decides which one adds a key. */
export function standByKeysJob(app: App): Job {
  return { name: "stand-by-keys", everyMs: 600_000, run: (signal) => addStandByKeys(app, signal) };
}
