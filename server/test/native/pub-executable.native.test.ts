import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { node, root } from "../../../cli/test/cli-runner.ts";
import { packNativeSdks } from "../../../tools/pack-native-sdks.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { DartApp } from "./dart-app.ts";
import { SwiftApp } from "./fresh-swift-app.ts";
import { MavenApp } from "./maven-app.ts";
import { noLibrary, type SvcProcess, serve } from "./svc-process.ts";
import { NativeToolchain } from "./toolchain.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-pub-executable-"));
const toolchain = new NativeToolchain("dart", "swift", "kotlin-mvn");
const missing =
  toolchain.missing ??
  noLibrary("sdk/flutter/pubspec.yaml") ??
  noLibrary("sdk/swift/Package.swift") ??
  noLibrary("sdk/kotlin/releases/svc-auth");
let server: SvcProcess | undefined;

beforeAll(async () => {
  if (missing) return;
  packNativeSdks();
  const built = spawnSync(node, [join(root, "tools/build.ts"), "--out", folder], { encoding: "utf8" });
  expect(built.stderr).toBe("");
  server = await serve([join(folder, "svc")], folder);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("Dart, Maven and Swift take the libraries from the executable", async (context) => {
  if (missing) notRun(context, missing);
  const url = server?.url ?? expect.fail();
  const { releases } = await (await fetch(`${url}/pub/swift/svc/SvcAuth`)).json();
  const [version = ""] = Object.keys(releases);

  const dart = new DartApp(toolchain);
  await dart.fetchFrom(url, version);
  expect(dart.read(".dart_tool/package_config.json")).toContain(`svc_auth-${version}`);
  dart.close();

  const maven = new MavenApp(toolchain);
  maven.dependOn(url, { "svc-auth": version });
  await maven.mvn("compile");
  maven.close();

  const swift = new SwiftApp(toolchain);
  swift.dependOnGit(url, version, "import SvcAuth\nprint(AuthClient.self)\n");
  await swift.swift("package", "resolve");
  await swift.dependOnRegistry(url, version, "import SvcAuth\nprint(AuthClient.self)\n");
  expect(await swift.swift("run", "--quiet")).toContain("AuthClient\n");
  swift.close();
});
