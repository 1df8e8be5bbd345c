import type pg from "pg";
import type { PostgresAddress } from "./address.ts";
import {
  BoundQuery,
  type Executed,
  type Execution,
  OtherColumnsError,
  type RowShape,
  rowShape,
} from "./bound-query.ts";
import { isNameUnknown, isOtherServerNow, isStalePlan, translateStatementError } from "./errors.ts";
import type { GiveUp } from "./give-up.ts";
import { hasTimeLimit } from "./no-time-limit.ts";
import { isFound, provenRead, withoutProof } from "./proven-read.ts";

/** Of one connection, for as long as it is open: the shapes of its prepared statements by their names. */
const shapesOf = new WeakMap<pg.PoolClient, Map<string, RowShape>>();

const READS = { mayCommit: false };
const MAY_COMMIT = { mayCommit: true };

export type ReadTogether = Readonly<{ results: readonly Executed[]; failure: unknown }>;

export type ClientOptions = Readonly<{
  /** The name under which to prepare a statement; empty to prepare it for one execution only. */
  nameOf: (text: string) => string;
  /** After this long without an answer, not even a refusal, the connection is given up. */
  silenceMs: number;
  /** Every statement goes through pg's own query. */
  isPlain: boolean;
  giveUp: GiveUp;
  limits: PostgresAddress["limits"];
  /** A pooler is in between, so that no setting outlives a transaction. */
  isPooled: boolean;
  /** Called when this connection, and all that are as old, should be replaced. */
  onOutdated: (error: Error) => void;
}>;

/** A connection that was taken from the pool. It tells outages from wrong queries. */
export class PostgresClient {
  readonly #client: pg.PoolClient;
  readonly #options: ClientOptions;
  /** Set when the server did not answer. */
  #silence: { failure: unknown; mayCommit: boolean } | undefined;
  #isOutdated = false;

  constructor(client: pg.PoolClient, options: ClientOptions) {
    this.#client = client;
    this.#options = options;
  }

  get isPooled(): boolean {
    return this.#options.isPooled;
  }

  /** Begins a transaction. Behind a pooler the time limits have to be set in each. */
  async begin(statement: string): Promise<void> {
    const { isPooled, limits } = this.#options;
    const set = Object.entries(limits).map(([name, value]) => `; set local ${name} = '${value}'`);
    await this.query(isPooled ? statement + set.join("") : statement, []);
  }

  /** A select that a standby must not answer. Rows have the names of the database. */
  read(text: string, values: readonly unknown[]): Promise<object[]> {
    const proven = provenRead(text);
    return this.#run(async (limit) => {
      const { rows } = await this.#client.query({
        text: proven,
        ...this.#prepared(proven, values),
        ...limit,
      });
      return withoutProof<object>(rows);
    }, READS);
  }

  /** Prepares a statement with values; one without may be several statements. Rows have the names of the database. */
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const run = (limit: object) => this.#client.query({ text, ...this.#prepared(text, values), ...limit });
    return this.#run(run, MAY_COMMIT);
  }

  #prepared(text: string, values: readonly unknown[]): { name?: string; values?: unknown[] } {
    return values.length === 0 ? {} : { name: this.#options.nameOf(text), values: [...values] };
  }

  /** For a frequent statement. Rows have the names of the code. `isProven`: the text is a `provenRead`. */
  execute(text: string, values: readonly unknown[], isProven: boolean): Promise<Executed> {
    const prepared = this.prepared(text, values);
    return this.#run(
      (limit) =>
        prepared
          ? this.#executeBound(prepared, limit.query_timeout)
          : this.#executePlain(
              { name: this.#options.nameOf(text), text, values: [...values], ...limit },
              isProven,
            ),
      isProven ? READS : MAY_COMMIT,
    );
  }

  /** Undefined if this connection has not executed the statement before, or pg has to send its values. */
  prepared(text: string, values: readonly unknown[]): Execution | undefined {
    const name = this.#options.nameOf(text);
    const shape = this.#options.isPlain ? undefined : this.#shapes.get(name);
    const texts = shape && textsOf(values);
    return texts && { name, shape, values: texts };
  }

  /**
   * Returns the results of the reads before the first that failed, and its failure. Gives the connection up when they
   * are not all answered after `patienceMs`.
   */
  async readTogether(reads: readonly Execution[], patienceMs: number): Promise<ReadTogether> {
    let results: readonly Executed[] = [];
    const send = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, read: readonly Executed[]): void => {
          results = read;
          if (error) reject(error);
          else resolve();
        };
        this.#client.query(new BoundQuery(reads, patienceMs, done));
      });
    try {
      await this.#run(send, READS);
      return { results, failure: undefined };
    } catch (failure) {
      return { results, failure };
    }
  }

  /** The server did not answer the last query. */
  get isSilent(): boolean {
    return this.#silence !== undefined;
  }

  release(discard = false): void {
    if (this.#silence) void this.#options.giveUp(this.#client, this.#silence.mayCommit);
    else this.#client.release(discard || this.#isOutdated);
  }

  get #shapes(): Map<string, RowShape> {
    let shapes = shapesOf.get(this.#client);
    if (!shapes) {
      shapes = new Map();
      shapesOf.set(this.#client, shapes);
    }
    return shapes;
  }

  #executeBound(execution: Execution, timeoutMs?: number): Promise<Executed> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, [result]: readonly Executed[]): void =>
        error ? reject(error) : resolve(result ?? { rows: [], rowCount: 0 });
      this.#client.query(new BoundQuery([execution], timeoutMs, done));
    });
  }

  /** Prepares the statement if this connection does not have it. */
  async #executePlain(config: pg.QueryConfig, isProven: boolean): Promise<Executed> {
    const { fields, rows, rowCount } = await this.#client.query({ ...config, rowMode: "array" });
    const shape = rowShape(fields, isProven, (type) => this.#client.getTypeParser(type, "text"));
    if (config.name) this.#shapes.set(config.name, shape);
    const found = isProven ? rows.filter(isFound) : rows;
    return { rows: found.map((values) => shape.toRow(values)), rowCount: rowCount ?? 0 };
  }

  async #run<T>(
    work: (limit: { query_timeout?: number }) => Promise<T>,
    { mayCommit }: { mayCommit: boolean },
  ): Promise<T> {
    if (this.#silence) throw this.#silence.failure; // a query behind one that got no answer would only wait as well
    try {
      return await work(hasTimeLimit() ? { query_timeout: this.#options.silenceMs } : {});
    } catch (error) {
      const failure = translateStatementError(error);
      const isOutdated =
        isStalePlan(error) ||
        isNameUnknown(error) ||
        isOtherServerNow(error) ||
        error instanceof OtherColumnsError;
      if (isOutdated) {
        this.#isOutdated = true;
        this.#options.onOutdated(error as Error);
      }
      if ((error as Error).message === "Query read timeout") this.#silence = { failure, mayCommit };
      throw failure;
    }
  }
}

/** As pg would send them; undefined when there is one that pg has rules of its own for, such as a list. */
function textsOf(values: readonly unknown[]): (string | null)[] | undefined {
  const texts: (string | null)[] = [];
  for (const value of values) {
    if (typeof value === "string") texts.push(value);
    else if (value === null || value === undefined) texts.push(null);
    else if (typeof value === "object") return undefined;
    else texts.push(String(value));
  }
  return texts;
}
