import { DatabaseSync, type StatementSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import type { Db } from "../storage/db.ts";
import { openDatabase } from "../storage/open.ts";
import type { SqliteLocation } from "./engines.ts";

export type LeasedSqlite = Readonly<{ location: SqliteLocation; handle: Db }>;

type Used = LeasedSqlite & {
  /** Of the migrated file. A test that changes more than rows changes this, too. */
  schema: number;
  /** Another connection, which checks no foreign key. */
  cleaner: DatabaseSync;
  /** One row with a column per table: 1 when it has rows. */
  written: StatementSync;
};

/** Files and handles that a test of this worker has done with. A new connection would parse the whole schema again. */
const idle: Used[] = [];

/** To empty a large file takes longer than to copy the template. */
const MOST_PAGES = 1_000;

/** The index of the search is kept by triggers; deleted rows of its own tables would break it. */
const KEPT = /^(migrations|user_search(_data|_idx|_docsize|_config)?)$/;

/** A migrated database without rows, which is the test's own until the test and its hooks have ended. */
export async function leaseSqlite(create: () => Promise<SqliteLocation>): Promise<LeasedSqlite | undefined> {
  const used: { database?: Used } = {};
  try {
    onTestFinished(() => {
      if (used.database) idle.push(used.database);
    });
  } catch {
    return undefined; // asked for outside a test: nobody says when the file's tests have ended
  }
  used.database = (await emptied()) ?? begin(await create());
  return used.database;
}

function begin(location: SqliteLocation): Used {
  const cleaner = new DatabaseSync(location.file, { enableForeignKeyConstraints: false });
  const schema = numberOf(cleaner, "schema_version");
  return { location, handle: openDatabase(location), schema, cleaner, written: queryOfTables(cleaner) };
}

async function emptied(): Promise<Used | undefined> {
  const database = idle.pop();
  if (!database) return undefined;
  if (isEmptied(database)) return database;
  database.cleaner.close();
  await database.handle.destroy().catch(() => {});
  return undefined;
}

/** False when a test changed more than rows or wrote very many, or when somebody still writes. */
function isEmptied({ cleaner, schema, written }: Used): boolean {
  try {
    if (numberOf(cleaner, "schema_version") !== schema) return false;
    if (numberOf(cleaner, "page_count") > MOST_PAGES) return false;
    const tables = Object.entries(written.get() ?? {}).filter(([, hasRows]) => hasRows === 1);
    cleaner.exec(`begin immediate; ${tables.map(([name]) => `delete from "${name}";`).join("")} commit;`);
    return true;
  } catch {
    return false;
  }
}

function numberOf(cleaner: DatabaseSync, pragma: "schema_version" | "page_count"): number {
  return Number(cleaner.prepare(`pragma ${pragma}`).get()?.[pragma]);
}

function queryOfTables(cleaner: DatabaseSync): StatementSync {
  const tables = cleaner.prepare("select name from sqlite_schema where type = 'table'").all();
  const columns = tables
    .map(({ name }) => String(name))
    .filter((name) => !KEPT.test(name))
    .map((name) => `exists (select 1 from "${name}") as "${name}"`);
  return cleaner.prepare(`select ${columns.join(",")}`);
}
