import { expect, test } from "vitest";
import { backupCheck } from "./backup-check.ts";

const NOW = Date.parse("2030-01-10T00:00:00Z");
const daily = { intervalSeconds: "86400" };

test("without a schedule nothing is checked, and how to get one is told", () => {
  expect(backupCheck({ startedAt: "2030-01-01T00:00:00Z" }, NOW)).toMatchObject({
    ...{ id: "backup", status: "not_checked", remedy: "start it with --backup-dir" },
  });
});

test("a backup younger than two intervals is well", () => {
  for (const lastBackupAt of ["2030-01-10T00:00:00Z", "2030-01-08T00:00:00Z"]) {
    expect(backupCheck({ backups: daily, lastBackupAt }, NOW)).toMatchObject({
      ...{ status: "ok", seen: `last backup at ${lastBackupAt}` },
    });
  }
});

test("an older one, and none although the server is up for long, are warned about", () => {
  const lastBackupAt = "2030-01-07T23:59:59Z";
  expect(backupCheck({ backups: daily, lastBackupAt }, NOW)).toMatchObject({
    ...{
      status: "warning",
      seen: `last backup at ${lastBackupAt}, although one is due every 86400 s`,
    },
  });
  const startedAt = "2030-01-01T00:00:00Z";
  expect(backupCheck({ backups: daily, startedAt }, NOW)).toMatchObject({ status: "warning" });
  expect(backupCheck({ backups: daily, startedAt: "2030-01-09T23:59:00Z" }, NOW)).toMatchObject({
    ...{ status: "ok", seen: "none yet" },
  });
});

test("a failure is warned about with its reason, however young the last one is", () => {
  const backups = { ...daily, failures: 2, lastFailure: "the disk of /mnt is full; free some space" };
  expect(backupCheck({ backups, lastBackupAt: "2030-01-09T12:00:00Z" }, NOW)).toMatchObject({
    status: "warning",
    seen: "the last attempt failed: the disk of /mnt is full; free some space; last backup at 2030-01-09T12:00:00Z",
  });
});
