import { type Kysely, sql } from "kysely";

/** A session remembers the attempt that opened it. A sign-up that opens no session is remembered for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks = ["sessions"];

export const indexes = [
  "create unique index sessions_by_attempt on sessions (project_id, opening_attempt) where opening_attempt is not null",
];

const STATEMENTS = [
  "alter table sessions add column opening_attempt text",
  "alter table sessions add column opening_mac text",
  `create table sign_up_attempts (
    project_id text not null references projects (id) on delete cascade,
    attempt_hash text not null,
    mac text not null,
    expires_at bigint not null,
    primary key (project_id, attempt_hash)
  )`,
  "create index sign_up_attempts_by_expiry on sign_up_attempts (expires_at)",
];
