import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { ProjectSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { NODE_FLAGS } from "../cli/src/local/memory.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Target } from "./measure.ts";

const ROOT = join(import.meta.dirname, "..");
const NODE = join(ROOT, "node_modules/.bin/node");
const MAIN = join(ROOT, "cli/src/main.ts");

/** Of every server of a benchmark. */
export const ADMIN = { email: "bench@example.com", password: "a long bench password" } as const;

/** A server that hashes for several clients answers late. */
const LOOP_DELAY_WITHIN_MS = 30_000;

export type LoopDelay = { p50: number; p99: number };

/** `svc serve` as a process of its own. */
export type Served = Target & {
  url: string;
  /** In milliseconds. */
  loopDelay: () => Promise<LoopDelay>;
  stop: () => Promise<void>;
};

export type BenchServer = Served & {
  dataDir: string;
  publishableKey: string;
  secretKey: string;
  adminToken: string;
};

/** Loads something beside the program that watches its event loop. */
export const withLoopDelay: string[] = ["--import", join(import.meta.dirname, "loop-delay.ts")];

const WITHOUT_HASHING = `--import=${new URL("./without-hashing.ts", import.meta.url).href}`;

const FROM_SOURCES = [NODE, ...NODE_FLAGS, ...withLoopDelay, MAIN] as const;

/** Rate limits that count every call and refuse none. */
const UNREACHED_LIMITS = [
  ...["sign_in_address", "sign_in_calls_address", "sign_in_calls_account", "sign_up_address"],
  ...["refresh_address", "anonymous_address", "mail_address"],
].map((name) => `${name} = { limit = 1000000000 }\n`);

export type ServeOptions = {
  databaseUrl?: string;
  program?: readonly [string, ...string[]];
  workers?: number | undefined;
  trustedProxies?: readonly string[];
  /** Rate limits count, although no caller reaches them. Otherwise they are off. */
  countsLimits?: boolean;
  /** Passwords take no time. Hashing takes nine tenths of a sign-in, and hides what the rest of it costs. */
  skipsHashing?: boolean;
};

/** `stop` leaves the data directory as it is. */
export async function serve(
  dataDir: string,
  {
    databaseUrl,
    program = FROM_SOURCES,
    workers,
    trustedProxies = [],
    countsLimits = false,
    skipsHashing = false,
  }: ServeOptions = {},
): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [file, ...before] = program;
  const flags = [
    ...["--addr", `127.0.0.1:${port}`, "--base-url", url, "--data-dir", dataDir],
    ...(databaseUrl ? ["--database-url", databaseUrl] : []),
    ...(workers ? ["--workers", String(workers)] : []),
    ...(trustedProxies.length > 0 ? ["--trusted-proxies", trustedProxies.join(",")] : []),
  ];
  const args = [...before, "serve", ...flags];
  const env = {
    PATH: process.env.PATH,
    ...(!countsLimits && { SVC_RATE_LIMITS: "off" }),
    ...(skipsHashing && { NODE_OPTIONS: WITHOUT_HASHING }),
  };
  const limits = `[rate_limits]\n${UNREACHED_LIMITS.join("")}`;
  if (countsLimits) writeFileSync(join(dirname(dataDir), "svc.toml"), limits);
  const place = { cwd: dirname(dataDir), env };
  const child = spawn(file, args, { ...place, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  endWithUs(child);
  await answering(`${url}/healthz`, child).catch((error: Error) => {
    if (child.exitCode === null) throw error;
    // Nobody read its log, which would cost the server time; the second try tells why.
    throw new Error(spawnSync(file, args, { ...place, timeout: 5_000, encoding: "utf8" }).stderr);
  });
  return { url, host: "127.0.0.1", port, pid: child.pid ?? 0, ...watched(child) };
}

/** Whatever happens to the benchmark, nothing of it goes on running. */
export function endWithUs(child: ChildProcess): void {
  const end = (): void => void child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

/** How a process is asked for its event-loop delay, and ended. */
export function watched(child: ChildProcess): Pick<Served, "loopDelay" | "stop"> {
  return {
    async loopDelay() {
      const answer = once(child, "message", { signal: AbortSignal.timeout(LOOP_DELAY_WITHIN_MS) });
      child.send("loop-delay");
      const [delay] = await answer;
      return delay as LoopDelay;
    },
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * On a fresh data directory, with one project that takes guests. When a number of workers is asked for and no database,
 * it runs on a PostgreSQL of its own: only there may be several.
 */
export async function startBenchServer({
  settings = {},
  ...options
}: ServeOptions & {
  settings?: MessageInitShape<typeof ProjectSettingsUpdateSchema>;
} = {}): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const dataDir = join(folder, "data");
  const needsPostgres = options.workers !== undefined && options.databaseUrl === undefined;
  const postgres = needsPostgres ? await startPostgres({ isDurable: true }) : undefined;
  const databaseUrl = options.databaseUrl ?? postgres?.url("postgres");
  const served = await serve(dataDir, { ...options, ...(databaseUrl && { databaseUrl }) }).catch(
    async (error: Error) => {
      await postgres?.stop();
      throw error;
    },
  );
  const flags = ["--data-dir", dataDir, ...(databaseUrl ? ["--database-url", databaseUrl] : [])];
  const run = commandRunner(folder, options.program ?? [NODE, MAIN], flags);
  const keys = await setUp(run, served.url, settings);
  return {
    ...served,
    ...keys,
    dataDir,
    async stop() {
      await served.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function setUp(
  run: CommandRunner,
  url: string,
  settings: MessageInitShape<typeof ProjectSettingsUpdateSchema>,
) {
  const { email, password } = ADMIN;
  await run("admin", "create", "--email", email, "--password", password);
  const token = (await run("admin", "token", "create", "--email", email)).trim();
  const transport = createConnectTransport({
    baseUrl: url,
    httpVersion: "1.1",
    interceptors: [
      (next) => (request) => {
        request.header.set("authorization", `Bearer ${token}`);
        return next(request);
      },
    ],
  });
  const projects = createClient(ProjectService, transport);
  const { project, secretKey } = await projects.createProject({ name: "Bench" });
  await projects.updateProject({ project: "bench", settings: { allowAnonymousSignIn: true, ...settings } });
  return { publishableKey: project?.publishableKey ?? "", secretKey, adminToken: token };
}

type CommandRunner = (...args: readonly string[]) => Promise<string>;

function commandRunner(
  cwd: string,
  [file, ...before]: readonly [string, ...string[]],
  flags: readonly string[],
): CommandRunner {
  return (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(file, [...before, ...args, ...flags], { cwd, env: { PATH: process.env.PATH } });
      let out = "";
      let problem = "";
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk;
      });
      child.stderr.on("data", (chunk: Buffer) => {
        problem += chunk;
      });
      child.once("exit", (code) => (code === 0 ? resolve(out) : reject(new Error(problem))));
    });
}

export async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} ended with ${child.exitCode}`);
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${child.spawnfile} does not answer`);
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
