import type { Millis } from "../../storage/db.ts";

const NAME = /^svc-backup-(\d{8}T\d{6}Z)\.tar\.gz$/;

/** `svc-backup-20300101T120000Z.tar.gz`: names sort by time. */
export function backupName(at: Millis): string {
  return `svc-backup-${isoTime(at)
    .replace(/\.\d+Z$/, "Z")
    .replace(/[-:]/g, "")}.tar.gz`;
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** Undefined for the name of another file. */
export function timeOfBackup(name: string): Millis | undefined {
  const [, at] = NAME.exec(name) ?? [];
  return at === undefined ? undefined : timeOf(at);
}

/** Temporal reads the basic format too. A name with a time that does not exist is somebody else's. */
function timeOf(at: string): Millis | undefined {
  try {
    return Temporal.Instant.from(at).epochMilliseconds;
  } catch {
    return undefined;
  }
}

export function isoTime(at: Millis): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 });
}
