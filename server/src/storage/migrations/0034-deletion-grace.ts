import { type Kysely, sql } from "kysely";

/** Accounts that wait for their deletion, and who must not come back after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks = ["users"];

export const indexes = [
  "create index users_deletion_due on users (project_id, deletion_due_at) where deletion_due_at is not null",
];

const STATEMENTS = [
  "alter table users add column deletion_due_at bigint",
  "alter table users add column deletion_reason text",

  // A hash is of an address or a provider account. Those of one user have the same ban.
  `create table banned_addresses (
    project_id text not null references projects (id) on delete cascade,
    hash text not null,
    ban_id text not null,
    banned_at bigint not null,
    primary key (project_id, hash)
  )`,
  "create index banned_addresses_by_ban on banned_addresses (project_id, ban_id)",
];
