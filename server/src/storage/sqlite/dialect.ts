import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { GroupCommitAdapter } from "./adapter.ts";
import { GroupCommitDriver } from "./driver.ts";
import { sqliteEngine } from "./engine.ts";

export type SqliteOptions = {
  /** How long a write waits for another process that holds the write lock. */
  busyMs?: number;
};

export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  const dialect: Dialect = {
    createAdapter: () => new GroupCommitAdapter(sqliteEngine, dialect, file),
    createDriver: () => new GroupCommitDriver(file, options.busyMs ?? 5_000),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return dialect;
}
