import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";

const KIB = 1024;
const MAX_SIGN_IN = 120 * KIB;
const MAX_FIRST_SCREEN = 250 * KIB;

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };
type Manifest = Record<string, Chunk>;

/** The gzipped size that a browser loads for the sign-in page, and for each screen when it is first opened. */
export function checkConsoleSize(dist: string): Finding {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
  const weigh = (...roots: string[]): number => {
    const files = [...new Set(roots.flatMap((name) => [...withImports(manifest, name)]))];
    return files.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0);
  };
  const signIn = weigh("sign-in.html");
  const pages = Object.keys(manifest).filter((name) => /^src\/pages\/[^/]+\.tsx$/.test(name));
  const screens = pages.map((name) => ({ name, size: weigh("index.html", name) }));
  const largest = Math.max(0, ...screens.map(({ size }) => size));
  return {
    problems: [
      ...(signIn > MAX_SIGN_IN
        ? [`sign-in.html loads ${kib(signIn)} of JavaScript; at most ${kib(MAX_SIGN_IN)}`]
        : []),
      ...screens.flatMap(({ name, size }) =>
        size > MAX_FIRST_SCREEN
          ? [`${name} loads ${kib(size)} of JavaScript; at most ${kib(MAX_FIRST_SCREEN)}`]
          : [],
      ),
      ...(pages.length === 0 ? ["no screen was found in manifest.json"] : []),
    ],
    looked: `signing in ${kib(signIn)}, the largest of ${pages.length} screens ${kib(largest)} of gzip JavaScript`,
  };
}

/** A chunk and its static imports. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`manifest.json has no ${name}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / KIB)} KiB`;
}

if (import.meta.main) report(checkConsoleSize("console/dist"));
