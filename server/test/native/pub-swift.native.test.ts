import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSwiftReleases } from "../../src/http/pub/swift/swift-releases.ts";
import { swiftArchive } from "../../src/testing/native-packages.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { PubServer } from "../../src/testing/pub-server.ts";
import { SwiftApp } from "./fresh-swift-app.ts";
import { noLibrary, type SvcProcess, serveFromCheckout } from "./svc-process.ts";
import { NativeToolchain } from "./toolchain.ts";

const toolchain = new NativeToolchain("swift");
let app: SwiftApp;
beforeEach((context) => {
  toolchain.need(context);
  app = new SwiftApp(toolchain);
});
afterEach(() => app?.close());

describe("swift build", () => {
  const former = swiftArchive("0.9.1", "2026-01-01", {
    "Sources/SvcAuth/Answer.swift": "public let answer = 41\n",
  });
  const current = swiftArchive("0.10.0", "2026-03-01");
  const code = "import SvcAuth\nprint(answer, question)\n";
  let server: PubServer;
  beforeAll(async () => {
    server = await PubServer.start({ swift: () => readSwiftReleases([former, current]) });
  });
  afterAll(() => server.close());

  test("takes the package from the git repository, without any flag", async () => {
    app.dependOnGit(server.url, "0.9.1", code);
    expect(await app.swift("run", "--quiet")).toContain("41 42\n");
    const { pins } = JSON.parse(app.read("Package.resolved"));
    const refs = await (await server.get("swift/SvcAuth.git/info/refs")).text();
    expect(refs).toContain(`${pins[0].state.revision}\trefs/tags/0.9.1\n`);
    app.dependOnGit(server.url, "0.10.0", code);
    expect(await app.swift("run", "--quiet")).toContain("42 42\n");
  });

  test("takes the package from the registry", async () => {
    await app.dependOnRegistry(server.url, "0.9.1", code);
    expect(await app.swift("run", "--quiet")).toContain("41 42\n");
    const { pins } = JSON.parse(app.read("Package.resolved"));
    expect(pins).toMatchObject([{ identity: "svc.SvcAuth", kind: "registry", state: { version: "0.9.1" } }]);
  });

  test("from the registry refuses a version whose bytes have changed", async () => {
    await app.dependOnRegistry(server.url, "0.9.1", code);
    await app.swift("package", "resolve");
    const other = swiftArchive("0.9.1", "2026-01-01", { "Sources/SvcAuth/Evil.swift": "let evil = 1\n" });
    const bent = await PubServer.start({ swift: () => readSwiftReleases([other]) });
    await app.dependOnRegistry(bent.url, "0.9.1", code);
    for (const folder of [".build", "cache"]) app.remove(folder);
    await expect(app.swift("package", "resolve")).rejects.toThrow(/checksum/);
    await bent.close();
  });
});

describe("the library of this checkout", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-pub-swift-"));
  const missing = toolchain.missing ?? noLibrary("sdk/swift/Package.swift");
  const code = "import SvcAuth\nprint(AuthClient.self)\n";
  let server: SvcProcess | undefined;
  beforeAll(async () => {
    if (!missing) server = await serveFromCheckout(folder);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(["git", "registry"])(
    "is taken from svc serve through %s, and an app with it runs",
    async (way) => {
      const url = server?.url ?? expect.fail();
      const { releases } = await (await fetch(`${url}/pub/swift/svc/SvcAuth`)).json();
      const [version = ""] = Object.keys(releases);
      if (way === "git") app.dependOnGit(url, version, code);
      else await app.dependOnRegistry(url, version, code);
      expect(await app.swift("run", "--quiet")).toContain("AuthClient\n");
    },
  );

  beforeEach((context) => {
    if (missing) notRun(context, missing);
  });
});
