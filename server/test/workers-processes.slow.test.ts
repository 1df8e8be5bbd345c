import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Cli, type Running } from "../../cli/test/cli-runner.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";
import { freePort } from "../src/testing/postgres.ts";
import { ServedInstance } from "./served-instance.ts";
import { lineToEach, WorkerLine } from "./worker-line.ts";

const LONG = { timeout: 120_000 };

let cli: Cli;
let databaseUrl: string;
beforeEach(async () => {
  cli = new Cli();
  databaseUrl = await newPostgresDatabase("template_svc");
});
afterEach(() => cli.close());

const serve = (...flags: string[]) => [
  ...["serve", "--workers", "2", "--database-url", databaseUrl, "--addr", "127.0.0.1:0"],
  ...flags,
];

async function start(...flags: string[]): Promise<{ server: Running; url: string; pids: number[] }> {
  const server = cli.start(serve(...flags));
  const [, url = ""] = await server.says(/listening {2}(http:\/\/\S+:\d+)/);
  const pids = await Promise.all([1, 2].map((worker) => pidOf(server, worker)));
  return { server, url, pids };
}

/** Of a worker, the n-th time it was started. */
async function pidOf(server: Running, worker: number, time = 1): Promise<number> {
  const once = `worker serves"?[, ]"?worker"?[=:]${worker}[, ]"?pid"?[=:](\\d+)`;
  const match = await server.says(new RegExp(Array<string>(time).fill(once).join("[^]*")));
  return Number(match[time]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const gone = (pids: readonly number[]) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 120_000 });

/** A request that is never finished, so that nobody who waits for it ends. */
async function holdRequest(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write("POST /svc.auth.v1.ConfigService/GetProjectConfig HTTP/1.1\r\nhost: x\r\n");
  socket.write("content-type: application/json\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\r\n");
  await once(socket, "data");
}

const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub;

describe("serve --workers", LONG, () => {
  test("replaces a worker that is killed, and no acknowledged write is lost", async () => {
    const server = await ServedInstance.create({
      SVC_DATABASE_URL: databaseUrl,
      SVC_WORKERS: "2",
      SVC_LOG_FORMAT: "json",
      SVC_RATE_LIMITS: "off",
    });
    const settings = { allowAnonymousSignIn: true };
    await server.instance.use((app) => updateProject(app, systemActor, server.project.id, { settings }));
    await server.start();
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (): Promise<void> => {
      for (let line = new WorkerLine(server); !isOver; line = new WorkerLine(server)) {
        // A connection that breaks may have written or not. One that was answered has.
        for (let isOpen = true; isOpen && !isOver; ) {
          const answer = await line.call("auth.v1.AuthService/SignInAnonymously", {}).catch(() => undefined);
          if (answer?.status === 200) acknowledged.push(subjectOf(answer.body.accessToken));
          else isOpen = false;
        }
        line.close();
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, write));
    const enough = (count: number) =>
      vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(count), { timeout: 300_000 });

    for (const worker of [1, 2]) {
      const victim = await pidOf(server.running, worker);
      await enough(acknowledged.length + 50);
      process.kill(victim, "SIGKILL");
      await enough(acknowledged.length + 50); // the other one goes on
      expect(await pidOf(server.running, worker, 2)).not.toBe(victim);
    }
    isOver = true;
    await writers;
    for (const line of await lineToEach(server, 2)) line.close();
    const stored = await server.instance.use(({ db }) => db.selectFrom("users").select("id").execute());
    const ids = new Set(stored.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    await server.stop();
    await server.close();
  });

  test("ends with 0 on SIGINT to all of its processes, as a terminal sends it, and leaves none", async () => {
    const { server, pids } = await start();
    for (const pid of pids) process.kill(pid, "SIGINT");
    server.child.kill("SIGINT");
    const { code, stderr } = await server.finished;
    expect(code).toBe(0);
    expect(stderr).not.toContain("worker ended");
    await gone(pids);
  });

  test("ends at once with 130 on a second signal", async () => {
    const { server, url, pids } = await start();
    await holdRequest(url);
    server.child.kill("SIGTERM");
    await server.says(/stopping signal=SIGTERM/);
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(130);
    await gone(pids);
  });

  test("leaves no worker behind when the first process is killed, and starts again", async () => {
    const port = await freePort();
    const first = await start("--addr", `127.0.0.1:${port}`);
    first.server.child.kill("SIGKILL");
    await first.server.finished;
    await gone(first.pids);
    const { server, url } = await start("--addr", `127.0.0.1:${port}`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("keeps the directory to itself, also while a worker is replaced", async () => {
    const { server, pids } = await start();
    const refusal = { code: 6, message: "another svc serve is running on ./data" };
    expect(await cli.failure(serve())).toMatchObject(refusal);
    process.kill(pids[0] ?? 0, "SIGKILL");
    expect(await cli.failure(serve("--workers", "1"))).toMatchObject(refusal);
    await pidOf(server, 1, 2);
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("that cannot start says why in two lines, once, and leaves nothing behind", async () => {
    const busy = createServer().listen(0, "127.0.0.1");
    await once(busy, "listening");
    const address = busy.address();
    const port = typeof address === "object" ? address?.port : 0;
    const inUse = { code: 6, message: `port ${port} is in use` };
    expect(await cli.failure(serve("--addr", `127.0.0.1:${port}`))).toMatchObject(inUse);
    expect(await cli.failure(serve("--metrics-addr", `127.0.0.1:${port}`))).toMatchObject(inUse);
    busy.close();
    const unreachable = serve("--database-url", "postgres://svc@127.0.0.1:1/x");
    expect((await cli.failure(unreachable)).message).toMatch(/^cannot reach PostgreSQL: .*ECONNREFUSED/);
    expect(readdirSync(cli.cwd)).toEqual([]);
  });

  test.each([
    ["before it listens", 'cluster.worker.on = () => { throw new Error("boom"); };'],
    ["by an error that nobody awaits", 'setTimeout(() => { throw new Error("boom"); }, 100);'],
  ])("whose worker breaks %s says so and ends, instead of trying for ever", async (_when, breaks) => {
    const bug = `import cluster from "node:cluster"; if (cluster.worker) { ${breaks} }`;
    const nodeFlags = ["--import", `data:text/javascript,${encodeURIComponent(bug)}`];
    const { code, stderr } = await cli.runProcess(serve(), { nodeFlags });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^svc: internal error\nhint: .+\nsvc: worker 1 ended \(exit code 1\)\nhint: .+\n$/,
    );
  });

  test("that is refused its number of workers says so in two lines", async () => {
    expect(await cli.failure(["serve", "--workers", "2"])).toEqual({
      code: 2,
      message: "2 workers need PostgreSQL: SQLite supports only one",
      hint: "set workers to 1, or database_url to a postgres:// URL",
    });
    expect(await cli.failure(serve("--workers", "0"))).toEqual({
      code: 2,
      message: '--workers "0" is not a number of workers',
      hint: "write a whole number from 1 to 64",
    });
  });

  test("tells the metrics of each worker apart, and those of the database once", async () => {
    const port = await freePort();
    const { server, url, pids } = await start("--metrics-addr", `127.0.0.1:${port}`);
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (let call = 0; call < 4; call++) {
      // Without keeping the connection: they take turns.
      const headers = { "content-type": "application/json", connection: "close" };
      await fetch(`${url}/svc.auth.v1.AuthService/GetMe`, { method: "POST", headers, body: "{}" });
    }
    const text = await read();
    const counts = [...text.matchAll(/^svc_rpc_seconds_count\{worker="(\d)",.*\} (\d+)$/gm)];
    expect(counts.map(([, worker, count]) => [worker, count])).toEqual([
      ["1", "2"],
      ["2", "2"],
    ]);
    for (const worker of [0, 1, 2]) {
      expect(text).toMatch(new RegExp(`^svc_memory_bytes\\{worker="${worker}"\\} \\d+$`, "m"));
    }
    expect(text.match(/^svc_database_up.*$/gm)).toEqual(["svc_database_up 1"]);
    expect(text.match(/^svc_workers .*$/gm)).toEqual(["svc_workers 2"]);
    expect(text.match(/^# TYPE (\S+)/gm)).toEqual([...new Set(text.match(/^# TYPE (\S+)/gm))]);

    process.kill(pids[1] ?? 0, "SIGKILL");
    await pidOf(server, 2, 2);
    expect(await read()).toMatch(/^svc_worker_ends_total\{worker="2"\} 1$/m);
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });
});
