import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { isPostgres } from "../engine.ts";

/**
 * Until the transaction ends, nobody else's goes on who names one of the same things. For what no
 * row stands for yet, so that none can be locked. On SQLite transactions take turns by themselves.
 */
export async function takeTurns(db: Db, things: readonly string[]): Promise<void> {
  if (!isPostgres(db)) return;
  // In the same order everywhere, so that no two wait for each other.
  const keys = things.map(lockKey).sort();
  await sql`select pg_advisory_xact_lock(key) from unnest(${keys}::bigint[]) as key`.execute(db);
}

/** Until the transaction ends, `takeTurns` with the same thing waits; others who share it go on. */
export async function shareTurn(db: Db, thing: string): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select pg_advisory_xact_lock_shared(${lockKey(thing)}::bigint)`.execute(db);
}

/** PostgreSQL locks numbers. Two things with the same one would only wait needlessly. */
function lockKey(thing: string): string {
  return hash("sha256", thing, "buffer").readBigInt64BE().toString();
}
