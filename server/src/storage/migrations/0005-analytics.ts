import { type Kysely, sql } from "kysely";

/** Who was active on which day, what was counted for each day, and indexes to count and list by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Not tied to the user: whoever deletes their account was active on those days all the same.
  `create table user_active_days (
    project_id text not null references projects (id) on delete cascade,
    user_id text not null,
    day text not null,
    gap bigint not null,
    primary key (project_id, user_id, day)
  )`,
  "create index user_active_days_by_day on user_active_days (day, project_id, gap)",

  `create table daily_stats (
    project_id text not null references projects (id) on delete cascade,
    metric text not null,
    day text not null,
    key text not null,
    value bigint not null,
    primary key (project_id, metric, day, key)
  )`,

  `create table rollups (
    project_id text primary key references projects (id) on delete cascade,
    timezone text not null,
    counted_until bigint not null
  )`,

  // With the id at the end, a page begins exactly where the one before ended.
  "drop index events_newest",
  "create index events_newest on events (project_id, at, id)",
  "drop index events_by_user",
  "create index events_by_user on events (project_id, user_id, at, id)",
  "create index events_by_kind on events (project_id, kind, at, id)",

  // Finds the newest tokens of a project. No index more than before: refreshing stays as fast as it was.
  "drop index refresh_tokens_by_project",
  "create index refresh_tokens_by_project on refresh_tokens (project_id, created_at)",

  // Few; everybody else who is no guest has a password.
  `create index users_without_password on users (project_id, created_at, id)
    where password_hash is null and guest_since is null`,
];
