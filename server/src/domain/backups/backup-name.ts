import type { Millis } from "../../storage/db.ts";

const NAME = /^svc-backup-\d{8}T\d{6}Z\.tar\.gz$/;

/** `svc-backup-20300101T120000Z.tar.gz`: names sort by time. */
export function backupName(at: Millis): string {
  return `svc-backup-${isoTime(at)
    .replace(/\.\d+Z$/, "Z")
    .replace(/[-:]/g, "")}.tar.gz`;
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** When the backup with this name was begun. */
export function backupTime(name: string): Millis {
  const [, date, hour, minute, second] = /-(\d{8})T(\d\d)(\d\d)(\d\d)Z/.exec(name) ?? [];
  return Temporal.Instant.from(`${date}T${hour}:${minute}:${second}Z`).epochMilliseconds;
}

export function isoTime(at: Millis): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 });
}
