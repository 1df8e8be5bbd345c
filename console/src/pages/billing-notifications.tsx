import { useQuery } from "@connectrpc/connect-query";
import {
  BillingService,
  NotificationStatus,
  type StoreNotification,
} from "@svc/proto/svc/admin/v1/billing_pb";
import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button, buttonClass } from "../components/button.tsx";
import { Pager } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import { notifications as text } from "../strings/billing.ts";
import { BillingFrame } from "./billing/billing-frame.tsx";
import { type Choice, FilterBar } from "./billing/filter-bar.tsx";
import { statusFilters } from "./billing/labels.ts";
import { NotificationDrawer } from "./billing/notification-drawer.tsx";
import { NotificationTable } from "./billing/notification-table.tsx";
import { ReplayAll } from "./billing/replay.tsx";
import { storeChoice, storeFilters } from "./billing/store-names.ts";
import { LiveBar } from "./events/live-bar.tsx";
import { useLiveRows } from "./events/use-live-rows.ts";

const POLL_MS = 3_000;
const noFilters = { store: "", status: "" };
type View = typeof noFilters & { cursor: string; notification: string };

const CHOICES: readonly Choice<"store" | "status">[] = [
  storeChoice,
  {
    name: "status",
    label: text.status,
    options: [
      { value: "", label: text.anyStatus },
      ...Object.entries(text.statuses).map(([value, label]) => ({ value, label })),
    ],
  },
];

/** Notifications from the stores and their status. */
export function BillingNotificationsPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState<View>({ ...noFilters, cursor: "", notification: "" });
  const [isPaused, setPaused] = useState(false);
  const canGrow = view.cursor === "";
  const query = useQuery(
    BillingService.method.listNotifications,
    {
      project,
      store: storeFilters[view.store] ?? Store.UNSPECIFIED,
      status: statusFilters[view.status] ?? NotificationStatus.UNSPECIFIED,
      pageToken: view.cursor,
    },
    { placeholderData: keepPreviousData, refetchInterval: canGrow && !isPaused ? POLL_MS : false },
  );
  const list = JSON.stringify({ ...view, notification: "" });
  return (
    <BillingFrame actions={<ReplayAll project={project} />}>
      <Card isFlush>
        <FilterBar
          choices={CHOICES}
          isFiltered={view.store !== "" || view.status !== ""}
          onChange={(change) => setView({ ...change, cursor: "", notification: "" })}
          onReset={() => setView({ ...noFilters, cursor: "", notification: "" })}
          view={view}
        />
        <Loaded query={query}>
          {({ notifications, nextPageToken }) => (
            <Inbox
              canGrow={canGrow}
              isPaused={isPaused}
              // What is on screen of the list before is not what somebody reads in this one.
              list={query.isPlaceholderData ? `${list} waiting` : list}
              nextCursor={nextPageToken}
              notifications={notifications}
              onPause={setPaused}
              onView={setView}
              project={project}
              view={view}
            />
          )}
        </Loaded>
      </Card>
    </BillingFrame>
  );
}

function Inbox(props: {
  project: string;
  notifications: readonly StoreNotification[];
  list: string;
  nextCursor: string;
  view: View;
  isPaused: boolean;
  canGrow: boolean;
  onPause: (isPaused: boolean) => void;
  onView: (change: Partial<View>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const { project, view, onView, notifications } = props;
  const { rows, fresh, isReading, showAll } = useLiveRows(
    notifications,
    props.list,
    view.notification !== "",
  );
  // An open one shows how it stands now, even while the list waits.
  const open = [...notifications, ...rows].find(({ id }) => id === view.notification);
  return (
    <>
      <LiveBar
        canGrow={props.canGrow}
        isPaused={props.isPaused}
        isReading={isReading}
        live={text.live}
        onPause={props.onPause}
      />
      {fresh > 0 && (
        <div className="sticky top-14 z-10 flex justify-center border-b border-line bg-accent-soft p-2 lg:top-0">
          <Button icon="up" variant="primary" onClick={showAll}>
            {text.fresh(fresh)}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <Nothing project={project} view={view} />
      ) : (
        <NotificationTable key={props.list} notifications={rows} project={project} />
      )}
      {(rows.length > 0 || view.cursor !== "") && (
        <Pager
          cursor={view.cursor}
          nextCursor={props.nextCursor}
          note={text.newestFirst}
          onMove={(cursor) => onView({ cursor, notification: "" })}
        />
      )}
      {open && (
        <NotificationDrawer
          notification={open}
          onClose={() => onView({ notification: "" }, { replace: true })}
          project={project}
        />
      )}
    </>
  );
}

function Nothing({ project, view }: { project: string; view: View }): ReactNode {
  if (view.status === "failed")
    return (
      <EmptyState icon="check" title={text.noneFailed}>
        {text.noneFailedText}
      </EmptyState>
    );
  if (view.store !== "" || view.status !== "")
    return (
      <EmptyState icon="events" title={text.noMatchTitle}>
        {text.noMatchText}
      </EmptyState>
    );
  return (
    <EmptyState
      action={
        <Link className={buttonClass()} params={{ project }} to="/p/$project/billing">
          {text.toStores}
        </Link>
      }
      icon="events"
      title={text.emptyTitle}
    >
      {text.emptyText}
    </EmptyState>
  );
}
