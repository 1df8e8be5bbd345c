import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { Figure, Section } from "./figure.ts";
import { usageOf } from "./process-usage.ts";
import { median } from "./quantile.ts";
import { freePort, startBenchServer } from "./server-process.ts";
import { jsonWire } from "./wire.ts";

const ROOT = join(import.meta.dirname, "..");
const STARTS = 7;
const WORKERS = 32;
const REQUESTS = 1_000_000;
const QUICK_REQUESTS = 20_000;
const IDLE_MS = 5_000;
const IDLE = [{ of: "value", atMost: 120 }] as const;
const { signInAnonymously, getMe, refreshToken } = AuthService.method;

/** The executable as it is handed out: how soon it answers, and what it needs. */
export const binary: Section = {
  about: "the executable: start to first answer, and memory over many calls",
  async run({ isQuick }) {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    try {
      const built = spawnSync(process.execPath, [join(ROOT, "tools/build.ts"), "--out", folder], {
        encoding: "utf8",
      });
      if (built.status !== 0) throw new Error(built.stderr);
      const program = join(folder, "svc");
      writeFileSync(join(folder, "empty.mjs"), "");
      const empty: number[] = [];
      const cold: number[] = [];
      for (let n = 0; n < STARTS; n++) {
        empty.push(timed(() => spawnSync(process.execPath, [join(folder, "empty.mjs")])));
        cold.push(await firstAnswer(program, join(folder, `data-${n}`)));
      }
      return [
        {
          name: "start to first answer, new data directory",
          value: median(cold),
          unit: "ms",
          limit: median(empty),
          limitIs: "node with an empty script, start to end",
        },
        {
          name: "memory, idle",
          value: await idleMemory(program, join(folder, "idle")),
          unit: "MB",
          bars: IDLE,
        },
        ...(await memory(program, isQuick ? QUICK_REQUESTS : REQUESTS)),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function timed(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

async function firstAnswer(program: string, data: string): Promise<number> {
  const before = performance.now();
  const { stop } = await startAnswering(program, data);
  const ms = performance.now() - before;
  await stop();
  return ms;
}

/**
 * Resident memory of a server that nobody has called. Linux keeps a file that was just written in pieces of 2 MB, and counts
 * each as a whole for a process that reads a part of it; so it is read anew, as after a boot.
 */
async function idleMemory(program: string, data: string): Promise<number> {
  spawnSync("dd", [`of=${program}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"]);
  const { pid, stop } = await startAnswering(program, data);
  await pause(IDLE_MS);
  const memoryMb = usageOf(pid)?.memoryMb ?? Number.NaN;
  await stop();
  return memoryMb;
}

async function startAnswering(
  program: string,
  data: string,
): Promise<{ pid: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(program, ["serve", "--addr", `127.0.0.1:${port}`, "--data-dir", data], {
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await pause(2);
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Sign-ins of guests, refreshes and reads: what a server does all day. */
async function memory(program: string, requests: number): Promise<Figure[]> {
  const server = await startBenchServer({ program: [program] });
  const wire = jsonWire(server.url);
  const key = { "x-svc-key": server.publishableKey };
  const memoryMb = (): number => usageOf(server.pid)?.memoryMb ?? Number.NaN;
  let done = 0;
  const marks: number[] = [];
  const work = async (): Promise<void> => {
    let pair = await wire.call(signInAnonymously, {}, key);
    for (let n = 0; done < requests; n++, done++) {
      if (pair === undefined) throw new Error("a call was refused");
      if (done > 0 && done % (requests / 10) === 0) marks.push(memoryMb());
      if (n % 10 === 9) pair = await wire.call(refreshToken, { refreshToken: pair.refreshToken }, key);
      else if (n % 100 === 50) pair = await wire.call(signInAnonymously, {}, key);
      else await wire.call(getMe, {}, { ...key, authorization: `Bearer ${pair.accessToken}` });
    }
  };
  try {
    await Promise.all(Array.from({ length: WORKERS }, work));
    const early = median(marks.slice(0, 3));
    return [
      { name: "calls", value: requests, unit: "calls" },
      {
        name: "memory after all calls",
        value: memoryMb(),
        unit: "MB",
        limit: early,
        limitIs: "after the first third",
      },
    ];
  } finally {
    wire.close();
    await server.stop();
  }
}
