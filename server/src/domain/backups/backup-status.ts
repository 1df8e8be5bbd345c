import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { findInstanceSetting, putInstanceSetting } from "../../storage/instance-settings.ts";

/** The status of the scheduled backups. It is stored, so it is the same on every replica and after a restart. */
export type BackupStatus = Readonly<{
  lastSuccess?: Readonly<{ at: Millis; file: string; bytes: number; tookMs: number }>;
  /** Since the last success. */
  failures: number;
  lastFailure?: Readonly<{ at: Millis; why: string }>;
}>;

const KEY = "backup_status";

export async function backupStatus(app: Pick<App, "db">): Promise<BackupStatus> {
  const stored = await findInstanceSetting(app.db, KEY);
  return stored === undefined ? { failures: 0 } : JSON.parse(stored);
}

export function saveBackupStatus(app: Pick<App, "clock" | "db">, status: BackupStatus): Promise<void> {
  return putInstanceSetting(app.db, KEY, JSON.stringify(status), app.clock());
}
