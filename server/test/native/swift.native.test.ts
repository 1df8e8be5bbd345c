import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { root } from "../../../cli/test/cli-runner.ts";
import { times } from "../../src/testing/full.ts";
import { blocksOf } from "../guides/guide-blocks.ts";
import { ServedProject } from "./served-project.ts";
import { simulate } from "./simulator.ts";
import { writeSwiftApp } from "./swift-app.ts";
import { NativeToolchain } from "./toolchain.ts";

const LIBRARY = join(root, "sdk/swift");
/** A busy machine compiles slowly. */
const timeout = 1_800_000;
const strict = ["-j", "1", "-Xswiftc", "-warnings-as-errors"];
const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000);

const swift = new NativeToolchain("swift", "in-root");
let folder = "";
let app = "";
let project: ServedProject | undefined;

beforeAll(async () => {
  if (swift.missing) return;
  folder = mkdtempSync(join(inject("scratch"), "swift-"));
  project = await ServedProject.start();
  app = writeSwiftApp(LIBRARY, folder, project);
  await swift.run("swift", ["build", ...strict], { cwd: app });
}, timeout);
afterAll(async () => {
  await project?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

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

  test("has the version of the client library for TypeScript", () => {
    const { version } = JSON.parse(readFileSync(join(root, "sdk/typescript/package.json"), "utf8"));
    expect(readFileSync(join(LIBRARY, "CHANGELOG.md"), "utf8")).toContain(`\n## ${version}\n`);
    expect(readFileSync(join(LIBRARY, "README.md"), "utf8")).toContain(`SvcAuth.git", from: "${version}"`);
  });

  test("is formatted as Swift's formatter writes it, and documents what is public", {
    timeout,
  }, async (context) => {
    swift.need(context);
    const configuration = ["--configuration", join(LIBRARY, ".swift-format")];
    const sources = ["Package.swift", "Sources", "Tests"].map((name) => join(LIBRARY, name));
    const programs = ["guest", "phone"].map((name) => join(import.meta.dirname, `swift-${name}`));
    const args = ["format", "lint", "-r", "--strict", ...configuration, ...sources, ...programs];
    await swift.run("swift", args, { cwd: LIBRARY });
  });

  test("passes its own tests without a warning, all scenarios among them", { timeout }, async (context) => {
    swift.need(context);
    const printed = await swift.run("swift", ["test", ...strict], { cwd: LIBRARY });
    const [, count] = /plays like all client libraries" with (\d+) test cases passed/.exec(printed) ?? [];
    expect(Number(count)).toBeGreaterThan(200);
  });

  test("signs a guest in, renews the token, calls a backend and signs out, as released", async (context) => {
    swift.need(context);
    const printed = await swift.run("swift", ["run", "--skip-build", "guest"], { cwd: app });
    expect(printed.split("\n")).toEqual([
      expect.stringMatching(/^Hello guest [\w-]{10,}$/),
      expect.stringMatching(/^A token of \d{3,} characters$/),
      "Your backend says 200",
      "Signed out",
      "",
    ]);
  });

  test("keeps phones signed in through lost answers, kill -9 and two processes on one storage", {
    timeout: times(600_000, 3_600_000),
  }, async (context) => {
    swift.need(context);
    const refreshes = times(300, 5_000);
    const phones = 4;
    const args = [join(swift.path(".."), "swift"), join(app, ".build/debug/phone")];
    const program = { command: swift.path("in-root"), args, cwd: app, env: swift.env };
    const simulated = await ServedProject.start();
    const outcome = await simulate({ program, project: simulated, phones, refreshes, seed }).finally(() =>
      simulated.stop(),
    );
    process.stderr.write(`\nSwift simulator, SVC_TEST_SEED=${seed}: ${JSON.stringify(outcome)}\n`);
    expect({ wrong: outcome.wrong, forked: outcome.forked }).toEqual({ wrong: [], forked: 0 });
    expect(outcome.families).toEqual({ sessions: phones, guests: phones, reused: 0, lateRepeated: 0 });
    expect(outcome.refreshes).toBeGreaterThanOrEqual(refreshes);
    for (const happened of [outcome.kills, outcome.lostRequests, outcome.lostAnswers, outcome.duplicated]) {
      expect(happened).toBeGreaterThan(0);
    }
  });
});
