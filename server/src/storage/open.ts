import { CamelCasePlugin, Kysely } from "kysely";
import type { Db, Tables } from "./db.ts";
import { postgresDialect } from "./postgres/dialect.ts";
import type { PreparedStatements } from "./postgres/statement-names.ts";
import type { OnTrouble } from "./postgres/trouble.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { sqliteEngine } from "./sqlite/engine.ts";
import { readDatabaseFile } from "./sqlite/read-only.ts";

export type DatabaseLocation =
  | { kind: "sqlite"; file: string }
  | {
      kind: "postgres";
      url: string;
      onTrouble?: OnTrouble;
      /** The most connections that the pool opens. */
      connections?: number;
      preparedStatements?: PreparedStatements;
    };

/** Returns a handle. The first query opens the file or connects; until then nothing is read or created. */
export function openDatabase(location: DatabaseLocation): Db {
  const dialect =
    location.kind === "sqlite"
      ? sqliteDialect(location.file)
      : postgresDialect({
          url: location.url,
          onTrouble: location.onTrouble,
          size: location.connections,
          preparedStatements: location.preparedStatements,
        });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Opens a SQLite file read-only, even if it may be damaged. Creates no other file, such as a WAL, beside it. */
export function inspectDatabaseFile<T>(file: string, inspect: (db: Db) => Promise<T>): Promise<T> {
  return readDatabaseFile(file, sqliteEngine, inspect);
}
