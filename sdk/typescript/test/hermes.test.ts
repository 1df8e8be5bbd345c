import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { entries } from "../entries.ts";

const sdk = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "svc-hermes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLATFORMS: Record<string, string> = { linux: "linux64-bin", darwin: "osx-bin", win32: "win64-bin" };
const bin = PLATFORMS[process.platform] ?? "";
const suffix = process.platform === "win32" ? ".exe" : "";
const phoneEntries = entries.filter(({ name }) => name !== "server");

/** As an app's bundler would make it. */
async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(sdk, "src", source)],
    bundle: true,
    format: "cjs",
    target: "es2022",
    packages: "external",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test.each(phoneEntries)("hermesc compiles $name, and it has no async generator", async ({ name, source }) => {
  const file = join(folder, `${name.replace("/", "-")}.js`);
  const code = await bundle(source);
  writeFileSync(file, code);
  const hermesc = join(dirname(require.resolve("hermes-compiler")), "hermesc", bin, `hermesc${suffix}`);
  execFileSync(hermesc, ["-emit-binary", "-O", "-out", `${file}.hbc`, file], { stdio: "pipe" });
  expect(existsSync(`${file}.hbc`)).toBe(true);
  expect(code).not.toMatch(/async\s*\*|async function\s*\*|for await/);
});
