import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { findDumpFacts } from "../dump-facts.ts";
import { makeDirectory } from "../durable-files.ts";
import { type DumpFacts, engineOf } from "../engine.ts";
import { migrations } from "../migrate.ts";
import { insideTransaction } from "../outer-handle-guard.ts";
import { APPLICATION_NAME_OF_DUMPS } from "./application-name.ts";
import { createdTables } from "./created-tables.ts";
import { withoutTimeLimit } from "./no-time-limit.ts";

const FIRST_ROWS = 10;
const MOST_ROWS = 2_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Writes every table as lines of JSON, one for each row, in one repeatable-read transaction. The database writes the
 * JSON itself, so that no value passes through a JavaScript number.
 */
export function dumpPostgres(db: Db, folder: string, signal?: AbortSignal): Promise<DumpFacts> {
  const tables = join(folder, "tables");
  makeDirectory(tables);
  const dump = async (db: Db): Promise<DumpFacts> => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    await sql`set local application_name = ${sql.lit(APPLICATION_NAME_OF_DUMPS)}`.execute(db);
    const facts = await findDumpFacts(db);
    const steps = migrations.filter(({ name }) => facts.migrations.includes(name));
    for (const table of await createdTables(engineOf(db), steps)) await dumpTable(db, table, tables, signal);
    return facts;
  };
  return withoutTimeLimit(() =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((db) => insideTransaction(() => dump(db))),
  );
}

async function dumpTable(
  db: Db,
  table: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = await open(join(folder, `${table}.jsonl`), "wx", 0o600);
  try {
    await sql`declare rows no scroll cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
      db,
    );
    for (let count = FIRST_ROWS; count > 0; ) {
      signal?.throwIfAborted();
      count = await writeRows(db, file, count);
    }
    await sql`close rows`.execute(db);
  } finally {
    await file.close();
  }
}

/** Returns how many rows to ask for next: as many as fill a batch, and none at the end. */
async function writeRows(db: Db, file: FileHandle, count: number): Promise<number> {
  const { rows } = await sql<{ line: string }>`fetch ${sql.lit(count)} from rows`.execute(db);
  if (rows.length === 0) return 0;
  const text = rows.map(({ line }) => `${line}\n`).join("");
  await file.writeFile(text);
  return Math.min(MOST_ROWS, Math.max(1, Math.floor((rows.length * BATCH_BYTES) / text.length)));
}
