/** What `svc backup` and `svc restore` do on a data directory. */
export { openForBackup } from "../compose/open-storage.ts";
export { newUuidV7 } from "../crypto/uuid-v7.ts";
export { backupName } from "../domain/backups/backup-name.ts";
export { type Restored, restoreBackup } from "../domain/backups/restore-backup.ts";
export { writeBackup } from "../domain/backups/write-backup.ts";
export { REPLACED } from "../storage/replace-data.ts";
