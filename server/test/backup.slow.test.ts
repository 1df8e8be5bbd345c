import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, type Running } from "../../cli/test/cli-runner.ts";
import { openLocal } from "../src/compose.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { engines, newPostgresDatabase } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";

const PASSWORD = "correct horse battery";
const ROOT = ["--email", "root@example.com"];

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

type Tokens = { accessToken: string; refreshToken: string; user: { email: string } };

/** A running server, its project and a client without ceremony. */
class Site {
  readonly running: Running;
  readonly url: string;
  readonly key: string;

  constructor(running: Running, url: string, key: string) {
    this.running = running;
    this.url = url;
    this.key = key;
  }

  async call<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${this.url}/svc.${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": this.key, ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T;
    const retryAfter = response.headers.get("retry-after");
    if (response.status === 503 && retryAfter !== null) {
      // The machine is too busy to hash in time. Nothing was done, as the client library knows.
      await pause(Number(retryAfter) * 1000);
      return this.call(path, body, headers);
    }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async signUp(email: string): Promise<Tokens> {
    const { tokens } = await this.call<{ tokens: Tokens }>("auth.v1.AuthService/SignUp", {
      email,
      password: PASSWORD,
    });
    return tokens;
  }

  signIn(email: string): Promise<Tokens> {
    return this.call("auth.v1.AuthService/SignIn", { email, password: PASSWORD });
  }

  refresh(refreshToken: string): Promise<Tokens> {
    return this.call("auth.v1.AuthService/RefreshToken", { refreshToken });
  }

  async jwks(): Promise<unknown> {
    return (await fetch(`${this.url}/p/demo/.well-known/jwks.json`)).json();
  }

  async stop(): Promise<void> {
    this.running.child.kill("SIGTERM");
    expect((await this.running.finished).code).toBe(0);
  }
}

async function serve(flags: readonly string[], key = ""): Promise<Site> {
  const args = ["serve", "--addr", "127.0.0.1:0", "--base-url", "http://auth.test", ...flags];
  const running = cli.start(args, { SVC_RATE_LIMITS: "off" });
  const [, url = ""] = await running.says(/listening {2}(http:\/\/\S+:\d+)/);
  return new Site(running, url, key);
}

async function serveNew(flags: readonly string[]): Promise<Site> {
  const site = await serve(flags);
  await cli.run(["admin", "create", ...ROOT, "--password", PASSWORD, ...flags]);
  const token = (await cli.run(["admin", "token", "create", ...ROOT, ...flags])).stdout.trim();
  const { project } = await site.call<{ project: { publishableKey: string } }>(
    "admin.v1.ProjectService/CreateProject",
    { name: "Demo" },
    { authorization: `Bearer ${token}` },
  );
  return new Site(site.running, site.url, project.publishableKey);
}

/** Signs users up and refreshes their sessions until told to stop; remembers what was acknowledged. */
class Load {
  readonly signedUp: string[] = [];
  refreshed = 0;
  #isOver = false;
  readonly #workers: Promise<void>[];

  constructor(site: Site) {
    this.#workers = Array.from({ length: 4 }, (_, worker) => this.#work(site, worker));
  }

  async #work(site: Site, worker: number): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      let { refreshToken, user } = await site.signUp(`w${worker}-${n}@example.com`);
      this.signedUp.push(user.email);
      for (let turn = 0; turn < 10 && !this.#isOver; turn++) {
        ({ refreshToken } = await site.refresh(refreshToken));
        this.refreshed += 1;
      }
    }
  }

  async reach(count: number): Promise<void> {
    while (this.signedUp.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }
}

describe.each(engines)("svc backup on $kind", ({ kind }) => {
  async function place(name: string): Promise<string[]> {
    const database = kind === "postgres" ? ["--database-url", await newPostgresDatabase()] : [];
    return ["--data-dir", cli.path(name), ...database];
  }

  test("under load has every write that was acknowledged before, nothing by half, and serves elsewhere", {
    timeout: 120_000,
  }, async () => {
    const [here, there] = [await place("here"), await place("there")];
    const site = await serveNew(here);
    const idle = await site.signUp("idle@example.com");
    const load = new Load(site);
    for (let round = 1; round <= times(2, 10); round++) {
      await load.reach(round * times(10, 60));
      const before = [...load.signedUp];
      const archive = cli.path(`round-${round}.tar.gz`);
      const backup = await cli.run(["backup", "--to", archive, ...here]);
      expect(backup).toMatchObject({ code: 0, stdout: `${archive}\n` });
      const restore = await cli.run(["restore", archive, "--force", ...there]);
      expect(restore.code, restore.stderr).toBe(0);
      const { present, torn } = await lookInto(there);
      expect(before.filter((email) => !present.has(email))).toEqual([]);
      expect(torn).toEqual([]);
    }
    await load.stop();
    expect(load.refreshed).toBeGreaterThan(0);
    const jwks = await site.jwks();
    await site.stop();

    const again = await serve(there, site.key);
    expect(await again.jwks()).toEqual(jwks);
    const me = await again.call(
      "auth.v1.AuthService/GetMe",
      {},
      { authorization: `Bearer ${idle.accessToken}` },
    );
    expect(me).toMatchObject({ user: { email: "idle@example.com" } });
    expect((await again.refresh(idle.refreshToken)).user.email).toBe("idle@example.com");
    expect((await again.signIn(load.signedUp[0] ?? "")).user.email).toBe(load.signedUp[0]);
    await again.stop();
  });

  /** The users that are there, every session without a refresh token, and every user without a session. */
  async function lookInto(flags: readonly string[]): Promise<{ present: Set<string>; torn: unknown[] }> {
    const app = await openLocal(
      loadConfig({
        flags: {},
        env: { SVC_DATA_DIR: flags[1] ?? "", SVC_DATABASE_URL: flags[3] ?? "" },
        cwd: cli.cwd,
      }),
      { mayCreate: false },
    );
    try {
      const users = await app.db.selectFrom("users").select(["id", "email"]).execute();
      const sessions = await app.db
        .selectFrom("sessions")
        .select(["id", "userId", "locatorHash", "tokenHash", "tokenExpiresAt"])
        .execute();
      const owners = new Set(sessions.map(({ userId }) => userId));
      const torn = [
        ...sessions.filter((session) => Object.values(session).includes(null)),
        ...users.filter(({ id }) => !owners.has(id)),
      ];
      return { present: new Set(users.map(({ email }) => email ?? "")), torn };
    } finally {
      await app.close();
    }
  }

  test("serve writes backups on its own, tells when, and they can be restored", {
    timeout: 300_000,
  }, async () => {
    const [here, there] = [await place("here"), await place("there")];
    const running = cli.start(["serve", "--addr", "127.0.0.1:0", "--backup-dir", "kept", ...here]);
    const [, file = ""] = await running.says(/backup written file=(\S+)/);
    expect(file).toMatch(/kept\/svc-backup-\d{8}T\d{6}Z\.tar\.gz$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(cli.path("kept")).mode & 0o777).toBe(0o700);
    running.child.kill("SIGTERM");
    expect((await running.finished).code).toBe(0);
    const kept = readdirSync(cli.path("kept")).filter((name) => name.endsWith(".tar.gz"));
    expect(kept).toHaveLength(1);
    expect(readdirSync(cli.path("kept"))).toContain("erasures.ndjson");
    expect((await cli.run(["restore", file, ...there])).code).toBe(0);
    expect((await cli.run(["admin", "create", ...ROOT, ...there])).code).toBe(0);
  });

  test("restore says what it revives, and --json prints one object", async () => {
    const [here, there] = [await place("here"), await place("there")];
    await cli.run(["admin", "create", ...ROOT, ...here]);
    await cli.run(["admin", "token", "create", ...ROOT, ...here]);
    const made = await cli.json("backup", "--to", cli.path("b.tar.gz"), ...here);
    expect(made).toMatchObject({
      file: cli.path("b.tar.gz"),
      engine: kind,
      version: "0.1.0",
      size: expect.any(Number),
    });
    const first = await cli.run(["restore", "b.tar.gz", ...there]);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toContain(
      "warning: what was revoked, changed or deleted since then is as it was: 0 sessions of users and 0 of administrators, 1 personal access token, the keys of 0 projects, 0 passkeys, passwords and accounts\n",
    );
    expect(await cli.json("restore", "b.tar.gz", "--force", "--revoke-sessions", ...there)).toMatchObject({
      ...{ dataDir: cli.path("there"), engine: kind, accessTokens: 1, sessionsRevoked: true },
      replaced: cli.path("there/replaced-by-restore"),
    });
  });
});

describe("svc backup", () => {
  test("names the file after the moment, in the working directory, and says that it holds the key", async () => {
    await cli.run(["admin", "create", ...ROOT]);
    const { code, stdout, stderr } = await cli.run(["backup"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\/svc-backup-\d{8}T\d{6}Z\.tar\.gz\n$/);
    expect(stderr).toContain("the archive contains the master key");
    expect(readdirSync(cli.cwd).sort()).toEqual(["data", stdout.trim().split("/").at(-1)]);
  });

  test("refuses a data directory that is missing or empty, and makes nothing", async () => {
    mkdirSync(cli.path("empty"));
    for (const folder of ["typo", "empty"]) {
      const failure = await cli.failure(["backup", "--to", "b.tar.gz", "--data-dir", folder]);
      expect(failure).toMatchObject({ code: 3, message: `there is no svc data in ./${folder}` });
    }
    expect(readdirSync(cli.cwd)).toEqual(["empty"]);
    expect(readdirSync(cli.path("empty"))).toEqual([]);
  });

  test.each([
    ["a file that is there", "there", "./there is there already"],
    ["a folder that is there", "folder", "./folder is there already"],
    ["a folder that is not", "nowhere/b.tar.gz", "there is no directory ./nowhere"],
    ["a place below a file", "there/b.tar.gz", "there is no directory ./there"],
  ])("refuses %s", async (_what, to, message) => {
    await cli.run(["admin", "create", ...ROOT]);
    writeFileSync(cli.path("there"), "mine");
    mkdirSync(cli.path("folder"));
    expect(await cli.failure(["backup", "--to", to])).toMatchObject({ code: 6, message });
    expect(readdirSync(cli.cwd).sort()).toEqual(["data", "folder", "there"]);
  });

  test("does not touch a database of an older version", async () => {
    await cli.run(["admin", "create", ...ROOT]);
    const db = new DatabaseSync(cli.path("data/svc.db"));
    db.exec("delete from migrations where name = (select max(name) from migrations)");
    db.close();
    expect((await cli.run(["backup", "--to", "c.tar.gz"])).code).toBe(0);
    expect(readdirSync(cli.path("data"))).not.toContain("backups-before-upgrade");
  });
});

describe("svc restore refuses in one line with what to do:", () => {
  test("a missing archive, something else, and a newer one", async () => {
    await cli.run(["admin", "create", ...ROOT]);
    await cli.run(["backup", "--to", "b.tar.gz"]);
    writeFileSync(cli.path("else"), "something else");
    expect(await cli.failure(["restore", "nothing.tar.gz", "--data-dir", "new"])).toEqual({
      ...{
        code: 6,
        message: "there is no ./nothing.tar.gz",
        hint: "pass an archive that svc backup created",
      },
    });
    expect((await cli.failure(["restore", "else", "--data-dir", "new"])).message).toBe(
      "./else is not a backup of svc",
    );
    expect((await cli.failure(["restore", "data", "--data-dir", "new"])).message).toBe(
      "./data is not a file",
    );
    expect(await cli.failure(["restore", "b.tar.gz"])).toEqual({
      ...{ code: 6, message: "./data is not empty" },
      hint: "restore into a new --data-dir, or replace what is there with --force",
    });
    expect(readdirSync(cli.cwd).sort()).toEqual(["b.tar.gz", "data", "else"]);
  });

  test("a running server", async () => {
    await cli.run(["admin", "create", ...ROOT]);
    await cli.run(["backup", "--to", "b.tar.gz"]);
    const server = cli.start(["serve", "--addr", ":0"]);
    await server.says(/listening/);
    expect(await cli.failure(["restore", "b.tar.gz", "--force"])).toEqual({
      ...{ code: 6, message: "svc serve is running on ./data", hint: "stop it first, then restore" },
    });
    server.child.kill("SIGTERM");
    await server.finished;
  });
});
