import type { Connection, Submittable } from "pg";
import { type RowMaker, rowMaker } from "../row-maker.ts";
import { isFound, PROOF_COLUMNS } from "./proven-read.ts";

/** The result of one execution. */
export type Executed = Readonly<{ rows: object[]; rowCount: number }>;

/** The connection has another statement under this name. */
export class OtherColumnsError extends Error {
  constructor() {
    super("a prepared statement returned other columns than before");
  }
}

/** What PostgreSQL said about the columns of a statement when it was prepared. */
export type RowShape = Readonly<{
  columns: number;
  isProven: boolean;
  parsers: readonly ((text: string) => unknown)[];
  toRow: RowMaker;
}>;

export function rowShape(
  fields: readonly Readonly<{ name: string; dataTypeID: number }>[],
  isProven: boolean,
  parserOf: (dataTypeID: number) => (text: string) => unknown,
): RowShape {
  const first = isProven ? PROOF_COLUMNS : 0;
  return {
    columns: fields.length,
    isProven,
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    toRow: rowMaker(
      fields.slice(first).map(({ name }) => name),
      first,
    ),
  };
}

/** A statement that pg has prepared on this connection before, with the values of this execution. */
export type Execution = Readonly<{ name: string; shape: RowShape; values: readonly (string | null)[] }>;

/**
 * Executions of statements that pg has prepared on this connection before. pg asks PostgreSQL to describe the columns
 * in every execution, and builds an emitter, a result and the parsers of all columns anew each time. This query sends
 * Bind and Execute for each execution and one Sync for all, and makes the rows by the shape that the first execution
 * returned.
 *
 * The shape cannot be out of date. When a table changes so that a prepared statement would return other columns,
 * PostgreSQL refuses to execute it ("cached plan must not change result type") instead of returning other rows.
 *
 * When an execution fails, PostgreSQL skips those after it. `done` is given the results of those before it.
 *
 * pg calls the methods below on every query that it runs. They are also what pg-cursor and pg-query-stream consist of.
 */
export class BoundQuery implements Submittable {
  /** pg reads it: after so many milliseconds without a reply the query fails. */
  readonly query_timeout: number | undefined;
  /** pg replaces it by a function that also ends the timer. */
  callback: (error: Error | null) => void;

  readonly #executions: readonly Execution[];
  readonly #results: Executed[] = [];
  #rows: object[] = [];
  #failure: Error | null = null;

  constructor(
    executions: readonly Execution[],
    timeoutMs: number | undefined,
    done: (error: Error | null, results: readonly Executed[]) => void,
  ) {
    this.#executions = executions;
    this.query_timeout = timeoutMs;
    this.callback = (error) => done(error, this.#results);
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { name, values } of this.#executions) {
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const execution = this.#executions[this.#results.length];
    if (this.#failure || !execution) return;
    const { columns, isProven, parsers, toRow } = execution.shape;
    try {
      if (fields.length !== columns) throw new OtherColumnsError();
      if (isProven && !isFound(fields)) return;
      const values: unknown[] = fields;
      for (let at = 0; at < columns; at++) {
        const text = fields[at];
        if (text !== null && text !== undefined) values[at] = parsers[at]?.(text);
      }
      this.#rows.push(toRow(values));
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** The tag is like `UPDATE 1` or `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#failure) return;
    this.#results.push({ rows: this.#rows, rowCount: Number(text.slice(text.lastIndexOf(" ") + 1)) || 0 });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure);
  }

  /** After a row that could not be made the error is that of a later execution. */
  handleError(error: Error): void {
    this.callback(this.#failure ?? error);
  }
}
