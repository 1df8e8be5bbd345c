import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import type { PostgresClient } from "./client.ts";

/** With one, fewer reads are under way than PostgreSQL could answer. With three, fewer go together. */
const MOST_CONNECTIONS = 2;
/** They have to be answered together within the patience below. */
const MOST_TOGETHER = 32;
/**
 * PostgreSQL may keep all answers until it has the last one, so one read that waits for a lock holds up the others.
 * Less than `deadlock_timeout`, a second: together, reads may wait for two tables that another transaction locks.
 */
const PATIENCE_MS = 250;
/** So long reads go alone after PostgreSQL was slow, a table was locked or no connection was free. */
const ALONE_MS = 1_000;

type Read = Readonly<{
  text: string;
  values: readonly unknown[];
  resolve: (rows: object[]) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Frequent reads outside transactions. Those of one turn of the event loop go together on one connection: one packet
 * to PostgreSQL and one back cost both sides much less than a packet for each. At most two connections are used at a
 * time. While they are, further reads wait and go together next.
 *
 * Each sees everything that was committed before it was asked for, and fails alone. Whenever reads that go together are
 * not answered soon, each goes on alone, on a connection of its own and with its own time limit.
 */
export class SharedReads {
  readonly #connect: () => Promise<PostgresClient>;
  readonly #waiting: Read[] = [];
  #connections = 0;
  /** One of the connections is about to take what waits. */
  #isTaking = false;
  #aloneUntil = 0;

  constructor(connect: () => Promise<PostgresClient>) {
    this.#connect = connect;
  }

  /** The text is a `provenRead`. */
  read(text: string, values: readonly unknown[]): Promise<object[]> {
    refuseOuterHandle();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, values, resolve, reject });
      if (performance.now() < this.#aloneUntil) this.#readWaitingAlone();
      else this.#start();
    });
  }

  #start(): void {
    if (this.#waiting.length === 0 || this.#isTaking || this.#connections >= MOST_CONNECTIONS) return;
    this.#isTaking = true;
    this.#connections += 1;
    void this.#readWaiting().finally(() => {
      this.#connections -= 1;
      this.#start();
    });
  }

  async #readWaiting(): Promise<void> {
    await nextTurn();
    const client = await this.#connectSoon();
    const reads = this.#waiting.splice(0, MOST_TOGETHER);
    this.#isTaking = false;
    this.#start();
    try {
      if (client) await this.#readTogether(client, reads);
    } catch (error) {
      for (const read of reads) read.reject(error);
    } finally {
      client?.release();
    }
  }

  /** Nothing waits for longer than the patience. Undefined when there is no connection, and then nothing waits. */
  async #connectSoon(): Promise<PostgresClient | undefined> {
    const timer = setInterval(() => this.#shareNothing(), PATIENCE_MS);
    try {
      return await this.#connect();
    } catch {
      this.#shareNothing(); // each finds out itself why
      return undefined;
    } finally {
      clearInterval(timer);
    }
  }

  async #readTogether(client: PostgresClient, reads: readonly Read[]): Promise<void> {
    const together: Read[] = [];
    const executions = reads.flatMap((read) => {
      const execution = client.prepared(read.text, read.values);
      if (execution) together.push(read);
      else void this.#readAlone(read);
      return execution ?? [];
    });
    if (executions.length === 0) return;
    const { results, failure } = await client.readTogether(executions, PATIENCE_MS);
    if (client.isSilent) this.#shareNothing();
    together.forEach((read, at) => {
      const result = results[at];
      if (result) read.resolve(result.rows);
      else if (at === results.length && !client.isSilent) read.reject(failure);
      else void this.#readAlone(read); // PostgreSQL skipped it, or did not answer
    });
  }

  #shareNothing(): void {
    this.#aloneUntil = performance.now() + ALONE_MS;
    this.#readWaitingAlone();
  }

  #readWaitingAlone(): void {
    for (const read of this.#waiting.splice(0)) void this.#readAlone(read);
  }

  async #readAlone({ text, values, resolve, reject }: Read): Promise<void> {
    try {
      const client = await this.#connect();
      try {
        resolve((await client.execute(text, values, true)).rows);
      } finally {
        client.release();
      }
    } catch (error) {
      reject(error);
    }
  }
}
