import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { artifactsOf, mavenFiles } from "../../../testing/native-packages.ts";
import { PubServer } from "../../../testing/pub-server.ts";
import { sentAsWritten } from "../../../testing/sent-as-written.ts";

const shipped = new Map([
  ...mavenFiles("svc-auth", "0.10.0"),
  ...mavenFiles("svc-auth", "0.9.1", "2026-01-01"),
  ...mavenFiles("svc-auth", "1.0.0-beta.1"),
  ...mavenFiles("svc-auth-android", "0.10.0"),
]);
const CHECKSUMS = ["md5", "sha1", "sha256", "sha512"];

let server: PubServer;
beforeAll(async () => {
  server = await PubServer.start({ maven: () => artifactsOf(shipped) });
});
afterAll(() => server.close());

const text = async (path: string): Promise<string> => (await server.get(`maven/dev/svc/${path}`)).text();

describe("maven-metadata.xml", () => {
  test("lists the versions from the oldest to the newest, and names the latest release", async () => {
    const answer = await server.get("maven/dev/svc/svc-auth/maven-metadata.xml");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(await answer.text()).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>dev.svc</groupId>
  <artifactId>svc-auth</artifactId>
  <versioning>
    <latest>1.0.0-beta.1</latest>
    <release>0.10.0</release>
    <versions>
      <version>0.9.1</version>
      <version>0.10.0</version>
      <version>1.0.0-beta.1</version>
    </versions>
  </versioning>
</metadata>
`);
    expect(await text("svc-auth-android/maven-metadata.xml")).toContain("<release>0.10.0</release>");
  });

  test.each(CHECKSUMS)("has its %s", async (algorithm) => {
    const document = await text("svc-auth/maven-metadata.xml");
    expect(await text(`svc-auth/maven-metadata.xml.${algorithm}`)).toBe(hash(algorithm, document));
  });
});

describe.each([
  ["pom", "application/xml; charset=utf-8"],
  ["jar", "application/java-archive"],
  ["-sources.jar", "application/java-archive"],
])("the %s", (ending, type) => {
  const name = `svc-auth-0.9.1${ending.startsWith("-") ? "" : "."}${ending}`;
  const path = `svc-auth/0.9.1/${name}`;
  const bytes = shipped.get(`sdk/kotlin/releases/${path}`) ?? expect.fail(path);

  test("is served as it was released, for ever", async () => {
    const answer = await server.get(`maven/dev/svc/${path}`);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(Buffer.from(await answer.bytes()).equals(bytes)).toBe(true);
    const etag = answer.headers.get("etag") ?? "";
    const again = await server.get(`maven/dev/svc/${path}`, { "if-none-match": etag });
    expect(again.status).toBe(304);
    const head = await server.get(`maven/dev/svc/${path}`, {}, "HEAD");
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
  });

  test.each(CHECKSUMS)("has its %s", async (algorithm) => {
    expect(await text(`${path}.${algorithm}`)).toBe(hash(algorithm, bytes));
  });
});

const FILE = "/pub/maven/dev/svc/svc-auth/0.9.1/svc-auth-0.9.1.pom";

test("a path is looked up as one name", async () => {
  expect(await sentAsWritten(server.url, FILE)).toBe(200);
});

test.each([
  "/pub/maven/",
  "/pub/maven/dev/svc/",
  "/pub/maven/dev/svc/svc-auth/",
  "/pub/maven/dev/svc/other/maven-metadata.xml",
  "/pub/maven/dev/svc/svc-auth/0.9.2/svc-auth-0.9.2.pom",
  "/pub/maven/dev/svc/svc-auth/0.9.1/svc-auth-0.9.1.module",
  `${FILE}.asc`,
  `${FILE}.sha1.sha1`,
  `${FILE}%00`,
  `${FILE}/`,
  "/pub/maven/dev/svc/svc-auth/0.9.1/../0.9.1/svc-auth-0.9.1.pom",
  "/pub/maven/dev/svc/svc-auth/0.9.1/%2e%2e/0.9.1/svc-auth-0.9.1.pom",
  "/pub/maven/%2e%2e%2f%2e%2e%2fpackage.json",
  "/pub/maven/../../package.json",
  "/pub/maven/..\\..\\package.json",
  "/pub/maven/sdk/kotlin/releases/svc-auth/0.9.1/svc-auth-0.9.1.pom",
  "/pub/maven/constructor",
])("anything else is not there: %s", async (path) => {
  expect(await sentAsWritten(server.url, path)).toBe(404);
});

test("a file at another depth is no release", () => {
  const files = new Map([
    ["sdk/kotlin/releases/svc-auth-0.1.0.pom", Buffer.alloc(0)],
    ["sdk/kotlin/releases/svc-auth/0.1.0/more/svc-auth-0.1.0.jar", Buffer.alloc(0)],
  ]);
  expect(artifactsOf(files)).toEqual([]);
});
