import { type Kysely, sql } from "kysely";
import { BYTEWISE } from "../bytewise.ts";
import { engineOf } from "../engine.ts";

/**
 * Lists of disabled users in every order, and users whose address bounces. The list by last sign-in is walked along
 * `user_activity`, which therefore knows who is disabled. A trigger writes it, so that replicas of the last release do,
 * too. Signing in and refreshing change nothing that it watches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Locks `users` first, as replicas of the last release do, whose changes of `users` write `user_activity`.
  const statements = engineOf(db).name === "postgres" ? [...POSTGRES, ...BOTH] : [...BOTH, ...SQLITE];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = [];

/** The expressions are those that `user-order.ts` orders by. */
export const indexes = [
  `create index users_disabled_by_email on users (project_id, (coalesce(email, '\u{10ffff}')${BYTEWISE}), id)
    where disabled_at is not null`,
  `create index user_activity_disabled on user_activity (project_id, (coalesce(last_sign_in_at, 0)), user_id)
    where disabled_at is not null`,
  "create index users_bouncing on users (project_id, created_at, id) where email_bounced_at is not null",
];

// On PostgreSQL an upgrade of 0.1.0 has no activity yet: `old-activity.ts` copies it with this column.
const BOTH = [
  "alter table user_activity add column disabled_at bigint",
  `update user_activity set disabled_at = (select disabled_at from users where users.id = user_activity.user_id)
    where user_id in (select id from users where disabled_at is not null)`,
];

const SQLITE = [
  `create trigger users_disabled_activity after update of disabled_at on users
    when new.disabled_at is not old.disabled_at begin
    update user_activity set disabled_at = new.disabled_at where user_id = new.id;
  end`,
];

const POSTGRES = [
  `create or replace function svc_disable_activity() returns trigger language plpgsql as $$
  begin
    update user_activity set disabled_at = new.disabled_at where user_id = new.id;
    return null;
  end $$`,
  // Before the commit: `evict` locks sessions after the user, and a refresh locks its session before the activity.
  `create constraint trigger users_disabled_activity after update of disabled_at on users
    deferrable initially deferred
    for each row when (new.disabled_at is distinct from old.disabled_at) execute function svc_disable_activity()`,
];
