import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { GroupCommitDriver } from "./driver.ts";

export type SqliteOptions = {
  /** How long a write waits for another process that holds the write lock. */
  busyMs?: number;
};

export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  const dialect: Dialect = {
    createAdapter: () => new GroupCommitAdapter(dialect),
    createDriver: () => new GroupCommitDriver(file, options.busyMs ?? 5_000),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return dialect;
}

/** Kysely would otherwise hold its own mutex from acquire to release: one transaction per commit. */
export class GroupCommitAdapter extends SqliteAdapter {
  readonly dialect: Dialect;

  constructor(dialect: Dialect) {
    super();
    this.dialect = dialect;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
