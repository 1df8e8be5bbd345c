import type { App } from "../../app.ts";
import { countActiveUsers } from "../../storage/active-days.ts";
import type { Millis } from "../../storage/db.ts";
import { countEventData, countEvents as countKinds, hasManyEvents } from "../../storage/events.ts";
import { countRefreshes as countSuccessors, hasManyTokens } from "../../storage/refresh-counts.ts";
import type { Day } from "./days.ts";
import { slicesOf } from "./slices-of.ts";
import { Tally } from "./tally.ts";

/** Events per query. A query takes a few milliseconds, so that other calls hardly wait. */
const SLICE = 5_000;
const SIGNED_IN = "user.signed_in";

/** The metrics that an event counts for. Imported users are not new users. */
const METRICS: Readonly<Record<string, readonly { metric: string; key?: string }[]>> = {
  "user.signed_up": [{ metric: "new_users" }],
  "user.created": [{ metric: "new_users" }],
  "user.sign_in_failed": [{ metric: "sign_in_failures" }],
  "user.guest_created": [{ metric: "new_guests" }, { metric: "sign_ins", key: "anonymous" }],
  "user.guest_converted": [{ metric: "guest_conversions" }],
};

/** The metrics that are counted from events, and can be counted again while the events are kept. */
export const EVENT_METRICS = [
  "new_users",
  "sign_ins",
  "sign_in_failures",
  "new_guests",
  "guest_conversions",
] as const;

/** Active users of a day: in total, and by the number of days since they were last active. */
export const ACTIVE_METRICS = ["active_users", "active_by_gap"] as const;

/** Counts the events from `from` (inclusive) to `to` (exclusive). */
export async function countEvents(
  app: Pick<App, "db">,
  projectId: string,
  from: Millis,
  to: Millis,
): Promise<Tally> {
  const tally = new Tally();
  const isLarge = (from: Millis, to: Millis) => hasManyEvents(app.db, projectId, from, to, SLICE);
  for await (const [start, end] of slicesOf(isLarge, from, to)) {
    for (const { kind, count } of await countKinds(app.db, projectId, Object.keys(METRICS), start, end)) {
      for (const { metric, key = "" } of METRICS[kind] ?? []) tally.add(metric, key, count);
    }
    for (const { data, count } of await countEventData(app.db, projectId, SIGNED_IN, start, end)) {
      tally.add("sign_ins", methodOf(data), count);
    }
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
  const isLarge = (from: Millis, to: Millis) => hasManyTokens(app.db, projectId, from, to, SLICE);
  for await (const [start, end] of slicesOf(isLarge, from, to)) {
    total += await countSuccessors(app.db, projectId, start, end);
  }
  return total;
}

function methodOf(data: string): string {
  const { method } = JSON.parse(data) as { method?: unknown };
  return typeof method === "string" ? method : "unknown";
}
