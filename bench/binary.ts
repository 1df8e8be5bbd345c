import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { Figure, Section } from "./figure.ts";
import { median } from "./load.ts";
import { freePort, startBenchServer } from "./server-process.ts";
import { jsonWire } from "./wire.ts";

const ROOT = join(import.meta.dirname, "..");
const STARTS = 7;
const WORKERS = 32;
const REQUESTS = 1_000_000;
const { signInAnonymously, getMe, refreshToken } = AuthService.method;

/** The executable as it is handed out: how soon it answers, and what it needs. */
export const binary: Section = {
  about: `the executable: start to first answer, and memory over ${REQUESTS.toLocaleString("en-US")} calls`,
  async run() {
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
        },
        ...(await memory(program)),
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
async function memory(program: string): Promise<Figure[]> {
  const server = await startBenchServer({}, undefined, [program]);
  const wire = jsonWire(server.url);
  const key = { "x-svc-key": server.publishableKey };
  const idle = rssMb(server.pid);
  let done = 0;
  const marks: number[] = [];
  const work = async (): Promise<void> => {
    let pair = await wire.call(signInAnonymously, {}, key);
    for (let n = 0; done < REQUESTS && pair; n++, done++) {
      if (done > 0 && done % (REQUESTS / 10) === 0) marks.push(rssMb(server.pid));
      if (n % 10 === 9) pair = await wire.call(refreshToken, { refreshToken: pair.refreshToken }, key);
      else if (n % 100 === 50) pair = await wire.call(signInAnonymously, {}, key);
      else await wire.call(getMe, {}, { ...key, authorization: `Bearer ${pair.accessToken}` });
    }
  };
  try {
    await Promise.all(Array.from({ length: WORKERS }, work));
    const half = median(marks.slice(0, 3));
    return [
      { name: "memory, idle", value: idle, unit: "MB" },
      {
        name: "memory after all calls, beside the first third",
        value: rssMb(server.pid),
        unit: "MB",
        limit: half,
      },
    ];
  } finally {
    wire.close();
    await server.stop();
  }
}

function rssMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}
