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
import type { GroupCommitAdapter } from "./adapter.ts";
import type { SqliteConnection } from "./connection.ts";

const connections = new WeakMap<QueryExecutor, SqliteConnection>();

/** The connection behind a handle. Statements that go through Kysely take longer to get there than to run. */
export function connectionOf(db: Db): MaybePromise<SqliteConnection> {
  const executor = db.getExecutor();
  if (executor instanceof TransactionExecutor) return executor.connection;
  return connections.get(executor) ?? findConnection(executor);
}

async function findConnection(executor: QueryExecutor): Promise<SqliteConnection> {
  const connection = await executor.provideConnection(async (found) => found as SqliteConnection);
  connections.set(executor, connection);
  return connection;
}

/** Does what `db.transaction().execute(work)` does, without Kysely's search for a free connection. */
export function runTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  const outer = connectionOf(db);
  const run = (found: SqliteConnection): Promise<T> =>
    found.transaction((connection) => work(handleOn(connection, executor)));
  return outer instanceof Promise ? outer.then(run) : run(outer);
}

function handleOn(connection: SqliteConnection, { adapter, plugins }: QueryExecutor): Transaction<Tables> {
  const { dialect } = adapter as GroupCommitAdapter;
  const executor = new TransactionExecutor(adapter, connection, plugins);
  return new Transaction({ config: { dialect }, dialect, driver, executor });
}

/** Does nothing when Kysely asks it to begin a transaction: this one has begun. */
const driver = new DummyDriver();

const compiler = new SqliteQueryCompiler();

class TransactionExecutor extends DefaultQueryExecutor {
  readonly connection: SqliteConnection;

  constructor(adapter: DialectAdapter, connection: SqliteConnection, plugins: readonly KyselyPlugin[]) {
    super(compiler, adapter, { provideConnection: (use) => use(connection) }, [...plugins]);
    this.connection = connection;
  }
}
