import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { eventName, events as text } from "../../strings/events.ts";
import { screenNames } from "../../strings/screens.ts";
import { actorLabel, dotOf } from "./event-labels.ts";

const columns: readonly Column<Event>[] = [
  { header: text.whatColumn, cell: (event) => <WhatCell event={event} /> },
  {
    header: text.whoColumn,
    isExtra: true,
    cell: (event) => <span className="block max-w-[14rem] truncate">{actorLabel(event)}</span>,
  },
  {
    header: text.aboutColumn,
    isExtra: true,
    cell: ({ userId }) => (
      <span className="font-mono text-xs text-muted">{userId && `…${userId.slice(-12)}`}</span>
    ),
  },
  {
    header: text.whereColumn,
    isExtra: true,
    cell: ({ ip }) => <span className="font-mono text-xs">{ip}</span>,
  },
  { header: text.whenColumn, cell: ({ at }) => <RelativeTime at={at} /> },
];

/** A click on a row says in the address which event is open. */
export function EventTable({ events }: { events: readonly Event[] }): ReactNode {
  return (
    <DataTable
      columns={columns}
      keyOf={({ id }) => id}
      label={screenNames.events}
      linkOf={({ id }) =>
        linkOptions({
          to: ".",
          search: ((now: Record<string, string>) => ({ ...now, event: id })) as never,
          resetScroll: false,
        })
      }
      nameOf={({ kind }) => eventName(kind)}
      rows={events}
    />
  );
}

function WhatCell({ event }: { event: Event }): ReactNode {
  const detail = event.data?.method ?? event.data?.provider ?? event.data?.reason;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className={`size-1.5 shrink-0 rounded-full ${dotOf(event.kind)}`} />
      <span className="block min-w-0 max-w-[24rem]">
        <span className="block truncate">
          {eventName(event.kind)}
          {typeof detail === "string" && <span className="font-normal text-muted"> · {detail}</span>}
        </span>
        <span className="block truncate font-mono text-xs font-normal text-muted">{event.kind}</span>
      </span>
    </span>
  );
}
