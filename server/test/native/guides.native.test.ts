import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { root } from "../../../cli/test/cli-runner.ts";
import { connectSnippets } from "../guides/connect-snippets.ts";
import { blocksOf, NATIVE, readPages } from "../guides/guide-blocks.ts";
import { resolvedApp } from "./dart-package.ts";
import { NativeToolchain } from "./toolchain.ts";

type Language = (typeof NATIVE)[number];
type Source = Readonly<{ page: string; file: string; code: string }>;

const PATIENCE = { timeout: 1_800_000 };
const SDK = join(root, "sdk");
const EXTENSIONS: Readonly<Record<string, Language>> = { dart: "dart", kt: "kotlin", swift: "swift" };

/** What an exported skill has for this language. */
function skillSources(language: Language): Source[] {
  const text = readFileSync(join(root, "server/skill/references/native-apps.md"), "utf8")
    .replaceAll("{{endpoint}}", "http://localhost:8080")
    .replaceAll("{{publishable_key}}", "pk_...");
  return blocksOf(text).flatMap(({ language: written, treatment, code }) =>
    treatment.kind === "file" && written === language
      ? [{ page: `skill-${language}`, file: treatment.file, code }]
      : [],
  );
}

/** Every block of the guides, of the console's page Connect and of the skill that must compile. */
function sources(language: Language): Source[] {
  const guides = readPages().flatMap(({ name, blocks }) =>
    blocks.flatMap(({ language: written, treatment, code }) =>
      treatment.kind === "check" && written === language ? [{ page: name, file: treatment.file, code }] : [],
    ),
  );
  const connect = connectSnippets().flatMap(({ platform, treatment, code }) =>
    treatment?.kind === "native" && EXTENSIONS[treatment.file.split(".").at(-1) ?? ""] === language
      ? [{ page: `connect-${platform}`, file: treatment.file, code: `${code}\n` }]
      : [],
  );
  return [...guides, ...connect, ...skillSources(language)];
}

/** The files of each page, in a folder with its name. */
function write(home: string, language: Language): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const { page, file, code } of sources(language)) {
    const path = join(home, page, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    pages.set(page, [...(pages.get(page) ?? []), path]);
  }
  return pages;
}

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(inject("scratch"), "native-guides-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("each language has blocks in a guide, on the page Connect and in the skill", () => {
  for (const language of NATIVE) {
    const pages = sources(language).map(({ page }) => page);
    expect(pages.some((page) => page.startsWith("connect-"))).toBe(true);
    expect(pages.some((page) => page.startsWith("quick-start-"))).toBe(true);
    expect(pages).toContain(`skill-${language}`);
  }
});

test("the analyzer finds nothing in what is written in Dart", PATIENCE, async (context) => {
  const tools = new NativeToolchain("dart");
  tools.need(context);
  const cwd = await resolvedApp(tools, join(root, "examples/flutter"));
  write(join(cwd, "lib/pages"), "dart");
  await tools.run("dart", ["analyze", "--fatal-infos", "lib/pages"], { cwd });
});

test("what is written in Kotlin compiles", PATIENCE, async (context) => {
  const tools = new NativeToolchain("kotlinc");
  tools.need(context);
  const library = ["core", "android"].map((part) => join(SDK, "kotlin", part, "src/main/kotlin"));
  const jar = join(home, "library.jar");
  await tools.run("kotlinc", ["-android", "-nowarn", ...library, "-d", jar], { cwd: home });
  for (const [page, files] of write(home, "kotlin")) {
    const into = join(home, `${page}.classes`);
    await tools.run("kotlinc", ["-android", ...files, "-d", into], { cwd: home, env: { KOTLIN_CP: jar } });
  }
});

test("what is written in Swift compiles", PATIENCE, async (context) => {
  const tools = new NativeToolchain("swift");
  tools.need(context);
  const cwd = join(home, "guides"); // SwiftPM knows a local package by its folder, and the library's is "swift"
  const pages = write(join(cwd, "Sources"), "swift");
  const names = [...pages.keys()].map((page) => page.replaceAll("-", "_"));
  for (const page of pages.keys()) writeFileSync(join(cwd, "Sources", page, "StandIns.swift"), STAND_IN);
  const targets = [...pages.keys()].map(
    (page, at) =>
      `.target(name: "${names[at]}", dependencies: [.product(name: "SvcAuth", package: "swift")], path: "Sources/${page}")`,
  );
  writeFileSync(
    join(cwd, "Package.swift"),
    `// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Guides",
  dependencies: [.package(path: "${join(SDK, "swift")}")],
  targets: [${targets.join(", ")}])
`,
  );
  await tools.run("swift", ["build", "--scratch-path", join(cwd, ".build")], { cwd });
});

/** What only Apple's systems have, and where Foundation has its network on Linux. */
const STAND_IN = `@_exported import FoundationNetworking
import SvcAuth

struct KeychainStorage: SecureStorage {
  func value(forKey key: String) async throws -> String? { nil }
  func set(_ value: String, forKey key: String) async throws {}
  func removeValue(forKey key: String) async throws {}
}
`;
