import { type Kysely, sql } from "kysely";

/** Codes of a few digits that prove something once: now that somebody reads a mailbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = [];

const STATEMENTS = [
  `create table one_time_codes (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    purpose text not null,
    address text not null,
    challenge text not null,
    code_mac text,
    attempts bigint not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    ip text not null,
    user_agent text not null
  )`,
  "create index one_time_codes_by_expiry on one_time_codes (expires_at)",
  "create index one_time_codes_by_address on one_time_codes (project_id, address)",
];
