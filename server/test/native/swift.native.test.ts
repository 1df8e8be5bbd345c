import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../../cli/test/cli-runner.ts";
import { scratchRoot } from "../../src/testing/scratch.ts";
import { blocksOf } from "../guides/guide-blocks.ts";
import { ServedProject } from "./served-project.ts";
import { NativeToolchain } from "./toolchain.ts";

const MINUTES = 60_000;
const LIBRARY = join(root, "sdk/swift");
const GUEST = join(root, "server/test/native/swift-guest/main.swift");
/** What a release has. The tests play files outside of the package. */
const RELEASED = ["Package.swift", "Sources", "README.md", "CHANGELOG.md", "LICENSE"];

const swift = new NativeToolchain("swift");
const strict = ["-Xswiftc", "-warnings-as-errors"];
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(scratchRoot(), "svc-swift-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the client library for Swift", () => {
  test("shows in its README only code that is compiled", () => {
    const readme = blocksOf(readFileSync(join(LIBRARY, "README.md"), "utf8"));
    const shown = readme.flatMap(({ code, line, treatment }) =>
      treatment.kind === "from" ? [{ code, line, file: treatment.file }] : [],
    );
    expect(shown.length).toBeGreaterThan(10);
    for (const { code, line, file } of shown) {
      expect(readFileSync(join(root, file), "utf8").includes(code), `line ${line}`).toBe(true);
    }
  });

  test("passes its own tests without a warning, all scenarios among them", {
    timeout: 30 * MINUTES,
  }, async (context) => {
    swift.need(context);
    const scratch = ["--scratch-path", join(folder, "tests")];
    const args = ["test", "--package-path", LIBRARY, ...scratch, "-j", "1", ...strict];
    const printed = await swift.run("swift", args, { cwd: folder });
    const [, count = "0"] = /plays like all client libraries" with (\d+) test cases passed/.exec(printed) ?? [];
    expect(Number(count)).toBeGreaterThan(200);
  });

  test("signs a guest in, renews the token, calls a backend and signs out, as released", {
    timeout: 30 * MINUTES,
  }, async (context) => {
    swift.need(context);
    const project = await ServedProject.start();
    try {
      const app = writeApp(project);
      await swift.run("swift", ["build", "-j", "1", ...strict], { cwd: app });
      const printed = await swift.run("swift", ["run", "--skip-build", "Guest"], { cwd: app });
      expect(printed.split("\n")).toEqual([
        expect.stringMatching(/^Hello guest [\w-]{10,}$/),
        expect.stringMatching(/^A token of \d{3,} characters$/),
        "Your backend says 200",
        "Signed out",
        "",
      ]);
    } finally {
      await project.stop();
    }
  });
});

/** An app that depends on the library as it is released: without its tests. */
function writeApp({ url, publishableKey }: ServedProject): string {
  const app = join(folder, "app");
  mkdirSync(join(app, "Sources/Guest"), { recursive: true });
  for (const name of RELEASED) {
    cpSync(join(LIBRARY, name), join(folder, "SvcAuth", name), { recursive: true });
  }
  writeFileSync(
    join(app, "Package.swift"),
    `// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Guest",
  platforms: [.macOS(.v12)],
  dependencies: [.package(path: "../SvcAuth")],
  targets: [.executableTarget(name: "Guest", dependencies: ["SvcAuth"])]
)
`,
  );
  const program = readFileSync(GUEST, "utf8")
    .replaceAll("https://auth.example.com", url)
    .replace("pk_...", publishableKey);
  writeFileSync(join(app, "Sources/Guest/main.swift"), program);
  return app;
}
