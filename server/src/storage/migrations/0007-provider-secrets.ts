import { type Kysely, sql } from "kysely";

/** Secrets that sign-in providers gave a project; projects whose rows are on their way out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table provider_secrets (
    project_id text not null references projects (id) on delete cascade,
    name text not null,
    sealed text not null,
    updated_at bigint not null,
    primary key (project_id, name)
  )`,

  "alter table projects add column deleted_at bigint",
  "create index projects_deleted on projects (deleted_at) where deleted_at is not null",

  // Finds the sessions of a project that are still open without passing by all that are not.
  "drop index sessions_by_project",
  "create index sessions_by_project on sessions (project_id, revoked_at)",
];
