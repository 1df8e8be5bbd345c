import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../cli/test/cli-runner.ts";
import { resolvedApp } from "./dart-package.ts";
import { NativeToolchain } from "./toolchain.ts";

const tools = new NativeToolchain("dart", "flutter-test");

test("the example app for Flutter has no finding of the analyzer, is formatted, and its widget tests pass", {
  timeout: 600_000,
}, async (context) => {
  tools.need(context);
  const cwd = await resolvedApp(tools, join(root, "examples/flutter"));
  await tools.run("dart", ["analyze", "--fatal-infos", "lib", "test"], { cwd });
  await tools.run("dart", ["format", "--output", "none", "--set-exit-if-changed", "lib", "test"], { cwd });
  expect(await tools.run("flutter-test", [], { cwd })).toContain("All tests passed!");
});
