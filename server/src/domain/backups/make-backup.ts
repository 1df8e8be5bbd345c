import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../../app.ts";
import { AppError, OperatorError } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import { makeDirectory } from "../../storage/durable-files.ts";
import { backupName, isBackupName } from "./backup-name.ts";
import type { BackupSchedule } from "./backup-schedule.ts";
import { type BackupStatus, backupStatus, saveBackupStatus } from "./backup-status.ts";
import { type BackupApp, writeBackup } from "./write-backup.ts";

type MakingApp = BackupApp & Pick<App, "db" | "log">;

export type MadeBackup = NonNullable<BackupStatus["lastSuccess"]>;

/** Writes a backup to the folder of the schedule and stores how it went. Undefined when there is none. */
export async function makeBackup(
  app: MakingApp,
  schedule: BackupSchedule,
  signal?: AbortSignal,
): Promise<MadeBackup | undefined> {
  const status = await backupStatus(app);
  const at = app.clock();
  try {
    makeDirectory(schedule.folder);
    const { file, size } = await writeBackup(app, { to: join(schedule.folder, backupName(at)), signal });
    const tookMs = app.clock() - at;
    const lastSuccess = { at, file, bytes: size, tookMs };
    await saveBackupStatus(app, { failures: 0, lastSuccess });
    app.log("info", "backup written", { file, bytes: size, tookMs });
    prune(app, schedule);
    return lastSuccess;
  } catch (error) {
    if (signal?.aborted) return undefined;
    await saveBackupStatus(app, failed(status, at, error));
    app.log("error", "backup failed", { detail: messageOf(error), failures: status.failures + 1 });
    return undefined;
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
