import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Db, Tables } from "../db.ts";
import type { Engine, EngineAdapter } from "../engine.ts";
import { throughKysely } from "../through-kysely.ts";
import { SqliteHandle } from "./handle.ts";

/** Reads a database file that may be damaged. Writes, creates and removes nothing, not even beside the file. */
export async function readDatabaseFile<T>(
  file: string,
  engine: Engine,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const dialect: Dialect = {
    createAdapter: () => new ReadOnlyAdapter(engine),
    createDriver: () => new ReadOnlyDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const db: Db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

class ReadOnlyAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine: Engine;

  constructor(engine: Engine) {
    super();
    this.engine = { ...engine, ...throughKysely };
  }
}

class ReadOnlyDriver implements Driver {
  readonly #file: string;
  #handle: SqliteHandle | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const url = pathToFileURL(this.#file);
    // Without a WAL, no process has the file open and the file contains every commit. `immutable` then keeps SQLite
    // from creating a WAL, which a read-only connection would leave behind.
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
        throw new Error("a file opened for reading does not stream");
      },
    };
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#handle?.db.close();
    this.#handle = undefined;
  }

  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;
}

async function refuseTransaction(): Promise<void> {
  throw new Error("a file opened for reading has no transactions");
}
