/** What `svc backup` and `svc restore` do on a data directory. */
export { openForBackup } from "../compose/open-storage.ts";
export { backupName } from "../domain/backups/backup-name.ts";
export type { Restored } from "../domain/backups/restore-backup.ts";
export { writeBackup } from "../domain/backups/write-backup.ts";
export { REPLACED } from "../storage/replace-data.ts";
