import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, main, node, type Running } from "../../cli/test/cli-runner.ts";
import { directorySnapshot } from "../src/testing/directory-snapshot.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

const serve = ["serve", "--addr", "127.0.0.1:0"];

async function urlOf(server: Running): Promise<string> {
  const [, url = ""] = await server.says(/listening {2}(http:\/\/\S+:\d+)/);
  return url;
}

async function stop(server: Running): Promise<void> {
  server.child.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);
}

async function startAndStop(args: readonly string[]): Promise<void> {
  const server = cli.start(args);
  await urlOf(server);
  await stop(server);
}

/** One line of what is wrong and one of what to do, exit code not 0, and not a byte or time changed. */
async function expectRefusal(
  args: readonly string[],
  message: RegExp,
  except: readonly string[] = [],
): Promise<void> {
  utimesSync(cli.cwd, 1_000, 1_000);
  const before = directorySnapshot(cli.cwd);
  const failed = await cli.failure(args);
  expect(failed.code).toBeGreaterThan(0);
  expect(failed.message).toMatch(message);
  const after = directorySnapshot(cli.cwd);
  for (const name of except) delete before[name];
  for (const name of except) delete after[name];
  expect(after).toEqual(before);
}

describe.each(["sqlite", "postgres"])("serve on %s", (kind) => {
  test("answers, stops, and starts again on the same data", async () => {
    const database = kind === "sqlite" ? [] : ["--database-url", await newPostgresDatabase()];
    for (let start = 0; start < 2; start++) {
      const server = cli.start([...serve, ...database]);
      const response = await fetch(`${await urlOf(server)}/healthz`);
      expect(response.status).toBe(200);
      await stop(server);
    }
    expect(existsSync(cli.path("data/svc.db"))).toBe(kind === "sqlite");
    expect(readdirSync(cli.path("data"))).not.toContain("initialising");
  });
});

describe("a start that cannot succeed says why in two lines and changes nothing:", () => {
  test.each([
    ["no URL of PostgreSQL", "mysql://127.0.0.1/x", /not a PostgreSQL URL/],
    ["a URL that is none", "postgres://127.0.0.1:port/x", /not a PostgreSQL URL/],
    [
      "a port where nobody listens",
      "postgres://svc@127.0.0.1:1/x",
      /cannot reach PostgreSQL: .*ECONNREFUSED/,
    ],
    [
      "a name with several addresses",
      "postgres://svc@localhost:1/x",
      /cannot reach PostgreSQL: .*ECONNREFUSED/,
    ],
    [
      "a name that does not resolve",
      "postgres://svc@no-such-host.invalid/x",
      /cannot reach PostgreSQL: .*E[A-Z]+/,
    ],
  ])("--database-url with %s", async (_name, url, message) => {
    await expectRefusal([...serve, "--database-url", url], message);
  });

  test("--database-url with a database that is not there", async () => {
    const url = `${await newPostgresDatabase()}_not`;
    await expectRefusal([...serve, "--database-url", url], /database "t_\w+_not" does not exist/);
  });

  test("a PostgreSQL that accepts and says nothing", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    await expectRefusal(
      [...serve, "--database-url", `postgres://svc@127.0.0.1:${port}/x`],
      /cannot reach PostgreSQL/,
    );
    silent.close();
  });

  test("a busy port, before and after there is data", async () => {
    const busy = createServer().listen(0, "127.0.0.1");
    await once(busy, "listening");
    const address = busy.address();
    const port = typeof address === "object" ? address?.port : 0;
    const args = ["serve", "--addr", `127.0.0.1:${port}`];
    await expectRefusal(args, new RegExp(`port ${port} is in use`));
    expect(readdirSync(cli.cwd)).toEqual([]);
    await startAndStop(serve);
    await expectRefusal(args, new RegExp(`port ${port} is in use`));
    busy.close();
  });

  test("a damaged database", async () => {
    await startAndStop(serve);
    writeFileSync(cli.path("data/svc.db"), randomBytes(50_000));
    await expectRefusal(serve, /svc\.db is damaged/);
  });

  test("a wrong master key", async () => {
    await startAndStop(serve);
    writeFileSync(cli.path("data/keys/master.key"), randomBytes(32));
    await expectRefusal(serve, /master key is not the one/);
  });

  test("a wrong master key after a crash; with the right one it starts", async () => {
    const server = cli.start(serve);
    await urlOf(server);
    server.child.kill("SIGKILL");
    await server.finished;
    const right = cli.path("right.key");
    const wrong = cli.path("wrong.key");
    copyFileSync(cli.path("data/keys/master.key"), right);
    writeFileSync(wrong, randomBytes(32), { mode: 0o600 });
    copyFileSync(wrong, cli.path("data/keys/master.key"));
    // The shared memory of a killed process is rebuilt by whoever looks first.
    await expectRefusal(serve, /master key is not the one/, ["data/svc.db-shm"]);
    copyFileSync(right, cli.path("data/keys/master.key"));
    await startAndStop(serve);
  });

  test("a second serve on the same directory, while the first goes on", async () => {
    const server = cli.start(serve);
    const url = await urlOf(server);
    // The first one goes on writing.
    const itsOwn = ["data", "data/svc.db", "data/svc.db-shm", "data/svc.db-wal"];
    await expectRefusal(serve, /another svc serve is running/, itsOwn);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await stop(server);
  });
});

describe("a fresh data directory", () => {
  test.each(["0000", "0002", "0077"])("is private whatever the umask: %s", async (umask) => {
    const child = spawn("sh", ["-c", `umask ${umask} && exec "$@"`, "sh", node, main, ...serve], {
      cwd: cli.cwd,
      stdio: ["ignore", "ignore", "pipe"],
    });
    for await (const chunk of child.stderr) if (String(chunk).includes("listening")) break;
    const names = ["", ...readdirSync(cli.path("data"), { recursive: true, encoding: "utf8" })];
    const modes = names.map((name) => {
      const stat = statSync(cli.path("data", name));
      return `${name} ${(stat.mode & 0o777).toString(8)} ${stat.isDirectory() ? "700" : "600"}`;
    });
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(names).toContain("svc.db-wal");
    for (const line of modes) expect(line).toMatch(/ (\d+) \1$/);
  });

  test("made by several commands at once has one key, and all of them work", async () => {
    const emails = ["a@example.com", "b@example.com", "c@example.com"];
    const results = await Promise.all(
      emails.map((email) => cli.runProcess(["admin", "create", "--email", email])),
    );
    for (const { code, stderr } of results) expect(code, stderr).toBe(0);
    for (const email of emails) {
      expect((await cli.run(["admin", "token", "list", "--email", email])).code).toBe(0);
    }
    expect(existsSync(join(cli.path("data"), "initialising"))).toBe(false);
    rmSync(cli.path("data"), { recursive: true });
  });
});
