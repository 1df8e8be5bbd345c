import type { App } from "../app.ts";
import { rollUpAll } from "../domain/analytics/roll-up.ts";
import type { Job } from "./scheduler.ts";

export function rollupJob(app: App): Job {
  return {
    name: "rollup",
    everyMs: 300_000,
    onOneReplica: true,
    run: (signal) => rollUpAll(app, signal),
  };
}
