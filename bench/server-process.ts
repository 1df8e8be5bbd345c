import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { ProjectSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";

const ROOT = join(import.meta.dirname, "..");
const NODE = join(ROOT, "node_modules/.bin/node");
const MAIN = join(ROOT, "server/src/main.ts");

export type LoopDelay = { p50: number; p99: number };

export type BenchServer = {
  url: string;
  publishableKey: string;
  secretKey: string;
  adminToken: string;
  pid: number;
  /** The server's event-loop delay since the last time it was asked, in milliseconds. */
  loopDelay: () => Promise<LoopDelay>;
  stop: () => Promise<void>;
};

/** From the sources, with something beside it that watches its event loop. */
const FROM_SOURCES = [NODE, "--import", join(import.meta.dirname, "loop-delay.ts"), MAIN] as const;

/** A real `svc serve` on a fresh data directory, limits off, with one project that takes guests. */
export async function startBenchServer(
  settings: MessageInitShape<typeof ProjectSettingsUpdateSchema> = {},
  databaseUrl?: string,
  [program, ...programFlags]: readonly [string, ...string[]] = FROM_SOURCES,
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = ["--data-dir", join(folder, "data"), ...(databaseUrl ? ["--database-url", databaseUrl] : [])];
  const child = spawn(
    program,
    [...programFlags, "serve", "--addr", `127.0.0.1:${port}`, "--base-url", url, ...flags],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, SVC_RATE_LIMITS: "off" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  );
  await answering(url, child);
  const keys = await setUp(folder, flags, url, settings);
  return {
    url,
    ...keys,
    pid: child.pid ?? 0,
    loopDelay: () =>
      new Promise((resolve) => {
        child.once("message", (delay) => resolve(delay as LoopDelay));
        child.send("loop-delay");
      }),
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function setUp(
  folder: string,
  flags: readonly string[],
  url: string,
  settings: MessageInitShape<typeof ProjectSettingsUpdateSchema>,
) {
  const email = "bench@example.com";
  await run(folder, ["admin", "create", "--email", email, "--password", "a long bench password", ...flags]);
  const token = (await run(folder, ["admin", "token", "create", "--email", email, ...flags])).trim();
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

function run(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, [MAIN, ...args], { cwd, env: { PATH: process.env.PATH } });
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

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error("svc serve ended");
    const isUp = await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("svc serve does not answer");
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
