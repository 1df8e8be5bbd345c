import { type RawBuilder, sql } from "kysely";
import type { Db, Millis } from "../storage/db.ts";

const DAY_MS = 86_400_000;
/** A recursive query of SQLite's keeps what it has made in memory. */
const CHUNK = 50_000;

/**
 * Subscriptions of a month for 10, in three stores and three currencies, of a project. Of ten, six are active, one is a
 * trial, one expired ten days ago, one was refunded five days ago, and one is in the sandbox.
 */
export async function addManySubscriptions(
  db: Db,
  projectId: string,
  count: number,
  now: Millis,
): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    await addSome(db, projectId, from, Math.min(from + CHUNK, count), now);
  }
}

async function addSome(db: Db, projectId: string, from: number, to: number, now: Millis): Promise<void> {
  const at = (days: number) => sql.lit(now + days * DAY_MS);
  const start = at(-100);
  const kind = (n: number, then: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql`case when i % 10 = ${sql.lit(n)} then ${then} else ${otherwise} end`;
  const state = kind(6, sql`'trialing'`, kind(7, sql`'expired'`, kind(8, sql`'revoked'`, sql`'active'`)));
  const end = kind(7, at(-10), at(20));
  const padded = sql`substr(cast(100000000 + i as text), 2)`;
  await sql`
    insert into subscriptions (id, project_id, store, subject_key, environment, product_id, plan_id, state, will_renew,
      is_trial, family_shared, started_at, period_start, period_end, access_until, cancel_reason, price_micros, currency,
      snapshot_at, check_attempts, created_at, updated_at, begun_at, paid_at, had_trial, revoked_at)
    with recursive n (i) as (select cast(${from} as bigint) union all select i + 1 from n where i + 1 < ${to})
    select ${padded} || ${projectId}, ${projectId},
      case i % 3 when 0 then 'app_store' when 1 then 'play_store' else 'stripe' end, 'key-' || i,
      ${kind(9, sql`'sandbox'`, sql`'production'`)}, 'com.example.app.pro_monthly', '', ${state}, 1,
      ${kind(6, sql`1`, sql`0`)}, 0, ${start}, ${at(-10)}, ${end}, ${end}, '', 10000000,
      case i % 3 when 0 then 'USD' when 1 then 'EUR' else 'JPY' end, ${now}, 0, ${start}, ${now}, ${start},
      ${kind(6, sql`null`, start)}, ${kind(6, sql`1`, sql`0`)},
      ${kind(8, at(-5), sql`null`)}
    from n`.execute(db);
}
