import { type Kysely, sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import * as foundation from "./migrations/0001-foundation.ts";
import { transact } from "./transact.ts";

type Migration = { name: string; up: (db: Kysely<unknown>) => Promise<void> };

/** In the order they run. Once released, a migration is never edited: write the next one. */
export const migrations: readonly Migration[] = [{ name: "0001-foundation", up: foundation.up }];

/** The database was written by a newer svc; running this one on it could lose what it does not know. */
export class DatabaseFromTheFutureError extends Error {
  override readonly name = "DatabaseFromTheFutureError";
}

type Ledger = { migrations: { name: string; appliedAt: Millis } };

/**
 * Brings the schema up to date. Each migration is one transaction together with its line in the
 * ledger, so a process killed half-way continues where it stopped; two replicas take turns.
 */
export async function migrate(db: Db, now: Millis, steps: readonly Migration[] = migrations): Promise<void> {
  await inTurn(db, async (db) => {
    await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(
      db,
    );
  });
  await refuseFuture(db, steps);
  for (const step of steps) {
    await inTurn(db, async (db) => {
      if (await isApplied(db, step.name)) return;
      await step.up(db as unknown as Kysely<unknown>);
      await ledger(db).insertInto("migrations").values({ name: step.name, appliedAt: now }).execute();
    });
  }
}

/** On SQLite a transaction is exclusive by itself; on PostgreSQL the adapter takes an advisory lock. */
function inTurn(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return transact({ db }, async ({ db }) => {
    const options = { lockTable: "migrations", lockRowId: "turn", lockTableSchema: undefined };
    await db.getExecutor().adapter.acquireMigrationLock(db, options as never);
    await work(db);
  });
}

async function refuseFuture(db: Db, steps: readonly Migration[]): Promise<void> {
  const known = new Set(steps.map((step) => step.name));
  const applied = await ledger(db).selectFrom("migrations").select("name").orderBy("name").execute();
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown) throw new DatabaseFromTheFutureError(`the database has the newer migration ${unknown.name}`);
}

async function isApplied(db: Db, name: string): Promise<boolean> {
  const row = await ledger(db)
    .selectFrom("migrations")
    .select("name")
    .where("name", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}

function ledger(db: Db): Kysely<Ledger> {
  return db as unknown as Kysely<Ledger>;
}
