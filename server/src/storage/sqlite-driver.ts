import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryExecutor,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Soon } from "../soon.ts";
import { refuseOuterHandle } from "./outer-handle-guard.ts";
import { APPLICATION_ID } from "./sqlite-file.ts";
import { SqliteHandle } from "./sqlite-handle.ts";
import { isBusy, isIoError, translateFailure, translateStatementFailure } from "./unavailable.ts";
import { WritePause } from "./write-pause.ts";

const BUSY_PAUSE_MS = 20;

/**
 * SQLite's own 2 MB are too few for the pages of a hundred users. The writer has no more than that: after each commit
 * SQLite looks through what it keeps.
 */
const READER_CACHE_KB = 8 * 1024;

export type SqliteOptions = {
  /** How long a write waits for another process that holds the write lock. */
  busyMs?: number;
};

export function sqliteDialect(file: string, options: SqliteOptions = {}): Dialect {
  return {
    createAdapter: () => new GroupCommitAdapter(),
    createDriver: () => new GroupCommitDriver(file, options.busyMs ?? 5_000),
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

type Run<T> = (handle: SqliteHandle) => T;

type Batch = { done: Promise<void>; succeed: () => void; fail: (error: unknown) => void };

/**
 * Transactions run one after another, each in its own savepoint, inside one outer transaction per
 * event-loop turn. Nobody is answered before the outer COMMIT is on disk.
 */
class GroupCommitDriver implements Driver {
  readonly #file: string;
  readonly #busyTries: number;
  #writer!: SqliteHandle;
  #reader!: SqliteHandle;
  #batch: Batch | undefined;
  #busy = false;
  #commitIsDue = false;
  #view: object | undefined;
  readonly #pause = new WritePause();
  #isClosed = false;
  #queue: PromiseWithResolvers<void>[] = [];

  constructor(file: string, busyMs: number) {
    this.#file = file;
    this.#busyTries = Math.ceil(busyMs / BUSY_PAUSE_MS);
  }

  async init(): Promise<void> {
    // A wait for another process's lock must not stop the event loop: see #patiently.
    this.#writer = new SqliteHandle(this.#file, { readOnly: false, blockingWaitMs: 0 });
    try {
      await this.#patiently(() => this.#prepareFile());
      this.#writer.db.exec("pragma synchronous=full; pragma foreign_keys=on; pragma temp_store=memory");
      this.#emptyLog();
      this.#reader = new SqliteHandle(this.#file, { readOnly: true, blockingWaitMs: 1_000 });
      this.#reader.db.exec(`pragma cache_size=-${READER_CACHE_KB}`);
    } catch (error) {
      this.#writer.db.close();
      throw error;
    }
  }

  /** The id comes first: a file that is not empty has it, wherever a first start was cut short. */
  #prepareFile(): void {
    const { db } = this.#writer;
    const isNew = db.prepare("pragma page_count").get()?.page_count === 0;
    if (isNew) db.exec(`pragma application_id=${APPLICATION_ID}`);
    db.exec("pragma journal_mode=wal");
  }

  /**
   * What a killed process left in the log may be in the kernel's memory and not on the disk, if an fsync had failed.
   * In the file it is written anew, and the next commit begins a new log. Another process's log is left to it.
   */
  #emptyLog(): void {
    try {
      this.#writer.db.exec("pragma wal_checkpoint(truncate)");
    } catch (error) {
      this.#pause.begin(translateFailure(error));
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseOuterHandle();
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#lock();
    try {
      (connection as SqliteConnection).batch = await this.#openBatch();
      this.#guard((writer) => writer.command("savepoint t"));
    } catch (error) {
      (connection as SqliteConnection).batch = undefined;
      this.#unlock();
      throw error;
    }
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end(connection as SqliteConnection, "release t");
  }

  // Waits for the batch too: the reason to roll back may have been read from a neighbour not yet committed.
  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end(connection as SqliteConnection, "rollback to t", "release t");
  }

  async #end(connection: SqliteConnection, ...commands: string[]): Promise<void> {
    const batch = connection.batch;
    if (!batch) return; // Kysely rolls back after a failed commit
    connection.batch = undefined;
    connection.isOver = true;
    try {
      for (const command of commands) {
        if (batch === this.#batch) this.#guard((writer) => writer.command(command));
      }
    } finally {
      this.#unlock();
    }
    await batch.done;
  }

  read<T>(run: Run<T>): T {
    try {
      this.openView();
      return run(this.#reader);
    } catch (error) {
      throw translateFailure(error);
    }
  }

  /**
   * What is read in one turn of the event loop is read in one view of the database: taking and leaving the lock costs
   * as much as a row. Another object is another view.
   */
  openView(): object {
    if (this.#view) return this.#view;
    this.#reader.command("begin");
    this.#view = {};
    setImmediate(this.#closeView);
    return this.#view;
  }

  /** Before every commit, too: whoever reads after it sees it. */
  readonly #closeView = (): void => {
    if (!this.#view) return;
    this.#view = undefined;
    // An error of the disk may have ended it already, and nobody could catch a second one.
    if (this.#reader.db.isTransaction) this.#reader.command("commit");
  };

  writeIn<T>(batch: Batch, run: Run<T>): T {
    if (batch !== this.#batch) throw new Error("the transaction was rolled back by SQLite");
    return this.#guard(run);
  }

  async write<T>(run: Run<T>): Promise<T> {
    await this.#lock();
    let batch: Batch;
    let result: T;
    try {
      batch = await this.#openBatch();
      result = this.#guard(run);
    } finally {
      this.#unlock();
    }
    await batch.done;
    return result;
  }

  /** A full disk or an I/O error makes SQLite roll back everything, the neighbours included. */
  #guard<T>(run: Run<T>): T {
    try {
      return run(this.#writer);
    } catch (error) {
      const failure = translateStatementFailure(error);
      if (!this.#writer.db.isTransaction) this.#close()?.fail(failure);
      throw failure;
    }
  }

  async #openBatch(): Promise<Batch> {
    if (this.#batch) return this.#batch;
    try {
      await this.#pause.end(() => this.#patiently(() => this.#tryDisk()));
      await this.#patiently(() => this.#writer.db.exec("begin immediate"));
    } catch (error) {
      const failure = translateFailure(error);
      this.#refuseWaiting(failure);
      throw failure;
    }
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

  /** Another process (`svc admin …`) may hold the lock for a moment. */
  async #patiently(work: () => void): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        work();
        return;
      } catch (error) {
        if (!isBusy(error) || tries >= this.#busyTries) throw error;
        await sleep(BUSY_PAUSE_MS);
      }
    }
  }

  /** Whoever queued behind a wait that failed has waited as long; one after another they would wait for hours. */
  #refuseWaiting(failure: unknown): void {
    const waiting = this.#queue;
    this.#queue = [];
    for (const { reject } of waiting) reject(failure);
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
      this.#closeView();
      this.#writer.db.exec("commit");
      batch?.succeed();
    } catch (error) {
      const failure = translateFailure(error);
      if (isIoError(error)) this.#pause.begin(failure);
      batch?.fail(failure);
      this.#rollBack();
    }
  }

  #rollBack(): void {
    try {
      if (this.#writer.db.isTransaction) this.#writer.db.exec("rollback");
    } catch (error) {
      this.#pause.begin(translateFailure(error));
    }
  }

  /**
   * After a failed fsync the kernel may hold pages for clean that are not on the disk. Those are of the commit that
   * failed, which the log's index does not count: this one is written over them and synced anew. A connection opened
   * afresh would read them out of the kernel's memory and build on them, so these stay open. See docs/adr/0024.
   */
  #tryDisk(): void {
    if (this.#writer.db.isTransaction) this.#writer.db.exec("rollback");
    this.#writer.db.exec(`pragma application_id=${APPLICATION_ID}`);
  }

  async #lock(): Promise<void> {
    if (this.#busy) {
      const turn = Promise.withResolvers<void>();
      this.#queue.push(turn);
      await turn.promise;
    }
    if (this.#isClosed) throw new Error("the database is closed");
    this.#busy = true;
  }

  #unlock(): void {
    if (this.#commitIsDue) this.#commit();
    const next = this.#queue.shift();
    if (next) next.resolve();
    else this.#busy = false;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    // A failed wait for another process refuses everybody in the queue; this one asks again.
    for (let hasTurn = false; !hasTurn; ) {
      hasTurn = await this.#lock().then(
        () => true,
        () => this.#isClosed,
      );
    }
    if (this.#isClosed) return;
    if (this.#batch) this.#commit();
    this.#isClosed = true;
    this.#closeView();
    this.#reader.db.close();
    this.#writer.db.close();
    this.#refuseWaiting(new Error("the database is closed"));
    this.#busy = false;
  }
}

export class SqliteConnection implements DatabaseConnection {
  batch: Batch | undefined;
  /** The transaction it was in has ended. */
  isOver = false;
  readonly #driver: GroupCommitDriver;

  constructor(driver: GroupCommitDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query, (handle) => handle.run<R>(query));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** What `executeQuery` and Kysely's plugins give, for a statement that runs with these values. */
  rows<R>(query: CompiledQuery, values: readonly unknown[]): Soon<R[]> {
    if (this.isOver) throw new Error("the transaction is over");
    if (!this.batch) refuseOuterHandle();
    return this.#run(query, (handle) => handle.rows<R>(query, values));
  }

  /** The view that a statement would read now; none in a transaction. */
  view(): object | undefined {
    if (this.batch || this.isOver) return undefined;
    refuseOuterHandle();
    return this.#driver.openView();
  }

  #run<T>(query: CompiledQuery, run: Run<T>): Soon<T> {
    if (this.batch) return this.#driver.writeIn(this.batch, run);
    return SelectQueryNode.is(query.query) ? this.#driver.read(run) : this.#driver.write(run);
  }
}

const connections = new WeakMap<QueryExecutor, SqliteConnection>();

/** The connection behind a handle, if it is SQLite's: on Kysely's way there a statement waits longer than it runs. */
export function connectionOf(executor: QueryExecutor): Soon<SqliteConnection> | undefined {
  if (!(executor.adapter instanceof GroupCommitAdapter)) return undefined;
  return connections.get(executor) ?? findConnection(executor);
}

async function findConnection(executor: QueryExecutor): Promise<SqliteConnection> {
  const connection = await executor.provideConnection(async (found) => found as SqliteConnection);
  connections.set(executor, connection);
  return connection;
}
