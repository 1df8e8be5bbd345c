import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Entry, entries } from "../sdk/typescript/entries.ts";
import { type Finding, report } from "./report.ts";

/** The size that each entry of the SDK adds to an app: minified and gzipped with the core, minus the core. */
export async function checkSdkSize(sdk: string, all: readonly Entry[] = entries): Promise<Finding> {
  const [core] = all;
  if (!core) throw new Error("there is no entry");
  const coreBytes = await measure(sdk, [core.source]);
  const problems: string[] = [];
  const sizes: string[] = [];
  for (const { name, source, isOnCore, maxBytes } of all) {
    const bytes = isOnCore
      ? (await measure(sdk, [core.source, source])) - coreBytes
      : await measure(sdk, [source]);
    sizes.push(`${name} ${isOnCore ? "+" : ""}${bytes}`);
    if (bytes > maxBytes) problems.push(`@svc/sdk: ${name} has ${bytes} bytes; at most ${maxBytes}`);
  }
  return { problems, looked: `${sizes.join(", ")} bytes of gzip; ${core.name} at most ${core.maxBytes}` };
}

async function measure(sdk: string, sources: readonly string[]): Promise<number> {
  const contents = sources.map((source) => `export * from "./${source}";`).join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(sdk, "src"), loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    packages: "external",
    write: false,
    logLevel: "error",
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}

if (import.meta.main) report(await checkSdkSize("sdk/typescript"));
