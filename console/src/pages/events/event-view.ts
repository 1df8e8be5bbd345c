import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ListRecentEventsRequestSchema } from "@svc/proto/svc/admin/v1/analytics_pb";
import { eventKinds, instanceEventKinds } from "../../strings/events.ts";

/** What the address may say; empty is everything. Times are written as ISO, so that a page token stays good. */
export const noFilters = { source: "", kind: "", user: "", admin: "", ip: "", range: "", from: "", to: "" };
export type EventView = typeof noFilters;

const HOUR = 3_600_000;
const LENGTHS: Readonly<Record<string, number>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
};

/** The range as it is chosen: its beginning is fixed then, and stays while one pages through it. */
export function rangeOf(range: string): Pick<EventView, "range" | "from" | "to"> {
  const length = LENGTHS[range];
  const from = length === undefined ? "" : new Date(Date.now() - length).toISOString();
  return { range, from, to: "" };
}

/** Everything but what administrators did. */
const OTHERS = [
  "user.*",
  "session.*",
  "push.*",
  "mail.*",
  "apple.*",
  "subscription.*",
  "purchase.*",
  "entitlement.*",
  "billing.*",
];

export function requestOf(view: EventView): MessageInitShape<typeof ListRecentEventsRequestSchema> {
  const ofSource = { user: OTHERS, admin: ["admin.*"] }[view.source] ?? [];
  const from = timeOf(view.from);
  const to = timeOf(view.to);
  return {
    kinds: view.kind ? [view.kind] : ofSource,
    admin: view.admin,
    ip: view.ip,
    onePerAct: true,
    ...(from && { fromTime: from }),
    ...(to && { toTime: to }),
  };
}

/** The kinds to choose from: of the instance, or of a project's users or administrators. */
export function kindsOf(source: string, ofInstance: boolean): readonly string[] {
  if (ofInstance) return instanceEventKinds;
  // What administrators do to users has the kind of the user's event there, too.
  if (source === "") return eventKinds.filter((kind) => !kind.startsWith("admin.user_"));
  return eventKinds.filter((kind) => kind.startsWith("admin.") === (source === "admin"));
}

function timeOf(iso: string): Timestamp | undefined {
  const date = new Date(iso);
  return iso === "" || Number.isNaN(date.getTime()) ? undefined : timestampFromDate(date);
}
