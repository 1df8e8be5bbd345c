import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../../app.ts";
import { AppError, OperatorError } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import { makeDirectory } from "../../storage/durable-files.ts";
import { holdJob, releaseJob } from "../instance/job-lease.ts";
import { backupName, isBackupName } from "./backup-name.ts";
import type { BackupSchedule } from "./backup-schedule.ts";
import { type BackupStatus, backupStatus, saveBackupStatus } from "./backup-status.ts";
import { type BackupApp, writeBackup } from "./write-backup.ts";

type ScheduledApp = BackupApp & Pick<App, "backupSchedule" | "db" | "log" | "newId" | "secretBox">;

const MINUTE_MS = 60_000;
const LONGEST_JITTER_MS = 5 * MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** Longer than the renewal interval, and short enough that a crash does not delay the next backup for long. */
const LEASE_MS = 15 * MINUTE_MS;

/** Writes a backup if one is due and no other replica is writing one. Returns whether it did. */
export async function backUpOnSchedule(app: ScheduledApp, signal?: AbortSignal): Promise<boolean> {
  const { backupSchedule: schedule } = app;
  if (!schedule || !isDue(app, schedule, await backupStatus(app))) return false;
  const holder = app.newId();
  if (!(await holdJob(app, "backup", holder, LEASE_MS))) return false;
  const renewing = setInterval(() => {
    holdJob(app, "backup", holder, LEASE_MS).catch(() => {});
  }, LEASE_MS / 3);
  try {
    const status = await backupStatus(app); // another replica may have just finished
    if (!isDue(app, schedule, status)) return false;
    return await attempt(app, schedule, status, signal);
  } finally {
    clearInterval(renewing);
    await releaseJob(app, "backup", holder);
  }
}

/** A failed backup is retried after a minute, then after two, four and so on, up to an hour. */
export function isDue(
  app: Pick<App, "clock" | "secretBox">,
  { intervalMs }: BackupSchedule,
  { lastSuccess, lastFailure, failures }: BackupStatus,
): boolean {
  const now = app.clock();
  if (lastFailure && lastFailure.at <= now) {
    const wait = Math.min(MINUTE_MS * 2 ** (failures - 1), LONGEST_WAIT_MS, intervalMs);
    return now >= lastFailure.at + wait;
  }
  // A time in the future means that the clock was wrong, not that the backup is recent.
  if (!lastSuccess || lastSuccess.at > now) return true;
  return now >= lastSuccess.at + intervalMs + jitter(app, intervalMs);
}

/** Each instance has its own jitter, so that a machine with many instances does not write all backups at once. */
function jitter({ secretBox }: Pick<App, "secretBox">, intervalMs: number): number {
  const share = Buffer.from(secretBox.keyId, "base64url").readUInt32BE() / 2 ** 32;
  return Math.floor(share * Math.min(intervalMs / 20, LONGEST_JITTER_MS));
}

async function attempt(
  app: ScheduledApp,
  schedule: BackupSchedule,
  status: BackupStatus,
  signal?: AbortSignal,
): Promise<boolean> {
  const at = app.clock();
  try {
    makeDirectory(schedule.folder);
    const { file, size } = await writeBackup(app, { to: join(schedule.folder, backupName(at)), signal });
    const tookMs = app.clock() - at;
    await saveBackupStatus(app, { failures: 0, lastSuccess: { at, file, bytes: size, tookMs } });
    app.log("info", "backup written", { file, bytes: size, tookMs });
    prune(app, schedule);
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
    await saveBackupStatus(app, failed(status, at, error));
    app.log("error", "backup failed", { detail: messageOf(error), failures: status.failures + 1 });
    return false;
  }
}

function failed(status: BackupStatus, at: Millis, error: unknown): BackupStatus {
  return { ...status, failures: status.failures + 1, lastFailure: { at, why: messageOf(error) } };
}

function messageOf(error: unknown): string {
  if (error instanceof OperatorError) return `${error.message}; ${error.hint}`;
  return error instanceof AppError ? `${error.message}: ${error.detail}` : String(error);
}

/** Deletes old backups after a new one was written. Files with other names are kept. */
function prune(app: Pick<App, "log">, { folder, keep }: BackupSchedule): void {
  if (keep === 0) return;
  try {
    const old = readdirSync(folder).filter(isBackupName).sort().reverse().slice(keep);
    for (const name of old) rmSync(join(folder, name));
  } catch (error) {
    app.log("warn", "old backups could not be removed", { detail: String(error) });
  }
}
