import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type Check, checkOf } from "./check.ts";

const SLOW = 2;

/** The scheduled backups: they work, and the last one is not older than two intervals. */
export function backupCheck(instance: GetInstanceResponseJson, now: number): Check {
  const check = checkOf("backup", "backups");
  const { backups, lastBackupAt } = instance;
  if (backups === undefined) {
    return check.notChecked("scheduled backups are off", "start it with --backup-dir");
  }
  const last = lastBackupAt === undefined ? "none yet" : `last backup at ${lastBackupAt}`;
  if ((backups.failures ?? 0) > 0) {
    return check.warning(
      `the last attempt failed: ${backups.lastFailure}; ${last}`,
      "the server retries automatically",
    );
  }
  const intervalMs = Number(backups.intervalSeconds ?? 0) * 1000;
  const since = Date.parse(lastBackupAt ?? instance.startedAt ?? "");
  if (now - since <= SLOW * intervalMs) return check.ok(last);
  return check.warning(`${last}, although one is due every ${intervalMs / 1000} s`, "see the server's log");
}
