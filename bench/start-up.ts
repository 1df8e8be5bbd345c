import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Figure, Section } from "./figure.ts";
import { median } from "./quantile.ts";
import { startBenchServer } from "./server-process.ts";

const ROOT = join(import.meta.dirname, "..");
const RUNS = 15;
const AT_MOST: Readonly<Record<string, number>> = { "--help": 2, "user list --project bench": 5 };

/** How long a person waits for a command, beside a Node that does nothing. */
export const startUp: Section = {
  about: `a command from start to end, as one bundle, median of ${RUNS} runs`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const server = await startBenchServer();
    try {
      await bundle(folder);
      writeFileSync(join(folder, "empty.mjs"), "");
      const env = {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(folder, "cache"),
        SVC_URL: server.url,
        SVC_TOKEN: server.adminToken,
      };
      const main = join(folder, "server/main.mjs");
      const lines = ["", "version", "--help", "user list --project bench"];
      const medians = inTurns(
        lines.map((line) => (line === "" ? [join(folder, "empty.mjs")] : [main, ...line.split(" ")])),
        folder,
        env,
      );
      const empty = medians[0] ?? 0;
      return lines.map((line, n): Figure => {
        const value = medians[n] ?? 0;
        if (line === "") return { name: "node, an empty script", value, unit: "ms" };
        const bar = AT_MOST[line];
        return {
          ...{ name: `svc ${line}`, value, unit: "ms", limit: empty, limitIs: "an empty script" },
          ...(bar !== undefined && { bars: [{ of: "ratio", atMost: bar }] }),
        };
      });
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function bundle(folder: string): Promise<void> {
  mkdirSync(join(folder, "server"), { recursive: true });
  await build({
    entryPoints: [join(ROOT, "cli/src/main.ts")],
    outdir: join(folder, "server"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node26",
    minify: true,
    external: ["pg-native", "@node-rs/*"],
    logLevel: "error",
    banner: {
      js: 'import { createRequire as __cr } from "node:module"; const require = __cr(import.meta.url);',
    },
  });
}

/** One after the other in each round, so that a slow moment of the machine hits all of them alike. */
function inTurns(
  commands: readonly (readonly string[])[],
  cwd: string,
  env: Record<string, string | undefined>,
): number[] {
  const once = (args: readonly string[]): number => {
    const before = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return performance.now() - before;
  };
  for (const args of commands) once(args); // fills the compile cache
  const rounds = Array.from({ length: RUNS }, () => commands.map(once));
  return commands.map((_, n) => median(rounds.map((round) => round[n] ?? 0)));
}
