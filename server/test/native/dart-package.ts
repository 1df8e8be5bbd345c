import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { root } from "../../../cli/test/cli-runner.ts";
import type { NativeToolchain } from "./toolchain.ts";

const STAND_INS = join(import.meta.dirname, "stand-ins");

/** A copy of a Flutter app whose packages are resolved, with stand-ins for the plugins that the tests cannot have. */
export async function resolvedApp(tools: NativeToolchain, source: string): Promise<string> {
  const cwd = mkdtempSync(join(inject("scratch"), "flutter-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(source, cwd, { recursive: true, filter: (path) => !path.includes(".dart_tool") });
  const plugins = readdirSync(STAND_INS).filter((name) => name.startsWith("flutter_"));
  const paths = [
    ["svc_auth", join(root, "sdk/flutter")],
    ...plugins.map((name) => [name, join(STAND_INS, name)]),
  ];
  const lines = paths.map(([name, path]) => `  ${name}:\n    path: ${path}\n`);
  writeFileSync(join(cwd, "pubspec_overrides.yaml"), `dependency_overrides:\n${lines.join("")}`);
  await tools.run("dart", ["pub", "get", "--offline"], { cwd });
  return cwd;
}
