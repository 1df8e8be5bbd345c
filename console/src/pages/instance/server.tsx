import { useQuery } from "@connectrpc/connect-query";
import { type GetInstanceResponse, InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { useQuery as usePlainQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { Facts } from "../../components/facts.tsx";
import { Icon } from "../../components/icon.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";

export function ServerPart(): ReactNode {
  const query = useQuery(InstanceSettingsService.method.getInstance, {});
  return (
    <Loaded query={query}>
      {(instance) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
          <Card title={text.server}>
            <CopyField hint={text.baseUrlHint} label={text.baseUrl} value={instance.baseUrl} />
            <Facts
              facts={[
                { name: text.health, value: <Health /> },
                { name: text.version, value: instance.version },
                { name: text.database, value: text.databases[instance.database] ?? instance.database },
                { name: text.startedAt, value: <RelativeTime at={instance.startedAt} /> },
              ]}
            />
          </Card>
          <Backups instance={instance} />
        </div>
      )}
    </Loaded>
  );
}

/** The health that a load balancer sees. */
function Health(): ReactNode {
  const { data, isPending } = usePlainQuery({
    queryKey: ["healthz"],
    queryFn: async () => (await fetch("/healthz")).ok,
    refetchInterval: 15_000,
  });
  if (isPending) return text.health;
  return data ? <Badge tone="ok">{text.healthy}</Badge> : <Badge tone="danger">{text.unhealthy}</Badge>;
}

function Backups({ instance: { backups, lastBackupAt } }: { instance: GetInstanceResponse }): ReactNode {
  if (!backups) {
    return (
      <Card title={text.backups}>
        <div>
          <p className="font-medium">{text.noBackups}</p>
          <p className="text-muted">{text.noBackupsText}</p>
        </div>
        <CodeBlock
          code="svc serve --backup-dir /var/backups/svc --backup-interval 24h"
          label={text.backups}
        />
      </Card>
    );
  }
  return (
    <Card description={text.backupsText} title={text.backups}>
      {backups.failures > 0 && (
        <p className="flex gap-2 rounded-lg bg-danger-soft p-3 text-danger-ink" role="alert">
          <Icon name="alert" />
          <span className="min-w-0 break-words">
            <strong className="font-medium">{text.backupFailed}</strong> {backups.lastFailure}
          </span>
        </p>
      )}
      <Facts
        facts={[
          { name: text.lastBackup, value: <RelativeTime at={lastBackupAt} /> },
          { name: text.backupSize, value: sizeText(Number(backups.lastSizeBytes)) },
          { name: text.backupEvery, value: text.every(intervalText(Number(backups.intervalSeconds))) },
          { name: text.backupFailures, value: String(backups.failures) },
        ]}
      />
    </Card>
  );
}

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
