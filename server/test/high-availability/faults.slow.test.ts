import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { isFull, times } from "../../src/testing/full.ts";
import { type PostgresPair, startPostgresPair } from "../../src/testing/postgres-pair.ts";
import { startTcpSwitch, type TcpSwitch } from "../../src/testing/tcp-switch.ts";
import { callAt, Phones, type Report } from "./phones.ts";
import { Replicas } from "./replicas.ts";

const PHONES = times(8, 24);
const CALM_MS = times(500, 3_000);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type World = Readonly<{ pair: PostgresPair; network: TcpSwitch; databaseUrl: string; replicas: Replicas }>;

/** Three replicas, a network, a primary and its synchronous standby. */
async function startWorld({
  user = "svc",
  count = 3,
  prepare = async (_pair: PostgresPair) => {},
} = {}): Promise<World> {
  const pair = await startPostgresPair({ isSynchronous: true });
  closers.push(() => pair.stop());
  await pair.run("create database svc");
  await prepare(pair);
  const network = await startTcpSwitch(portOf(pair.primary()));
  closers.push(() => network.close());
  const databaseUrl = `postgres://${user}@127.0.0.1:${network.port}/svc`;
  const replicas = await Replicas.start(databaseUrl, count);
  closers.push(() => replicas.close());
  return { pair, network, databaseUrl, replicas };
}

const portOf = (url: string): number => Number(new URL(url).port);

/** Phones call before, during and after the fault. */
async function under(name: string, { replicas }: World, fault: () => Promise<void>): Promise<Report> {
  const phones = new Phones(replicas.urls, replicas.publishableKey, PHONES);
  await sleep(CALM_MS);
  await fault();
  await sleep(CALM_MS);
  await expect.poll(() => replicas.readiness()).toEqual(replicas.urls.map(() => 200));
  const report = await phones.end();
  process.stderr.write(`\n${name}: ${JSON.stringify(report)}\n`);
  return report;
}

const harmless = { signOuts: 0, lost: 0, forked: 0, revokedAccepted: 0 };

function expectNoHarm(report: Report): void {
  expect(report).toMatchObject(harmless);
  expect(report.failures.INTERNAL ?? 0).toBe(0);
  expect(report.answered).toBeGreaterThan(PHONES);
}

test("kill -9 of replicas loses nothing, and the others go on", async () => {
  const world = await startWorld();
  const report = await under("replicas killed", world, async () => {
    for (let n = 0; n < times(1, 6); n++) {
      await world.replicas.restart(n % 3, "SIGKILL", world.databaseUrl);
      await sleep(CALM_MS);
    }
  });
  expectNoHarm(report);
  expect(report.longestGapMs).toBeLessThan(5_000);
});

test("a switchover that leaves connections to the old primary open signs nobody out and revives no token", async () => {
  const world = await startWorld();
  const { pair, network } = world;
  const report = await under("switchover", world, async () => {
    await pair.switchOver();
    // For a while new connections still lead to the old primary, which is a standby now.
    await sleep(times(1_000, 3_000));
    expect(await world.replicas.readiness()).toEqual([503, 503, 503]);
    network.leadTo(portOf(pair.primary()));
  });
  expectNoHarm(report);
  expect(world.replicas.said).toContain("standby");
});

test.runIf(isFull)("kill -9 of the primary loses nothing that was acknowledged", async () => {
  const world = await startWorld();
  const { pair, network } = world;
  const report = await under("primary killed", world, async () => {
    await pair.failOver();
    await sleep(2_000);
    network.leadTo(portOf(pair.primary()));
  });
  expectNoHarm(report);
});

test.runIf(isFull)(
  "a standby that stands still stops writes, leaves no more backends than the pools have places",
  async () => {
    const world = await startWorld();
    const { pair } = world;
    let most = 0;
    const report = await under("standby paused", world, async () => {
      signalTree(pair.pid("standby"), "STOP");
      for (let second = 0; second < 20; second++) {
        await sleep(1_000);
        most = Math.max(most, await backends(pair.primary("svc")));
      }
      signalTree(pair.pid("standby"), "CONT");
    });
    expectNoHarm(report);
    expect(most).toBeLessThanOrEqual(30);
  },
);

test.runIf(isFull)(
  "a sign-out that no standby has is not acknowledged, however often it is repeated",
  async () => {
    const world = await startWorld();
    const { pair, network, replicas } = world;
    const call = async (method: string, request: object, token?: string) => {
      const [url = ""] = replicas.urls;
      const since = performance.now();
      const answer = await callAt(url, replicas.publishableKey, `AuthService/${method}`, request, token);
      process.stderr.write(`${method}: ${answer.reason} after ${Math.round(performance.now() - since)} ms\n`);
      return answer;
    };
    const { accessToken, refreshToken } = (await call("SignInAnonymously", {})).body;
    signalTree(pair.pid("standby"), "STOP");
    // Both before and after the first call is given up.
    const repeats = [0, 3_000, 7_000, 10_000].map(async (waitMs) => {
      await sleep(waitMs);
      return [await call("SignOut", { refreshToken }), await call("DeleteAccount", {}, accessToken)];
    });
    const guest = call("SignInAnonymously", {});
    for (const { reason } of (await Promise.all(repeats)).flat()) {
      expect(["STORAGE_UNAVAILABLE", "OVERLOADED"]).toContain(reason);
    }
    expect((await guest).reason).toBe("STORAGE_UNAVAILABLE");
    signalTree(pair.pid("standby"), "CONT");
    await pair.failOver();
    network.leadTo(portOf(pair.primary()));
    await expect.poll(() => replicas.readiness()).toEqual([200, 200, 200]);
  },
);

test.runIf(isFull)("a silent cut of all connections is noticed, and everything goes on", async () => {
  const world = await startWorld();
  const report = await under("silent cut", world, async () => {
    world.network.cut();
    await sleep(10_000);
  });
  expectNoHarm(report);
  expect(report.longestGapMs).toBeLessThan(15_000);
});

test("a limit of connections below the size of the pools is waited for", async () => {
  const world = await startWorld({
    user: "limited",
    prepare: async (pair) => {
      await pair.run("create role limited login");
      await pair.run("alter database svc owner to limited");
    },
  });
  const { pair } = world;
  let most = 0;
  const report = await under("connection limit", world, async () => {
    await pair.run("alter role limited connection limit 12");
    await pair.run("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'limited'");
    await sleep(CALM_MS);
    most = await backends(pair.primary("svc"));
  });
  expect(most).toBeLessThanOrEqual(12);
  expectNoHarm(report);
  // A replica that got none of the twelve refuses its calls until it gets one.
  expect(report.longestGapMs).toBeLessThan(5_000);
});

/** The process and all that it started. */
function signalTree(pid: number, signal: "STOP" | "CONT"): void {
  spawnSync("pkill", [`-${signal}`, "-P", String(pid)]);
  process.kill(pid, `SIG${signal}`);
}

async function backends(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from pg_stat_activity
    where datname = 'svc' and application_name = 'svc-server' and pid <> pg_backend_pid()`);
  await client.end();
  return rows[0].count;
}
