import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, type Running } from "../../cli/test/cli-runner.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";

/** A caller that has waited for so long was forgotten: an answer takes milliseconds. */
const FORGOTTEN_MS = 10_000;

const CALLERS = 32;

const OK = /^HTTP\/1.1 200 /;

let cli: Cli;
let databaseUrl: string;
const callers: Caller[] = [];
beforeEach(async () => {
  cli = new Cli();
  databaseUrl = await newPostgresDatabase("template_svc");
});
afterEach(() => {
  for (const caller of callers.splice(0)) caller.socket.destroy();
  cli.close();
});

/** One call on a connection of its own. */
class Caller {
  readonly socket: Socket;
  /** What came until the connection ended; nothing when it broke before an answer. */
  readonly ended: Promise<string>;
  answer = "";

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("error", () => {});
    this.socket.on("data", (chunk) => {
      this.answer += chunk;
    });
    this.socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    this.ended = new Promise((resolve) => this.socket.once("close", () => resolve(this.answer)));
  }

  async isForgotten(): Promise<boolean> {
    const patience = new AbortController();
    const waited = sleep(FORGOTTEN_MS, true, { signal: patience.signal }).catch(() => false);
    const isForgotten = await Promise.race([waited, this.ended.then(() => false)]);
    patience.abort();
    return isForgotten;
  }
}

function call(port: number): Caller {
  const caller = new Caller(port);
  callers.push(caller);
  return caller;
}

async function start(workers: number): Promise<{ server: Running; port: number; pids: number[] }> {
  const flags = ["--workers", `${workers}`, "--database-url", databaseUrl, "--addr", "127.0.0.1:0"];
  const server = cli.start(["serve", ...flags]);
  const [, port] = await server.says(/listening {2}http:\/\/\S+:(\d+)/);
  const numbers = Array.from({ length: workers }, (_, n) => n + 1);
  const pids = await Promise.all(numbers.map((worker) => pidOf(server, worker, 1)));
  return { server, port: Number(port), pids };
}

/** Of a worker, the n-th time it was started. */
async function pidOf(server: Running, worker: number, time: number): Promise<number> {
  const line = `worker serves worker=${worker} pid=(\\d+)`;
  const match = await server.says(new RegExp(Array<string>(time).fill(line).join("[^]*")));
  return Number(match[time]);
}

async function stop(server: Running): Promise<void> {
  server.child.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);
}

/** Calls until some were given to workers that do not answer: one to each, because they take nothing else before. */
async function callUntilInTransit(port: number, count: number): Promise<Caller[]> {
  for (;;) {
    const some = Array.from({ length: 4 }, () => call(port));
    await Promise.race([sleep(200), Promise.all(some.map(({ ended }) => ended))]);
    const unanswered = callers.filter(({ socket }) => !socket.destroyed);
    if (unanswered.length >= count) return unanswered;
  }
}

async function howManyForgotten(some: readonly Caller[]): Promise<number> {
  const forgotten = await Promise.all(some.map((caller) => caller.isForgotten()));
  return forgotten.filter(Boolean).length;
}

describe("a worker that is killed", { timeout: 300_000 }, () => {
  test("leaves nobody waiting whose connection was on its way to it", async () => {
    const { server, port, pids } = await start(2);
    const [victim = 0] = pids;
    process.kill(victim, "SIGSTOP"); // it takes nothing any more, and nobody has noticed
    const waiting = await callUntilInTransit(port, 1);
    process.kill(victim, "SIGKILL");
    expect(await howManyForgotten(waiting)).toBe(0);
    expect(await call(port).ended).toMatch(OK);
    await stop(server);
  });

  test("leaves nobody waiting when it was the last one, and the port answers again", async () => {
    const { server, port, pids } = await start(2);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const waiting = await callUntilInTransit(port, 6); // one on its way to each, and others that nobody can take
    for (const pid of pids) process.kill(pid, "SIGKILL");
    expect(await howManyForgotten(waiting)).toBe(0);
    expect(waiting.map(({ answer }) => answer)).toEqual(waiting.map(() => ""));

    const replaced = await Promise.all([1, 2].map((worker) => pidOf(server, worker, 2)));
    expect(await call(port).ended).toMatch(OK);
    for (const pid of replaced) process.kill(pid, "SIGKILL");
    await server.says(/(worker ended.* inMs=1000\n[\s\S]*){2}/);
    expect(await call(port).ended, "while there is none").toBe("");
    await Promise.all([1, 2].map((worker) => pidOf(server, worker, 3)));
    expect(await call(port).ended).toMatch(OK);
    await stop(server);
  });

  test("leaves none of many callers waiting who connect at that moment", async () => {
    for (let round = 0; round < times(1, 20); round++) {
      const { server, port, pids } = await start(3);
      let isOver = false;
      let forgotten = 0;
      let answered = 0;
      const keepCalling = async (): Promise<void> => {
        while (!isOver) {
          const caller = new Caller(port);
          if (await caller.isForgotten()) forgotten += 1;
          else if ((await caller.ended) !== "") answered += 1;
          caller.socket.destroy();
        }
      };
      const calling = Promise.all(Array.from({ length: CALLERS }, keepCalling));
      for (const [index, pid] of pids.entries()) {
        const before = answered;
        process.kill(pid, "SIGKILL");
        await pidOf(server, index + 1, 2);
        await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(before + CALLERS);
      }
      isOver = true;
      await calling;
      expect(forgotten).toBe(0);
      await stop(server);
    }
  });
});
