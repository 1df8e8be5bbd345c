import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const port = await freePort();
  const before = performance.now();
  const child = spawn(program, ["serve", "--addr", `127.0.0.1:${port}`, "--data-dir", data], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 2));
  const ms = performance.now() - before;
  child.kill("SIGTERM");
  await ended;
  return ms;
}

/** Sign-ins of guests, refreshes and reads: what a server does all day. */
async function memory(program: string, requests: number): Promise<Figure[]> {
  const server = await startBenchServer({ program: [program] });
  const wire = jsonWire(server.url);
  const key = { "x-svc-key": server.publishableKey };
  const memoryMb = (): number => usageOf(server.pid)?.memoryMb ?? Number.NaN;
  const idle = memoryMb();
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
      { name: "memory, idle", value: idle, unit: "MB" },
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
