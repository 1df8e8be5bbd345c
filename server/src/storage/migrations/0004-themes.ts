import { type Kysely, sql } from "kysely";

/** The looks that projects have had, newest in use, and the files they show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table theme_revisions (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    theme text,
    created_at bigint not null,
    created_by text not null
  )`,
  "create unique index theme_revisions_newest on theme_revisions (project_id, created_at)",

  `create table assets (
    project_id text not null references projects (id) on delete cascade,
    name text not null,
    content_type text not null,
    data text not null,
    created_at bigint not null,
    primary key (project_id, name)
  )`,
];
