import pg from "pg";
import { type Postgres, startPostgres } from "../../server/src/testing/postgres.ts";
import { startPostgresRelay } from "../../server/src/testing/postgres-relay.ts";
import { analyze } from "../analyze.ts";
import type { Figure, Section } from "../figure.ts";
import { usageOf } from "../process-usage.ts";
import { median } from "../quantile.ts";
import { startBenchServer } from "../server-process.ts";
import { jsonWire } from "../wire.ts";
import { type CostCall, type Crowd, costCalls, gatherCrowd } from "./cost-calls.ts";
import { sumOf, type Wal, type WalCost, watchWal } from "./wal.ts";

/** How many calls are under way at once. */
const AT_ONCE = 16;
const FULL = { guests: 2_000, members: 500, passes: 5 };
const QUICK = { guests: 200, members: 50, passes: 1 };
/** Of each call. */
const COUNTED = 41;

/** One process on a PostgreSQL of its own, with rate limits, as a proxy passes the calls on. */
const SERVER = {
  ...{ workers: 1, countsLimits: true, trustedProxies: ["127.0.0.1"] },
  skipsHashing: true,
} as const;

type Pass = Readonly<{ svcUs: number; postgresUs: number; wal: WalCost; calls: number }>;

/** What one call costs on PostgreSQL. Every call is made once by everybody before it is measured. */
export const cost: Section = {
  about:
    "what a call costs on PostgreSQL, with rate limits and without password hashes: round trips, CPU, log without page images, updates in place (HOT)",
  async run({ isQuick, say }) {
    const postgres = await startPostgres({ isDurable: true });
    try {
      say("round trips");
      const roundTrips = await countRoundTrips(await newDatabase(postgres, "relayed"));
      const url = await newDatabase(postgres, "direct");
      const passes = await measurePasses(postgres, url, isQuick ? QUICK : FULL, say);
      return costCalls.flatMap((call) =>
        figuresOf(call, roundTrips.get(call) ?? Number.NaN, passes.get(call) ?? []),
      );
    } finally {
      await postgres.stop();
    }
  },
};

async function newDatabase(postgres: Postgres, name: string): Promise<string> {
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgres.url(name);
}

/** In turns, and of each call the median: the jobs of the server ask PostgreSQL in between. */
async function countRoundTrips(url: string): Promise<Map<CostCall, number>> {
  const relay = await startPostgresRelay(url);
  const server = await startBenchServer({ ...SERVER, databaseUrl: relay.url });
  const wire = jsonWire(server.url);
  try {
    const crowd = await gatherCrowd(wire, server, { guests: 1, members: 1 });
    const counts = new Map(costCalls.map((call) => [call, [] as number[]]));
    for (let n = 0; n <= COUNTED; n++) {
      for (const [call, each] of counts) {
        const before = relay.roundTrips();
        await call.make(crowd, n);
        if (n > 0) each.push(relay.roundTrips() - before); // the first one warms up
      }
    }
    return new Map([...counts].map(([call, each]) => [call, median(each)]));
  } finally {
    wire.close();
    await server.stop();
    await relay.close();
  }
}

async function measurePasses(
  postgres: Postgres,
  url: string,
  size: typeof FULL,
  say: (line: string) => void,
): Promise<Map<CostCall, Pass[]>> {
  const server = await startBenchServer({ ...SERVER, databaseUrl: url });
  const wire = jsonWire(server.url);
  const wal = await watchWal(url);
  try {
    const crowd = await gatherCrowd(wire, server, size);
    await analyze(url);
    for (const call of costCalls) await makeCalls(call, crowd);
    const passes = new Map(costCalls.map((call) => [call, [] as Pass[]]));
    for (let n = 1; n <= size.passes; n++) {
      say(`pass ${n} of ${size.passes}`);
      for (const call of costCalls) {
        passes
          .get(call)
          ?.push(await measurePass(call, crowd, wal, { svc: server.pid, postgres: postgres.pid }));
      }
    }
    return passes;
  } finally {
    wire.close();
    await wal.close();
    await server.stop();
  }
}

async function measurePass(
  call: CostCall,
  crowd: Crowd,
  wal: Wal,
  pids: Readonly<{ svc: number; postgres: number }>,
): Promise<Pass> {
  const usedMs = (pid: number): number => usageOf(pid)?.cpuMs ?? Number.NaN;
  const calls = crowd[call.callers].length;
  let [svcMs, postgresMs] = [0, 0];
  const walCost = await wal.costOf(async () => {
    const before = [usedMs(pids.svc), usedMs(pids.postgres)] as const;
    await makeCalls(call, crowd);
    [svcMs, postgresMs] = [usedMs(pids.svc) - before[0], usedMs(pids.postgres) - before[1]];
  });
  return { svcUs: (svcMs * 1000) / calls, postgresUs: (postgresMs * 1000) / calls, wal: walCost, calls };
}

/** Everybody calls once. */
async function makeCalls(call: CostCall, crowd: Crowd): Promise<void> {
  const calls = crowd[call.callers].length;
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < calls) await call.make(crowd, next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

function figuresOf(call: CostCall, roundTrips: number, passes: readonly Pass[]): Figure[] {
  const { name, roundTrips: mostTrips, walBytes: mostBytes } = call;
  const wal = sumOf(passes.map((pass) => pass.wal));
  const calls = passes.reduce((sum, pass) => sum + pass.calls, 0);
  const atMost = (bound: number | undefined) =>
    bound === undefined ? {} : { bars: [{ of: "value", atMost: bound }] as const };
  return [
    { name: `${name}, round trips`, value: roundTrips, unit: "", ...atMost(mostTrips) },
    { name: `${name}, CPU of svc`, value: median(passes.map(({ svcUs }) => svcUs)), unit: "us" },
    {
      ...{ name: `${name}, CPU of PostgreSQL`, unit: "us" },
      value: median(passes.map(({ postgresUs }) => postgresUs)),
    },
    { name: `${name}, log`, value: wal.bytes / calls, unit: "bytes", ...atMost(mostBytes) },
    ...[...wal.updates].filter(isPartOfCall(calls)).map(([table, { all, hot }]) => ({
      ...{ name: `${name}, updates of ${table} in place`, value: (100 * hot) / all, unit: "%" },
      ...(call.hotPercent && { bars: [{ of: "value", atLeast: call.hotPercent }] as const }),
    })),
  ];
}

/** The jobs of the server update a few rows meanwhile. */
function isPartOfCall(calls: number): (entry: [string, { all: number }]) => boolean {
  return ([, { all }]) => all > calls / 100;
}
