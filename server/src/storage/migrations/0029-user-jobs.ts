import { type Kysely, sql } from "kysely";

/** Jobs that change many users in the background, and notes of administrators about a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = [];

const STATEMENTS = [
  `create table user_jobs (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    action text not null,
    query text not null,
    filters text not null,
    state text not null,
    admin_id text not null,
    actor text not null,
    ip text,
    token_id text,
    limits text,
    started_at bigint not null,
    ended_at bigint,
    matching bigint,
    position text,
    changed bigint not null,
    failed bigint not null,
    last_failure text not null,
    worker text not null,
    lease_until bigint not null
  )`,
  // One at a time in a project.
  "create unique index user_jobs_running on user_jobs (project_id) where state = 'running'",
  "create index user_jobs_by_project on user_jobs (project_id, started_at)",

  `create table user_notes (
    id text primary key,
    project_id text not null,
    user_id text not null references users (id) on delete cascade,
    text text not null,
    author text not null,
    created_at bigint not null
  )`,
  "create index user_notes_by_user on user_notes (user_id, created_at, id)",
];
