import { sql } from "kysely";
import type { Db } from "../db.ts";
import { transact } from "../transact.ts";
import { withoutTimeLimit } from "./no-time-limit.ts";

/** The advisory lock for changes of the schema. Older versions of svc take the same number. */
export const SCHEMA_LOCK = 7_381_996_141;

/** Not with Kysely's own lock: that one belongs to the session and would outlive the transaction in the pool. */
export function changeSchema(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return withoutTimeLimit(() =>
    transact({ db }, async ({ db }) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local lock_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(db);
      await work(db);
    }),
  );
}
