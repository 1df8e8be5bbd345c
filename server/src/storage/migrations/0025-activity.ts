import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/**
 * The activity of users, and the projects that were deleted lately.
 *
 * When a user was last active and last signed in leaves `users`, whose every index a sign-in had to write.
 *
 * One process serves a SQLite file, so everything moves at once. On PostgreSQL replicas of 0.1 may still write the
 * columns of `users`: a trigger copies what they write, a job copies what was there before, and `finish-schema.ts` drops
 * what is not used any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = engineOf(db).name === "postgres";
  for (const statement of [...BOTH, ...(isPostgres ? POSTGRES : SQLITE)])
    await sql.raw(statement).execute(db);
  if (isPostgres && (await hasProjects(db))) await copyWhatOldReplicasWrite(db);
}

/** In a new database nobody writes the columns of `users`. */
async function hasProjects(db: Kysely<unknown>): Promise<boolean> {
  return (await sql`select 1 from projects limit 1`.execute(db)).rows.length > 0;
}

export async function copyWhatOldReplicasWrite(db: Kysely<unknown>): Promise<void> {
  for (const statement of TRIGGER) await sql.raw(statement).execute(db);
}

const DAY_MS = 86_400_000;

const BOTH = [
  // A refresh changes `last_active_at` alone, so that is in no index. No foreign key to `projects`, see ADR 0051.
  `create table user_activity (
    user_id text primary key references users (id) on delete cascade,
    project_id text not null,
    last_active_at bigint not null,
    last_sign_in_at bigint,
    guest_day bigint
  )`,
  "create index user_activity_by_sign_in on user_activity (project_id, (coalesce(last_sign_in_at, 0)), user_id)",
  "create index user_activity_guests on user_activity (project_id, guest_day) where guest_day is not null",

  // Calls that began before a project was deleted may leave rows where no foreign key to `projects` is left.
  `create table deleted_projects (
    id text primary key,
    deleted_at bigint not null
  )`,
];

export const locks = ["users"];

export const indexes = [
  // Of an expression, or SQLite would take it for as good as the indexes by user and recipient.
  "create index outbox_by_project on outbox ((coalesce(project_id, '')))",
];

const POSTGRES = [
  // Space in each page for the new versions of rows, so that a refresh changes no index.
  "alter table user_activity set (fillfactor = 80)",
  // This version does not fill it.
  "alter table users alter column last_active_at drop not null",
];

const SQLITE = [
  `insert into user_activity (user_id, project_id, last_active_at, last_sign_in_at, guest_day)
    select id, project_id, last_active_at, last_sign_in_at,
      case when guest_since is not null then last_active_at / ${DAY_MS} end
    from users`,
  "drop index users_stale_guests",
  "drop index users_by_last_sign_in",
  "alter table users drop column last_active_at",
  "alter table users drop column last_sign_in_at",
];

const TRIGGER = [
  `create or replace function svc_copy_activity() returns trigger language plpgsql as $$
  declare active bigint := coalesce(new.last_active_at, new.updated_at);
  begin
    insert into user_activity as known (user_id, project_id, last_active_at, last_sign_in_at, guest_day)
    values (new.id, new.project_id, active, new.last_sign_in_at,
      case when new.guest_since is not null then active / ${DAY_MS} end)
    on conflict (user_id) do update set
      last_active_at = greatest(known.last_active_at, excluded.last_active_at),
      last_sign_in_at = greatest(known.last_sign_in_at, excluded.last_sign_in_at);
    return null;
  end $$`,
  `create trigger users_copy_activity after insert or update of last_active_at, last_sign_in_at on users
    for each row execute function svc_copy_activity()`,
];
