import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { indexName } from "../index-name.ts";
import { SCHEMA_LOCK } from "./change-schema.ts";
import { withoutTimeLimit } from "./no-time-limit.ts";

const RETRY_MS = 500;
const LIMITS = ["statement_timeout", "lock_timeout"] as const;

/**
 * Builds indexes beside running calls, which neither wait for it nor delay it. One process does it, and others wait. An
 * index that a killed process left unfinished is built anew. The statements are `create index NAME ...`.
 */
export async function buildIndexes(db: Db, statements: readonly string[]): Promise<void> {
  if (db.isTransaction) {
    // Of a restore: nobody else uses these tables.
    for (const statement of await missing(db, statements)) await sql.raw(statement).execute(db);
    return;
  }
  await withoutTimeLimit(async () => {
    while ((await missing(db, statements)).length > 0) {
      const isDone = await holdingSchemaLock(db, async () => {
        for (const statement of await missing(db, statements)) await build(db, statement);
      });
      if (!isDone) await sleep(RETRY_MS);
    }
  });
}

/** The statements whose indexes are not there, or are not complete. */
export async function missing(db: Db, statements: readonly string[]): Promise<string[]> {
  const names = statements.map(indexName);
  const { rows } = await sql<{ name: string }>`select relname as name from pg_index
    join pg_class on pg_class.oid = indexrelid
    where indisvalid and relnamespace = current_schema()::regnamespace and relname = any(${names})`.execute(
    db,
  );
  const complete = new Set(rows.map(({ name }) => name));
  return statements.filter((statement) => !complete.has(indexName(statement)));
}

async function build(db: Db, statement: string): Promise<void> {
  await db.connection().execute(async (db) => {
    const settings = LIMITS.map((name) => sql`current_setting(${name}) as ${sql.ref(name)}`);
    const { rows } = await sql<Record<string, string>>`select ${sql.join(settings)}`.execute(db);
    const before = Object.values(rows[0] ?? {});
    try {
      for (const name of LIMITS) await sql`select set_config(${name}, '0', false)`.execute(db);
      await sql.raw(`drop index concurrently if exists ${indexName(statement)}`).execute(db);
      await sql.raw(statement.replace(" index ", " index concurrently ")).execute(db);
    } finally {
      for (const [n, name] of LIMITS.entries()) {
        await sql`select set_config(${name}, ${before[n]}, false)`.execute(db);
      }
    }
  });
}

/**
 * Returns false if another process has the lock. It is not waited for by a statement: an index that is built
 * concurrently waits for every statement that runs.
 */
async function holdingSchemaLock(db: Db, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (holder) => {
    await sql`begin`.execute(holder);
    try {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder);
      const lock = sql<{
        isHeld: boolean;
      }>`select pg_try_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)}) as is_held`;
      if (!(await lock.execute(holder)).rows[0]?.isHeld) return false;
      await work();
      return true;
    } finally {
      await sql`rollback`.execute(holder);
    }
  });
}
