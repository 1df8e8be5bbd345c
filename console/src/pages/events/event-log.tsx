import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService, type Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { failureOf } from "../../api/failure-of.ts";
import { useUrlState } from "../../app/url-state.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Pager } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { events as text } from "../../strings/events.ts";
import { EventDrawer } from "./event-drawer.tsx";
import { EventFilterBar } from "./event-filters.tsx";
import { eventsJson } from "./event-labels.ts";
import { EventTable } from "./event-table.tsx";
import { type EventView, noFilters, requestOf } from "./event-view.ts";
import { joinedImports } from "./joined-imports.ts";
import { LiveBar } from "./live-bar.tsx";
import { partOfFilter } from "./part-of-filter.ts";
import { useLiveRows } from "./use-live-rows.ts";

const POLL_MS = 3_000;

/** The events of a project, or of the instance itself: filtered, live, page by page. */
export function EventLog({ project }: { project: string | undefined }): ReactNode {
  const [view, setView] = useUrlState({ ...noFilters, cursor: "", event: "" });
  const [isPaused, setPaused] = useState(false);
  // Only the head of a list without an end can grow.
  const canGrow = view.cursor === "" && view.to === "";
  const part = partOfFilter(view);
  const person = usePerson(project ?? "", part === undefined ? view.user : "");
  const query = useQuery(
    AnalyticsService.method.listRecentEvents,
    { project: project ?? "", ...requestOf(view), userId: person.id, pageToken: view.cursor },
    {
      placeholderData: keepPreviousData,
      enabled: person.isKnown && part === undefined,
      refetchInterval: canGrow && !isPaused ? POLL_MS : false,
    },
  );
  const isFiltered = Object.keys(noFilters).some((name) => view[name as keyof EventView] !== "");
  const list = JSON.stringify({ ...view, event: "" });
  return (
    <Card isFlush>
      <EventFilterBar
        ofInstance={project === undefined}
        onChange={(change) => setView({ ...change, cursor: "", event: "" })}
        view={view}
      />
      {part !== undefined ? (
        <EmptyState icon="search" title={text.partTitle}>
          {part}
        </EmptyState>
      ) : person.isNobody ? (
        <EmptyState icon="user" title={text.nobody}>
          {text.noMatchText}
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {({ events, nextPageToken }) => (
            <EventList
              canGrow={canGrow}
              events={events}
              isFiltered={isFiltered}
              isPaused={isPaused}
              // What is on screen of the list before is not what somebody reads in this one.
              list={query.isPlaceholderData ? `${list} waiting` : list}
              nextCursor={nextPageToken}
              onPause={setPaused}
              onView={setView}
              project={project}
              view={view}
            />
          )}
        </Loaded>
      )}
    </Card>
  );
}

/** The user that is asked for: by id, or found by address. */
function usePerson(project: string, typed: string): { id: string; isKnown: boolean; isNobody: boolean } {
  const isAddress = typed.includes("@");
  const query = useQuery(
    UserService.method.getUser,
    { project, email: typed },
    { enabled: isAddress, retry: false },
  );
  if (!isAddress) return { id: typed, isKnown: true, isNobody: false };
  const isNobody = query.error !== null && failureOf(query.error).reason === "NOT_FOUND";
  return { id: query.data?.user?.id ?? "", isKnown: query.data !== undefined, isNobody };
}

type View = EventView & { cursor: string; event: string };

function EventList(props: {
  project: string | undefined;
  events: readonly Event[];
  list: string;
  nextCursor: string;
  view: View;
  isFiltered: boolean;
  isPaused: boolean;
  canGrow: boolean;
  onPause: (isPaused: boolean) => void;
  onView: (change: Partial<View>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const { view, isFiltered, onView } = props;
  const { rows, fresh, isReading, showAll } = useLiveRows(props.events, props.list, view.event !== "");
  const shown = joinedImports(rows);
  const open = shown.find(({ id }) => id === view.event) ?? rows.find(({ id }) => id === view.event);
  return (
    <>
      <LiveBar
        actions={rows.length > 0 && <CopyButton label={text.copyPage} text={eventsJson(rows)} />}
        canGrow={props.canGrow}
        isPaused={props.isPaused}
        isReading={isReading}
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
        <EmptyState icon="events" title={isFiltered ? text.noMatchTitle : text.emptyTitle}>
          {isFiltered ? text.noMatchText : props.project === undefined ? text.auditEmptyText : text.emptyText}
        </EmptyState>
      ) : (
        <EventTable events={shown} ofInstance={props.project === undefined} />
      )}
      {(rows.length > 0 || view.cursor !== "") && (
        <Pager
          cursor={view.cursor}
          nextCursor={props.nextCursor}
          note={text.newestFirst}
          onMove={(cursor) => onView({ cursor })}
        />
      )}
      {open && (
        <EventDrawer
          event={open}
          onClose={() => onView({ event: "" }, { replace: true })}
          onOnly={(filter) => onView({ ...noFilters, ...filter, cursor: "", event: "" })}
          project={props.project}
        />
      )}
    </>
  );
}
