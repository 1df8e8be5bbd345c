import {
  DefaultQueryExecutor,
  type DialectAdapter,
  DummyDriver,
  type KyselyPlugin,
  type QueryExecutor,
  SqliteQueryCompiler,
  Transaction,
} from "kysely";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import type { Db, Tables } from "../db.ts";
import { GroupCommitAdapter } from "./dialect.ts";
import type { SqliteConnection } from "./driver.ts";

const connections = new WeakMap<QueryExecutor, SqliteConnection>();

/** The connection behind a handle, if it is SQLite's: on Kysely's way there a statement waits longer than it runs. */
export function connectionOf(executor: QueryExecutor): MaybePromise<SqliteConnection> | undefined {
  if (executor instanceof TransactionExecutor) return executor.connection;
  if (!(executor.adapter instanceof GroupCommitAdapter)) return undefined;
  return connections.get(executor) ?? findConnection(executor);
}

async function findConnection(executor: QueryExecutor): Promise<SqliteConnection> {
  const connection = await executor.provideConnection(async (found) => found as SqliteConnection);
  connections.set(executor, connection);
  return connection;
}

/** What `db.transaction().execute(work)` does, if it is SQLite's. */
export function transactOnSqlite<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> | undefined {
  const executor = db.getExecutor();
  const outer = connectionOf(executor);
  if (!outer) return undefined;
  const run = (found: SqliteConnection): Promise<T> =>
    found.transact((connection) => work(handleOn(connection, executor)));
  return outer instanceof Promise ? outer.then(run) : run(outer);
}

function handleOn(connection: SqliteConnection, { adapter, plugins }: QueryExecutor): Transaction<Tables> {
  const { dialect } = adapter as GroupCommitAdapter;
  const executor = new TransactionExecutor(adapter, connection, plugins);
  return new Transaction({ config: { dialect }, dialect, driver, executor });
}

/** Kysely would ask it to begin a transaction, and this one has begun. */
const driver = new DummyDriver();

const compiler = new SqliteQueryCompiler();

class TransactionExecutor extends DefaultQueryExecutor {
  readonly connection: SqliteConnection;

  constructor(adapter: DialectAdapter, connection: SqliteConnection, plugins: readonly KyselyPlugin[]) {
    super(compiler, adapter, { provideConnection: (use) => use(connection) }, [...plugins]);
    this.connection = connection;
  }
}
