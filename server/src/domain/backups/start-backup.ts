import { basename } from "node:path";
import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { actedOutside, requireStillAllowed } from "../admins/rights-of-admin.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { takeBackupLease, whileHoldingLease } from "./backup-lease.ts";
import { makeBackup } from "./make-backup.ts";
import type { BackupApp } from "./write-backup.ts";

type StartingApp = BackupApp & Pick<App, "background" | "backupSchedule" | "db" | "log" | "newId">;

/** Begins a backup on this replica and does not wait for its end. */
export async function startBackup(app: StartingApp, by: Actor): Promise<void> {
  const { backupSchedule: schedule } = app;
  if (!schedule) throw new AppError("BACKUPS_NOT_CONFIGURED");
  await requireStillAllowed(app, by);
  const holder = app.newId();
  if (!(await takeBackupLease(app, holder))) throw new AppError("BACKUP_RUNNING");
  app.background.run("backup", (signal) =>
    whileHoldingLease(app, holder, async () => {
      const made = await makeBackup(app, schedule, signal);
      if (!made) return;
      const data = { file: basename(made.file), bytes: made.bytes };
      await recordEvent(app, { kind: "admin.backup_made", projectId: null, by: actedOutside(by), data });
    }),
  );
}
