import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { SqliteHandle } from "./handle.ts";

/** Looks into a database file without leaving a trace of it: nothing is written, created or removed. */
export function sqlitePeekDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new PeekDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class PeekDriver implements Driver {
  readonly #file: string;
  #handle: SqliteHandle | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const url = pathToFileURL(this.#file);
    // Without a WAL nobody has the file open and everything is in it. With `immutable` SQLite then
    // makes no WAL of its own, which a read-only connection otherwise does and leaves behind.
    if (!existsSync(`${this.#file}-wal`)) url.searchParams.set("immutable", "1");
    this.#handle = new SqliteHandle(url, { readOnly: true, blockingWaitMs: 1_000 });
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (!this.#handle) throw new Error("the file is closed");
        return this.#handle.run<R>(query);
      },
      // biome-ignore lint/correctness/useYield: there is nothing to stream
      async *streamQuery() {
        throw new Error("a peek does not stream");
      },
    };
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#handle?.db.close();
    this.#handle = undefined;
  }

  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;
}

async function refuse(): Promise<void> {
  throw new Error("a peek has no transactions");
}
