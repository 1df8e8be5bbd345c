import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db.ts";

export async function takeAdvisoryLocks(db: Db, names: readonly string[]): Promise<void> {
  // Everybody takes them in the same order, so that no two transactions wait for each other.
  const keys = names.map(lockKey).sort();
  await sql`select pg_advisory_xact_lock(key) from unnest(${keys}::bigint[]) as key`.execute(db);
}

export async function shareAdvisoryLock(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(name)}::bigint)`.execute(db);
}

/** PostgreSQL locks numbers. Two names with the same number would only wait for each other without need. */
function lockKey(name: string): string {
  return hash("sha256", name, "buffer").readBigInt64BE().toString();
}
