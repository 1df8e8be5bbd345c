import { CamelCasePlugin, Kysely } from "kysely";
import type { Db, Tables } from "./db.ts";
import { postgresDialect } from "./postgres/dialect.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { sqliteEngine } from "./sqlite/engine.ts";
import { readDatabaseFile } from "./sqlite/read-only.ts";

export type DatabaseLocation =
  | { kind: "sqlite"; file: string }
  | { kind: "postgres"; url: string; onIdleError?: (error: Error) => void; connections?: number };

/** Opens the database; nothing is read or created before the first query. */
export function openDatabase(location: DatabaseLocation): Db {
  const dialect =
    location.kind === "sqlite"
      ? sqliteDialect(location.file)
      : postgresDialect({
          url: location.url,
          onIdleError: location.onIdleError ?? (() => {}),
          size: location.connections,
        });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Reads a database file that may turn out to be unusable, and changes nothing around it. */
export function inspectDatabaseFile<T>(file: string, inspect: (db: Db) => Promise<T>): Promise<T> {
  return readDatabaseFile(file, sqliteEngine, inspect);
}
