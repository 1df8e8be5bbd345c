import { sql } from "kysely";
import type { Db } from "../storage/db.ts";

/** Whether another transaction waits for this one, on PostgreSQL. */
export async function isSomebodyWaiting(db: Db): Promise<boolean> {
  const blocked = sql`
    select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  return (await blocked.execute(db)).rows.length > 0;
}
