import { performance } from "node:perf_hooks";
import { isIoError, translateError, translateStatementError } from "./errors.ts";
import { APPLICATION_ID } from "./file-header.ts";
import type { SqliteHandle } from "./handle.ts";
import type { SnapshotReader } from "./read-snapshot.ts";
import { retryWhileBusy, WriteLock } from "./write-lock.ts";
import type { WritePause } from "./write-pause.ts";

const FULL_BATCH = 64;
/** After this long a batch waits for no further transaction. The commit itself takes about as long. */
const MAX_AGE_MS = 5;

/** The transactions that share one commit. */
export type Batch = {
  committed: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
  size: number;
  readonly openedAt: number;
};

export type BatchWriterOptions = {
  /** The one connection that writes. */
  handle: SqliteHandle;
  reader: SnapshotReader;
  pause: WritePause;
  /** How long a batch waits for another process that holds SQLite's write lock. */
  busyMs: number;
};

/**
 * Group commit. Transactions run one after another, each in its own savepoint, inside one outer transaction, the batch.
 * The batch ends with the first turn of the event loop that adds no transaction to it, when it is full, or when it is
 * old. No caller is answered before the outer COMMIT is on disk.
 */
export class BatchWriter {
  readonly #handle: SqliteHandle;
  readonly #reader: SnapshotReader;
  readonly #pause: WritePause;
  readonly #busyMs: number;
  readonly #lock = new WriteLock();
  #batch: Batch | undefined;
  #commitIsDue = false;

  constructor({ handle, reader, pause, busyMs }: BatchWriterOptions) {
    this.#handle = handle;
    this.#reader = reader;
    this.#pause = pause;
    this.#busyMs = busyMs;
  }

  /** Waits for the write lock and begins a transaction, which holds the lock until `end`. */
  async begin(): Promise<Batch> {
    const waiting = this.#lock.acquire();
    if (waiting) await waiting;
    try {
      const batch = this.#batch ?? (await this.#openBatch());
      batch.size += 1;
      this.#run((handle) => handle.command("savepoint t"));
      return batch;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  runIn<T>(batch: Batch, run: (handle: SqliteHandle) => T): T {
    if (batch !== this.#batch) throw new Error("the transaction was rolled back by SQLite");
    return this.#run(run);
  }

  commit(batch: Batch): Promise<void> {
    return this.#end(batch, "release t");
  }

  /** Waits for the batch too: the reason to roll back may have been read from a transaction not yet committed. */
  rollback(batch: Batch): Promise<void> {
    return this.#end(batch, "rollback to t", "release t");
  }

  async #end(batch: Batch, ...commands: string[]): Promise<void> {
    try {
      for (const command of commands) {
        if (batch === this.#batch) this.#run((handle) => handle.command(command));
      }
    } finally {
      this.#release();
    }
    await batch.committed;
  }

  /** Runs one statement that is a transaction of its own. */
  async write<T>(run: (handle: SqliteHandle) => T): Promise<T> {
    const waiting = this.#lock.acquire();
    if (waiting) await waiting;
    let batch: Batch;
    let result: T;
    try {
      batch = this.#batch ?? (await this.#openBatch());
      batch.size += 1;
      result = this.#run(run);
    } finally {
      this.#release();
    }
    await batch.committed;
    return result;
  }

  /** On a full disk or an I/O error SQLite rolls back the outer transaction, and the whole batch fails. */
  #run<T>(run: (handle: SqliteHandle) => T): T {
    try {
      return run(this.#handle);
    } catch (error) {
      const failure = translateStatementError(error);
      if (!this.#handle.db.isTransaction) this.#takeBatch()?.reject(failure);
      throw failure;
    }
  }

  async #openBatch(): Promise<Batch> {
    try {
      await this.#pause.end(() => retryWhileBusy(this.#busyMs, () => this.#testDisk()));
      await retryWhileBusy(this.#busyMs, () => this.#handle.db.exec("begin immediate"));
    } catch (error) {
      const failure = translateError(error);
      // They have waited as long as this one. If each waited again, the last would wait for hours.
      this.#lock.rejectWaiting(failure);
      throw failure;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // a batch whose transactions have all failed is awaited by nobody
    const batch: Batch = { committed: promise, resolve, reject, size: 0, openedAt: performance.now() };
    this.#batch = batch;
    setImmediate(this.#endTurn, batch, 0);
    return batch;
  }

  /** As long as each turn adds a transaction, the batch waits for one more: a turn costs much less than a commit. */
  readonly #endTurn = (batch: Batch, sizeBefore: number): void => {
    if (batch !== this.#batch) return;
    const mayGrow = batch.size < FULL_BATCH && performance.now() - batch.openedAt < MAX_AGE_MS;
    if (mayGrow && batch.size > sizeBefore) setImmediate(this.#endTurn, batch, batch.size);
    else if (this.#lock.isHeld) this.#commitIsDue = true;
    else this.#commitBatch();
  };

  #release(): void {
    if (this.#commitIsDue) this.#commitBatch();
    this.#lock.release();
  }

  #takeBatch(): Batch | undefined {
    const batch = this.#batch;
    this.#batch = undefined;
    this.#commitIsDue = false;
    return batch;
  }

  #commitBatch(): void {
    const batch = this.#takeBatch();
    try {
      this.#reader.endReadSnapshot();
      this.#handle.db.exec("commit");
      batch?.resolve();
      this.#reader.endReadSnapshotAfterCallers();
    } catch (error) {
      const failure = translateError(error);
      if (isIoError(error)) this.#pause.begin(failure);
      batch?.reject(failure);
      this.#rollBackBatch();
    }
  }

  #rollBackBatch(): void {
    try {
      if (this.#handle.db.isTransaction) this.#handle.db.exec("rollback");
    } catch (error) {
      this.#pause.begin(translateError(error));
    }
  }

  /**
   * After a failed fsync the kernel may take pages for clean that are not on the disk. They belong to the commit that
   * failed, which the log's index does not count, so this write overwrites them and syncs them again. A new connection
   * would read them from the kernel's memory and build on them, so this one stays open. See docs/adr/0024.
   */
  #testDisk(): void {
    if (this.#handle.db.isTransaction) this.#handle.db.exec("rollback");
    this.#handle.db.exec(`pragma application_id=${APPLICATION_ID}`);
  }

  /** Waits for the transaction that runs, commits, and closes both connections. */
  async close(): Promise<void> {
    // A batch that cannot begin rejects every waiting caller, this one included: it asks again.
    for (let hasLock = false; !hasLock; ) {
      if (this.#lock.isClosed) return;
      hasLock = await Promise.resolve(this.#lock.acquire()).then(
        () => true,
        () => false,
      );
    }
    if (this.#batch) this.#commitBatch();
    this.#lock.close();
    this.#reader.close();
    this.#handle.db.close();
  }
}
