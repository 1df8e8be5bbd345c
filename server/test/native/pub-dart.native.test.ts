import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readDartPackages } from "../../src/http/pub/dart/dart-packages.ts";
import { dartArchive } from "../../src/testing/native-packages.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { PubServer } from "../../src/testing/pub-server.ts";
import { DartApp } from "./dart-app.ts";
import { noLibrary, type SvcProcess, serveFromCheckout } from "./svc-process.ts";
import { NativeToolchain } from "./toolchain.ts";

const toolchain = new NativeToolchain("dart");
let app: DartApp;
beforeEach((context) => {
  toolchain.need(context);
  app = new DartApp(toolchain);
});
afterEach(() => app?.close());

describe("dart pub", () => {
  const former = dartArchive("0.9.1", "2026-01-01", 41);
  const current = dartArchive("0.10.0", "2026-03-01", 42);
  let archives = [former];
  let server: PubServer;
  beforeEach(async () => {
    archives = [former];
    server = await PubServer.start({ dart: () => readDartPackages(archives) });
    app.write("bin/app.dart", "import 'package:svc_auth/svc_auth.dart';\nvoid main() => print(answer);\n");
  });
  afterEach(() => server.close());

  test("get takes the package with the lines of /pub/, and the app runs", async () => {
    app.dependOn(server.url, "0.9.1");
    await app.dart("pub", "get");
    expect(await app.dart("run", "bin/app.dart")).toBe("41\n");
    const lock = app.read("pubspec.lock");
    expect(lock).toContain(hash("sha256", former));
    expect(lock).toMatch(new RegExp(`url: "${server.url}/pub/?"`));
  });

  test("add takes it with the command of /pub/", async () => {
    await app.dart("pub", "add", "svc_auth", "--hosted-url", `${server.url}/pub/`);
    expect(app.read("pubspec.yaml")).toContain("version: ^0.9.1");
    expect(await app.dart("run", "bin/app.dart")).toBe("41\n");
  });

  test("a lockfile with the version before still installs after the server was updated", async () => {
    await app.dart("pub", "add", "svc_auth", "--hosted-url", `${server.url}/pub/`);
    await server.close();
    server = await PubServer.start({ dart: () => readDartPackages([former, current]) });
    // The same lockfile, on another machine: the address is the one of the new process.
    const moved = app.read("pubspec.lock").replace(/http:\/\/127\.0\.0\.1:\d+/g, server.url);
    app.write("pubspec.lock", moved);
    app.dependOn(server.url, "0.9.1");
    app.remove(".pub-cache");
    await app.dart("pub", "get", "--enforce-lockfile");
    expect(await app.dart("run", "bin/app.dart")).toBe("41\n");
    app.dependOn(server.url, "0.10.0");
    await app.dart("pub", "get");
    expect(await app.dart("run", "bin/app.dart")).toBe("42\n");
  });

  test("shows the server's words for a package that is not there", async () => {
    await expect(app.dart("pub", "add", "svc_other", "--hosted-url", `${server.url}/pub/`)).rejects.toThrow(
      /svc_other/,
    );
  });
});

describe("the library of this checkout", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-pub-dart-"));
  const missing = toolchain.missing ?? noLibrary("sdk/flutter/pubspec.yaml");
  let server: SvcProcess | undefined;
  beforeAll(async () => {
    if (!missing) server = await serveFromCheckout(folder);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is taken from svc serve, and an app that imports it has no error", async (context) => {
    if (missing) notRun(context, missing);
    const url = server?.url ?? expect.fail();
    const { latest } = await (await fetch(`${url}/pub/api/packages/svc_auth`)).json();
    await app.fetchFrom(url, latest.version);
    expect(app.read("pubspec.lock")).toContain(latest.archive_sha256);
    app.write("lib/app.dart", "import 'package:svc_auth/svc_auth.dart';\nfinal Type type = AuthClient;\n");
    expect(await app.dart("analyze", "--fatal-warnings", "lib")).toContain("No issues found!");
  });
});
