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
import { APPLICATION_ID } from "./sqlite-file.ts";
import { SqliteHandle } from "./sqlite-handle.ts";
import { isBusy, isIoError, translateFailure } from "./unavailable.ts";

const BUSY_PAUSE_MS = 20;

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
  #broken: Error | undefined;
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
      this.#writer.db.exec("pragma synchronous=full; pragma foreign_keys=on");
      this.#reader = new SqliteHandle(this.#file, { readOnly: true, blockingWaitMs: 1_000 });
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

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseOuterHandle();
    return new Connection(this);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#lock();
    try {
      (connection as Connection).batch = await this.#openBatch();
      this.#guard(() => this.#writer.db.exec("savepoint t"));
    } catch (error) {
      (connection as Connection).batch = undefined;
      this.#unlock();
      throw error;
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
    try {
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
      this.#writer.db.exec("commit");
      batch?.succeed();
    } catch (error) {
      const failure = translateFailure(error);
      // After a failed fsync nobody knows what is on the disk: write nothing more until a restart has looked.
      if (isIoError(error)) this.#broken = failure as Error;
      batch?.fail(failure);
      this.#rollBack();
    }
  }

  #rollBack(): void {
    try {
      if (this.#writer.db.isTransaction) this.#writer.db.exec("rollback");
    } catch (error) {
      this.#broken ??= translateFailure(error) as Error;
    }
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
    this.#reader.db.close();
    this.#writer.db.close();
    this.#refuseWaiting(new Error("the database is closed"));
    this.#busy = false;
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
