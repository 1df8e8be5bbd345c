import type { CompiledQuery, DialectAdapter, Kysely, RawBuilder } from "kysely";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis } from "./db.ts";
import type { SingleStatements } from "./single-statements.ts";

/** PostgreSQL's names of them, see "Row-Level Locks" in its manual. */
export type RowLock =
  | "for key share"
  | "for share"
  | "for no key update"
  | "for no key update of users"
  | "for update"
  | "for update skip locked";

/** What a dump contains. */
export type DumpFacts = Readonly<{ migrations: readonly string[]; masterKeyId: string | undefined }>;

export type RestoreOptions<T> = Readonly<{
  /** The folder with a file for each table. A SQLite backup has none: it is opened as the database itself. */
  tables: string;
  /** The migrations that the database of the backup had. */
  migrations: readonly string[];
  masterKeyId: string;
  /** Whether to replace the data of another instance. */
  force: boolean;
  now: Millis;
  /** Stored in the database, so that the next start can tell whether the restore was committed. */
  restoreId: string;
  /** Runs on the restored data: in the transaction of the restore, or on a file that nobody uses before `decide`. */
  finish: (db: Db) => Promise<T>;
  /** The point of no return: called when nothing but the last commit can fail any more. */
  decide: () => void;
  signal?: AbortSignal | undefined;
}>;

/** Everything in which the databases differ. Queries are the same on all of them and ask here for the rest. */
export interface Engine {
  readonly name: "sqlite" | "postgres";

  /** Fails when the database does not answer, or only answers reads. */
  ping(db: Db): Promise<void>;
  /** Whether a pooler such as PgBouncer is between svc and the database. */
  hasPooler(db: Db): Promise<boolean>;

  /** Removes what was deleted from the log of changes, where the engine does not do so itself. False when it is busy. */
  emptyLog(db: Db): Promise<boolean>;

  /** Runs work in a new transaction. Use `transact`, which joins the transaction of the caller. */
  transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs work in a transaction that no other change of the schema runs beside, without a time limit. */
  changeSchema(db: Db, work: (db: Db) => Promise<void>): Promise<void>;

  /**
   * Ends the connections of replicas of version 0.1. They would go on trying to execute what they prepared for a table
   * that has changed since, and fail. So their calls fail once, as when the database is restarted.
   */
  endConnectionsOf01(db: Db): Promise<void>;
  /**
   * Creates indexes of tables that may be large, from statements like `create index NAME on TABLE ...`. Those that are
   * there stay.
   */
  buildIndexes(db: Db, statements: readonly string[]): Promise<void>;

  /** Runs a statement that is compiled once, with the values of this call. */
  selectRows<Row>(db: Db, query: CompiledQuery<Row>, values: readonly unknown[]): MaybePromise<Row[]>;
  /** The same for a statement that returns no rows. Returns how many it changed. */
  changeRows(db: Db, query: CompiledQuery, values: readonly unknown[]): MaybePromise<number>;
  /** An object for the state that queries on this handle read now: the same object, the same rows. Undefined without one. */
  readSnapshot(db: Db): MaybePromise<object | undefined>;

  /** What this database does in one statement instead of a transaction. Undefined where a transaction costs no round trips. */
  readonly singleStatements: SingleStatements | undefined;
  /** The column that has another value after each change of its row. Undefined where `readSnapshot` says what has changed. */
  readonly rowVersion: string | undefined;

  /** False where transactions run one after another, so that nobody holds a row that another wants. */
  readonly hasRowLocks: boolean;
  /** The end of a select that locks its rows until the transaction ends; empty without row locks. */
  rowLock(lock: RowLock): RawBuilder<unknown>;
  /**
   * Waits until no other transaction holds one of these locks, and holds them until this one ends: for what no row
   * stands for yet. Any text can name a lock.
   */
  takeAdvisoryLocks(db: Db, names: readonly string[]): Promise<void>;
  /** Others may share the lock at the same time; `takeAdvisoryLocks` with this name waits for all of them. */
  shareAdvisoryLock(db: Db, name: string): Promise<void>;

  /**
   * The ids of the project's users whose search text contains this one, of at least 3 characters, and perhaps of others;
   * at most `limit` of them. Undefined if the index cannot find them in a short time.
   */
  findUsersWithText(db: Db, projectId: string, text: string, limit: number): Promise<string[] | undefined>;
  /** Whether `(a, b) > (1, 2)` uses an index in which `a` is an expression. */
  readonly comparesRowsOfExpressions: boolean;
  /** Follows an expression that is to be sorted byte by byte, in a query and in its index. */
  readonly binaryCollation: string;
  /** A query with a `value` for each of these texts. */
  textItems(texts: readonly string[]): RawBuilder<{ value: string }>;
  /** A table expression with a `value` for each item of a JSON list. */
  jsonItems(list: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A field of such a value, as text. */
  jsonField(value: RawBuilder<unknown>, name: string): RawBuilder<string>;
  /** The rows of a group as one JSON text: a list of objects with these fields. PostgreSQL has null for no rows. */
  jsonObjects(
    fields: readonly (readonly [name: string, value: RawBuilder<unknown>])[],
    order: RawBuilder<unknown>,
  ): RawBuilder<string | null>;

  /**
   * For how long the oldest transaction is open that may still write. Where transactions run one after another, it waits
   * until those that are open have ended, and returns 0.
   */
  oldestTransactionMs(db: Db): Promise<number>;

  /** Asked of the catalog and not by Kysely's introspection, which fails while another process changes a table. */
  hasTable(db: Db, name: string): Promise<boolean>;
  databaseBytes(db: Db): Promise<number>;

  /** On PostgreSQL such an error ends the transaction, so it may only be the last thing that happens in one. */
  isUniqueViolation(error: unknown): boolean;
  /** Whether the database undid a statement or a transaction that may well succeed when it runs again at once. */
  mayRunAgain(error: unknown): boolean;

  /** Writes the database as of one moment into a folder, while others use it. */
  dump(db: Db, folder: string, signal?: AbortSignal): Promise<DumpFacts>;
  /** Checks a backup, upgrades it to the current schema, and calls `decide`. Until then the old data is untouched. */
  restore<T>(db: Db, options: RestoreOptions<T>): Promise<T>;
}

/** Kysely's own object for the difference between databases; ours bring the engine along. */
export interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine;
}

export function engineOf<T>(db: Kysely<T>): Engine {
  return (db.getExecutor().adapter as EngineAdapter).engine;
}
