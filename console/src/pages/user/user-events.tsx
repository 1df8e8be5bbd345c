import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { eventName } from "../../strings/events.ts";
import { user as text } from "../../strings/user.ts";
import { actorLabel, detailLabel, dotOf } from "../events/event-labels.ts";

const SHOWN = 10;

export function UserEvents({ project, userId }: { project: string; userId: string }): ReactNode {
  const query = useQuery(AnalyticsService.method.listRecentEvents, {
    project,
    userId,
    pageSize: SHOWN,
    onePerAct: true,
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
        {({ events }) => (
          <>
            {events.length === 0 && <p className="p-4 text-muted">{text.noEvents}</p>}
            <ol className="divide-y divide-line">
              {events.map((event) => (
                <li className="flex items-center gap-3 px-4 py-2" key={event.id}>
                  <span className={`size-1.5 shrink-0 rounded-full ${dotOf(event)}`} />
                  <span className="min-w-0 flex-1 truncate">
                    <span className="font-medium">{eventName(event.kind)}</span>
                    <span className="text-muted">
                      {" "}
                      · {[detailLabel(event), actorLabel(event)].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                  <span className="text-xs text-muted">
                    <RelativeTime at={event.at} />
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Card>
  );
}
