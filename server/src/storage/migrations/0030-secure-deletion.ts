import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/**
 * From now on a deleted value is overwritten on SQLite, in the search index too. What was deleted before goes when the
 * file is compacted, once, after the migrations. PostgreSQL's vacuum needs no setting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db).name !== "sqlite") return;
  for (const statement of SQLITE) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = [];

const SQLITE = [
  "insert into user_search (user_search, rank) values ('secure-delete', 1)",
  // The old index still has the entries of deleted users, beside marks that they are deleted.
  "insert into user_search (user_search) values ('rebuild')",
  `insert into instance_settings (key, value, updated_at)
    select 'compaction', 'due', 0 where exists (select 1 from instance_settings)`,
];
