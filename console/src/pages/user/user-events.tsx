import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { ShortTime } from "../../components/short-time.tsx";
import { user as text } from "../../strings/user.ts";
import { actorLabel, detailLabel, dotOf, eventLabel } from "../events/event-labels.ts";

const FIRST = 10;
const MOST = 200;

export function UserEvents({ project, userId }: { project: string; userId: string }): ReactNode {
  const [pageSize, setPageSize] = useState(FIRST);
  const request = { project, userId, pageSize, onePerAct: true };
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
              {events.map((event) => (
                <li className="flex items-center gap-3 px-4 py-2" key={event.id}>
                  <span className={`size-1.5 shrink-0 rounded-full ${dotOf(event)}`} />
                  <span className="line-clamp-4 min-w-0 flex-1 wrap-anywhere">
                    <span className="font-medium">{eventLabel(event)}</span>
                    <span className="text-muted">
                      {" "}
                      · {[detailLabel(event), actorLabel(event)].filter(Boolean).join(" · ")}
                    </span>
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
