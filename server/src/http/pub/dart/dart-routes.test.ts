import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dartArchive } from "../../../testing/native-packages.ts";
import { PubServer } from "../../../testing/pub-server.ts";
import { readTarGz } from "../../tar.ts";
import { readDartPackages } from "./dart-packages.ts";

const base = "https://auth.example.com";
const current = dartArchive("0.10.0", "2026-03-01");
const former = dartArchive("0.9.1", "2026-01-01", 41);

/** As `dart pub` asks. */
const PUB = { accept: "application/vnd.pub.v2+json", "content-type": "application/vnd.pub.v2+json" };

let server: PubServer;
beforeAll(async () => {
  server = await PubServer.start({ dart: () => readDartPackages([former, current]) }, base);
});
afterAll(() => server.close());

describe("the list of versions", () => {
  test("has the pubspec, the address and the hash of each, with addresses that begin with the base URL", async () => {
    const answer = await server.get("api/packages/svc_auth", { ...PUB, host: "evil.example" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/vnd.pub.v2+json");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const document = await answer.json();
    const version = (number: string, archive: Buffer, day: string): object => ({
      version: number,
      pubspec: {
        name: "svc_auth",
        description: "A library for a test",
        version: number,
        environment: { sdk: "^3.5.0" },
      },
      archive_url: `${base}/pub/packages/svc_auth/versions/${number}.tar.gz`,
      archive_sha256: hash("sha256", archive),
      published: `${day}T00:00:00.000Z`,
    });
    expect(document).toEqual({
      name: "svc_auth",
      latest: version("0.10.0", current, "2026-03-01"),
      versions: [version("0.9.1", former, "2026-01-01"), version("0.10.0", current, "2026-03-01")],
    });
  });

  test("names a stable version as the latest, whatever is newer", async () => {
    const archives = [dartArchive("1.0.0-beta.1", "2026-05-01"), current];
    const other = await PubServer.start({ dart: () => readDartPackages(archives) });
    const { latest, versions } = await (await other.get("api/packages/svc_auth", PUB)).json();
    expect([latest.version, versions.length]).toEqual(["0.10.0", 2]);
    await other.close();
  });

  test("is not sent again to who has it, and HEAD gets its length", async () => {
    const answer = await server.get("api/packages/svc_auth", PUB);
    const etag = answer.headers.get("etag") ?? "";
    expect((await server.get("api/packages/svc_auth", { ...PUB, "if-none-match": etag })).status).toBe(304);
    const head = await server.get("api/packages/svc_auth", PUB, "HEAD");
    expect(head.headers.get("content-length")).toBe(String((await answer.bytes()).length));
    expect((await head.bytes()).length).toBe(0);
  });

  test("has each version alone, for older clients", async () => {
    const { version, archive_sha256 } = await (
      await server.get("api/packages/svc_auth/versions/0.9.1", PUB)
    ).json();
    expect({ version, archive_sha256 }).toEqual({ version: "0.9.1", archive_sha256: hash("sha256", former) });
  });
});

test("an archive is served as it is, for ever, with its files at the top", async () => {
  const answer = await server.get("packages/svc_auth/versions/0.9.1.tar.gz");
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const bytes = Buffer.from(await answer.bytes());
  expect(bytes.equals(former)).toBe(true);
  expect(readTarGz(bytes).entries.map(({ name }) => name)).toContain("pubspec.yaml");
});

test("what was released under a version stays what it is, whatever the checkout packs", () => {
  const packages = readDartPackages([former, dartArchive("0.9.1", "2026-05-05", 43)]);
  expect(packages.map(({ sha256 }) => sha256)).toEqual([hash("sha256", former)]);
});

test.each([
  "api",
  "api/packages/other",
  "api/packages/svc_auth/versions/9.9.9",
  "api/packages/versions/new",
  "api/packages/svc_auth%00",
  "api/packages/svc_auth/..%2fsvc_auth",
  "api/packages/..%2f..%2f..%2fpackage.json",
  "packages",
  "packages/svc_auth/versions/9.9.9.tar.gz",
  "packages/svc_auth/versions/..%2f0.9.1.tar.gz",
  "packages/__proto__",
])("anything else is not there, in the words that dart pub shows: %s", async (path) => {
  const answer = await server.get(path, PUB);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    error: {
      code: "NOT_FOUND",
      message: "this server has the client library only; ask another repository for anything else",
    },
  });
});

test("a checkout without the library has no package, and finds it once it is there", async () => {
  const archives: Buffer[] = [];
  const other = await PubServer.start({ dart: () => readDartPackages(archives) });
  expect((await other.get("api/packages/svc_auth", PUB)).status).toBe(404);
  archives.push(current);
  expect((await other.get("api/packages/svc_auth", PUB)).status).toBe(200);
  await other.close();
});
