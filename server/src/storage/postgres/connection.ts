import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { PostgresClient } from "./client.ts";
import { needsOtherConnection } from "./errors.ts";
import { hasTimeLimit } from "./no-time-limit.ts";
import type { PostgresPool } from "./pool.ts";
import { needsProof, provenRead } from "./proven-read.ts";

const CHANGES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The texts of frequent statements that are sent with a proof. */
const provenTexts = new WeakMap<CompiledQuery, string>();

/** What Kysely takes for a connection. It takes one of the pool when it needs it. */
export class PostgresConnection implements DatabaseConnection {
  readonly #pool: PostgresPool;
  #taken: Promise<PostgresClient> | undefined;
  #isInTransaction = false;
  #isBroken = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async isPooled(): Promise<boolean> {
    return (await this.#client()).isPooled;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#isInTransaction = true;
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    await (await this.#client()).begin(`begin${level}${accessMode ? ` ${accessMode}` : ""}`);
  }

  /** After a statement that failed, PostgreSQL answers a commit by a rollback. */
  async commit(): Promise<void> {
    const { command } = await (await this.#client()).query("commit", []);
    if (command === "ROLLBACK") throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    this.#isBroken = true;
    await (await this.#client()).query("rollback", []);
    this.#isBroken = false;
  }

  async release(): Promise<void> {
    const taken = this.#taken;
    this.#taken = undefined;
    const client = await taken?.catch(() => undefined);
    client?.release(this.#isBroken);
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
    const { sharedReads } = this.#pool;
    if (isProven && sharedReads && !this.#taken && hasTimeLimit()) {
      return (await sharedReads.read(provenText(query), values)) as R[];
    }
    const client = await this.#client();
    const { rows } = await client.execute(isProven ? provenText(query) : query.sql, values, isProven);
    return rows as R[];
  }

  /** Returns how many rows the statement changed. */
  async changes({ sql }: CompiledQuery, values: readonly unknown[]): Promise<number> {
    const { rowCount } = await (await this.#client()).execute(sql, values, false);
    return rowCount;
  }

  /**
   * Outside a transaction a query goes to another connection when this one has a stale plan or leads to a standby:
   * then it has not done anything.
   */
  async #onCurrent<T>(query: (client: PostgresClient) => Promise<T>): Promise<T> {
    try {
      return await query(await this.#client());
    } catch (error) {
      if (this.#isInTransaction || !needsOtherConnection(error)) throw error;
    }
    await this.release();
    return query(await this.#client());
  }

  /** Queries at the same time run on the same one. */
  #client(): Promise<PostgresClient> {
    this.#taken ??= this.#pool.connect();
    return this.#taken;
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
