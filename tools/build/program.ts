import { randomUUID } from "node:crypto";
import { globSync, readFileSync, renameSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

const root = join(import.meta.dirname, "../..");

/** The program as one file, for tests. It starts twice as fast as the sources. */
export const program: string = join(root, "node_modules/.cache/program/svc.cjs");

/**
 * Builds the program unless it is up to date. It is bundled like a release, but reads its files from the checkout and
 * reports that it runs from source.
 */
export async function buildProgram(): Promise<void> {
  if (isCurrent()) return;
  const startedAt = new Date();
  // Loaded only for a build, because tests import this file for its path.
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
  utimesSync(draft, startedAt, startedAt); // sources saved during the build are newer
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
