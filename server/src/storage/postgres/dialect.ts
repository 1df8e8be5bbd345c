import { PostgresDialect } from "kysely";
import { PostgresEngineAdapter } from "./adapter.ts";
import { postgresEngine } from "./engine.ts";
import { type PostgresPoolOptions, postgresPool } from "./pool.ts";

class PostgresEngineDialect extends PostgresDialect {
  override createAdapter(): PostgresEngineAdapter {
    return new PostgresEngineAdapter(postgresEngine);
  }
}

export function postgresDialect(options: PostgresPoolOptions): PostgresDialect {
  return new PostgresEngineDialect({ pool: postgresPool(options) });
}
