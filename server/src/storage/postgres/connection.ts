import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { PostgresClient } from "./client.ts";
import { needsOtherConnection } from "./errors.ts";
import type { PostgresPool } from "./pool.ts";
import { needsProof, provenRead } from "./proven-read.ts";

const CHANGES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The texts of frequent statements that are sent with a proof. */
const provenTexts = new WeakMap<CompiledQuery, string>();

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

  get isPooled(): boolean {
    return this.#client.isPooled;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#isInTransaction = true;
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    await this.#client.begin(`begin${level}${accessMode ? ` ${accessMode}` : ""}`);
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

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (needsProof(query)) {
      return { rows: (await this.#onCurrent((client) => client.read(sql, parameters))) as R[] };
    }
    const { command, rowCount, rows } = await this.#onCurrent((client) => client.query(sql, parameters));
    return { rows: rows ?? [], ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** The rows that `executeQuery` and Kysely's plugins would return for this statement with these values. */
  async rows<R>(query: CompiledQuery, values: readonly unknown[]): Promise<R[]> {
    const isProven = needsProof(query.query);
    const { rows } = await this.#client.execute(isProven ? provenText(query) : query.sql, values, isProven);
    return rows as R[];
  }

  /** Returns how many rows the statement changed. */
  async changes({ sql }: CompiledQuery, values: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.#client.execute(sql, values, false);
    return rowCount;
  }

  /**
   * Outside a transaction a query goes to another connection when this one has a stale plan or leads to a standby:
   * then it has not done anything.
   */
  async #onCurrent<T>(query: (client: PostgresClient) => Promise<T>): Promise<T> {
    try {
      return await query(this.#client);
    } catch (error) {
      if (this.#isInTransaction || !needsOtherConnection(error)) throw error;
    }
    this.release();
    this.#client = await this.#pool.connect();
    this.#isReleased = false;
    return query(this.#client);
  }
}

function provenText(query: CompiledQuery): string {
  let text = provenTexts.get(query);
  if (text === undefined) {
    text = provenRead(query.sql);
    provenTexts.set(query, text);
  }
  return text;
}
