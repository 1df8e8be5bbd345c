import type { App } from "../../app.ts";
import type { Db, Millis } from "../../storage/db.ts";
import {
  deleteRateLimit,
  findRateLimit,
  giveBackRateLimit,
  streakTakeOf,
  takeFromStreak,
  takeFromWindow,
  windowTakeOf,
} from "../../storage/rate-limits.ts";
import type { LimitTake } from "../../storage/single-statements.ts";
import type { Counters, Limit } from "./counters.ts";

/** So long that waiting for the reset allows fewer attempts than one after each of the longest pauses. */
const STREAK_FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Counters in the database. They survive a restart, and all replicas share them. */
export function createTableCounters({ clock, db }: Pick<App, "clock" | "db">): Counters<Limit> {
  return {
    async take(key, limit) {
      const now = clock();
      const isAllowed = await takeFromTable(db, key, limit, now);
      return isAllowed ? { isAllowed } : { isAllowed, retryAfterMs: await retryAfter(db, key, limit, now) };
    },
    giveBack: (key) => giveBackRateLimit(db, key),
    clear: (key) => deleteRateLimit(db, key),
  };
}

/** Counts one, unless the limit is reached. */
export function takeFromTable(db: Db, key: string, limit: Limit, now: Millis): Promise<boolean> {
  const take = takeOf(key, limit, now);
  return take.by === "streak" ? takeFromStreak(db, take) : takeFromWindow(db, take);
}

/** The end of the pause of a streak. Undefined when there is none. */
export async function findPause(db: Db, key: string, now: Millis): Promise<Millis | undefined> {
  const row = await findRateLimit(db, key);
  const isPaused = row !== undefined && row.resetsAt > now && row.blockedUntil > now;
  return isPaused ? row.blockedUntil : undefined;
}

/** The values with which a statement takes one. */
export function takeOf(key: string, limit: Limit, now: Millis): LimitTake {
  switch (limit.by) {
    case "window":
      return { by: "window", ...windowTakeOf(key, { ...limit, everyMs: 0, aheadMs: 0 }, now) };
    case "paced":
      return { by: "window", ...windowTakeOf(key, { ...limit, aheadMs: aheadOf(limit) }, now) };
    case "streak":
      return {
        by: "streak",
        ...streakTakeOf(key, { ...limit, forgottenAfterMs: forgottenAfter(limit) }, now),
      };
  }
}

async function retryAfter(db: Db, key: string, limit: Limit, now: number): Promise<number> {
  const row = await findRateLimit(db, key);
  if (!row) return 0; // cleared meanwhile
  if (limit.by === "streak") return row.blockedUntil - now;
  const untilNextWindow = row.count >= limit.limit ? row.resetsAt - now : 0;
  const untilNextInPace = limit.by === "paced" ? row.blockedUntil - aheadOf(limit) - now : 0;
  return Math.max(untilNextWindow, untilNextInPace);
}

function forgottenAfter({ pausesMs }: { pausesMs: readonly number[] }): number {
  return Math.max(STREAK_FORGOTTEN_AFTER_MS, 2 * Math.max(...pausesMs));
}

function aheadOf({ atOnce, everyMs }: { atOnce: number; everyMs: number }): number {
  return (atOnce - 1) * everyMs;
}
