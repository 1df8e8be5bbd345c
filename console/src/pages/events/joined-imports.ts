import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";

const MINUTE_MS = 60_000;
const COUNTS = ["created", "skipped", "refused"] as const;

/**
 * An import is sent in batches, each with an event. Those of one administrator that follow each other within a minute are
 * one row with the sum. Newest first, as the list is.
 */
export function joinedImports(events: readonly Event[]): readonly Event[] {
  const rows: Event[] = [];
  let earliest: Event | undefined;
  for (const event of events) {
    const last = rows.at(-1);
    if (last && earliest && isOneImport(earliest, event)) rows[rows.length - 1] = summed(last, event);
    else rows.push(event);
    earliest = event;
  }
  return rows;
}

function isOneImport(later: Event, earlier: Event): boolean {
  const isImport = [later, earlier].every(({ kind }) => kind === "admin.users_imported");
  return isImport && later.actor === earlier.actor && timeOf(later) - timeOf(earlier) <= MINUTE_MS;
}

function timeOf({ at }: Event): number {
  return at ? timestampMs(at) : 0;
}

function summed(row: Event, batch: Event): Event {
  const sums = COUNTS.map((name) => [name, Number(row.data?.[name] ?? 0) + Number(batch.data?.[name] ?? 0)]);
  return { ...row, data: { ...row.data, ...Object.fromEntries(sums) } };
}
