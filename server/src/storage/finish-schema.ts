import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { AppError, OperatorError } from "../errors.ts";
import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";
import { isDatabaseNew } from "./finished-upgrade.ts";
import { copyAllOldActivity, hasOldActivity } from "./old-activity.ts";
import { transact } from "./transact.ts";

/**
 * What a sign-in, a refresh or a new guest writes. With a foreign key, each insert would lock the one row of the project,
 * together with all others that run at the same time. Nothing else deletes a project by cascade: `project-rows.ts`.
 */
const HOT_TABLES = [
  "email_tokens",
  "events",
  "identities",
  "oauth_flows",
  "oauth_handoffs",
  "oauth_used_tokens",
  "outbox",
  "push_devices",
  "refresh_tokens",
  "sessions",
  "sign_up_attempts",
  "user_active_days",
  "users",
];

/**
 * What replicas of 0.1 needed on PostgreSQL, and nobody else. Each line is one transaction, which locks the table for a
 * moment, and may be repeated.
 */
const LINES: readonly (readonly string[])[] = [
  ...HOT_TABLES.map((table) => [`alter table ${table} drop constraint if exists ${table}_project_id_fkey`]),
  ["drop trigger if exists users_copy_activity on users", "drop function if exists svc_copy_activity()"],
  ["drop trigger if exists admins_make_owner on admins", "drop function if exists svc_make_owner()"],
  ["drop index if exists users_stale_guests"],
  ["drop index if exists users_by_last_sign_in"],
  ["alter table users drop column if exists last_active_at, drop column if exists last_sign_in_at"],
];

const TRIES = 40;
const PAUSE_MS = 500;

/** Call it when the upgrade is finished. Sign-ins that were under way then have ended. */
export async function finishSchema(db: Db): Promise<void> {
  if (engineOf(db).name === "sqlite") return; // migration 0025 did it
  for (const line of LINES) await retried(db, line);
}

/** What `finishSchema` would run. Empty when the upgrade is finished. */
export async function planFinish(db: Db): Promise<string[]> {
  const isFinished = (await engineOf(db).hasTable(db, "user_activity")) && !(await hasOldActivity(db));
  return isFinished ? [] : LINES.flat();
}

/**
 * All of it for a database that no other version has served: a new one, or a restored one. What a backup has of the old
 * columns is copied first.
 */
export async function finishNewSchema(db: Db): Promise<void> {
  if (!(await hasOldActivity(db)) || !(await isDatabaseNew(db))) return;
  await engineOf(db).changeSchema(db, async (db) => {
    if (!(await hasOldActivity(db))) return; // another process was first
    await copyAllOldActivity(db);
    for (const statement of LINES.flat()) await sql.raw(statement).execute(db);
  });
}

/**
 * Waits only briefly for the tables: everybody else would wait behind this transaction, for instance during a backup. It
 * gives up before PostgreSQL looks for deadlocks (after a second), so that no call is ended instead.
 */
async function retried(db: Db, line: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact({ db }, async ({ db }) => {
        await sql`set local lock_timeout = '300ms'`.execute(db);
        for (const statement of line) await sql.raw(statement).execute(db);
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== "STORAGE_UNAVAILABLE") throw error;
      if (tries === TRIES) {
        throw new OperatorError(
          "a table is in use by a long transaction, for instance a backup",
          "run svc migrate --finish again when that has ended",
        );
      }
      await sleep(PAUSE_MS);
    }
  }
}
