import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../../cli/test/cli-runner.ts";
import { readScenarioFiles } from "../../../sdk/typescript/test/scenarios/scenario-files.ts";
import { buildKotlin } from "../../../tools/build-kotlin.ts";
import { blocksOf } from "../guides/guide-blocks.ts";
import { KOTLIN, type KotlinClasses, kotlinClasses } from "./kotlin-classes.ts";
import { ServedProject } from "./served-project.ts";
import { NativeToolchain } from "./toolchain.ts";

const toolchain = new NativeToolchain("kotlinc");
const FULL_MS = 1_800_000;

describe("the Kotlin client", () => {
  test("plays every scenario, and signs in to a real server", {
    timeout: FULL_MS,
  }, async (context) => {
    toolchain.need(context);
    const classes = await kotlinClasses(toolchain);
    const project = await ServedProject.start();
    try {
      const report = runTests(classes, project.env);
      expect(report.code, report.text).toBe(0);
      expect(report.text).not.toMatch(/\[[ ]+[1-9]\d* tests (?:skipped|aborted|failed)/);
      const scenarios = readScenarioFiles().flatMap((file) => file.scenarios);
      // The report cuts long names.
      for (const { name } of scenarios) expect(report.text).toContain(name.slice(0, 60));
    } finally {
      await project.stop();
    }
  });

  test("compiles without warnings to the bytes that are released", { timeout: FULL_MS }, (context) => {
    toolchain.need(context);
    const built = mkdtempSync(join(tmpdir(), "svc-kotlin-"));
    try {
      buildKotlin(built);
      const names = filesIn(built);
      expect(names.length).toBe(12);
      const released = join(KOTLIN, "releases");
      const differing = names.filter(
        (name) => !readFileSync(join(built, name)).equals(readFileSync(join(released, name))),
      );
      expect(differing).toEqual([]);
    } finally {
      rmSync(built, { recursive: true, force: true });
    }
  });
});

test("the README of the Kotlin client shows code that its tests compile", () => {
  const blocks = blocksOf(readFileSync(join(KOTLIN, "README.md"), "utf8"));
  const excerpts = blocks.flatMap(({ code, line, treatment }) =>
    treatment.kind === "from" ? [{ code, line, file: treatment.file }] : [],
  );
  expect(excerpts.length).toBeGreaterThan(10);
  for (const { code, line, file } of excerpts) {
    expect(
      readFileSync(join(root, file), "utf8").includes(code),
      `line ${line} is not a part of ${file}`,
    ).toBe(true);
  }
});

function runTests(
  { classPath, tests, launcher }: KotlinClasses,
  env: Readonly<Record<string, string>>,
): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    "java",
    [
      ...["-jar", launcher, "execute", "--disable-banner", "--disable-ansi-colors", "--details=tree"],
      // What hangs fails by name.
      ...["--config", "junit.jupiter.execution.timeout.default=120s"],
      ...["--fail-if-no-tests", "--include-classname", ".*", "-cp", classPath, "--scan-classpath", tests],
    ],
    { cwd: KOTLIN, env: { ...toolchain.env, ...env }, encoding: "utf8", maxBuffer: 64 << 20 },
  );
  return { code: status, text: `${stdout}\n${stderr}` };
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(folder.length + 1)).sort();
}
