import { setTimeout as sleep } from "node:timers/promises";
import type { EventJson, ListRecentEventsRequestJson } from "@svc/proto/svc/admin/v1/analytics_pb";
import { currentProcess } from "../current-process.ts";
import type { Output } from "../output.ts";
import type { Call } from "./client.ts";
import { eventCells } from "./event-cells.ts";
import { withRetries } from "./retry.ts";

const POLL_MS = 2_000;
/** An event may be stored this long after its time, and so behind one that was printed already. */
const LATE_MS = 10_000;
const PAGE_SIZE = 200;
const INTERRUPTED = 130;
const ALWAYS = "1970-01-01T00:00:00Z";

/** Prints events as they come, oldest first, until somebody interrupts it. */
export async function followEvents(
  output: Output,
  call: Call,
  query: ListRecentEventsRequestJson,
): Promise<void> {
  const current = currentProcess();
  // Ctrl-C is how this ends, and `| head` may end it, too: neither is worth a message.
  const onInterrupt = () => current.exit(INTERRUPTED);
  const onClosed = () => current.exit(0);
  current.once("SIGINT", onInterrupt);
  current.stdout.once("error", onClosed);
  try {
    await follow(output, call, query);
  } finally {
    current.off("SIGINT", onInterrupt);
    current.stdout.off("error", onClosed);
  }
}

async function follow(output: Output, call: Call, query: ListRecentEventsRequestJson): Promise<void> {
  // Without retries: a wrong project or token is said at once.
  const { events = [] } = await call("AnalyticsService", "listRecentEvents", { ...query, pageSize: 1 });
  const newest = query.fromTime === undefined ? events[0] : undefined;
  output.say("following events; press Ctrl-C to stop");

  const known = new Map<string, number>();
  let since = newest === undefined ? Date.parse(query.fromTime ?? ALWAYS) : timeOf(newest) - LATE_MS;
  if (newest !== undefined) {
    const before = (await everySince(output, call, query, since)).filter((event) => !isAfter(event, newest));
    for (const event of before) known.set(idOf(event), timeOf(event));
  }
  for (;;) {
    const found = await everySince(output, call, query, since);
    for (const event of found) {
      if (!known.has(idOf(event))) print(output, event);
      known.set(idOf(event), timeOf(event));
    }
    const last = found.at(-1);
    if (last !== undefined) since = Math.max(since, timeOf(last) - LATE_MS);
    for (const [id, at] of known) if (at < since) known.delete(id);
    await sleep(POLL_MS);
  }
}

/** Oldest first. A server that restarts is waited for. */
async function everySince(
  output: Output,
  call: Call,
  query: ListRecentEventsRequestJson,
  since: number,
): Promise<EventJson[]> {
  const all: EventJson[] = [];
  let pageToken = "";
  do {
    const fromTime = new Date(since).toISOString();
    const request = { ...query, fromTime, pageSize: PAGE_SIZE, pageToken };
    const page = await withRetries(output, () => call("AnalyticsService", "listRecentEvents", request));
    all.push(...(page.events ?? []));
    pageToken = page.nextPageToken ?? "";
  } while (pageToken !== "");
  return all.reverse();
}

function print(output: Output, event: EventJson): void {
  if (output.json) output.printJson(event);
  else output.printFields([eventCells(event)]);
}

function isAfter(event: EventJson, other: EventJson): boolean {
  const [at, then] = [timeOf(event), timeOf(other)];
  return at === then ? idOf(event) > idOf(other) : at > then;
}

function timeOf({ at = "" }: EventJson): number {
  return Date.parse(at);
}

function idOf({ id = "" }: EventJson): string {
  return id;
}
