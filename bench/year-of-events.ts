import { sql } from "kysely";
import type { Db } from "../server/src/storage/db.ts";
import { engineOf } from "../server/src/storage/engine.ts";

export type Year = { project: string; users: number; events: number; activePerDay: number };

export const END: number = Date.parse("2030-01-01T00:00:00Z");
const DAY_MS = 86_400_000;
const START = END - 365 * DAY_MS;
const BATCH = 50_000;

/** A project whose users, events and active days are spread evenly over a year. */
export async function addYear(db: Db, { project, users, events, activePerDay }: Year): Promise<void> {
  await db
    .insertInto("projects")
    .values({
      id: project,
      slug: project,
      name: project,
      publishableKey: project,
      secretKeyHash: project,
      secretKeyLast4: "last",
      settings: "{}",
      createdAt: START,
      updatedAt: START,
      deletedAt: null,
    })
    .execute();
  await inBatches(users, (from, to) => addUsers(db, project, from, to, users));
  await inBatches(events, (from, to) => addEvents(db, project, from, to, { users, events }));
  await inBatches(365 * activePerDay, (from, to) => addActiveDays(db, project, from, to, activePerDay));
  // As autovacuum would; SQLite has no such thing.
  if (engineOf(db).name === "postgres") await sql`vacuum analyze`.execute(db);
}

async function inBatches(count: number, add: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) await add(from, Math.min(from + BATCH, count));
}

function numbers(from: number, to: number) {
  return sql`with recursive n (i) as (
    select cast(${from} as bigint) union all select i + 1 from n where i + 1 < ${to}
  )`;
}

/** Every third is a guest. */
function addUsers(db: Db, project: string, from: number, to: number, users: number): Promise<unknown> {
  const step = Math.floor((END - START) / users);
  return sql`
    insert into users (id, project_id, email, display_name, avatar_url, password_hash, custom_claims, search_text,
      guest_since, created_at, updated_at)
    ${numbers(from, to)}
    select ${`${project}-`} || i, ${project}, null, '', '', case when i % 3 = 0 then null else 'hash' end, '{}', '',
      case when i % 3 = 0 then 1 else null end, ${START} + i * ${step}, ${START} + i * ${step}
    from n`.execute(db);
}

function addEvents(
  db: Db,
  project: string,
  from: number,
  to: number,
  { users, events }: { users: number; events: number },
): Promise<unknown> {
  const step = Math.floor((END - START) / events);
  return sql`
    insert into events (id, project_id, kind, at, user_id, actor, ip, data)
    ${numbers(from, to)}
    select ${`${project}-event-`} || i, ${project},
      case when i % 1000 = 0 then 'admin.project_updated' when i % 10 = 1 then 'user.signed_up'
        when i % 10 = 2 then 'user.sign_in_failed' when i % 10 = 3 then 'user.guest_created'
        when i % 10 = 4 then 'user.guest_converted' else 'user.signed_in' end,
      ${START} + i * ${step}, ${`${project}-`} || (i % ${users}), 'system', '192.0.2.1',
      case when i % 2 = 0 then '{"method":"password"}' else '{"method":"google"}' end
    from n`.execute(db);
}

function addActiveDays(db: Db, project: string, from: number, to: number, perDay: number): Promise<unknown> {
  const days = Array.from({ length: 365 }, (_, n) => [
    n,
    new Date(START + n * DAY_MS).toISOString().slice(0, 10),
  ]);
  return sql`
    insert into user_active_days (project_id, user_id, day, gap)
    ${numbers(from, to)}, days (n, day) as (values ${sql.join(days.map(([n, day]) => sql`(cast(${n} as bigint), ${day})`))})
    select ${project}, ${`${project}-`} || (i % ${perDay * 3}), days.day, case when i % 4 = 0 then 30 else 1 end
    from n join days on days.n = i / ${perDay}`.execute(db);
}
