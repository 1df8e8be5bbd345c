import type { App } from "../app.ts";
import { copyActivity } from "../domain/instance/upgrade.ts";
import type { Job } from "./scheduler.ts";

export function copyActivityJob(app: App): Job {
  return {
    name: "copy-activity",
    everyMs: 3_600_000,
    onOneReplica: true,
    run: (signal) => copyActivity(app, signal),
  };
}
