import { type RawBuilder, sql } from "kysely";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, RateLimitRow } from "./db.ts";
import { byHand, preparedChange } from "./prepared.ts";
import type { StreakTake, WindowTake } from "./single-statements.ts";

export type { WindowTake };

/**
 * By so much the clocks of two replicas may differ. A time that lies farther ahead than any of them
 * puts it is a leftover of a clock that was wrong, and must not block anybody.
 */
const SKEW_MS: Millis = 60_000;

export type WindowLimits = { limit: number; windowMs: Millis; everyMs: Millis; aheadMs: Millis };

/**
 * With a pace, `blockedUntil` is when the counter would be as good as new: it moves on by `everyMs` each time and may
 * run ahead by `aheadMs`. Without one it stays 0, so that a clock that is behind another's is not held up by it.
 */
export function windowTakeOf(
  key: string,
  { limit, windowMs, everyMs, aheadMs }: WindowLimits,
  now: Millis,
): WindowTake {
  return {
    key,
    limit,
    now,
    endsAt: now + windowMs,
    latestEnd: now + windowMs + SKEW_MS,
    everyMs,
    blockedUntil: everyMs === 0 ? 0 : now + everyMs,
    latestBlock: now + aheadMs + everyMs + SKEW_MS,
    aheadUntil: now + aheadMs,
  };
}

/** What an insert does that finds the counter: it counts one, unless the window is full. */
export function countInWindow(by: WindowTake): RawBuilder<unknown> {
  const isOver = sql`(rate_limits.resets_at <= ${by.now} or rate_limits.resets_at > ${by.latestEnd})`;
  const isAhead = sql`(rate_limits.blocked_until > ${by.now} and rate_limits.blocked_until <= ${by.latestBlock})`;
  return sql`on conflict (key) do update set
      count = case when ${isOver} then 1 else rate_limits.count + 1 end,
      resets_at = case when ${isOver} then excluded.resets_at else rate_limits.resets_at end,
      blocked_until = case when ${isAhead} then rate_limits.blocked_until + ${by.everyMs} else excluded.blocked_until end
    where (${isOver} or rate_limits.count < ${by.limit})
      and not (${isAhead} and rate_limits.blocked_until > ${by.aheadUntil})`;
}

const windowTake = preparedChange((db, by: WindowTake) =>
  byHand(
    db,
    sql`insert into rate_limits (key, count, resets_at, blocked_until)
      values (${by.key}, 1, ${by.endsAt}, ${by.blockedUntil}) ${countInWindow(by)}`,
  ),
);

/** Counts one in a window, unless the window is full. */
export async function takeFromWindow(db: Db, by: WindowTake): Promise<boolean> {
  return (await windowTake(db, by)) > 0;
}

export type StreakLimits = { limit: number; pausesMs: readonly Millis[]; forgottenAfterMs: Millis };

export function streakTakeOf(
  key: string,
  { limit, pausesMs, forgottenAfterMs }: StreakLimits,
  now: Millis,
): StreakTake {
  return {
    key,
    limit,
    now,
    endsAt: now + forgottenAfterMs,
    latestEnd: now + forgottenAfterMs + SKEW_MS,
    firstBlockedUntil: limit === 1 ? now + (pausesMs[0] ?? 0) : 0,
    pauseEndsAt: pausesMs.map((ms) => now + ms),
    lastPauseEndsAt: now + (pausesMs.at(-1) ?? 0),
  };
}

/**
 * What an insert does that finds the counter: it counts one, unless a pause has not passed yet. From the `limit`-th on
 * a pause follows: the first of the pauses, then the next, and the last one from then on.
 */
export function countInStreak(by: StreakTake): RawBuilder<unknown> {
  const isForgotten = sql`(rate_limits.resets_at <= ${by.now} or rate_limits.resets_at > ${by.latestEnd})`;
  const pauses = by.pauseEndsAt.map(
    (endsAt, n) => sql`when rate_limits.count + 1 - ${n} <= ${by.limit} then ${endsAt}`,
  );
  return sql`on conflict (key) do update set
      count = case when ${isForgotten} then 1 else rate_limits.count + 1 end,
      resets_at = excluded.resets_at,
      blocked_until = case
        when ${isForgotten} then excluded.blocked_until
        when rate_limits.count + 1 < ${by.limit} then 0
        ${sql.join(pauses, sql` `)}
        else ${by.lastPauseEndsAt} end
    where ${isForgotten} or rate_limits.blocked_until <= ${by.now}`;
}

function createStreakTake(): (db: Db, by: StreakTake) => MaybePromise<number> {
  return preparedChange((db, by: StreakTake) =>
    byHand(
      db,
      sql`insert into rate_limits (key, count, resets_at, blocked_until)
        values (${by.key}, 1, ${by.endsAt}, ${by.firstBlockedUntil}) ${countInStreak(by)}`,
    ),
  );
}

/** By the number of pauses, of which the statement has a line each. */
const streakTakes = new Map<number, ReturnType<typeof createStreakTake>>();

/** Counts one in a row, unless a pause has not passed yet. */
export async function takeFromStreak(db: Db, by: StreakTake): Promise<boolean> {
  const pauses = by.pauseEndsAt.length;
  const take = streakTakes.get(pauses) ?? createStreakTake();
  streakTakes.set(pauses, take);
  return (await take(db, by)) > 0;
}

const giveBack = preparedChange((db, by: { key: string }) =>
  db
    .updateTable("rateLimits")
    .set((row) => ({ count: row("count", "-", 1), blockedUntil: 0 }))
    .where("key", "=", by.key)
    .where("count", ">", 0),
);

/** Undoes one take: whatever pause it brought about is undone with it. */
export async function giveBackRateLimit(db: Db, key: string): Promise<void> {
  await giveBack(db, { key });
}

export function findRateLimit(db: Db, key: string): Promise<RateLimitRow | undefined> {
  return db.selectFrom("rateLimits").selectAll().where("key", "=", key).executeTakeFirst();
}

const deletion = preparedChange((db, by: { key: string }) =>
  db.deleteFrom("rateLimits").where("key", "=", by.key),
);

export async function deleteRateLimit(db: Db, key: string): Promise<void> {
  await deletion(db, { key });
}
