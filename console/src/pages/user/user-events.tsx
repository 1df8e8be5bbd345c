import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService, type Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { ShortTime } from "../../components/short-time.tsx";
import { eventName } from "../../strings/events.ts";
import { user as text } from "../../strings/user.ts";
import { actorLabel, dotOf } from "../events/event-labels.ts";

const FIRST = 15;
const MOST = 200;

/** What an administrator did to the user is recorded for the user and for the administrator. It is shown once. */
function onceEach(events: readonly Event[]): Event[] {
  const timeOf = ({ at }: Event): string => `${at?.seconds}.${at?.nanos}`;
  const ofUsers = new Set(events.map((event) => `${event.kind} ${timeOf(event)}`));
  return events.filter(
    (event) =>
      !ofUsers.has(`${event.kind.replace(/^admin\.user_/, "user.")} ${timeOf(event)}`) ||
      !event.kind.startsWith("admin.user_"),
  );
}

export function UserEvents({ project, userId }: { project: string; userId: string }): ReactNode {
  const [pageSize, setPageSize] = useState(FIRST);
  const request = { project, userId, pageSize };
  const query = useQuery(AnalyticsService.method.listRecentEvents, request, {
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      actions={
        <Link
          className={buttonClass("ghost")}
          params={{ project }}
          search={{ user: userId } as never}
          to="/p/$project/events"
        >
          {text.allEvents}
        </Link>
      }
      description={text.eventsText}
      isFlush
      title={text.events}
    >
      <Loaded query={query}>
        {({ events, nextPageToken }) => (
          <>
            {events.length === 0 && <p className="p-4 text-muted">{text.noEvents}</p>}
            <ol className="divide-y divide-line">
              {onceEach(events).map((event) => (
                <li className="flex items-center gap-3 px-4 py-2" key={event.id}>
                  <span className={`size-1.5 shrink-0 rounded-full ${dotOf(event.kind)}`} />
                  <span className="min-w-0 flex-1 truncate">
                    <span className="font-medium">{eventName(event.kind)}</span>
                    <span className="text-muted"> · {actorLabel(event)}</span>
                  </span>
                  <span className="text-xs text-muted">
                    <ShortTime at={event.at} />
                  </span>
                </li>
              ))}
            </ol>
            {nextPageToken !== "" && pageSize < MOST && (
              <div className="border-t border-line p-2 text-center">
                <Button isBusy={query.isFetching} variant="ghost" onClick={() => setPageSize(MOST)}>
                  {text.moreEvents}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
