import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { BackupStatusSchema, ListBackupsResponseSchema } from "@svc/proto/svc/admin/v1/instance_pb";
import type { BackupSchedule } from "../../domain/backups/backup-schedule.ts";
import type { BackupStatus } from "../../domain/backups/backup-status.ts";
import type { BackupList } from "../../domain/backups/list-backups.ts";

export function encodeBackupStatus(
  { intervalMs }: BackupSchedule,
  { lastSuccess, lastFailure, failures }: BackupStatus,
): MessageInitShape<typeof BackupStatusSchema> {
  return {
    intervalSeconds: BigInt(Math.round(intervalMs / 1000)),
    lastSizeBytes: BigInt(lastSuccess?.bytes ?? 0),
    failures,
    lastFailure: lastFailure?.why ?? "",
    ...(lastFailure && { lastFailureAt: timestampFromMs(lastFailure.at) }),
  };
}

export function encodeBackupList(
  list: BackupList | undefined,
): MessageInitShape<typeof ListBackupsResponseSchema> {
  if (!list) return {};
  const { schedule, status, files, problem, nextAt, isRunning } = list;
  return {
    directory: schedule.folder,
    backups: files.map(({ name, at, bytes }) => ({
      name,
      createdAt: timestampFromMs(at),
      sizeBytes: BigInt(bytes),
    })),
    running: isRunning,
    nextBackupAt: timestampFromMs(nextAt),
    status: encodeBackupStatus(schedule, status),
    problem,
  };
}
