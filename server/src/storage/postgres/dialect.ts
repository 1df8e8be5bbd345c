import { type Dialect, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { PostgresEngineAdapter } from "./adapter.ts";
import { PostgresPoolDriver } from "./driver.ts";
import { postgresEngine } from "./engine.ts";
import { type PostgresPoolOptions, postgresPool } from "./pool.ts";

export function postgresDialect(options: PostgresPoolOptions): Dialect {
  return {
    createAdapter: () => new PostgresEngineAdapter(postgresEngine),
    createDriver: () => new PostgresPoolDriver(postgresPool(options)),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
