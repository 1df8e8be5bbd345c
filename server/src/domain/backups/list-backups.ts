import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { nextBackupAt } from "./back-up-on-schedule.ts";
import { isBackupRunning } from "./backup-lease.ts";
import { isBackupName, timeOfBackup } from "./backup-name.ts";
import type { BackupSchedule } from "./backup-schedule.ts";
import { type BackupStatus, backupStatus } from "./backup-status.ts";

type BackupFile = Readonly<{ name: string; at: Millis; bytes: number }>;

export type BackupList = Readonly<{
  schedule: BackupSchedule;
  status: BackupStatus;
  files: readonly BackupFile[];
  /** Why the folder cannot be read; empty if it can. */
  problem: string;
  nextAt: Millis;
  isRunning: boolean;
}>;

/** With `backup_keep = 0` nothing is ever removed. */
const MOST_FILES = 200;

/** The backups in the folder of this replica, newest first. Undefined when the server writes none. */
export async function listBackups(
  app: Pick<App, "backupSchedule" | "clock" | "db" | "secretBox">,
): Promise<BackupList | undefined> {
  const { backupSchedule: schedule } = app;
  if (!schedule) return undefined;
  const status = await backupStatus(app);
  const nextAt = nextBackupAt(app, schedule, status);
  return { schedule, status, nextAt, isRunning: await isBackupRunning(app), ...filesIn(schedule) };
}

function filesIn({ folder }: BackupSchedule): Pick<BackupList, "files" | "problem"> {
  try {
    const names = readdirSync(folder).filter(isBackupName).sort().reverse().slice(0, MOST_FILES);
    return { files: names.flatMap((name) => fileIn(folder, name)), problem: "" };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The first backup creates it.
    return { files: [], problem: code === "ENOENT" ? "" : message };
  }
}

/** None when it was removed since, or is no file. */
function fileIn(folder: string, name: string): BackupFile[] {
  const stats = statSync(join(folder, name), { throwIfNoEntry: false });
  const at = timeOfBackup(name);
  return stats?.isFile() && at !== undefined ? [{ name, at, bytes: stats.size }] : [];
}
