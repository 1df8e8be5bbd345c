import { setImmediate as nextTurn } from "node:timers/promises";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import type { PostgresClient } from "./client.ts";

/** With one, a read that takes long would hold up all others. With three, fewer go together. */
const MOST_CONNECTIONS = 2;
/** The time limit of a query is that of all reads that go together. */
const MOST_TOGETHER = 64;

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
 * Each is a statement of its own: it sees everything that was committed before it was asked for, and fails alone.
 */
export class SharedReads {
  readonly #connect: () => Promise<PostgresClient>;
  readonly #waiting: Read[] = [];
  #connections = 0;
  /** One of the connections is about to take what waits. */
  #isTaking = false;

  constructor(connect: () => Promise<PostgresClient>) {
    this.#connect = connect;
  }

  /** The text is a `provenRead`. */
  read(text: string, values: readonly unknown[]): Promise<object[]> {
    refuseOuterHandle();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, values, resolve, reject });
      this.#start();
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
    const client = await this.#connect().catch((error) => {
      for (const read of this.#waiting.splice(0)) read.reject(error);
    });
    const reads = this.#waiting.splice(0, MOST_TOGETHER);
    this.#isTaking = false;
    this.#start();
    try {
      if (client) await this.#readTogether(client, reads);
    } finally {
      client?.release();
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
    const { results, failure } = await client.readTogether(executions);
    together.forEach((read, at) => {
      const result = results[at];
      if (result) read.resolve(result.rows);
      else if (at === results.length || client.isSilent) read.reject(failure);
      else void this.#readAlone(read); // PostgreSQL skipped it
    });
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
