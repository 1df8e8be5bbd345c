import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import type { Db, Tables } from "./db.ts";
import { postgresPool } from "./postgres/pool.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { sqlitePeekDialect } from "./sqlite/read-only.ts";

export type DatabaseLocation =
  | { kind: "sqlite"; file: string }
  | { kind: "postgres"; url: string; onIdleError?: (error: Error) => void; connections?: number };

/** Opens the database; nothing is read or created before the first query. */
export function openDatabase(location: DatabaseLocation): Db {
  const dialect =
    location.kind === "sqlite"
      ? sqliteDialect(location.file)
      : new PostgresDialect({
          pool: postgresPool({
            url: location.url,
            onIdleError: location.onIdleError ?? (() => {}),
            size: location.connections,
          }),
        });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Reads a database file that may turn out not to be usable, and changes nothing around it. */
export async function peekInto<T>(file: string, look: (db: Db) => Promise<T>): Promise<T> {
  const db: Db = new Kysely<Tables>({ dialect: sqlitePeekDialect(file), plugins: [new CamelCasePlugin()] });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}
