import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkSdkVersions } from "../../tools/check-sdk-versions.ts";
import { packNativeSdks } from "../../tools/pack-native-sdks.ts";
import { readDartPackages } from "../src/http/pub/dart/dart-packages.ts";
import { readSwiftReleases } from "../src/http/pub/swift/swift-releases.ts";
import { readTarGz } from "../src/http/tar.ts";

const home = mkdtempSync(join(tmpdir(), "svc-native-packages-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const files: Readonly<Record<string, string>> = {
  "sdk/typescript/package.json": JSON.stringify({ version: "1.2.3", date: "2026-02-03" }),
  "sdk/flutter/pubspec.yaml": "name: svc_auth\nversion: 1.2.3\n",
  "sdk/flutter/CHANGELOG.md": "# Changelog\n\n## 1.2.3\n",
  "sdk/flutter/README.md": "# Read me\n",
  "sdk/flutter/LICENSE": "free\n",
  "sdk/flutter/analysis_options.yaml": "linter:\n",
  "sdk/flutter/lib/svc_auth.dart": "export 'src/a.dart';\n",
  "sdk/flutter/lib/src/a.dart": "const a = 1;\n",
  "sdk/flutter/lib/src/.a.dart.swp": "hidden",
  "sdk/flutter/test/a_test.dart": "test",
  "sdk/flutter/pubspec.lock": "lock",
  "sdk/flutter/.dart_tool/package_config.json": "{}",
  "sdk/flutter/releases/svc_auth-1.2.2.tar.gz": "former",
  "sdk/swift/Package.swift": "// swift-tools-version: 6.0\n",
  "sdk/swift/Package@swift-5.9.swift": "// swift-tools-version: 5.9\n",
  "sdk/swift/CHANGELOG.md": "# Changelog\n\n## 1.2.3 - 2026-02-03\n",
  "sdk/swift/README.md": "# Read me\n",
  "sdk/swift/LICENSE": "free\n",
  "sdk/swift/Sources/SvcAuth/A.swift": "let a = 1\n",
  "sdk/swift/Tests/SvcAuthTests/ATests.swift": "test",
  "sdk/swift/.build/debug/a.o": "object",
  "sdk/kotlin/releases/svc-auth/1.2.3/svc-auth-1.2.3.pom":
    "<project><parent><version>9</version></parent><version>1.2.3</version></project>",
};

function checkout(name: string, changed: Readonly<Record<string, string>> = {}, reversed = false): string {
  const root = join(home, name);
  const all = Object.entries({ ...files, ...changed });
  for (const [file, text] of reversed ? all.reverse() : all) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

function packed(root: string): Map<string, Buffer> {
  packNativeSdks(root);
  const dist = join(root, "sdk/dist");
  const names = readdirSync(dist).filter((name) => name !== "stamp");
  return new Map(names.sort().map((name) => [name, readFileSync(join(dist, name))]));
}

test("the same files make the same bytes, whenever and in whatever order they were written", () => {
  const one = checkout("one");
  const two = checkout("two", {}, true);
  utimesSync(join(two, "sdk/swift/Package.swift"), new Date(0), new Date(0));
  const [first, second] = [packed(one), packed(two)];
  expect([...first.keys()]).toEqual(["SvcAuth-1.2.3.zip", "svc_auth-1.2.3.tar.gz"]);
  for (const [name, bytes] of first) expect(second.get(name)?.equals(bytes), name).toBe(true);
  const changed = packed(checkout("changed", { "sdk/flutter/lib/src/a.dart": "const a = 2;\n" }));
  expect(changed.get("svc_auth-1.2.3.tar.gz")).not.toEqual(first.get("svc_auth-1.2.3.tar.gz"));
  expect(changed.get("SvcAuth-1.2.3.zip")).toEqual(first.get("SvcAuth-1.2.3.zip"));
});

test("they hold what is published and nothing else, dated with the version", () => {
  const archives = packed(checkout("three"));
  const dart = archives.get("svc_auth-1.2.3.tar.gz") ?? expect.fail();
  expect(readTarGz(dart).entries.map(({ name }) => name)).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "analysis_options.yaml",
    "lib/src/a.dart",
    "lib/svc_auth.dart",
    "pubspec.yaml",
  ]);
  expect(readDartPackages([dart])[0]).toMatchObject({
    name: "svc_auth",
    version: "1.2.3",
    publishedAt: "2026-02-03T00:00:00.000Z",
  });
  const [swift] = readSwiftReleases([archives.get("SvcAuth-1.2.3.zip") ?? expect.fail()]);
  expect(swift?.files.map(({ name }) => name)).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "Package.swift",
    "Package@swift-5.9.swift",
    "README.md",
    "Sources/SvcAuth/A.swift",
  ]);
  expect(swift).toMatchObject({ version: "1.2.3", publishedAt: Date.parse("2026-02-03") });
});

test("a pubspec with another version is not packed", () => {
  const root = checkout("four", { "sdk/flutter/pubspec.yaml": "name: svc_auth\nversion: 1.2.4\n" });
  expect(() => packNativeSdks(root)).toThrow("does not have the version 1.2.3");
});

test("one version for all: a library with another one fails the check", () => {
  expect(checkSdkVersions(checkout("five")).problems).toEqual([]);
  const changes = {
    "sdk/flutter/pubspec.yaml": "name: svc_auth\nversion: 1.2.4\n",
    "sdk/swift/CHANGELOG.md": "# Changelog\n\n## 1.2.2\n\n## 1.2.3\n",
    "sdk/kotlin/releases/svc-auth/1.2.3/svc-auth-1.2.3.pom": "<project><version>1.2.2</version></project>",
    "sdk/kotlin/releases/svc-auth-android/1.2.2/svc-auth-android-1.2.2.pom": "<project/>",
  };
  expect(checkSdkVersions(checkout("six", changes)).problems).toEqual([
    "sdk/flutter/pubspec.yaml: version 1.2.4; all libraries are 1.2.3",
    "sdk/swift/CHANGELOG.md: version 1.2.2; all libraries are 1.2.3",
    "sdk/kotlin/releases/svc-auth/1.2.3/svc-auth-1.2.3.pom: version 1.2.2; all libraries are 1.2.3",
    "sdk/kotlin/releases/svc-auth-android/1.2.3/svc-auth-android-1.2.3.pom: version unknown; all libraries are 1.2.3",
  ]);
});
