import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { refuseOuterHandle } from "./outer-handle-guard.ts";
import { isIoError, translateFailure } from "./unavailable.ts";

const BUSY = 5;
const BUSY_TRIES = 250;
const BUSY_PAUSE_MS = 20;
const CACHED_STATEMENTS = 500;

export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new GroupCommitAdapter(),
    createDriver: () => new GroupCommitDriver(file),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely would otherwise hold its own mutex from acquire to release: one transaction per commit. */
class GroupCommitAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One SQLite handle and its prepared statements. */
class Handle {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(file: string, readOnly: boolean) {
    this.db = new DatabaseSync(file, { readOnly, timeout: BUSY_TRIES * BUSY_PAUSE_MS });
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    let cached = this.#statements.get(query.sql);
    if (!cached) {
      const statement = this.db.prepare(query.sql);
      cached = { statement, returnsRows: statement.columns().length > 0 };
      if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
      this.#statements.set(query.sql, cached);
    }
    const parameters = query.parameters as SQLInputValue[];
    if (cached.returnsRows) return { rows: cached.statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = cached.statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

type Batch = { done: Promise<void>; succeed: () => void; fail: (error: unknown) => void };

/**
 * Transactions run one after another, each in its own savepoint, inside one outer transaction per
 * event-loop turn. Nobody is answered before the outer COMMIT is on disk.
 */
class GroupCommitDriver implements Driver {
  readonly #file: string;
  #writer!: Handle;
  #reader!: Handle;
  #batch: Batch | undefined;
  #busy = false;
  #commitIsDue = false;
  #broken: Error | undefined;
  readonly #queue: Array<() => void> = [];

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#writer = new Handle(this.#file, false);
    this.#writer.db.exec("pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on");
    // From here on a wait for another process's lock must not stop the event loop: see #openBatch.
    this.#writer.db.exec("pragma busy_timeout=0");
    this.#reader = new Handle(this.#file, true);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseOuterHandle();
    return new Connection(this);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#lock();
    try {
      (connection as Connection).batch = await this.#openBatch();
      this.#writer.db.exec("savepoint t");
    } catch (error) {
      this.#unlock();
      throw translateFailure(error);
    }
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end(connection as Connection, "release t");
  }

  // Waits for the batch too: the reason to roll back may have been read from a neighbour not yet committed.
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end(connection as Connection, "rollback to t; release t");
  }

  async #end(connection: Connection, sql: string): Promise<void> {
    const batch = connection.batch;
    if (!batch) return; // Kysely rolls back after a failed commit
    connection.batch = undefined;
    try {
      if (batch === this.#batch) this.#guard(() => this.#writer.db.exec(sql));
    } finally {
      this.#unlock();
    }
    await batch.done;
  }

  read<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#reader.run<R>(query);
    } catch (error) {
      throw translateFailure(error);
    }
  }

  writeIn<R>(batch: Batch, query: CompiledQuery): QueryResult<R> {
    if (batch !== this.#batch) throw new Error("the transaction was rolled back by SQLite");
    return this.#guard(() => this.#writer.run<R>(query));
  }

  async write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#lock();
    let batch: Batch;
    let result: QueryResult<R>;
    try {
      batch = await this.#openBatch();
      result = this.#guard(() => this.#writer.run<R>(query));
    } catch (error) {
      throw translateFailure(error);
    } finally {
      this.#unlock();
    }
    await batch.done;
    return result;
  }

  /** A full disk or an I/O error makes SQLite roll back everything, the neighbours included. */
  #guard<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      const failure = translateFailure(error);
      if (!this.#writer.db.isTransaction) this.#close()?.fail(failure);
      throw failure;
    }
  }

  async #openBatch(): Promise<Batch> {
    if (this.#batch) return this.#batch;
    if (this.#broken) throw this.#broken;
    await this.#begin();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // a batch may have no waiter left
    const batch: Batch = { done: promise, succeed: resolve, fail: reject };
    this.#batch = batch;
    setImmediate(() => {
      if (batch !== this.#batch) return;
      if (this.#busy) this.#commitIsDue = true;
      else this.#commit();
    });
    return batch;
  }

  /** Another process (`svc admin …`) may hold the write lock for a moment. */
  async #begin(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.#writer.db.exec("begin immediate");
        return;
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== BUSY || tries === BUSY_TRIES) throw error;
        await sleep(BUSY_PAUSE_MS);
      }
    }
  }

  #close(): Batch | undefined {
    const batch = this.#batch;
    this.#batch = undefined;
    this.#commitIsDue = false;
    return batch;
  }

  #commit(): void {
    const batch = this.#close();
    try {
      this.#writer.db.exec("commit");
      batch?.succeed();
    } catch (error) {
      // After a failed fsync nobody knows what is on the disk: write nothing more until a restart has looked.
      if (isIoError(error)) this.#broken = translateFailure(error) as Error;
      if (this.#writer.db.isTransaction) this.#writer.db.exec("rollback");
      batch?.fail(translateFailure(error));
    }
  }

  async #lock(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#busy = true;
  }

  #unlock(): void {
    if (this.#commitIsDue) this.#commit();
    const next = this.#queue.shift();
    if (next) next();
    else this.#busy = false;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#lock();
    if (this.#batch) this.#commit();
    this.#reader.db.close();
    this.#writer.db.close();
  }
}

class Connection implements DatabaseConnection {
  batch: Batch | undefined;
  readonly #driver: GroupCommitDriver;

  constructor(driver: GroupCommitDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.batch) return this.#driver.writeIn<R>(this.batch, query);
    return SelectQueryNode.is(query.query) ? this.#driver.read<R>(query) : this.#driver.write<R>(query);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
