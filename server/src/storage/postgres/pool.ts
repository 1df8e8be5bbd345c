import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import { translateError, translateStatementError } from "./errors.ts";
import { hasTimeLimit } from "./no-time-limit.ts";

const BIGINT = 20;
const NAMED_STATEMENTS = 500;
const STATEMENT_MS = 5_000;
/** PostgreSQL is given this long to refuse a statement that ran out of time. */
const GRACE_MS = 1_000;

export type PostgresPoolOptions = {
  url: string;
  onIdleError: (error: Error) => void;
  size?: number | undefined;
  /** After this long without an answer, not even a refusal, the connection is given up. */
  silenceMs?: number;
};

/** A pool for Kysely that prepares each statement once per connection and tells outages from wrong queries. */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, onIdleError, size = 10 } = options;
  const statementMs = statementMsOf(url);
  const silenceMs = options.silenceMs ?? statementMs + GRACE_MS;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: statementMs,
    statement_timeout: statementMs,
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
  // Without listeners a restart of PostgreSQL would end this process: the pool tells of idle
  // connections, a connection in use of itself. Its next query fails, which is report enough.
  pool.on("error", onIdleError);
  pool.on("connect", (client) => void client.on("error", () => {}));
  const names = new Map<string, string>();

  return {
    async connect(): Promise<PostgresPoolClient> {
      refuseOuterHandle();
      try {
        return preparing(await pool.connect(), names, silenceMs);
      } catch (error) {
        throw translateError(error);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** The address may name a limit of its own (`?statement_timeout=60000`), as it may name PostgreSQL's other settings. */
function statementMsOf(url: string): number {
  return Number(new URL(url).searchParams.get("statement_timeout")) || STATEMENT_MS;
}

function preparing(client: pg.PoolClient, names: Map<string, string>, silenceMs: number): PostgresPoolClient {
  let silence: unknown;
  return {
    async query(text: string, values: ReadonlyArray<unknown>) {
      if (silence) throw silence; // a query behind one that got no answer would only wait as well
      const limit = hasTimeLimit() ? { query_timeout: silenceMs } : {};
      const prepared = values.length === 0 ? {} : { name: nameOf(text, names), values: [...values] };
      try {
        return await client.query({ text, ...prepared, ...limit });
      } catch (error) {
        const failure = translateStatementError(error);
        if ((error as Error).message === "Query read timeout") silence = failure;
        throw failure;
      }
    },
    release: (discard?: boolean) => client.release(discard === true || silence !== undefined),
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
