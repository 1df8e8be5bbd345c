import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";

const CACHED_STATEMENTS = 500;

/** One SQLite connection and its prepared statements. */
export class SqliteHandle {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

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
}
