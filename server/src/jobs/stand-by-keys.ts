import type { App } from "../app.ts";
import { addStandByKeys } from "../domain/signing-keys/add-stand-by-keys.ts";
import type { Job } from "./scheduler.ts";

export function standByKeysJob(app: App): Job {
  return {
    name: "stand-by-keys",
    everyMs: 600_000,
    onOneReplica: true,
    run: (signal) => addStandByKeys(app, signal),
  };
}
