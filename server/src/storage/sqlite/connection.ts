import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from "kysely";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import type { Batch, BatchWriter } from "./batch.ts";
import type { SqliteHandle } from "./handle.ts";
import type { SnapshotReader } from "./read-snapshot.ts";

/**
 * What Kysely takes for a connection. There are only two real ones, which all of these share: a statement in a
 * transaction and one that writes go to the writer, a query outside a transaction goes to the reader.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #writer: BatchWriter;
  readonly #reader: SnapshotReader;
  /** Set while the connection is in a transaction. */
  #batch: Batch | undefined;
  #transactionIsOver = false;

  constructor(writer: BatchWriter, reader: SnapshotReader) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async begin(): Promise<void> {
    this.#batch = await this.#writer.begin();
  }

  commit(): Promise<void> {
    const batch = this.#leaveTransaction();
    return batch ? this.#writer.commit(batch) : Promise.resolve();
  }

  /** Does nothing after a failed commit, after which Kysely rolls back. */
  rollback(): Promise<void> {
    const batch = this.#leaveTransaction();
    return batch ? this.#writer.rollback(batch) : Promise.resolve();
  }

  #leaveTransaction(): Batch | undefined {
    const batch = this.#batch;
    if (batch) this.#transactionIsOver = true;
    this.#batch = undefined;
    return batch;
  }

  /** Runs work on another connection, which is in a transaction. */
  async transaction<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    refuseOuterHandle();
    const connection = new SqliteConnection(this.#writer, this.#reader);
    await connection.begin();
    try {
      const result = await work(connection);
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#refuseMisuse();
    return this.#run(query, (handle) => handle.run<R>(query));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** The rows that `executeQuery` and Kysely's plugins would return for this statement with these values. */
  rows<R>(query: CompiledQuery, values: readonly unknown[]): MaybePromise<R[]> {
    this.#refuseMisuse();
    return this.#run(query, (handle) => handle.rows<R>(query, values));
  }

  /** Returns how many rows the statement changed. */
  changes(query: CompiledQuery, values: readonly unknown[]): MaybePromise<number> {
    this.#refuseMisuse();
    return this.#run(query, (handle) => handle.changes(query, values));
  }

  /** The snapshot that a query would read now; undefined in a transaction. */
  readSnapshot(): object | undefined {
    if (this.#batch || this.#transactionIsOver) return undefined;
    refuseOuterHandle();
    return this.#reader.beginReadSnapshot();
  }

  #refuseMisuse(): void {
    if (this.#transactionIsOver) throw new Error("the transaction is over");
    if (!this.#batch) refuseOuterHandle();
  }

  #run<T>(query: CompiledQuery, run: (handle: SqliteHandle) => T): MaybePromise<T> {
    if (this.#batch) return this.#writer.runIn(this.#batch, run);
    return SelectQueryNode.is(query.query) ? this.#reader.read(run) : this.#writer.write(run);
  }
}
