import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { takeBackupLease, whileHoldingLease } from "./backup-lease.ts";
import type { BackupSchedule } from "./backup-schedule.ts";
import { type BackupStatus, backupStatus } from "./backup-status.ts";
import { makeBackup } from "./make-backup.ts";
import type { BackupApp } from "./write-backup.ts";

type ScheduledApp = BackupApp & Pick<App, "backupSchedule" | "db" | "log" | "newId" | "secretBox">;

const MINUTE_MS = 60_000;
const LONGEST_JITTER_MS = 5 * MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

/** Writes a backup if one is due and no other replica is writing one. Returns whether it did. */
export async function backUpOnSchedule(app: ScheduledApp, signal?: AbortSignal): Promise<boolean> {
  const { backupSchedule: schedule } = app;
  if (!schedule || !isDue(app, schedule, await backupStatus(app))) return false;
  const holder = app.newId();
  if (!(await takeBackupLease(app, holder))) return false;
  return whileHoldingLease(app, holder, async () => {
    // Another replica may have just finished.
    if (!isDue(app, schedule, await backupStatus(app))) return false;
    return (await makeBackup(app, schedule, signal)) !== undefined;
  });
}

function isDue(
  app: Pick<App, "clock" | "secretBox">,
  schedule: BackupSchedule,
  status: BackupStatus,
): boolean {
  return app.clock() >= nextBackupAt(app, schedule, status);
}

/** A failed backup is retried after a minute, then after two, four and so on, up to an hour. */
export function nextBackupAt(
  app: Pick<App, "clock" | "secretBox">,
  { intervalMs }: BackupSchedule,
  { lastSuccess, lastFailure, failures }: BackupStatus,
): Millis {
  const now = app.clock();
  if (lastFailure && lastFailure.at <= now) {
    const wait = Math.min(MINUTE_MS * 2 ** (failures - 1), LONGEST_WAIT_MS, intervalMs);
    return lastFailure.at + wait;
  }
  // A time in the future means that the clock was wrong, not that the backup is recent.
  if (!lastSuccess || lastSuccess.at > now) return now;
  return lastSuccess.at + intervalMs + jitter(app, intervalMs);
}

/** Each instance has its own jitter, so that a machine with many instances does not write all backups at once. */
function jitter({ secretBox }: Pick<App, "secretBox">, intervalMs: number): number {
  const share = Buffer.from(secretBox.keyId, "base64url").readUInt32BE() / 2 ** 32;
  return Math.floor(share * Math.min(intervalMs / 20, LONGEST_JITTER_MS));
}
