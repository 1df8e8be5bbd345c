import { type RawBuilder, sql } from "kysely";
import type { Db, Millis, RateLimitRow } from "./db.ts";

/**
 * By so much the clocks of two replicas may differ. A time that lies farther ahead than any of them
 * puts it is a leftover of a clock that was wrong, and must not block anybody.
 */
const SKEW_MS: Millis = 60_000;

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
  const latestEnd = now + windowMs + SKEW_MS;
  const latestBlock = now + aheadMs + everyMs + SKEW_MS;
  const isOver = sql`(rate_limits.resets_at <= ${now} or rate_limits.resets_at > ${latestEnd})`;
  const isAhead = sql`(rate_limits.blocked_until > ${now} and rate_limits.blocked_until <= ${latestBlock})`;
  return hasRow(
    db,
    sql`insert into rate_limits (key, count, resets_at, blocked_until)
      values (${key}, 1, ${now + windowMs}, ${everyMs === 0 ? 0 : now + everyMs})
      on conflict (key) do update set
        count = case when ${isOver} then 1 else rate_limits.count + 1 end,
        resets_at = case when ${isOver} then excluded.resets_at else rate_limits.resets_at end,
        blocked_until = case when ${isAhead} then rate_limits.blocked_until + ${everyMs} else excluded.blocked_until end
      where (${isOver} or rate_limits.count < ${limit})
        and not (${isAhead} and rate_limits.blocked_until > ${now + aheadMs})
      returning key`,
  );
}

/**
 * Counts one in a row, unless a pause has not passed yet. From the `limit`-th on a pause follows: the
 * first of the pauses, then the next, and the last one for ever.
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
  const latestEnd = now + forgottenAfterMs + SKEW_MS;
  const isForgotten = sql`(rate_limits.resets_at <= ${now} or rate_limits.resets_at > ${latestEnd})`;
  const steps = pausesMs.map((ms, i) => sql`when rate_limits.count + 1 <= ${limit + i} then ${now + ms}`);
  return hasRow(
    db,
    sql`insert into rate_limits (key, count, resets_at, blocked_until)
      values (${key}, 1, ${now + forgottenAfterMs}, ${limit === 1 ? now + (pausesMs[0] ?? 0) : 0})
      on conflict (key) do update set
        count = case when ${isForgotten} then 1 else rate_limits.count + 1 end,
        resets_at = excluded.resets_at,
        blocked_until = case
          when ${isForgotten} then excluded.blocked_until
          when rate_limits.count + 1 < ${limit} then 0
          ${sql.join(steps, sql` `)}
          else ${now + (pausesMs.at(-1) ?? 0)} end
      where ${isForgotten} or rate_limits.blocked_until <= ${now}
      returning key`,
  );
}

async function hasRow(db: Db, statement: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await statement.execute(db);
  return rows.length > 0;
}

/** Undoes one take: whatever pause it brought about is undone with it. */
export async function giveBackRateLimit(db: Db, key: string): Promise<void> {
  await db
    .updateTable("rateLimits")
    .set((row) => ({ count: row("count", "-", 1), blockedUntil: 0 }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}

export function findRateLimit(db: Db, key: string): Promise<RateLimitRow | undefined> {
  return db.selectFrom("rateLimits").selectAll().where("key", "=", key).executeTakeFirst();
}

export async function deleteRateLimit(db: Db, key: string): Promise<void> {
  await db.deleteFrom("rateLimits").where("key", "=", key).execute();
}
