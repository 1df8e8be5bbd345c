import { type Kysely, sql } from "kysely";

/** A code expires by itself: its flow goes on while the email waits for the relay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = [];

const STATEMENTS = [
  "alter table one_time_codes add column code_expires_at bigint",
  "update one_time_codes set code_expires_at = expires_at where code_mac is not null",
];
