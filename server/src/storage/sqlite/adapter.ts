import { type Dialect, SqliteAdapter } from "kysely";
import type { Db } from "../db.ts";
import type { Engine, EngineAdapter } from "../engine.ts";

export class GroupCommitAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly file: string;

  constructor(engine: Engine, dialect: Dialect, file: string) {
    super();
    this.engine = engine;
    this.dialect = dialect;
    this.file = file;
  }

  /** Without this Kysely would hold a mutex of its own from begin to commit, and each batch would have one transaction. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function databaseFileOf(db: Db): string {
  return (db.getExecutor().adapter as GroupCommitAdapter).file;
}
