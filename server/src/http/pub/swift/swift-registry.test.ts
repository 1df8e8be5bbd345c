import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { swiftArchive } from "../../../testing/native-packages.ts";
import { notRun } from "../../../testing/not-run.ts";
import { PubServer } from "../../../testing/pub-server.ts";
import { sentAsWritten } from "../../../testing/sent-as-written.ts";
import { readSwiftReleases } from "./swift-releases.ts";

const base = "https://auth.example.com";
const here = `${base}/pub/swift/svc/SvcAuth`;
const OLD_MANIFEST = "// swift-tools-version:5.5\nimport PackageDescription\n";
const current = swiftArchive("0.10.0", "2026-03-01", { "Package@swift-5.5.swift": OLD_MANIFEST });
const former = swiftArchive("0.9.1", "2026-01-01");

/** As SwiftPM asks for it. */
const JSON_TYPE = { accept: "application/vnd.swift.registry.v1+json" };
const MANIFEST = { accept: "application/vnd.swift.registry.v1+swift" };
const ZIP = { accept: "application/vnd.swift.registry.v1+zip" };

let server: PubServer;
beforeAll(async () => {
  server = await PubServer.start({ swift: () => readSwiftReleases([former, current]) }, base);
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = JSON_TYPE): Promise<Response> =>
  server.get(`swift/${path}`, headers);

describe("the list of releases", () => {
  test.each(["svc/SvcAuth", "svc/SvcAuth.json", "SVC/svcauth", "svc%2fSvcAuth"])("%s", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-version")).toBe("1");
    expect(answer.headers.get("link")).toBe(
      `<${here}/0.10.0>; rel="latest-version", <${base}/pub/swift/SvcAuth.git>; rel="canonical"`,
    );
    expect(await answer.json()).toEqual({
      releases: { "0.10.0": { url: `${here}/0.10.0` }, "0.9.1": { url: `${here}/0.9.1` } },
    });
  });

  test("is not sent again to who has it", async () => {
    const etag = (await get("svc/SvcAuth")).headers.get("etag") ?? "";
    const again = await get("svc/SvcAuth", { ...JSON_TYPE, "if-none-match": etag });
    expect({ status: again.status, version: again.headers.get("content-version") }).toEqual({
      status: 304,
      version: "1",
    });
  });
});

describe("a release", () => {
  test.each([
    ["0.10.0", current, "2026-03-01", `<${here}/0.9.1>; rel="predecessor-version"`],
    ["0.9.1", former, "2026-01-01", `<${here}/0.10.0>; rel="successor-version"`],
  ])(
    "%s has the archive's checksum, its date and its neighbours",
    async (version, archive, day, neighbour) => {
      const answer = await get(`svc/SvcAuth/${version}`);
      expect(answer.headers.get("content-version")).toBe("1");
      expect(answer.headers.get("link")).toBe(`<${here}/0.10.0>; rel="latest-version", ${neighbour}`);
      expect(await answer.json()).toEqual({
        id: "svc.SvcAuth",
        version,
        resources: [{ name: "source-archive", type: "application/zip", checksum: hash("sha256", archive) }],
        metadata: {
          repositoryURLs: [`${base}/pub/swift/SvcAuth.git`],
          originalPublicationTime: `${day}T00:00:00.000Z`,
        },
        publishedAt: `${day}T00:00:00.000Z`,
      });
    },
  );

  test("has a manifest, with links to those for other versions of Swift", async () => {
    const answer = await get("svc/SvcAuth/0.10.0/Package.swift", MANIFEST);
    expect(answer.headers.get("content-type")).toBe("text/x-swift");
    expect(answer.headers.get("content-version")).toBe("1");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="Package.swift"');
    expect(answer.headers.get("link")).toBe(
      `<${here}/0.10.0/Package.swift?swift-version=5.5>; rel="alternate"; filename="Package@swift-5.5.swift"; swift-tools-version="5.5"`,
    );
    expect(await answer.text()).toMatch(/^\/\/ swift-tools-version:5\.9\n/);
    expect((await get("svc/SvcAuth/0.9.1/Package.swift", MANIFEST)).headers.has("link")).toBe(false);
  });

  test("has the manifest for a version of Swift, and leads to the one for all otherwise", async () => {
    const old = await get("svc/SvcAuth/0.10.0/Package.swift?swift-version=5.5", MANIFEST);
    expect(old.headers.get("content-disposition")).toBe('attachment; filename="Package@swift-5.5.swift"');
    expect(await old.text()).toBe(OLD_MANIFEST);
    for (const path of ["0.10.0/Package.swift?swift-version=6.0", "0.9.1/Package.swift?swift-version=5.5"]) {
      const other = await get(`svc/SvcAuth/${path}`, MANIFEST);
      expect(other.status).toBe(303);
      expect(other.headers.get("content-version")).toBe("1");
      expect(other.headers.get("location")).toBe(`${here}/${path.replace(/\?.*/, "")}`);
    }
  });

  test("has an archive, served as it is, with its length and its digest", async () => {
    const answer = await get("svc/SvcAuth/0.9.1.zip", ZIP);
    const bytes = Buffer.from(await answer.bytes());
    expect(bytes.equals(former)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(former.length),
      "content-version": "1",
      "content-disposition": 'attachment; filename="SvcAuth-0.9.1.zip"',
      "cache-control": "public, max-age=31536000, immutable",
      digest: `sha-256=${hash("sha256", former, "base64")}`,
    });
    const head = await server.get("swift/svc/SvcAuth/0.9.1.zip", ZIP, "HEAD");
    expect(head.headers.get("content-length")).toBe(String(former.length));
  });

  test("has an archive that unzip reads, with one folder at the top", async (context) => {
    if (spawnSync("unzip", ["-v"]).status !== 0) notRun(context, "there is no unzip");
    const folder = mkdtempSync(join(tmpdir(), "svc-zip-"));
    writeFileSync(join(folder, "a.zip"), await (await get("svc/SvcAuth/0.10.0.zip", ZIP)).bytes());
    const unzip = (...args: string[]) => spawnSync("unzip", args, { cwd: folder, encoding: "utf8" });
    expect(unzip("-t", "a.zip").stdout).toContain("No errors detected");
    expect(unzip("a.zip").status).toBe(0);
    const file = join(folder, "SvcAuth-0.10.0/Sources/SvcAuth/Answer.swift");
    expect(readFileSync(file, "utf8")).toBe("public let answer = 42\n");
    expect(unzip("-Z1", "a.zip").stdout).toMatch(/^(?:SvcAuth-0\.10\.0\/\S+\n)+$/);
    rmSync(folder, { recursive: true });
  });
});

describe("the identifiers of a repository's URL", () => {
  test.each([`${base}/pub/swift/SvcAuth.git`, `${base}/pub/swift/SvcAuth`, `${base}/pub/swift/SvcAuth.git/`])(
    "are told for %s",
    async (url) => {
      const answer = await get(`identifiers?url=${encodeURIComponent(url)}`);
      expect(answer.headers.get("content-version")).toBe("1");
      expect(await answer.json()).toEqual({ identifiers: ["svc.SvcAuth"] });
    },
  );

  test.each([
    ["identifiers", 400],
    ["identifiers?url=", 400],
    ["identifiers?url=https%3A%2F%2Fexample.com%2Fother", 404],
  ])("are refused: %s", async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-version")).toBe("1");
  });
});

test.each([
  ["application/vnd.swift.registry.v2+json", 415],
  ["application/vnd.swift.registry.vX+json", 400],
  ["application/vnd.swift.registry.v1", 200],
  ["application/vnd.swift.registry+json", 200],
  ["*/*", 200],
])("a client that accepts %s gets %i", async (accept, status) => {
  const answer = await get("svc/SvcAuth", { accept });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-version")).toBe("1");
});

test.each([
  "svc/Other",
  "other/SvcAuth",
  "svc/SvcAuth/9.9.9",
  "svc/SvcAuth/9.9.9.zip",
  "svc/SvcAuth/9.9.9/Package.swift?swift-version=5.5",
  "svc/SvcAuth/0.9.1/Sources/SvcAuth/Answer.swift",
  "svc/SvcAuth/0.9.1%00",
  "svc/SvcAuth/0.9.1/..%2f0.9.1",
  "svc/SvcAuth/%2e%2e%2f%2e%2e%2fpackage.json",
  "__proto__",
  "",
])("anything else is a problem document with the version of the protocol: %s", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("content-version")).toBe("1");
  expect(answer.headers.get("content-language")).toBe("en");
  expect(await answer.json()).toMatchObject({ detail: "this registry does not have it" });
});

test("dots and a NUL in the path are no way out", async () => {
  for (const path of [
    "/pub/swift/../../package.json",
    "/pub/swift/svc/SvcAuth/../../../../package.json",
    "/pub/swift/svc/SvcAuth%00.json",
  ]) {
    expect(await sentAsWritten(server.url, path), path).toBe(404);
  }
});
