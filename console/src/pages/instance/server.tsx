import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { useQuery as usePlainQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";
import { Backups } from "./backups.tsx";

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
          <Backups />
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
