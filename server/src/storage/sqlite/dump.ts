import { join } from "node:path";
import type { Db } from "../db.ts";
import { findDumpFacts } from "../dump-facts.ts";
import { type DumpFacts, engineOf } from "../engine.ts";
import { databaseFileOf } from "./adapter.ts";
import { copySqlite } from "./copy-file.ts";
import { readDatabaseFile } from "./read-only.ts";
import { scrubPages } from "./scrub-pages.ts";

/** The facts are read from the copy: the database itself may have changed since. */
export async function dumpSqlite(db: Db, folder: string): Promise<DumpFacts> {
  const copy = join(folder, "svc.db");
  await copySqlite(databaseFileOf(db), copy);
  await scrubPages(copy);
  return readDatabaseFile(copy, engineOf(db), findDumpFacts);
}
