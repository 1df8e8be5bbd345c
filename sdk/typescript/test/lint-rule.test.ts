import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const RULE = "./tools/no-accessor-beside-spread.grit";

/** The lines of a file that the rule complains about. */
function complaints(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "svc-lint-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ plugins: [join(root, RULE)] }));
  writeFileSync(join(folder, "literals.ts"), source);
  const program = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [program, "lint", "--colors=off", "--only=plugin", "literals.ts"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return [...(stdout + stderr).matchAll(/literals\.ts:(\d+):\d+ plugin/g)].map(([, line = ""]) => line);
}

test("the linter finds an object literal with both a spread and an accessor, wherever they stand in it", () => {
  const source = `
    const methods = { a: 1 };
    export const getter = { ...methods, get state() { return 1; } };
    export const setter = { set state(value: number) { methods.a = value; }, ...methods };
    export const inner = { ...methods, nested: { get state() { return 1; } } };
    export const apart = Object.assign({ get state() { return 1; } }, methods);
  `;
  expect(complaints(source)).toEqual(["3", "4"]);
});

test("the rule holds for the whole repository", () => {
  const { plugins } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  expect(plugins).toContain(RULE);
});
