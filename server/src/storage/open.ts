import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import type { Db, Tables } from "./db.ts";
import { postgresPool } from "./postgres-pool.ts";
import { sqliteDialect } from "./sqlite-driver.ts";

export type DatabaseLocation =
  | { kind: "sqlite"; file: string }
  | { kind: "postgres"; url: string; onIdleError?: (error: Error) => void };

/** Opens the database; nothing is read or created before the first query. */
export function openDatabase(location: DatabaseLocation): Db {
  const dialect =
    location.kind === "sqlite"
      ? sqliteDialect(location.file)
      : new PostgresDialect({
          pool: postgresPool({ url: location.url, onIdleError: location.onIdleError ?? (() => {}) }),
        });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}
