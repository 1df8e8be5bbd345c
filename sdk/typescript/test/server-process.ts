import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { scratchRoot } from "../../../server/src/testing/scratch.ts";
import { program } from "../../../tools/build/program.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const ENV = { PATH, NODE_COMPILE_CACHE };

/** A real `svc serve` on a data directory of its own. */
export class ServerProcess {
  readonly folder: string = mkdtempSync(join(scratchRoot(), "svc-sdk-"));
  readonly dataDir: string = join(this.folder, "data");
  url = "";
  /** A personal access token of its administrator. */
  token = "";
  private port = 0;
  private readonly env: NodeJS.ProcessEnv;
  private child: ChildProcess | undefined;

  private constructor(limits: "limited" | "unlimited") {
    this.env = limits === "limited" ? ENV : { ...ENV, SVC_RATE_LIMITS: "off" };
  }

  static async start(limits: "limited" | "unlimited" = "unlimited"): Promise<ServerProcess> {
    const server = new ServerProcess(limits);
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    try {
      await server.serve();
      const email = "admin@example.com";
      await server.run(["admin", "create", "--email", email, "--password", "a long test password"]);
      server.token = (await server.run(["admin", "token", "create", "--email", email])).trim();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** As a power cut: nothing is said, nothing is finished. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
  }

  /** On the same data directory and port as before. */
  async serve(): Promise<void> {
    const flags = ["--addr", `127.0.0.1:${this.port}`, "--base-url", this.url, "--data-dir", this.dataDir];
    const args = ["--no-warnings", program, "serve", ...flags];
    this.child = spawn(process.execPath, args, { cwd: this.folder, env: this.env, stdio: "ignore" });
    for (let tries = 0; tries < 1000; tries++) {
      if (this.child.exitCode !== null) throw new Error("svc serve ended");
      const isUp = await fetch(`${this.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error("svc serve does not answer");
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(args: readonly string[]): Promise<string> {
    const all = ["--no-warnings", program, ...args, "--data-dir", this.dataDir];
    const { stdout } = await promisify(execFile)(process.execPath, all, { cwd: this.folder, env: this.env });
    return stdout;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
