import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { events as text } from "../../strings/events.ts";
import { screenNames } from "../../strings/screens.ts";
import { deviceName } from "../user/device-name.ts";
import { actorLabel, detailLabel, dotOf, eventLabel, peopleLabel, personLabel } from "./event-labels.ts";

/** What somebody came to read is in several lines where it is long. */
const WHOLE = "line-clamp-4 wrap-anywhere";

const what: Column<Event> = { header: text.whatColumn, cell: (event) => <WhatCell event={event} /> };
const about: Column<Event> = {
  header: text.aboutColumn,
  isExtra: true,
  cell: (event) => (
    <span className={`${WHOLE} max-w-[11vw] xl:max-w-[11rem]`} title={event.userId}>
      <Address text={personLabel(event)} />
    </span>
  ),
};
const rest: readonly Column<Event>[] = [
  {
    header: text.whoColumn,
    isExtra: true,
    cell: (event) => (
      <span className={`${WHOLE} max-w-[8.5vw] xl:max-w-[9rem]`}>
        <Address text={actorLabel(event)} />
      </span>
    ),
  },
  { header: text.whereColumn, isExtra: true, cell: (event) => <WhereCell event={event} /> },
  { header: text.whenColumn, cell: ({ at }) => <RelativeTime at={at} /> },
];

/** A click on a row says in the address which event is open. Events of the instance are about no user. */
export function EventTable({
  events,
  ofInstance = false,
}: {
  events: readonly Event[];
  ofInstance?: boolean;
}): ReactNode {
  return (
    <DataTable
      columns={ofInstance ? [what, ...rest] : [what, about, ...rest]}
      keyOf={({ id }) => id}
      label={ofInstance ? text.auditTitle : screenNames.events}
      linkOf={({ id }) =>
        linkOptions({
          to: ".",
          search: ((now: Record<string, string>) => ({ ...now, event: id })) as never,
          resetScroll: false,
        })
      }
      nameOf={eventLabel}
      rows={events}
    />
  );
}

function WhatCell({ event }: { event: Event }): ReactNode {
  const detail = detailLabel(event);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className={`size-1.5 shrink-0 rounded-full ${dotOf(event)}`} />
      <span
        className="block min-w-0 md:max-w-[15vw] xl:max-w-[13.5rem] 2xl:max-w-[24rem]"
        data-kind={event.kind}
        title={event.kind}
      >
        <span className={WHOLE}>
          {eventLabel(event)}
          {detail && <span className="font-normal text-muted"> · {detail}</span>}
        </span>
        <span className={`${WHOLE} text-xs font-normal text-muted md:hidden`}>{peopleLabel(event)}</span>
      </span>
    </span>
  );
}

/** Breaks before the @ if it must. */
function Address({ text: address }: { text: string }): ReactNode {
  const [name, ...domain] = address.split("@");
  if (domain.length === 0) return address;
  return (
    <>
      {name}
      <wbr />@{domain.join("@")}
    </>
  );
}

function WhereCell({ event: { ip, userAgent } }: { event: Event }): ReactNode {
  return (
    <span className="block max-w-[8.5vw] xl:max-w-[8.5rem]">
      {userAgent && (
        <span className="block truncate" title={userAgent}>
          {deviceName(userAgent)}
        </span>
      )}
      <span className="block truncate font-mono text-xs text-muted">{ip}</span>
    </span>
  );
}
