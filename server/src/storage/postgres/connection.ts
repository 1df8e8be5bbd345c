import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { PostgresClient } from "./client.ts";
import { isStalePlan } from "./errors.ts";
import type { PostgresPool } from "./pool.ts";

type QueryReply = Awaited<ReturnType<PostgresClient["query"]>>;

const CHANGES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** What Kysely takes for a connection. */
export class PostgresConnection implements DatabaseConnection {
  readonly #pool: PostgresPool;
  #client: PostgresClient;
  #isReleased = false;
  #isInTransaction = false;
  #isBroken = false;

  constructor(pool: PostgresPool, client: PostgresClient) {
    this.#pool = pool;
    this.#client = client;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#isInTransaction = true;
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    await this.#client.query(`begin${level}${accessMode ? ` ${accessMode}` : ""}`, []);
  }

  /** After a statement that failed, PostgreSQL answers a commit by a rollback. */
  async commit(): Promise<void> {
    const { command } = await this.#client.query("commit", []);
    if (command === "ROLLBACK") throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    this.#isBroken = true;
    await this.#client.query("rollback", []);
    this.#isBroken = false;
  }

  release(): void {
    if (!this.#isReleased) this.#client.release(this.#isBroken);
    this.#isReleased = true;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#query(sql, parameters);
    return { rows: rows ?? [], ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** The rows that `executeQuery` and Kysely's plugins would return for this statement with these values. */
  async rows<R>({ sql }: CompiledQuery, values: readonly unknown[]): Promise<R[]> {
    const { rows } = await this.#client.execute(sql, values);
    return rows as R[];
  }

  /** Returns how many rows the statement changed. */
  async changes({ sql }: CompiledQuery, values: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.#client.execute(sql, values);
    return rowCount;
  }

  /**
   * Outside a transaction a query whose plan is stale goes to another connection: PostgreSQL refuses it before it does
   * anything.
   */
  async #query(text: string, values: readonly unknown[]): Promise<QueryReply> {
    try {
      return await this.#client.query(text, values);
    } catch (error) {
      if (this.#isInTransaction || !isStalePlan(error)) throw error;
    }
    this.release();
    this.#client = await this.#pool.connect();
    this.#isReleased = false;
    return this.#client.query(text, values);
  }
}
