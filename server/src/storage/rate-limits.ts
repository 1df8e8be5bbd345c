import { type Compilable, type RawBuilder, sql } from "kysely";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, RateLimitRow } from "./db.ts";
import { preparedChange } from "./prepared.ts";

/**
 * By so much the clocks of two replicas may differ. A time that lies farther ahead than any of them
 * puts it is a leftover of a clock that was wrong, and must not block anybody.
 */
const SKEW_MS: Millis = 60_000;

type Take = { key: string; limit: number; now: Millis; endsAt: Millis; latestEnd: Millis };

type WindowTake = Take & {
  everyMs: Millis;
  blockedUntil: Millis;
  latestBlock: Millis;
  aheadUntil: Millis;
};

const windowTake = preparedChange((db, by: WindowTake) => {
  const isOver = sql`(rate_limits.resets_at <= ${by.now} or rate_limits.resets_at > ${by.latestEnd})`;
  const isAhead = sql`(rate_limits.blocked_until > ${by.now} and rate_limits.blocked_until <= ${by.latestBlock})`;
  return raw(
    db,
    sql`insert into rate_limits (key, count, resets_at, blocked_until)
      values (${by.key}, 1, ${by.endsAt}, ${by.blockedUntil})
      on conflict (key) do update set
        count = case when ${isOver} then 1 else rate_limits.count + 1 end,
        resets_at = case when ${isOver} then excluded.resets_at else rate_limits.resets_at end,
        blocked_until = case when ${isAhead} then rate_limits.blocked_until + ${by.everyMs} else excluded.blocked_until end
      where (${isOver} or rate_limits.count < ${by.limit})
        and not (${isAhead} and rate_limits.blocked_until > ${by.aheadUntil})`,
  );
});

/**
 * Counts one in a window, unless the window is full. With a pace, `blockedUntil` is when the counter
 * would be as good as new: it moves on by `everyMs` each time and may run ahead by `aheadMs`.
 * Without one it stays 0, so that a clock that is behind another's is not held up by it.
 */
export async function takeFromWindow(
  db: Db,
  key: string,
  {
    limit,
    windowMs,
    everyMs,
    aheadMs,
  }: { limit: number; windowMs: Millis; everyMs: Millis; aheadMs: Millis },
  now: Millis,
): Promise<boolean> {
  const taken = await windowTake(db, {
    key,
    limit,
    now,
    endsAt: now + windowMs,
    latestEnd: now + windowMs + SKEW_MS,
    everyMs,
    blockedUntil: everyMs === 0 ? 0 : now + everyMs,
    latestBlock: now + aheadMs + everyMs + SKEW_MS,
    aheadUntil: now + aheadMs,
  });
  return taken > 0;
}

type StreakTake = Take & {
  /** The end of the pause that follows a first take. */
  firstBlockedUntil: Millis;
  /** The end of each pause, if it begins now. */
  pauseEndsAt: readonly Millis[];
  lastPauseEndsAt: Millis;
};

function createStreakTake(): (db: Db, by: StreakTake) => MaybePromise<number> {
  return preparedChange((db, by: StreakTake) => {
    const isForgotten = sql`(rate_limits.resets_at <= ${by.now} or rate_limits.resets_at > ${by.latestEnd})`;
    const pauses = by.pauseEndsAt.map(
      (endsAt, n) => sql`when rate_limits.count + 1 - ${n} <= ${by.limit} then ${endsAt}`,
    );
    return raw(
      db,
      sql`insert into rate_limits (key, count, resets_at, blocked_until)
        values (${by.key}, 1, ${by.endsAt}, ${by.firstBlockedUntil})
        on conflict (key) do update set
          count = case when ${isForgotten} then 1 else rate_limits.count + 1 end,
          resets_at = excluded.resets_at,
          blocked_until = case
            when ${isForgotten} then excluded.blocked_until
            when rate_limits.count + 1 < ${by.limit} then 0
            ${sql.join(pauses, sql` `)}
            else ${by.lastPauseEndsAt} end
        where ${isForgotten} or rate_limits.blocked_until <= ${by.now}`,
    );
  });
}

/** By the number of pauses, of which the statement has a line each. */
const streakTakes = new Map<number, ReturnType<typeof createStreakTake>>();

/**
 * Counts one in a row, unless a pause has not passed yet. From the `limit`-th on a pause follows: the
 * first of the pauses, then the next, and the last one from then on.
 */
export async function takeFromStreak(
  db: Db,
  key: string,
  {
    limit,
    pausesMs,
    forgottenAfterMs,
  }: { limit: number; pausesMs: readonly Millis[]; forgottenAfterMs: Millis },
  now: Millis,
): Promise<boolean> {
  const take = streakTakes.get(pausesMs.length) ?? createStreakTake();
  streakTakes.set(pausesMs.length, take);
  const taken = await take(db, {
    key,
    limit,
    now,
    endsAt: now + forgottenAfterMs,
    latestEnd: now + forgottenAfterMs + SKEW_MS,
    firstBlockedUntil: limit === 1 ? now + (pausesMs[0] ?? 0) : 0,
    pauseEndsAt: pausesMs.map((ms) => now + ms),
    lastPauseEndsAt: now + (pausesMs.at(-1) ?? 0),
  });
  return taken > 0;
}

/** Kysely compiles what is written by hand only for a database. */
function raw(db: Db, statement: RawBuilder<unknown>): Compilable<unknown> {
  return { compile: () => statement.compile(db) };
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
