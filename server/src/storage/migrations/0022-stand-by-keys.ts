import { type Kysely, sql } from "kysely";

/**
 * A project has at most one stand-by key, as it has one active key. The moment is STAND_BY_UNTIL, written out because
 * a released migration never changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      "create unique index signing_keys_one_stand_by on signing_keys (project_id) where grace_until = 253370764800000",
    )
    .execute(db);
}
