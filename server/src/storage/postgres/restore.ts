import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { OperatorError } from "../../errors.ts";
import type { Db } from "../db.ts";
import { engineOf, type RestoreOptions } from "../engine.ts";
import { findMasterKeyId, putInstanceSetting, RESTORE_ID } from "../instance-settings.ts";
import { migrate, migrations, refuseFuture } from "../migrate.ts";
import { transact } from "../transact.ts";
import { UnusableBackupError } from "../unusable-backup.ts";
import { APPLICATION_NAME, APPLICATION_NAME_01 } from "./application-name.ts";
import { createdTables } from "./created-tables.ts";
import { isWrongRow } from "./errors.ts";
import { withoutTimeLimit } from "./no-time-limit.ts";

const BATCH_BYTES = 4 * 1024 * 1024;
const SERVER_TRIES = 20;

/** Fills an empty database, or replaces what is in it, in one transaction: old or new, never half. */
export async function restorePostgres<T>(db: Db, options: RestoreOptions<T>): Promise<T> {
  try {
    return await withoutTimeLimit(() => transact({ db }, ({ db }) => replaceAll(db, options)));
  } catch (error) {
    // svc did not write a row that does not fit into its own tables.
    if (!isWrongRow(error)) throw error;
    throw new UnusableBackupError(`its rows do not fit (${(error as Error).message})`);
  }
}

async function replaceAll<T>(db: Db, options: RestoreOptions<T>): Promise<T> {
  const { now, masterKeyId, force } = options;
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
  await refuseServers(db);
  await clear(db, force);
  const steps = migrations.filter(({ name }) => options.migrations.includes(name));
  await migrate(db, now, steps);
  await withoutIndexes(db, async () => {
    for (const table of await createdTables(engineOf(db), steps)) await load(db, table, options);
  });
  if ((await findMasterKeyId(db)) !== masterKeyId)
    throw new UnusableBackupError("it was made with another master key");
  await migrate(db, now);
  const result = await options.finish(db);
  await putInstanceSetting(db, RESTORE_ID, options.restoreId, now);
  options.signal?.throwIfAborted();
  options.decide();
  return result;
}

/** A server that has just stopped may be seen for a moment more. */
async function refuseServers(db: Db): Promise<void> {
  for (let tries = 1; await hasOthers(db); tries++) {
    if (tries === SERVER_TRIES) {
      throw new OperatorError(
        "another svc is connected to the PostgreSQL database",
        "stop every svc serve on it first, then restore",
      );
    }
    await sql`select pg_sleep(0.1)`.execute(db);
  }
}

async function hasOthers(db: Db): Promise<boolean> {
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name in (${APPLICATION_NAME}, ${APPLICATION_NAME_01}) and pid <> pg_backend_pid()
  `.execute(db);
  return rows.length > 0;
}

async function clear(db: Db, force: boolean): Promise<void> {
  const ours = new Set(["migrations", ...(await createdTables(engineOf(db), migrations))]);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
  `.execute(db);
  const present = rows.map(({ name }) => name).filter((name) => ours.has(name));
  if (present.length === 0) return;
  const isSvc = present.includes("migrations") && (await hasLedger(db));
  if (!isSvc) {
    throw new OperatorError(
      `the PostgreSQL database holds another program's tables (${present[0]})`,
      "create an empty database for svc and name it in --database-url",
    );
  }
  if (!force) {
    throw new OperatorError(
      "the PostgreSQL database is not empty",
      "restore into an empty one, or replace what is there with --force",
    );
  }
  await sql`drop table ${sql.join(present.map((name) => sql.table(name)))}`.execute(db);
}

/** Ours names its first migration; a newer svc's is refused. */
async function hasLedger(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'migrations' and column_name = 'applied_at'
  `.execute(db);
  return rows.length > 0 && (await refuseFuture(db)).has(migrations[0]?.name ?? "");
}

/** An index over all rows at once is made much faster than row by row. Those of constraints stay. */
async function withoutIndexes(db: Db, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relname in (${sql.join(await createdTables(engineOf(db), migrations))})
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  `.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  await work();
  for (const { definition } of rows) await sql.raw(definition).execute(db);
}

async function load<T>(db: Db, table: string, { tables, signal }: RestoreOptions<T>): Promise<void> {
  for await (const lines of batches(join(tables, `${table}.jsonl`))) {
    signal?.throwIfAborted();
    const rows = `[${lines.join(",")}]`;
    const into = sql.table(table);
    await sql`insert into ${into} select * from json_populate_recordset(null::${into}, ${rows}::json)`.execute(
      db,
    );
  }
}

/** Cut at line feeds alone: a line may contain every other character. */
async function* batches(file: string): AsyncIterable<string[]> {
  let rest = Buffer.alloc(0);
  // Most tables are small: a buffer for a whole batch would be far too large for each of them.
  const highWaterMark = Math.max(1, Math.min(BATCH_BYTES, statSync(file).size));
  for await (const chunk of createReadStream(file, { highWaterMark })) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) yield bytes.toString("utf8", 0, end - 1).split("\n");
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) throw new UnusableBackupError("a row is cut short");
}
