import type { App } from "../app.ts";
import { EMPTY_LOG_EVERY_MS, logEmptier } from "../domain/instance/empty-log.ts";
import type { Job } from "./scheduler.ts";

export function emptyLogJob(app: Pick<App, "db" | "log">): Job {
  return { name: "empty-log", everyMs: EMPTY_LOG_EVERY_MS, run: logEmptier(app) };
}
