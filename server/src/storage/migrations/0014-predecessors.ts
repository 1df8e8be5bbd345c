import { type Kysely, sql } from "kysely";

/**
 * A token names the one before it, which is found by its key. The other way round, each refresh wrote to one more index, at
 * a place of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    "alter table refresh_tokens add column predecessor_hash text",
    `update refresh_tokens set predecessor_hash =
      (select before.hash from refresh_tokens as before where before.successor_hash = refresh_tokens.hash)`,
    "drop index refresh_tokens_by_successor",
    "alter table refresh_tokens drop column successor_hash",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
