import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { previewPage } from "../src/pages/preview.ts";
import type { Route } from "../src/rpc/route.ts";
import { routeTable } from "../src/rpc/router.ts";
import { engines } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";
import { seed } from "../src/testing/seed.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { Dice } from "./fuzz/dice.ts";
import { framesExchange } from "./fuzz/frames-lane.ts";
import { http1Exchange } from "./fuzz/http1-lane.ts";
import { Http2Lane } from "./fuzz/http2-lane.ts";
import { isAlive, newWorld, type World } from "./fuzz/world.ts";
import { ServedInstance } from "./served-instance.ts";

const REQUESTS = times(1_500, 100_000);
const LANES = 12;
/** Ports on which nobody listens: no hostile call leads out of this machine. */
const NOBODY = "http://127.0.0.1:1";

let server: ServedInstance;
let routes: readonly Route[];
beforeAll(async () => {
  routes = await allRoutes();
  server = await ServedInstance.create({
    SVC_RATE_LIMITS: "off",
    SVC_LOG_FORMAT: "json",
    SVC_DEV_GOOGLE_URL: NOBODY,
    SVC_DEV_APPLE_URL: NOBODY,
    SVC_DEV_APP_STORE_URL: NOBODY,
    SVC_DEV_PLAY_STORE_URL: NOBODY,
    SVC_DEV_STRIPE_URL: NOBODY,
  });
  await server.start();
});
afterAll(() => server?.close());

async function allRoutes(): Promise<readonly Route[]> {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  const t = await TestApp.open(sqlite);
  try {
    return [...routeTable(t.app, () => true, previewPage).routes.values()];
  } finally {
    await t.close();
  }
}

test("hostile requests crash nothing, hang nothing, and are never answered as a bug", {
  timeout: 3_600_000,
}, async () => {
  process.stderr.write(`\nfuzz: SVC_SEED=${seed}\n`);
  let world = await newWorld(server, routes);
  const sockets = await quietSockets(0);
  const tally = new Map<string, number>();
  const wrong: string[] = [];
  let sent = 0;
  let nextLook = 500;

  async function run(lane: number): Promise<void> {
    const dice = new Dice(seed + lane);
    const http2 = new Http2Lane(server.url);
    while (sent < REQUESTS && wrong.length < 10) {
      try {
        for (const word of await exchange(dice, http2, world)) {
          sent += 1;
          tally.set(word, (tally.get(word) ?? 0) + 1);
        }
      } catch (error) {
        wrong.push(error instanceof Error ? error.message : String(error));
      }
      if (sent < nextLook) continue;
      nextLook += 500;
      if (!(await isAlive(server, world))) world = await newWorld(server, routes);
    }
    http2.close();
  }

  await Promise.all(Array.from({ length: LANES }, (_, lane) => run(lane)));
  report(sent, tally);
  expect(wrong).toEqual([]);
  expect(await isAlive(server, await newWorld(server, routes))).toBe(true);
  await quietSockets(sockets);
  await server.stop();
  const { stderr } = await server.running.finished;
  expect(
    stderr
      .split("\n")
      .filter((line) => /"level":"error"|INTERNAL|Error:|at .*:\d+:\d+/.test(line))
      .slice(0, 10),
  ).toEqual([]);
});

function exchange(dice: Dice, http2: Http2Lane, world: World): Promise<string[]> {
  const port = Number(new URL(server.url).port);
  const lane = dice.next();
  if (lane < 0.55) return http2.exchange(dice, world);
  return lane < 0.85 ? http1Exchange(dice, world, port) : framesExchange(dice, world, port);
}

/** Waits until the server has no more sockets than that, and tells how many it has. */
async function quietSockets(atMost: number): Promise<number> {
  const folder = `/proc/${server.running.child.pid}/fd`;
  const count = (): number =>
    readdirSync(folder).filter((fd) => {
      try {
        return readlinkSync(`${folder}/${fd}`).startsWith("socket:");
      } catch {
        return false; // closed meanwhile
      }
    }).length;
  let before = Number.POSITIVE_INFINITY;
  for (let now = count(); atMost === 0 ? now !== before : now > atMost; now = count()) {
    before = now;
    await sleep(500);
  }
  return before;
}

function report(sent: number, tally: ReadonlyMap<string, number>): void {
  const words = [...tally].sort(([, a], [, b]) => b - a).map(([word, count]) => `${word} ${count}`);
  process.stderr.write(`fuzz: seed ${seed}, ${sent} requests: ${words.join(", ")}\n`);
}
