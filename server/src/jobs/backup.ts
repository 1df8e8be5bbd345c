import type { App } from "../app.ts";
import { backUpOnSchedule } from "../domain/backups/back-up-on-schedule.ts";
import type { Job } from "./scheduler.ts";

/** Under a minute, from which on the scheduler logs every run: a backup has a line of its own. */
const LOOK_EVERY_MS = 30_000;

/** Looks often and does it rarely: when the last one was is known to the database. None without a schedule. */
export function backupJobs(app: App): Job[] {
  const { backupSchedule } = app;
  if (!backupSchedule) return [];
  const everyMs = Math.min(LOOK_EVERY_MS, Math.max(1_000, backupSchedule.intervalMs));
  return [{ name: "backup", everyMs, run: (signal) => backUpOnSchedule(app, signal) }];
}
