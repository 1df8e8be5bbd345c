import type { CompiledQuery, DialectAdapter, Kysely, RawBuilder } from "kysely";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis } from "./db.ts";

/** PostgreSQL's names of them, see "Row-Level Locks" in its manual. */
export type RowLock =
  | "for key share"
  | "for share"
  | "for no key update"
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
  /** Runs on the restored data, in a transaction. */
  finish: (db: Db) => Promise<T>;
  /** The point of no return: called when nothing but the last commit can fail any more. */
  decide: () => void;
  signal?: AbortSignal | undefined;
}>;

/** Everything in which the databases differ. Queries are the same on all of them and ask here for the rest. */
export interface Engine {
  readonly name: "sqlite" | "postgres";

  /** Runs work in a new transaction. Use `transact`, which joins the transaction of the caller. */
  transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs work in a transaction that no other change of the schema runs beside, without a time limit. */
  changeSchema(db: Db, work: (db: Db) => Promise<void>): Promise<void>;

  /** Runs a statement that is compiled once, with the values of this call. */
  selectRows<Row>(db: Db, query: CompiledQuery<Row>, values: readonly unknown[]): MaybePromise<Row[]>;
  /** The same for a statement that returns no rows. Returns how many it changed. */
  changeRows(db: Db, query: CompiledQuery, values: readonly unknown[]): MaybePromise<number>;
  /** An object for the state that queries on this handle read now: the same object, the same rows. Undefined without one. */
  readSnapshot(db: Db): MaybePromise<object | undefined>;

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

  /** A table expression with a `user_id` for each user whose search text contains this one; at least 3 characters. */
  usersWithText(text: string): RawBuilder<{ userId: string }>;
  /** Follows an expression that is to be sorted byte by byte, in a query and in its index. */
  readonly binaryCollation: string;
  /** A table expression with a `value` for each item of a JSON list. */
  jsonItems(list: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A field of such a value, as text. */
  jsonField(value: RawBuilder<unknown>, name: string): RawBuilder<string>;

  /** Asked of the catalog and not by Kysely's introspection, which fails while another process changes a table. */
  hasTable(db: Db, name: string): Promise<boolean>;
  databaseBytes(db: Db): Promise<number>;

  /** On PostgreSQL such an error ends the transaction, so it may only be the last thing that happens in one. */
  isUniqueViolation(error: unknown): boolean;

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
