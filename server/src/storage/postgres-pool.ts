import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { refuseOuterHandle } from "./outer-handle-guard.ts";
import { translateFailure } from "./unavailable.ts";

const BIGINT = 20;
const NAMED_STATEMENTS = 500;

export type PostgresPoolOptions = { url: string; onIdleError: (error: Error) => void; size?: number };

/** A pool for Kysely that prepares each statement once per connection and tells outages from wrong queries. */
export function postgresPool({ url, onIdleError, size = 10 }: PostgresPoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: "svc",
    types: {
      // pg returns bigint as text, because a JS number may lose digits. Ours are millisecond
      // timestamps and counts, which fit.
      getTypeParser: ((oid: number, format: "text") =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener a restart of PostgreSQL would end this process.
  pool.on("error", onIdleError);
  const names = new Map<string, string>();

  return {
    async connect(): Promise<PostgresPoolClient> {
      refuseOuterHandle();
      try {
        return preparing(await pool.connect(), names);
      } catch (error) {
        throw translateFailure(error);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function preparing(client: pg.PoolClient, names: Map<string, string>): PostgresPoolClient {
  return {
    async query(text: string, values: ReadonlyArray<unknown>) {
      try {
        if (values.length === 0) return await client.query(text);
        return await client.query({ name: nameOf(text, names), text, values: [...values] });
      } catch (error) {
        throw translateFailure(error);
      }
    },
    release: () => client.release(),
  } as unknown as PostgresPoolClient;
}

/** The same short name for the same text; beyond the limit a statement is planned anew each time. */
function nameOf(text: string, names: Map<string, string>): string {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= NAMED_STATEMENTS) return "";
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}
