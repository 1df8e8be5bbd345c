import { nextTick } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from "kysely";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import { isBusy, isIoError, translateFailure, translateStatementFailure } from "./errors.ts";
import { APPLICATION_ID } from "./file-header.ts";
import { SqliteHandle } from "./handle.ts";
import { WritePause } from "./write-pause.ts";

const BUSY_PAUSE_MS = 20;

/**
 * SQLite's own 2 MB are too few for the pages of a hundred users. The writer has no more than that: after each commit
 * SQLite looks through what it keeps.
 */
const READER_CACHE_KB = 8 * 1024;

/**
 * So many pages lie in the log before they are copied to the file, each once. A page is looked up there in tables of four
 * thousand; SQLite's own thousand is copied four times as often.
 */
export const LOG_PAGES = 4_000;

const FULL_BATCH = 64;

type Run<T> = (handle: SqliteHandle) => T;

type Batch = { done: Promise<void>; succeed: () => void; fail: (error: unknown) => void; size: number };

/**
 * Transactions run one after another, each in its own savepoint, inside one outer transaction, which
 * ends with the first turn of the event loop that brings no more of them. Nobody is answered before the outer COMMIT is on disk.
 */
export class GroupCommitDriver implements Driver {
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
      this.#writer.db.exec(`pragma wal_autocheckpoint=${LOG_PAGES}`);
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
    await this.begin(connection as SqliteConnection);
  }

  async begin(connection: SqliteConnection): Promise<void> {
    const turn = this.#lock();
    if (turn) await turn;
    try {
      connection.batch = this.#batch ?? (await this.#openBatch());
      connection.batch.size += 1;
      this.#guard((writer) => writer.command("savepoint t"));
    } catch (error) {
      connection.batch = undefined;
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

  /**
   * Who waited for a commit goes on between two turns. A view that they open would be left at the end of the next one, which
   * then would not see what another process has written before it. Node runs this when they all have stopped.
   */
  #closeViewOfWaiters(): void {
    queueMicrotask(() => nextTick(this.#closeView));
  }

  writeIn<T>(batch: Batch, run: Run<T>): T {
    if (batch !== this.#batch) throw new Error("the transaction was rolled back by SQLite");
    return this.#guard(run);
  }

  async write<T>(run: Run<T>): Promise<T> {
    const turn = this.#lock();
    if (turn) await turn;
    let batch: Batch;
    let result: T;
    try {
      batch = this.#batch ?? (await this.#openBatch());
      batch.size += 1;
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
    const batch: Batch = { done: promise, succeed: resolve, fail: reject, size: 0 };
    this.#batch = batch;
    setImmediate(this.#endTurn, batch, 0);
    return batch;
  }

  /** As long as a turn brought a transaction, the next one may: a turn costs much less than a commit. */
  readonly #endTurn = (batch: Batch, sizeBefore: number): void => {
    if (batch !== this.#batch) return;
    if (batch.size > sizeBefore && batch.size < FULL_BATCH) setImmediate(this.#endTurn, batch, batch.size);
    else if (this.#busy) this.#commitIsDue = true;
    else this.#commit();
  };

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
      this.#closeViewOfWaiters();
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

  /** Nothing to wait for if nobody has the turn. */
  #lock(): Promise<void> | undefined {
    if (this.#isClosed) throw new Error("the database is closed");
    if (this.#busy) {
      const turn = Promise.withResolvers<void>();
      this.#queue.push(turn);
      return turn.promise;
    }
    this.#busy = true;
    return undefined;
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
      if (this.#isClosed) return;
      hasTurn = await Promise.resolve(this.#lock()).then(
        () => true,
        () => false,
      );
    }
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
    this.#refuseStranger();
    return this.#run(query, (handle) => handle.run<R>(query));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** What `executeQuery` and Kysely's plugins give, for a statement that runs with these values. */
  rows<R>(query: CompiledQuery, values: readonly unknown[]): MaybePromise<R[]> {
    this.#refuseStranger();
    return this.#run(query, (handle) => handle.rows<R>(query, values));
  }

  /** How many rows it changes. */
  changes(query: CompiledQuery, values: readonly unknown[]): MaybePromise<number> {
    this.#refuseStranger();
    return this.#run(query, (handle) => handle.changes(query, values));
  }

  #refuseStranger(): void {
    if (this.isOver) throw new Error("the transaction is over");
    if (!this.batch) refuseOuterHandle();
  }

  /** Runs work on a connection that is in a transaction of its own. */
  async transact<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    refuseOuterHandle();
    const connection = new SqliteConnection(this.#driver);
    await this.#driver.begin(connection);
    try {
      const result = await work(connection);
      await this.#driver.commitTransaction(connection);
      return result;
    } catch (error) {
      await this.#driver.rollbackTransaction(connection);
      throw error;
    }
  }

  /** The view that a statement would read now; none in a transaction. */
  view(): object | undefined {
    if (this.batch || this.isOver) return undefined;
    refuseOuterHandle();
    return this.#driver.openView();
  }

  #run<T>(query: CompiledQuery, run: Run<T>): MaybePromise<T> {
    if (this.batch) return this.#driver.writeIn(this.batch, run);
    return SelectQueryNode.is(query.query) ? this.#driver.read(run) : this.#driver.write(run);
  }
}
