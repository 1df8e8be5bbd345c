import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";
import { type RowMaker, rowMaker } from "../row-maker.ts";

const CACHED_STATEMENTS = 500;

type Prepared = { statement: StatementSync; toRow: RowMaker };

/** One SQLite connection and its prepared statements. */
export class SqliteHandle {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  readonly #prepared = new WeakMap<CompiledQuery, Prepared>();
  readonly #commands = new Map<string, StatementSync>();

  constructor(file: string | URL, options: { readOnly: boolean; blockingWaitMs: number }) {
    this.db = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.blockingWaitMs });
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    let cached = this.#statements.get(query.sql);
    if (!cached) {
      const statement = this.db.prepare(query.sql);
      cached = { statement, returnsRows: statement.columns().length > 0 };
      if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
      this.#statements.set(query.sql, cached);
    }
    const parameters = query.parameters as SQLInputValue[];
    if (cached.returnsRows) return { rows: cached.statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = cached.statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Begins or ends a savepoint, as every transaction does: a handful of texts, each parsed once. */
  command(sql: string): void {
    let statement = this.#commands.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.#commands.set(sql, statement);
    }
    statement.run();
  }

  /** The rows of a statement that stays the same, under the names that the code has for its columns. */
  rows<R>(query: CompiledQuery, values: readonly unknown[]): R[] {
    const { statement, toRow } = this.#prepare(query);
    const rows = statement.all(...(values as SQLInputValue[])) as unknown[];
    for (let i = 0; i < rows.length; i++) rows[i] = toRow(rows[i] as unknown[]);
    return rows as R[];
  }

  /** How many rows such a statement changes. */
  changes(query: CompiledQuery, values: readonly unknown[]): number {
    const { changes } = this.#prepare(query).statement.run(...(values as SQLInputValue[]));
    return Number(changes);
  }

  #prepare(query: CompiledQuery): Prepared {
    let prepared = this.#prepared.get(query);
    if (!prepared) {
      const statement = this.db.prepare(query.sql);
      statement.setReturnArrays(true);
      prepared = { statement, toRow: rowMaker(statement.columns().map(({ name }) => name)) };
      this.#prepared.set(query, prepared);
    }
    return prepared;
  }
}
