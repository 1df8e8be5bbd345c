import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { newPostgresDatabase } from "../src/testing/engines.ts";
import { fillUp } from "../src/testing/fill-up.ts";
import { hasStrace, notRun } from "../src/testing/not-run.ts";
import { type Answer, bearer, ServedInstance } from "./served-instance.ts";

const PASSWORD = "correct horse battery";
const outage = { status: 503, reason: "STORAGE_UNAVAILABLE", body: { code: "unavailable" } };
const done = { status: 200 };

let server: ServedInstance;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

type Signed = { accessToken: string; refreshToken: string };

async function open(env: Record<string, string> = {}): Promise<Signed> {
  server = await ServedInstance.create(env);
  undo.push(() => server.close());
  await server.start();
  const { body } = await signUp("ada@example.com");
  return body.tokens;
}

const signUp = (email: string) => server.call("auth.v1.AuthService/SignUp", { email, password: PASSWORD });
const signIn = () =>
  server.call("auth.v1.AuthService/SignIn", { email: "ada@example.com", password: PASSWORD });
const refresh = ({ refreshToken }: Signed) =>
  server.call("auth.v1.AuthService/RefreshToken", { refreshToken });
const rename = ({ accessToken }: Signed) =>
  server.call("auth.v1.AuthService/UpdateMe", { displayName: "Grace" }, bearer(accessToken));
const getMe = ({ accessToken }: Signed) => server.call("auth.v1.AuthService/GetMe", {}, bearer(accessToken));

/** Everybody at once: what would write. */
const writes = (ada: Signed): Promise<Answer[]> =>
  Promise.all([signUp("grace@example.com"), signIn(), refresh(ada), rename(ada)]);

async function emails(): Promise<string[]> {
  const secret = { "x-svc-key": server.secretKey };
  const { body } = await server.call("server.v1.UserService/ListUsers", {}, secret);
  return body.users.map(({ email }: { email: string }) => email).sort();
}

/** Writes are refused as what they are, in their own words, and reads go on. */
async function expectWritesRefused(ada: Signed): Promise<void> {
  for (const answer of await writes(ada)) expect(answer).toMatchObject(outage);
  await expectReads(ada);
}

async function expectReads(ada: Signed): Promise<void> {
  const { status, body } = await getMe(ada);
  expect({ status, name: body.user?.displayName ?? "" }).toEqual({ status: 200, name: "" });
  expect(await emails()).toEqual(["ada@example.com"]);
  const paths = ["/healthz", `/p/${server.project.slug}/.well-known/jwks.json`];
  expect(await Promise.all(paths.map((path) => server.get(path)))).toEqual([200, 200]);
}

/** What was refused was not done by half: the same calls work now, the unused refresh token included. */
async function expectWritesDone(ada: Signed): Promise<void> {
  for (const answer of await writes(ada)) expect(answer).toMatchObject(done);
  expect(await emails()).toEqual(["ada@example.com", "grace@example.com"]);
  expect(await refresh(ada)).toMatchObject({ status: 401, reason: "REFRESH_TOKEN_REUSED" });
}

describe("a server on a file", () => {
  test("with a full disk refuses to write, goes on reading, and heals when there is space", async (context) => {
    const disk = mkdtempSync(join(tmpdir(), "svc-disk-"));
    undo.push(() => rmSync(disk, { recursive: true, force: true }));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    if (mounted.status !== 0) notRun(context, "only root may mount a small disk");
    undo.push(() => spawnSync("umount", [disk]));
    const ada = await open({ SVC_DATA_DIR: join(disk, "data") });

    fillUp(join(disk, "filler"));
    await expectWritesRefused(ada);
    rmSync(join(disk, "filler"));
    await expectWritesDone(ada);
    await server.stop();
  });

  test("that another process has locked refuses to write after a wait, and heals with it", async () => {
    const ada = await open();
    const other = new DatabaseSync(join(server.instance.config.dataDir, "svc.db"), { timeout: 5_000 });
    undo.push(() => other.close());

    other.exec("begin immediate");
    const refused = expectWritesRefused(ada);
    await expectReads(ada); // nobody who only reads waits
    await refused;
    other.exec("rollback");
    await expectWritesDone(ada);
    await server.stop();
  });

  // Linux does not make a disk read-only under a file that is open for writing, unless the disk is failing.
  test.for([
    ["has become read-only", "pwrite64,ftruncate", "EROFS"],
    ["fails to sync", "fsync,fdatasync", "EIO"],
  ] as const)(
    "on a disk that %s refuses to write, goes on reading, and heals without a restart",
    async ([, calls, errno], context) => {
      if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
      const ada = await open();
      const fault = await failCalls(server.running.child.pid ?? 0, calls, errno);
      await expectWritesRefused(ada);
      await expectWritesRefused(ada);
      expect(await server.get("/readyz")).toBe(503);
      await endFault(fault);
      while ((await server.get("/readyz")) !== 200) await sleep(20);
      await expectWritesDone(ada);

      server.running.child.kill("SIGKILL");
      await server.running.finished;
      await server.start();
      expect(await emails()).toEqual(["ada@example.com", "grace@example.com"]);
      expect((await getMe((await signIn()).body)).body.user).toMatchObject({ displayName: "Grace" });
      expect(await refresh(ada)).toMatchObject({ status: 401 });
      await server.stop();
    },
  );

  test("ended by an error that nobody awaits says so, exits with 1, and has kept what it acknowledged", async () => {
    const ada = await open();
    await server.stop();
    const bug = 'process.on("SIGUSR2", () => void Promise.reject(new TypeError("boom")))';
    await server.start(["--import", `data:text/javascript,${encodeURIComponent(bug)}`]);
    expect(await rename(ada)).toMatchObject(done);
    server.running.child.kill("SIGUSR2");
    const { code, stderr } = await server.running.finished;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^svc: internal error$/m);

    await server.start();
    expect((await getMe(ada)).body.user).toMatchObject({ displayName: "Grace" });
    expect(await refresh(ada)).toMatchObject(done);
    await server.stop();
  });
});

/** These system calls, which are SQLite's, fail from now on in a process that runs. */
async function failCalls(pid: number, calls: string, errno: string): Promise<ChildProcess> {
  const fault = `inject=${calls}:error=${errno}`;
  const args = ["-f", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", fault, "-p", String(pid)];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  undo.push(() => strace.kill("SIGKILL"));
  for await (const chunk of strace.stderr.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes("attached")) return strace;
  }
  throw new Error("strace did not attach");
}

async function endFault(strace: ChildProcess): Promise<void> {
  const exited = once(strace, "exit");
  strace.kill("SIGINT");
  await exited;
}

/** Stands before the cluster that all tests share, and goes away and comes back like a restart of it. */
class PostgresDoor {
  readonly #to: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(url: string) {
    this.#to = new URL(url);
  }

  get url(): string {
    return Object.assign(new URL(this.#to), { port: String(this.#port) }).href;
  }

  async up(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#to.port), this.#to.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        socket.once("close", () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    }).listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address === "object" && address) this.#port = address.port;
  }

  /** PostgreSQL says goodbye to whoever is connected; then nobody is there. */
  async down(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    const admin = new pg.Client(this.#to.href);
    await admin.connect();
    const others = "datname = current_database() and pid <> pg_backend_pid()";
    await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`);
    await admin.end();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

describe("a server whose PostgreSQL restarts", () => {
  let door: PostgresDoor;
  const readiness = async (): Promise<unknown> => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, await response.json()];
  };

  test("says UNAVAILABLE and not ready meanwhile, and works again without a restart of its own", async () => {
    door = new PostgresDoor(await newPostgresDatabase());
    await door.up();
    undo.push(() => door.down());
    const ada = await open({ SVC_DATABASE_URL: door.url });
    let isOver = false;
    undo.push(() => {
      isOver = true;
    });
    const callers = Array.from({ length: 6 }, async () => {
      const answers: Answer[] = [];
      while (!isOver) answers.push(await getMe(ada));
      return answers;
    });

    await door.down();
    for (const answer of await writes(ada)) expect(answer).toMatchObject(outage);
    expect(await getMe(ada)).toMatchObject(outage);
    expect(await server.get(`/p/${server.project.slug}/.well-known/jwks.json`)).toBe(503);
    expect(await readiness()).toEqual([503, { status: "NOT_READY", problem: "database" }]);
    expect(await server.get("/healthz")).toBe(200);

    await door.up();
    expect(await readiness()).toEqual([200, { status: "READY" }]);
    isOver = true;
    const answers = (await Promise.all(callers)).flat();
    expect(new Set(answers.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(["200 ", "503 STORAGE_UNAVAILABLE"]),
    );
    await expectWritesDone(ada);

    await door.down(); // and a server without its database still ends well
    await server.stop();
  });
});
