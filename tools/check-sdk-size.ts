import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { type Entry, entries } from "../sdk/entries.ts";
import { type Finding, report } from "./report.ts";

type Measured = { bytes: number; sources: readonly string[] };

/** What each entry of the SDK adds to an app: minified, gzipped, without what it shares with the entries below it. */
export async function checkSdkSize(sdk: string, all: readonly Entry[] = entries): Promise<Finding> {
  const measured = new Map<string, Measured>();
  const problems: string[] = [];
  for (const { name, source, on, maxBytes } of all) {
    const below = on.flatMap((entry) => measured.get(entry)?.sources ?? []);
    const size = await measure(join(sdk, "src", source), below);
    measured.set(name, size);
    if (size.bytes > maxBytes)
      problems.push(`@svc/sdk: ${name} has ${size.bytes} bytes; at most ${maxBytes}`);
  }
  const [core] = all;
  const sizes = [...measured].map(([name, { bytes }]) => `${name} ${bytes}`);
  return { problems, looked: `${sizes.join(", ")} bytes of gzip; ${core?.name} at most ${core?.maxBytes}` };
}

async function measure(source: string, below: readonly string[]): Promise<Measured> {
  const { outputFiles, metafile } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    packages: "external",
    write: false,
    metafile: true,
    absWorkingDir: process.cwd(),
    logLevel: "error",
    plugins: [leavingOut(below)],
  });
  const sources = Object.keys(metafile.inputs).map((path) => join(process.cwd(), path));
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { bytes: gzipSync(code, { level: 9 }).length, sources };
}

function leavingOut(sources: readonly string[]): Plugin {
  return {
    name: "leaving-out",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const isBelow = kind !== "entry-point" && sources.includes(join(resolveDir, path));
        return isBelow ? { path, external: true } : undefined;
      });
    },
  };
}

if (import.meta.main) report(await checkSdkSize("sdk"));
