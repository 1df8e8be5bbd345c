import { type Kysely, sql } from "kysely";

/** Invitations of administrators, and when an administrator last logged in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table admins add column last_login_at bigint",

  `create table admin_invites (
    id text primary key,
    email text not null unique,
    hash text unique,
    invited_by text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
];
