import { type Kysely, sql } from "kysely";

/**
 * What recovery needs: undo links of changed addresses, which sign-ups nobody has proven yet, and what a notice is about.
 * Projects that exist already keep their users' sessions unlimited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table address_undos (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    hash text,
    email text not null,
    verified_at bigint not null,
    changed_at bigint not null,
    expires_at bigint not null
  )`,
  "create unique index address_undos_by_hash on address_undos (hash)",
  "create index address_undos_by_email on address_undos (project_id, email)",
  "create index address_undos_by_user on address_undos (user_id)",
  "create index address_undos_by_expiry on address_undos (expires_at)",
  // Partial, so that PostgreSQL does not take the address for a part of a key: a change of it would need a stronger lock than a change of
  // anything else, and wait for whoever links an account to the same user.
  "drop index users_email",
  "create unique index users_email on users (project_id, email) where email is not null",
  "alter table users add column unproven_sign_up_at bigint",
  "alter table outbox add column detail text",
  "create index outbox_by_recipient on outbox (recipient, project_id)",
  "create index outbox_by_user on outbox (user_id, project_id)",
  `update projects set settings = '{"maxSessionsPerUser":0,' || substr(settings, 2)`,
];
