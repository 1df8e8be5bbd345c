import { setImmediate } from "node:timers/promises";
import type { App } from "../../app.ts";
import { countActiveUsers } from "../../storage/active-days.ts";
import type { Millis } from "../../storage/db.ts";
import { countEventData, countEvents as countKinds } from "../../storage/events.ts";
import { countRefreshes as countSuccessors } from "../../storage/refresh-counts.ts";
import type { Day } from "./days.ts";
import { Tally } from "./tally.ts";

const HOUR_MS = 3_600_000;
const SIGNED_IN = "user.signed_in";

/** What an event adds to. Imported users are no new ones: they came before, and elsewhere. */
const METRICS: Readonly<Record<string, readonly { metric: string; key?: string }[]>> = {
  "user.signed_up": [{ metric: "new_users" }],
  "user.created": [{ metric: "new_users" }],
  "user.sign_in_failed": [{ metric: "sign_in_failures" }],
  "user.guest_created": [{ metric: "new_guests" }, { metric: "sign_ins", key: "anonymous" }],
  "user.guest_converted": [{ metric: "guest_conversions" }],
};

/** Every metric that comes from events, and can be counted again as long as those are kept. */
export const EVENT_METRICS = [
  "new_users",
  "sign_ins",
  "sign_in_failures",
  "new_guests",
  "guest_conversions",
] as const;

/** Active users of a day: all of them, and by how long they had not been active before. */
export const ACTIVE_METRICS = ["active_users", "active_by_gap"] as const;

/** From one moment until before another. */
export async function countEvents(
  app: Pick<App, "db">,
  projectId: string,
  from: Millis,
  to: Millis,
): Promise<Tally> {
  const tally = new Tally();
  for (const [start, end] of hoursOf(from, to)) {
    for (const { kind, count } of await countKinds(app.db, projectId, Object.keys(METRICS), start, end)) {
      for (const { metric, key = "" } of METRICS[kind] ?? []) tally.add(metric, key, count);
    }
    for (const { data, count } of await countEventData(app.db, projectId, SIGNED_IN, start, end)) {
      tally.add("sign_ins", methodOf(data), count);
    }
    await setImmediate();
  }
  return tally;
}

export async function countActive(app: Pick<App, "db">, projectId: string, day: Day): Promise<Tally> {
  const tally = new Tally();
  for (const { gap, count } of await countActiveUsers(app.db, projectId, day)) {
    tally.add("active_users", "", count);
    tally.add("active_by_gap", String(gap), count);
  }
  return tally;
}

export async function countRefreshes(
  app: Pick<App, "db">,
  projectId: string,
  from: Millis,
  to: Millis,
): Promise<number> {
  let total = 0;
  for (const [start, end] of hoursOf(from, to)) {
    total += await countSuccessors(app.db, projectId, start, end);
    await setImmediate();
  }
  return total;
}

/**
 * One query for each hour, and others may run in between: on SQLite a query is done by the thread
 * that also answers everybody's calls.
 */
function* hoursOf(from: Millis, to: Millis): Generator<[Millis, Millis]> {
  for (let start = from; start < to; start += HOUR_MS) yield [start, Math.min(start + HOUR_MS, to)];
}

function methodOf(data: string): string {
  const { method } = JSON.parse(data) as { method?: unknown };
  return typeof method === "string" ? method : "unknown";
}
