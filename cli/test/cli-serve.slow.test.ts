import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { availableParallelism } from "node:os";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, type Running } from "./cli-runner.ts";

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

const ada = ["--email", "ada@example.com"];

async function portOf(server: Running): Promise<number> {
  const [, port] = await server.says(/listening {2}http:\/\/\S+:(\d+)/);
  return Number(port);
}

/** A request that never ends, so that a drain has to wait for it. */
async function holdRequest(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(
    "POST /svc.auth.v1.AuthService/SignIn HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n{",
  );
  await once(socket, "data"); // 100 Continue: the server has the request
  return socket;
}

describe("serve", () => {
  test("says where it listens, where its data is and what to type next, and nothing on stdout", async () => {
    const server = cli.start(["serve", "--addr", ":0"]);
    const port = await portOf(server);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect((await fetch(`http://[::1]:${port}/healthz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    const { code, stdout, stderr } = await server.finished;
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain(`listening  http://localhost:${port} (all interfaces)\n`);
    expect(stderr).toContain(`data       ${cli.path("data")}\n`);
    expect(stderr).toContain("next       svc admin create --email you@example.com\n");
    expect(stderr).toContain(`wrong for this port: set --base-url http://localhost:${port}\n`);
  });

  test("what to type next names the same data, and is left out once there is an administrator", async () => {
    const flags = ["--data-dir", "my data"];
    const first = cli.start([
      "serve",
      "--addr",
      "127.0.0.1:0",
      "--base-url",
      "https://auth.example.com",
      ...flags,
    ]);
    await first.says(/next {7}svc admin create --email you@example\.com --data-dir 'my data'\n/);
    expect((await cli.run(["admin", "create", ...ada, ...flags])).code).toBe(0);
    first.child.kill("SIGINT");
    const { code, stderr } = await first.finished;
    expect(code).toBe(0);
    expect(stderr).not.toContain("links");

    const second = cli.start(["serve", "--addr", "[::1]:0", ...flags]);
    await second.says(/listening {2}http:\/\/\[::1\]:\d+\n/);
    second.child.kill("SIGTERM");
    expect((await second.finished).stderr).not.toContain("next");
  });

  test("with --log-format json every line is an object", async () => {
    const server = cli.start(["serve", "--addr", ":0", "--log-format", "json"]);
    const [line] = await server.says(/\{.*"listening".*\}/);
    expect(JSON.parse(line)).toMatchObject({
      level: "info",
      message: "listening",
      port: expect.any(Number),
      hasAdmin: false,
    });
    server.child.kill("SIGTERM");
    const { code, stderr } = await server.finished;
    expect(code).toBe(0);
    for (const line of stderr.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("time");
  });

  test("a request that is open when SIGTERM comes is answered; exit code 0", async () => {
    const server = cli.start(["serve", "--addr", ":0"]);
    const socket = await holdRequest(await portOf(server));
    server.child.kill("SIGTERM");
    await server.says(/stopping signal=SIGTERM/);
    socket.write('"a": 1}\n ');
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 /);
    expect((await server.finished).code).toBe(0);
  });

  test("a second signal ends it at once with 130", async () => {
    const server = cli.start(["serve", "--addr", ":0"]);
    await holdRequest(await portOf(server));
    server.child.kill("SIGINT");
    await server.says(/stopping signal=SIGINT/);
    const before = Date.now();
    server.child.kill("SIGINT");
    expect((await server.finished).code).toBe(130);
    expect(Date.now() - before).toBeLessThan(8_000);
  });

  test("warns about a variable that is almost one of ours", async () => {
    const server = cli.start(["serve", "--addr", ":0"], { SVC_DATABSE_URL: "postgres://x" });
    await server.says(/warning: unknown variable SVC_DATABSE_URL; did you mean SVC_DATABASE_URL\?\n/);
    await portOf(server);
    server.child.kill("SIGTERM");
    await server.finished;
  });

  test.runIf(existsSync("/proc/self/task"))("hashes on one thread for each core", async () => {
    const server = cli.start(["serve", "--addr", ":0"]);
    const port = await portOf(server);
    // Whatever needs the first of them makes Node start them all: here a body that is not unpacked at once.
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const body = gzipSync(randomBytes(50_000));
    const url = `http://127.0.0.1:${port}/grpc.health.v1.Health/Check`;
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(400);
    const tasks = `/proc/${server.child.pid}/task`;
    const names = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/comm`, "utf8").trim());
    expect(names.filter((name) => name === "libuv-worker")).toHaveLength(Math.max(2, availableParallelism()));
  });

  test("a bug ends it with one line, and shows where only when asked", async () => {
    const bug = 'setTimeout(() => { throw new TypeError("boom"); }, 300)';
    const nodeFlags = ["--import", `data:text/javascript,${encodeURIComponent(bug)}`];
    const { code, stderr } = await cli.runProcess(["serve", "--addr", ":0"], { nodeFlags });
    expect(code).toBe(1);
    // A job may still say that it is done.
    expect(stderr).toMatch(
      /^svc: internal error\nhint: please report this; SVC_DEBUG=1 shows where it happened$/m,
    );
    const debugged = await cli.runProcess(["serve", "--addr", ":0"], { nodeFlags, env: { SVC_DEBUG: "1" } });
    expect(debugged.stderr).toContain("TypeError: boom\n    at ");
  });

  test("admin commands work beside a running server, and print the JSON that the remote ones print", async () => {
    const server = cli.start(["serve", "--addr", ":0"]);
    const port = await portOf(server);
    expect((await cli.run(["admin", "create", ...ada])).code).toBe(0);
    const local = await cli.json("admin", "token", "create", ...ada);
    expect(local).toMatchObject({ token: expect.any(String), personalAccessToken: { name: "cli" } });
    const env = { SVC_URL: `http://127.0.0.1:${port}`, SVC_TOKEN: String(local.token) };
    const remotely = async (...args: string[]) =>
      JSON.parse((await cli.run(["token", ...args, "--json"], { env })).stdout);
    const remote = await remotely("create", "ci", "--expires-in-days", "0");
    expect(Object.keys(remote).sort()).toEqual(Object.keys(local).sort());
    const listed = await cli.json("admin", "token", "list", ...ada);
    expect(await remotely("list")).toEqual(listed);
    const { id } = remote.personalAccessToken;
    expect(await remotely("revoke", id, "--yes")).toEqual({ id, revoked: true, tokens: 1 });
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });
});

describe("serve refuses in one line with what to do:", () => {
  test.each([["--addr"], ["--metrics-addr"]])(
    "a busy port for %s, and makes no data directory",
    async (flag) => {
      const busy = createServer().listen(0, "127.0.0.1");
      await once(busy, "listening");
      const address = busy.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const failed = await cli.failure(["serve", "--addr", "127.0.0.1:0", flag, `127.0.0.1:${port}`]);
      busy.close();
      expect(failed).toMatchObject({ code: 6, hint: expect.stringContaining(flag) });
      expect(failed.message).toContain(`port ${port} is in use`);
      expect(readdirSync(cli.cwd)).toEqual([]);
    },
  );

  test("an address that is not this machine's", async () => {
    const failed = await cli.failure(["serve", "--addr", "192.0.2.1:0"]);
    expect(failed).toMatchObject({ code: 6, message: "192.0.2.1 is not an address of this machine" });
  });

  test("a data directory that another serve holds", async () => {
    const server = cli.start(["serve", "--addr", ":0"]);
    await portOf(server);
    const failed = await cli.failure(["serve", "--addr", ":0"]);
    expect(failed).toMatchObject({ code: 6, message: "another svc serve is running on ./data" });
    server.child.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("a damaged database, which stays as it is", async () => {
    await cli.run(["admin", "create", ...ada]);
    writeFileSync(cli.path("data/svc.db"), "this is no database, whatever its name says".repeat(100));
    const before = snapshot();
    for (const command of [
      ["serve", "--addr", ":0"],
      ["admin", "create", ...ada],
    ]) {
      expect(await cli.failure(command)).toMatchObject({
        code: 6,
        message: expect.stringContaining("svc.db"),
      });
    }
    expect(snapshot()).toEqual(before);
  });

  test("a master key that is not this database's, and changes nothing", async () => {
    await cli.run(["admin", "create", ...ada]);
    await cli.run(["admin", "create", ...ada, "--data-dir", "other"]);
    writeFileSync(cli.path("data/keys/master.key"), readFileSync(cli.path("other/keys/master.key")));
    const before = snapshot();
    for (const command of [
      ["serve", "--addr", ":0"],
      ["admin", "create", ...ada],
    ]) {
      expect(await cli.failure(command)).toMatchObject({
        code: 6,
        message: expect.stringContaining("master key"),
      });
    }
    expect(snapshot()).toEqual(before);
  });

  test("a master key that is gone, and makes no new one", async () => {
    await cli.run(["admin", "create", ...ada]);
    rmSync(cli.path("data/keys/master.key"));
    for (const command of [
      ["serve", "--addr", ":0"],
      ["admin", "create", ...ada],
    ]) {
      expect(await cli.failure(command)).toMatchObject({
        code: 6,
        message: expect.stringContaining("master.key is missing"),
      });
    }
    expect(existsSync(cli.path("data/keys/master.key"))).toBe(false);
  });

  test("a PostgreSQL that does not answer, and makes no data directory", async () => {
    const failed = await cli.failure([
      "serve",
      "--addr",
      ":0",
      "--database-url",
      "postgres://me:hunter2@127.0.0.1:1/x",
    ]);
    expect(failed.message).toContain("PostgreSQL");
    expect(JSON.stringify(failed)).not.toContain("hunter2");
    expect(readdirSync(cli.cwd)).toEqual([]);
  });

  /** The database and the key, byte by byte. */
  function snapshot(): Record<string, string> {
    const files = ["data/svc.db", "data/svc.db-wal", "data/keys/master.key"].filter((file) =>
      existsSync(cli.path(file)),
    );
    return Object.fromEntries(files.map((file) => [file, readFileSync(cli.path(file), "base64")]));
  }
});
