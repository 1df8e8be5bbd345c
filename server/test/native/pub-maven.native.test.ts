import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { artifactsOf, mavenFiles } from "../../src/testing/native-packages.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { PubServer } from "../../src/testing/pub-server.ts";
import { MavenApp } from "./maven-app.ts";
import { noLibrary, type SvcProcess, serveFromCheckout } from "./svc-process.ts";
import { NativeToolchain } from "./toolchain.ts";

const toolchain = new NativeToolchain("kotlin-mvn");
let app: MavenApp;
beforeEach((context) => {
  toolchain.need(context);
  app = new MavenApp(toolchain);
});
afterEach(() => app?.close());

describe("a Maven build, strict about checksums", () => {
  const files = new Map([
    ...mavenFiles("svc-auth", "0.9.1", "2026-01-01"),
    ...mavenFiles("svc-auth", "0.10.0", "2026-03-01"),
  ]);
  let server: PubServer;
  beforeAll(async () => {
    server = await PubServer.start({ maven: () => artifactsOf(files) });
  });
  afterAll(() => server.close());

  function expectInstalled(version: string): void {
    for (const ending of ["pom", "jar"]) {
      const name = `svc-auth/${version}/svc-auth-${version}.${ending}`;
      const installed = readFileSync(app.path("repo/dev/svc", name));
      expect(installed.equals(files.get(`sdk/kotlin/releases/${name}`) ?? expect.fail()), name).toBe(true);
    }
  }

  test("takes an artifact with the lines of /pub/", async () => {
    app.dependOn(server.url, { "svc-auth": "0.9.1" });
    await app.mvn("compile");
    expectInstalled("0.9.1");
  });

  test("finds the newest version of a range", async () => {
    app.dependOn(server.url, { "svc-auth": "[0.9,1.0)" });
    await app.mvn("compile");
    expectInstalled("0.10.0");
  });
});

describe("the library of this checkout", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-pub-maven-"));
  const missing = toolchain.missing ?? noLibrary("sdk/kotlin/releases/svc-auth");
  let server: SvcProcess | undefined;
  beforeAll(async () => {
    if (!missing) server = await serveFromCheckout(folder);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is taken from svc serve, and an app that imports it compiles", async (context) => {
    if (missing) notRun(context, missing);
    const url = server?.url ?? expect.fail();
    const metadata = await (await fetch(`${url}/pub/maven/dev/svc/svc-auth/maven-metadata.xml`)).text();
    const version = /<release>(.+)<\/release>/.exec(metadata)?.[1] ?? expect.fail();
    app.write("src/App.kt", "import dev.svc.auth.AuthClient\n\nval type = AuthClient::class\n");
    app.dependOn(url, { "svc-auth": version });
    await app.mvn("compile");
  });
});
