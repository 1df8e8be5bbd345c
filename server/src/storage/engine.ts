import { type Kysely, PostgresAdapter } from "kysely";

/** For the few places where the engines differ: the search index, snapshots. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
