import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Engine } from "../engine.ts";
import type { Migration } from "../migrate.ts";
import { PostgresEngineAdapter } from "./adapter.ts";

/**
 * The tables that these migrations create on PostgreSQL, in that order: a table comes after those it refers to. They
 * are read from the statements of the migrations, so no list can be out of date.
 */
export async function createdTables(engine: Engine, steps: readonly Migration[]): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresEngineAdapter(engine),
      createDriver: () => new RecordingDriver(statements),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  for (const { up } of steps) await up(db);
  await db.destroy();
  return statements.flatMap((statement) => /^\s*create table "?(\w+)/i.exec(statement)?.[1] ?? []);
}

/** Runs nothing, returns no rows and records each statement. */
class RecordingDriver extends DummyDriver {
  readonly #statements: string[];

  constructor(statements: string[]) {
    super();
    this.#statements = statements;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      this.#statements.push(query.sql);
      return { rows: [] };
    };
    return { executeQuery, streamQuery: connection.streamQuery.bind(connection) };
  }
}
