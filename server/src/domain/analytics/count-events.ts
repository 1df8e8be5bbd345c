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

/** The metrics that an event counts for, whatever is in it. */
const METRICS: Readonly<Record<string, readonly { metric: string; key?: string }[]>> = {
  "user.signed_up": [{ metric: "new_users" }],
  "user.created": [{ metric: "new_users" }],
  "user.guest_created": [{ metric: "new_guests" }, { metric: "sign_ins", key: "anonymous" }],
  "user.guest_converted": [{ metric: "guest_conversions" }],
};

type Counted = { data: string; hasUser: boolean; count: number };

/** The metrics that depend on what is in an event. Imported users are not new users. */
const DATA_METRICS = {
  "user.signed_in": (tally: Tally, row: Counted) => tally.add("sign_ins", methodOf(row.data), row.count),
  "user.sign_in_failed": (tally: Tally, row: Counted) =>
    tally.add("sign_in_failures", reasonOf(row), row.count),
  "admin.users_imported": (tally: Tally, row: Counted) =>
    tally.add("imported_users", "", createdOf(row.data) * row.count),
} as const;
const DATA_KINDS = Object.keys(DATA_METRICS) as (keyof typeof DATA_METRICS)[];

/** The metrics that are counted from events, and can be counted again while the events are kept. */
export const EVENT_METRICS = [
  "new_users",
  "imported_users",
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
    for (const kind of DATA_KINDS) {
      for (const row of await countEventData(app.db, projectId, kind, start, end))
        DATA_METRICS[kind](tally, row);
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

const WRONG: Readonly<Record<string, string>> = {
  email_code: "wrong_code",
  totp: "wrong_totp",
  recovery_code: "wrong_recovery_code",
  passkey: "passkey_rejected",
};

/** A wrong password or code, a rejected token and a rejected passkey have no reason of their own. An address that nobody has leaves no user. */
function reasonOf({ data, hasUser }: Counted): string {
  const { reason } = JSON.parse(data) as { reason?: unknown };
  if (typeof reason === "string") return reason;
  const method = methodOf(data);
  if (method !== "password") return WRONG[method] ?? "token_rejected";
  return hasUser ? "wrong_password" : "unknown_email";
}

function createdOf(data: string): number {
  const { created } = JSON.parse(data) as { created?: unknown };
  return typeof created === "number" ? created : 0;
}
