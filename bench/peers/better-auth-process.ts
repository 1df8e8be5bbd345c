import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Target } from "../measure.ts";
import { endWithUs, watched, withLoopDelay } from "../server-process.ts";

export type BetterAuthProcess = { origin: string; target: Target; stop: () => Promise<void> };

/** better-auth in a process and a folder of its own. `emailCodes` adds its plugin for them. */
export async function startBetterAuthProcess({ emailCodes = false } = {}): Promise<BetterAuthProcess> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const args = [join(folder, "auth.db"), ...(emailCodes ? ["email-codes"] : [])];
  const child = fork(join(import.meta.dirname, "better-auth-server.ts"), args, {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    execArgv: withLoopDelay,
  });
  endWithUs(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", () => reject(new Error("better-auth ended")));
  });
  const { loopDelay, stop } = watched(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    target: { host: "127.0.0.1", port, pid: child.pid ?? 0, loopDelay },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
