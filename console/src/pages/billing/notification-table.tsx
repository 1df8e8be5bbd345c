import { NotificationStatus, type StoreNotification } from "@svc/proto/svc/admin/v1/billing_pb";
import { linkOptions } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { useMay } from "../../components/rights.tsx";
import { billing, notifications as text } from "../../strings/billing.ts";
import { statusName, statusTone } from "./labels.ts";
import { ReplayQuestion } from "./replay.tsx";
import { storeName } from "./store-names.ts";

const columns: readonly Column<StoreNotification>[] = [
  { header: text.whatColumn, cell: (notification) => <WhatCell notification={notification} /> },
  {
    header: text.storeColumn,
    isExtra: true,
    cell: (notification) => <StoreCell notification={notification} />,
  },
  { header: text.statusColumn, cell: (notification) => <StatusBadge notification={notification} /> },
  { header: text.attemptsColumn, isExtra: true, isRightAligned: true, cell: ({ attempts }) => attempts },
  {
    header: text.nextColumn,
    isExtra: true,
    cell: ({ status, nextAttemptAt }) =>
      status === NotificationStatus.WAITING && nextAttemptAt && <RelativeTime at={nextAttemptAt} />,
  },
  { header: text.receivedColumn, isExtra: true, cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
];

/** A click on a row says in the address which one is open; several can be replayed at once. */
export function NotificationTable(props: {
  project: string;
  notifications: readonly StoreNotification[];
}): ReactNode {
  const { project, notifications } = props;
  const may = useMay();
  const [keys, choose] = useState<ReadonlySet<string>>(new Set());
  // Kept as it was when it was asked about: without any, the server would take all that failed.
  const [asked, ask] = useState<readonly string[]>();
  const chosen = notifications.filter(({ id }) => keys.has(id)).map(({ id }) => id);
  return (
    <>
      <DataTable
        bulkActions={<Button onClick={() => ask(chosen)}>{text.replay}</Button>}
        columns={columns}
        keyOf={({ id }) => id}
        label={billing.notifications}
        linkOf={({ id }) =>
          linkOptions({
            to: ".",
            search: ((now: Record<string, string>) => ({ ...now, notification: id })) as never,
            resetScroll: false,
          })
        }
        nameOf={({ type, notificationId }) => `${type} ${notificationId}`}
        rows={notifications}
        {...(may("administrator") && { selection: { keys: new Set(chosen), onChange: choose } })}
      />
      {asked && (
        <ReplayQuestion
          ids={asked}
          onClose={(isDone) => {
            ask(undefined);
            if (isDone) choose(new Set());
          }}
          project={project}
          title={text.replaySomeTitle(asked.length)}
        />
      )}
    </>
  );
}

/** What it tells, and below what was wrong with it. */
function WhatCell({ notification }: { notification: StoreNotification }): ReactNode {
  const { type, subtype, lastError, notificationId, status } = notification;
  const isTrouble = lastError !== "" && status !== NotificationStatus.IGNORED;
  return (
    <span className="block min-w-0 max-w-[26rem]">
      <span className="block truncate font-mono text-xs">
        {type}
        {subtype && <span className="font-normal text-muted"> · {subtype}</span>}
      </span>
      <span
        className={`block truncate text-xs font-normal ${isTrouble ? "text-danger-ink" : "text-muted"}`}
        title={lastError || undefined}
      >
        {lastError || notificationId}
      </span>
    </span>
  );
}

function StoreCell({ notification: { store, sandbox } }: { notification: StoreNotification }): ReactNode {
  return (
    <span className="whitespace-nowrap">
      {storeName(store)}
      {sandbox && <span className="text-muted"> {billing.sandbox.toLowerCase()}</span>}
    </span>
  );
}

export function StatusBadge({ notification: { status } }: { notification: StoreNotification }): ReactNode {
  return <Badge tone={statusTone(status)}>{statusName(status)}</Badge>;
}
