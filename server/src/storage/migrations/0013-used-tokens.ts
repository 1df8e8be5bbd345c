import { type Kysely, sql } from "kysely";

/**
 * Only a used token has a successor. An index of the others as well is written twice more for each refresh: when a token
 * is made, and when it is used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    "drop index refresh_tokens_by_successor",
    "create index refresh_tokens_by_successor on refresh_tokens (successor_hash) where successor_hash is not null",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
