import type { App } from "../app.ts";
import { cleanUp } from "../domain/instance/clean-up.ts";
import type { Job } from "./scheduler.ts";

export function cleanUpJob(app: App): Job {
  return { name: "clean-up", everyMs: 600_000, onOneReplica: true, run: (signal) => cleanUp(app, signal) };
}
