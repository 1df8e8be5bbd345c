import { randomUUID } from "node:crypto";
import { globSync, readFileSync, renameSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

const root = join(import.meta.dirname, "../..");

/** The program in one file, for tests: it starts in half the time that its sources take. */
export const program: string = join(root, "node_modules/.cache/program/svc.cjs");

/**
 * Makes the program unless it is newer than its sources. It is bundled as a release is, but finds its files in
 * the checkout and says that it runs from source.
 */
export async function buildProgram(): Promise<void> {
  if (isCurrent()) return;
  const startedAt = new Date();
  // Only who builds loads it: tests of the program import this file for its path.
  const { build } = await import("esbuild");
  const draft = `${program}.${randomUUID()}`;
  await build({
    absWorkingDir: root,
    entryPoints: ["cli/src/main.ts"],
    outfile: draft,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node26",
    keepNames: true,
    external: ["pg-native", "@node-rs/*"],
    logLevel: "error",
    plugins: [placesOfSources],
  });
  utimesSync(draft, startedAt, startedAt); // what is written meanwhile is newer
  renameSync(draft, program);
}

function isCurrent(): boolean {
  const made = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ["{server,cli}/{src/**/*.ts,package.json}", "proto/gen/**/*.js", "package-lock.json"];
  const files = globSync([...sources, "tools/build/program.ts"], { cwd: root });
  return files.every((file) => statSync(join(root, file)).mtimeMs < made);
}

const placesOfSources: Plugin = {
  name: "places-of-sources",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](server|cli)[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll("import.meta.main", "false"),
      loader: "ts",
    }));
  },
};
