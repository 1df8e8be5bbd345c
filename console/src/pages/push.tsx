import { useQuery } from "@connectrpc/connect-query";
import { type PushDevice, PushService } from "@svc/proto/svc/admin/v1/push_pb";
import { PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { linkOptions } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Badge } from "../components/badge.tsx";
import { Button } from "../components/button.tsx";
import { type Column, DataTable, Pager } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Select } from "../components/fields.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { SearchField } from "../components/search-field.tsx";
import { push as text } from "../strings/push.ts";
import { screenNames } from "../strings/screens.ts";
import { modelOf, ownerOf, providerOf } from "./push/device-labels.ts";
import { RevokeDevice } from "./push/revoke-device.tsx";

const noFilters = { app: "", provider: "" };
type View = typeof noFilters;

const PROVIDERS: Readonly<Record<string, PushProvider>> = { apns: PushProvider.APNS, fcm: PushProvider.FCM };

export function PushPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState({ ...noFilters, cursor: "" });
  const provider = PROVIDERS[view.provider] ?? PushProvider.UNSPECIFIED;
  const query = useQuery(
    PushService.method.listPushDevices,
    { project, provider, appId: view.app, pageToken: view.cursor },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = view.app !== "" || view.provider !== "";
  return (
    <Page description={text.description} title={screenNames.push}>
      <Card isFlush>
        <FilterBar
          isFiltered={isFiltered}
          onChange={(change) => setView({ ...change, cursor: "" })}
          view={view}
        />
        <div aria-busy={query.isFetching} className={query.isPlaceholderData ? "opacity-60" : ""}>
          <Loaded query={query}>
            {({ devices, nextPageToken }) =>
              devices.length === 0 ? (
                <EmptyState icon="bell" title={isFiltered ? text.noMatchTitle : text.emptyTitle}>
                  {isFiltered ? text.noMatchText : text.emptyText}
                </EmptyState>
              ) : (
                <>
                  <DeviceTable devices={devices} project={project} />
                  <Pager
                    cursor={view.cursor}
                    nextCursor={nextPageToken}
                    note={text.newestFirst}
                    onMove={(cursor) => setView({ cursor })}
                  />
                </>
              )
            }
          </Loaded>
        </div>
      </Card>
    </Page>
  );
}

function FilterBar(props: {
  view: View;
  isFiltered: boolean;
  onChange: (change: Partial<View>) => void;
}): ReactNode {
  const { view, onChange } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets the address, whatever that is by then
  const search = useCallback((app: string) => onChange({ app: app.trim() }), []);
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField label={text.app} onSearch={search} value={view.app} />
      <Select
        aria-label={text.provider}
        onChange={(provider) => onChange({ provider })}
        options={Object.entries(text.providers).map(([value, label]) => ({ value, label }))}
        value={view.provider}
      />
      {props.isFiltered && (
        <Button icon="close" variant="ghost" onClick={() => onChange(noFilters)}>
          {text.reset}
        </Button>
      )}
    </div>
  );
}

function DeviceTable({ project, devices }: { project: string; devices: readonly PushDevice[] }): ReactNode {
  const columns: readonly Column<PushDevice>[] = [
    { header: text.deviceColumn, cell: (device) => <DeviceCell device={device} /> },
    { header: text.appColumn, isExtra: true, cell: (device) => <AppCell device={device} /> },
    { header: text.providerColumn, isExtra: true, cell: providerOf },
    {
      header: text.notificationsColumn,
      isExtra: true,
      cell: ({ notificationsEnabled }) => (
        <Badge tone={notificationsEnabled ? "ok" : "neutral"}>
          {notificationsEnabled ? text.allowed : text.denied}
        </Badge>
      ),
    },
    {
      header: text.seenColumn,
      isExtra: true,
      cell: ({ lastRegisteredAt }) => <RelativeTime at={lastRegisteredAt} />,
    },
    { header: text.actionColumn, cell: (device) => <RevokeDevice device={device} project={project} /> },
  ];
  return (
    <DataTable
      columns={columns}
      keyOf={({ id }) => id}
      label={screenNames.push}
      linkOf={({ userId }) =>
        linkOptions({ to: "/p/$project/users/$user", params: { project, user: userId } })
      }
      nameOf={modelOf}
      rows={devices}
    />
  );
}

function DeviceCell({ device }: { device: PushDevice }): ReactNode {
  return (
    <span className="block min-w-0 max-w-[20rem]">
      <span className="block truncate">{modelOf(device)}</span>
      <bdi className="block truncate text-xs font-normal text-muted">{ownerOf(device)}</bdi>
    </span>
  );
}

function AppCell({ device }: { device: PushDevice }): ReactNode {
  return (
    <span className="block min-w-0 max-w-[16rem]">
      <span className="block truncate">{device.appId}</span>
      <span className="block truncate text-xs text-muted">{device.appVersion}</span>
    </span>
  );
}
