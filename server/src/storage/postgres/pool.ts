import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { AppError, overloaded } from "../../errors.ts";
import { refuseOuterHandle } from "../outer-handle-guard.ts";
import { parseAddress } from "./address.ts";
import { APPLICATION_NAME } from "./application-name.ts";
import { PostgresClient } from "./client.ts";
import { isFull, isNameUnknown, isOtherServerNow, translateError } from "./errors.ts";
import { createGiveUp } from "./give-up.ts";
import { type Greeting, greet } from "./greet.ts";
import { type Servers, serversOf } from "./servers.ts";
import { SharedReads } from "./shared-reads.ts";
import { createNames, type PreparedStatements } from "./statement-names.ts";
import type { OnTrouble } from "./trouble.ts";

const BIGINT = 20;
const DEFAULT_SIZE = 10;
/** PostgreSQL is given this long to refuse a statement that ran out of time. */
const GRACE_MS = 1_000;
/** A server that had no connection left for us is asked for another one after so long. */
const FULL_MS = 2_000;
const RETRY_MS = 100;
/** A process that has no connection at all waits for so long. */
const NONE_MS = 1_000;

export type PostgresPoolOptions = {
  url: string;
  onTrouble?: OnTrouble | undefined;
  /** The most connections at a time. */
  size?: number | undefined;
  preparedStatements?: PreparedStatements | undefined;
  /** After this long without an answer, not even a refusal, the connection is given up. */
  silenceMs?: number;
  /** For tests and the benchmark: frequent statements go through pg's own query, too. */
  isPlain?: boolean;
};

export type PostgresPool = Readonly<{
  connect: () => Promise<PostgresClient>;
  /** Undefined where each read takes a connection of its own. */
  sharedReads: SharedReads | undefined;
  end: () => Promise<void>;
}>;

/** Connections to the primary. They prepare each statement once, and tell outages from wrong queries. */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, onTrouble = () => {} } = options;
  const address = parseAddress(url);
  const { limits } = address;
  const statementMs = Number(limits.statement_timeout) || 5_000;
  const silenceMs = options.silenceMs ?? statementMs + GRACE_MS;
  const greetings = new WeakMap<pg.ClientBase, Greeting>();
  const servers = serversOf(address.servers);
  const pool = new pg.Pool({
    ...connectionSettings(servers, statementMs),
    max: Math.max(1, (options.size ?? DEFAULT_SIZE) - 1), // one is kept for what `giveUp` asks
    onConnect: async (client: pg.ClientBase) => {
      client.on("error", () => {}); // its next query fails, which is report enough
      greetings.set(client, await greet(client, limits, silenceMs));
    },
  } as pg.PoolConfig);
  // Without a listener a restart of PostgreSQL would end this process.
  pool.on("error", (error) => onTrouble("connection_lost", error));
  const connections = currentConnections(pool);
  const connect = connector({ pool, connections, servers, statementMs, onTrouble });
  const hasAnswered = watchAnswers(pool);
  const names = createNames(options.preparedStatements ?? "auto");
  const giveUp = createGiveUp(onTrouble);

  const take = async (): Promise<PostgresClient> => {
    refuseOuterHandle();
    const since = performance.now();
    try {
      const client = await connect(since);
      const isPooled = greetings.get(client)?.isPooled ?? false;
      return new PostgresClient(client, {
        silenceMs,
        giveUp,
        limits,
        isPooled,
        nameOf: names(isPooled),
        isPlain: options.isPlain ?? false,
        onOutdated: (error) => {
          if (!connections.replaceAll(client)) return;
          if (isOtherServerNow(error)) onTrouble("server_lost", error);
          if (isPooled && isNameUnknown(error) && names.withoutNames()) onTrouble("names_not_kept", error);
        },
      });
    } catch (error) {
      // Others got theirs meanwhile: the database answers, but it is asked for more than these connections can carry.
      throw isTooLongInQueue(error) && hasAnswered(since)
        ? overloaded("no connection was free")
        : translateError(error);
    }
  };

  return {
    connect: take,
    sharedReads: options.isPlain ? undefined : new SharedReads(take),
    end: () => {
      giveUp.stop();
      return pool.end();
    },
  };
}

function connectionSettings({ Client }: Servers, connectionTimeoutMillis: number) {
  return {
    Client,
    connectionTimeoutMillis,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    types: {
      // pg returns bigint as text, because a JS number may lose digits. Ours are millisecond
      // timestamps and counts, which fit.
      getTypeParser: ((oid: number, format: "text") =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  };
}

type Connecting = Readonly<{
  pool: pg.Pool;
  connections: ReturnType<typeof currentConnections>;
  servers: Servers;
  statementMs: number;
  onTrouble: OnTrouble;
}>;

/** Tries each server once, and waits for a connection of ours where the server has none left. */
function connector({ pool, connections, servers, statementMs, onTrouble }: Connecting) {
  const growth = growthOf(pool);
  return async (since: number): Promise<pg.PoolClient> => {
    for (let tries = 1; ; ) {
      const address = servers.current();
      try {
        return await connections.connect();
      } catch (error) {
        if (isFull(error) && performance.now() - since < (pool.totalCount > 0 ? statementMs : NONE_MS)) {
          onTrouble("no_connection_left", error as Error);
          await growth.stop();
          continue;
        }
        const isDown = translateError(error) instanceof AppError && !isTooLongInQueue(error);
        if (!isDown || tries >= servers.count) throw error;
        servers.skip(address);
        tries += 1;
      }
    }
  };
}

/**
 * Connections become useless together: when a table changes, PostgreSQL refuses to execute what was prepared for the
 * old one, for as long as the connection is open, and after a failover the old server can only be read. So the first
 * one that notices replaces all that are as old as itself.
 */
function currentConnections(pool: pg.Pool) {
  const generations = new WeakMap<pg.PoolClient, number>();
  let generation = 0;
  pool.on("connect", (client) => void generations.set(client, generation));
  return {
    async connect(): Promise<pg.PoolClient> {
      let client = await pool.connect();
      while (generations.get(client) !== generation) {
        client.release(true);
        client = await pool.connect();
      }
      return client;
    },
    /** Returns false if another one was first. */
    replaceAll(outdated: pg.PoolClient): boolean {
      const isFirst = generations.get(outdated) === generation;
      if (isFirst) generation += 1;
      return isFirst;
    },
  };
}

/** A pool that cannot grow waits for the connections that it has, and tries to grow again later. */
function growthOf(pool: pg.Pool) {
  const size = pool.options.max;
  let mayGrow = true;
  const grow = (): void => {
    mayGrow = true;
    pool.options.max = size;
  };
  return {
    async stop(): Promise<void> {
      if (pool.totalCount === 0) await sleep(RETRY_MS);
      pool.options.max = Math.max(1, pool.totalCount);
      if (mayGrow) setTimeout(grow, FULL_MS).unref();
      mayGrow = false;
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
