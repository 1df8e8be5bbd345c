import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Migration } from "../migrate.ts";

/**
 * The tables that these migrations make on PostgreSQL, in the order they are made: a table comes
 * after those it refers to. The migrations are asked themselves, so no list can be out of date.
 */
export async function tablesOf(steps: readonly Migration[]): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ListeningDriver(statements),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  for (const { up } of steps) await up(db);
  await db.destroy();
  return statements.flatMap((statement) => /^\s*create table "?(\w+)/i.exec(statement)?.[1] ?? []);
}

/** Answers everything with no rows and remembers what it was asked. */
class ListeningDriver extends DummyDriver {
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
