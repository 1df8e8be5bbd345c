import type { App } from "../app.ts";
import { backUpOnSchedule } from "../domain/backups/back-up-on-schedule.ts";
import type { Job } from "./scheduler.ts";

/** Less than a minute: the scheduler logs every run of a slower job, and a backup logs its own line. */
const CHECK_EVERY_MS = 30_000;

/** Checks often whether a backup is due; the database holds the time of the last one. No job without a schedule. */
export function backupJobs(app: App): Job[] {
  const { backupSchedule } = app;
  if (!backupSchedule) return [];
  const everyMs = Math.min(CHECK_EVERY_MS, Math.max(1_000, backupSchedule.intervalMs));
  return [{ name: "backup", everyMs, run: (signal) => backUpOnSchedule(app, signal) }];
}
