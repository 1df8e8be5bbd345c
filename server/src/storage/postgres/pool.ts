import { performance } from "node:perf_hooks";
import pg from "pg";
import { overloaded } from "../../errors.ts";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import { PostgresClient } from "./client.ts";
import { translateError } from "./errors.ts";

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
  /** For tests and the benchmark: frequent statements go through pg's own query, too. */
  isPlain?: boolean;
};

export type PostgresPool = Readonly<{ connect: () => Promise<PostgresClient>; end: () => Promise<void> }>;

/** A pool that prepares each statement once per connection and tells outages from wrong queries. */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, onIdleError, size = 10 } = options;
  const statementMs = statementMsOf(url);
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
  const fresh = freshConnections(pool);
  const hasAnswered = watchAnswers(pool);
  const common = {
    nameOf: createNames(),
    silenceMs: options.silenceMs ?? statementMs + GRACE_MS,
    isPlain: options.isPlain ?? false,
  };

  return {
    async connect() {
      refuseOuterHandle();
      const since = performance.now();
      try {
        const client = await fresh.connect();
        return new PostgresClient(client, { ...common, onStalePlan: () => fresh.replaceAll(client) });
      } catch (error) {
        // Others got theirs meanwhile: the database answers, but it is asked for more than these connections can carry.
        throw isTooLongInQueue(error) && hasAnswered(since)
          ? overloaded("no connection was free")
          : translateError(error);
      }
    },
    end: () => pool.end(),
  };
}

/**
 * When a table changes, PostgreSQL refuses to execute what was prepared for the old one, for as long as the connection
 * is open. So the first refusal replaces all connections that are as old as the refused one.
 */
function freshConnections(pool: pg.Pool) {
  const ages = new WeakMap<pg.PoolClient, number>();
  let age = 0;
  pool.on("connect", (client) => void ages.set(client, age));
  return {
    async connect(): Promise<pg.PoolClient> {
      let client = await pool.connect();
      while (ages.get(client) !== age) {
        client.release(true);
        client = await pool.connect();
      }
      return client;
    },
    replaceAll(refused: pg.PoolClient): void {
      if (ages.get(refused) === age) age += 1;
    },
  };
}

/** Tells whether a connection was given back in order since then. */
function watchAnswers(pool: pg.Pool): (since: number) => boolean {
  let answeredAt = Number.NEGATIVE_INFINITY;
  pool.on("release", (error) => {
    if (!error) answeredAt = performance.now();
  });
  return (since) => answeredAt >= since;
}

/** pg names no code for it. A connection that cannot be opened has another message. */
function isTooLongInQueue(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** The address may name a limit of its own (`?statement_timeout=60000`), as it may name PostgreSQL's other settings. */
function statementMsOf(url: string): number {
  return Number(new URL(url).searchParams.get("statement_timeout")) || STATEMENT_MS;
}

/** The same short name for the same text; beyond the limit a statement is planned anew each time. */
function createNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known) return known;
    if (names.size >= NAMED_STATEMENTS) return "";
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
