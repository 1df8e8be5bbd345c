import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService, type Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { overview as text } from "../../strings/overview.ts";
import { eventLabel, personLabel } from "../events/event-labels.ts";
import { Nothing } from "./charts.tsx";

const SHOWN = 8;
const REFRESH_MS = 10_000;

/** What has just happened, kept up to date. */
export function RecentEvents({ project }: { project: string }): ReactNode {
  const query = useQuery(
    AnalyticsService.method.listRecentEvents,
    { project, pageSize: SHOWN, onePerAct: true },
    { refetchInterval: REFRESH_MS },
  );
  return (
    <Card
      actions={
        <Link className={buttonClass("ghost")} params={{ project }} to="/p/$project/events">
          {text.allEvents}
        </Link>
      }
      description={text.recentText}
      isFlush
      title={text.recent}
    >
      <Loaded query={query}>
        {({ events }) =>
          events.length === 0 ? (
            <Nothing>{text.noEvents}</Nothing>
          ) : (
            <ol className="divide-y divide-line">
              {events.map((event) => (
                <EventLine event={event} key={event.id} project={project} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

function EventLine({ event, project }: { event: Event; project: string }): ReactNode {
  const isTrouble = /failed|reuse|disabled|deleted/.test(event.kind);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span className={`size-1.5 shrink-0 rounded-full ${isTrouble ? "bg-danger" : "bg-ok"}`} />
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <span className="line-clamp-4 min-w-0 flex-1 wrap-anywhere">
          <span className="font-medium">{eventLabel(event)}</span>
          <span className="text-muted">{detailOf(event)}</span>
        </span>
        <span className="line-clamp-4 text-xs wrap-anywhere sm:max-w-[45%]">
          {event.userId !== "" && event.user?.deleted === false ? (
            <Link
              className="text-accent-ink hover:underline"
              params={{ project, user: event.userId }}
              title={event.userId}
              to="/p/$project/users/$user"
            >
              {personLabel(event)}
            </Link>
          ) : (
            <span className="text-muted">{personLabel(event)}</span>
          )}
        </span>
      </span>
      <span className="w-28 text-right text-xs text-muted">
        <RelativeTime at={event.at} />
      </span>
    </li>
  );
}

/** Who or how, in a word. */
function detailOf({ kind, actor, data }: Event): string {
  if (kind === "user.sign_in_failed") return "";
  if (actor.startsWith("admin:")) return ` · ${actor.slice("admin:".length)}`;
  const method = text.methods[String(data?.method ?? data?.provider)];
  return method === undefined ? "" : ` · ${method}`;
}
