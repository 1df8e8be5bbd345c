import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ServedProject } from "./served-project.ts";
import { NativeToolchain } from "./toolchain.ts";

const root = join(import.meta.dirname, "../../..");
const cwd = join(root, "sdk/flutter");
const dart = new NativeToolchain("dart");
const flutter = new NativeToolchain("dart", "flutter-test");
/** A busy machine compiles slowly. */
const timeout = 1_800_000;

beforeAll(async () => {
  // Without a network, and without what other packages would bring.
  if (!dart.missing) await dart.run("dart", ["pub", "get", "--offline"], { cwd });
}, timeout);

describe("the client library for Flutter", () => {
  test("has no finding of the analyzer, whose checks are strict", { timeout }, async (context) => {
    dart.need(context);
    expect(await dart.run("dart", ["analyze", "--fatal-infos"], { cwd })).toContain("No issues found!");
  });

  test("is formatted as Dart's formatter writes it", { timeout }, async (context) => {
    dart.need(context);
    await dart.run("dart", ["format", "--output=none", "--set-exit-if-changed", "."], { cwd });
  });

  test("behaves as every scenario says, without Flutter", { timeout }, async (context) => {
    dart.need(context);
    const said = await dart.run("dart", ["test", "test/core", "test/scenarios"], { cwd });
    expect(said).not.toMatch(/[1-9]\d* (?:skipped|failed)/);
    expect(said).toContain("passed");
  });

  test("keeps Flutter's widgets up to date, and signs in at a real server from a widget", {
    timeout,
  }, async (context) => {
    flutter.need(context);
    const project = await ServedProject.start();
    try {
      const said = await flutter.run("flutter-test", ["test/flutter"], { cwd, env: project.env });
      expect(said).not.toMatch(/[1-9]\d* (?:skipped|failed)/);
      expect(said).toContain("signs in at a real server");
    } finally {
      await project.stop();
    }
  });

  test("has the version of the client library for TypeScript", () => {
    const { version } = JSON.parse(readFileSync(join(root, "sdk/typescript/package.json"), "utf8"));
    expect(readFileSync(join(cwd, "pubspec.yaml"), "utf8")).toContain(`\nversion: ${version}\n`);
  });
});
