import { existsSync, readdirSync } from "node:fs";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { timeOfBackup } from "../backups/backup-name.ts";

const DAY_MS = 86_400_000;
/** How long erasures are remembered at least. A backup that is older can bring erased users back. */
export const ERASURES_KEPT_MS = 400 * DAY_MS;

/** A ledger has no older lines: 400 days, or longer while an older backup is in the folder of the scheduled backups. */
export function erasuresKeptSince({ backupSchedule, clock }: Pick<App, "backupSchedule" | "clock">): Millis {
  const folder = backupSchedule?.folder;
  const names = folder !== undefined && existsSync(folder) ? readdirSync(folder) : [];
  const backups = names.flatMap((name) => timeOfBackup(name) ?? []);
  return Math.min(clock() - ERASURES_KEPT_MS, ...backups.map((at) => at - DAY_MS));
}
