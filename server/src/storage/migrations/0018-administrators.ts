import { type Kysely, sql } from "kysely";

/**
 * Sessions of administrators get an id to list and end them by, and remember when the password was last proven; tokens remember the
 * token with which they were created. Sessions that exist proved the password when they were opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table admin_sessions add column id text not null default ''",
  "alter table admin_sessions add column proven_at bigint not null default 0",
  // A part of a SHA-256 of 256 random bits tells nothing about them.
  "update admin_sessions set id = 'session-' || substr(hash, 1, 16), proven_at = created_at",
  // Without a foreign key: a restore writes tokens in any order.
  "alter table personal_access_tokens add column parent_id text",
  "create index personal_access_tokens_by_parent on personal_access_tokens (admin_id, parent_id)",
];
