import { useQuery } from "@connectrpc/connect-query";
import {
  type BackupFile,
  InstanceSettingsService,
  type ListBackupsResponse,
} from "@svc/proto/svc/admin/v1/instance_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facts } from "../../components/facts.tsx";
import { Icon } from "../../components/icon.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";

const REFRESH_MS = 15_000;
const REFRESH_WHILE_RUNNING_MS = 1_000;

/** The backups that the server writes by itself, and a button for one more. */
export function Backups(): ReactNode {
  const query = useQuery(
    InstanceSettingsService.method.listBackups,
    {},
    { refetchInterval: ({ state }) => (state.data?.running ? REFRESH_WHILE_RUNNING_MS : REFRESH_MS) },
  );
  return (
    <Loaded query={query}>{(list) => (list.directory === "" ? <Off /> : <Listed list={list} />)}</Loaded>
  );
}

function Off(): ReactNode {
  return (
    <Card title={text.backups}>
      <div>
        <p className="font-medium">{text.noBackups}</p>
        <p className="text-muted">{text.noBackupsText}</p>
      </div>
      <CodeBlock code="svc serve --backup-dir /var/backups/svc --backup-interval 24h" label={text.backups} />
    </Card>
  );
}

function Listed({ list }: { list: ListBackupsResponse }): ReactNode {
  const start = useAction(InstanceSettingsService.method.startBackup, { done: () => text.backupStarted });
  const { backups, directory, nextBackupAt, problem, running, status } = list;
  const trouble = status?.lastFailure || problem;
  return (
    <Card
      actions={
        <Button icon="copy" isBusy={running || start.isRunning} onClick={() => void start.run({})}>
          {running ? text.backupRunning : text.backUpNow}
        </Button>
      }
      description={text.backupsText}
      isFlush
      title={text.backups}
    >
      <div className="space-y-4 p-4">
        {trouble && (
          <p className="flex gap-2 rounded-lg bg-danger-soft p-3 text-danger-ink" role="alert">
            <Icon name="alert" />
            <span className="min-w-0 break-words">
              <strong className="font-medium">
                {status?.lastFailure ? text.backupFailed : text.backupUnreadable}
              </strong>{" "}
              {trouble}
            </span>
          </p>
        )}
        <Facts
          facts={[
            { name: text.backupEvery, value: text.every(intervalText(Number(status?.intervalSeconds))) },
            {
              name: text.nextBackup,
              value: running ? (
                <Badge tone="neutral">{text.backupRunning}</Badge>
              ) : (
                <RelativeTime at={nextBackupAt} />
              ),
            },
            {
              name: text.backupDirectory,
              value: <span className="font-mono text-xs break-words">{directory}</span>,
            },
            ...(status && status.failures > 0
              ? [{ name: text.backupFailures, value: String(status.failures) }]
              : []),
          ]}
        />
      </div>
      <div className="border-t border-line">
        {backups.length === 0 ? (
          <p className="p-4 text-muted">{text.noBackupYet}</p>
        ) : (
          <DataTable
            columns={columns}
            keyOf={({ name }) => name}
            label={text.backups}
            nameOf={({ name }) => name}
            rows={backups}
          />
        )}
      </div>
      <p className="border-t border-line px-4 py-3 text-xs text-muted">{text.backupNoDownload}</p>
    </Card>
  );
}

const columns: readonly Column<BackupFile>[] = [
  {
    header: text.backupName,
    cell: ({ name }) => <span className="block font-mono text-xs break-all">{name}</span>,
  },
  { header: text.backupTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { header: text.backupSize, isRightAligned: true, cell: ({ sizeBytes }) => sizeText(Number(sizeBytes)) },
];

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`;
}

function intervalText(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? "day" : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? "hour" : `${seconds / 3600} hours`;
  return `${Math.round(seconds / 60)} minutes`;
}
