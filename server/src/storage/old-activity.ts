import { type RawBuilder, sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";
import type { ActiveUser } from "./user-activity.ts";

/** Users in one statement, which takes a few hundredths of a second. */
const SLICE = 2_000;
const DAY_MS = 86_400_000;

/**
 * Until the upgrade is finished, replicas of 0.1 read from `users` which guests are stale. So this version writes there,
 * too. Only on PostgreSQL: on SQLite the upgrade is always finished.
 */
export async function writeOldActivity(
  db: Db,
  { projectId, userId, now }: ActiveUser,
  { isSignIn }: { isSignIn: boolean },
): Promise<void> {
  const signedIn = isSignIn ? sql`, last_sign_in_at = ${now}` : sql``;
  await sql`update users set last_active_at = ${now} ${signedIn}
    where project_id = ${projectId} and id = ${userId}`.execute(db);
}

/**
 * Copies the activity of the next users after the given id. Returns the last id, or undefined at the end. A trigger keeps
 * what is written meanwhile, so whoever has a row is left alone. A user who is being deleted is waited for.
 */
export async function copyOldActivity(db: Db, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`select max(id) as last from (
    select id from users where id > ${after} order by id limit ${sql.lit(SLICE)}) slice`.execute(db);
  const last = rows[0]?.last ?? undefined;
  if (last !== undefined) await copy(db, sql`id > ${after} and id <= ${last}`);
  return last;
}

/** The same for all at once, where nobody else uses the database. */
export function copyAllOldActivity(db: Db): Promise<void> {
  return copy(db, sql`not exists (select 1 from user_activity where user_id = users.id)`);
}

async function copy(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into user_activity (user_id, project_id, last_active_at, last_sign_in_at, guest_day, disabled_at)
    select id, project_id, coalesce(last_active_at, updated_at), last_sign_in_at,
      case when guest_since is not null then coalesce(last_active_at, updated_at) / ${sql.lit(DAY_MS)} end,
      disabled_at
    from users where ${which}
    for key share of users
    on conflict do nothing`.execute(db);
}

/** Whether `users` has the columns that version 0.1 writes. */
export async function hasOldActivity(db: Db): Promise<boolean> {
  if (engineOf(db).name === "sqlite") return false; // migration 0025 moved it
  const { rows } = await sql`select 1 from pg_attribute
    where attrelid = to_regclass('users') and attname = 'last_active_at' and not attisdropped`.execute(db);
  return rows.length > 0;
}

const COPIED = "activity_copied";

export async function isActivityCopied(db: Db): Promise<boolean> {
  return (await sql`select 1 from instance_settings where key = ${COPIED}`.execute(db)).rows.length > 0;
}

export async function storeActivityCopied(db: Db, now: Millis): Promise<void> {
  await sql`insert into instance_settings (key, value, updated_at) values (${COPIED}, '', ${now})
    on conflict do nothing`.execute(db);
}
