import { afterAll, beforeAll, expect, test } from "vitest";
import { librariesOf } from "../../testing/native-packages.ts";
import { PubServer } from "../../testing/pub-server.ts";

const base = "https://auth.example.com";
const libraries = librariesOf("0.10.0", "2026-03-01");

let server: PubServer;
beforeAll(async () => {
  server = await PubServer.start(libraries, base);
});
afterAll(() => server.close());

/** The text of the page as somebody reads it. */
async function page(from: PubServer): Promise<string> {
  const text = await (await from.get("")).text();
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
}

test("asks nobody else, runs no foreign script and is not sent again to who has it", async () => {
  const answer = await server.get("");
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+';/,
  );
  expect((await answer.text()).replaceAll(base, "")).not.toMatch(/https?:\/\//);
  expect((await server.get("", { "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304);
});

test("has the lines to paste for npm, pnpm, Yarn and Bun", async () => {
  const text = await page(server);
  for (const line of [
    `@svc:registry=${base}/pub/`,
    `npmRegistryServer: "${base}/pub"`,
    "npm install @svc/sdk",
    "pnpm add @svc/sdk",
    "yarn add @svc/sdk",
    "bun add @svc/sdk",
  ]) {
    expect(text).toContain(line);
  }
});

test("has the lines to paste for Dart, Gradle, Maven and Swift", async () => {
  const text = await page(server);
  for (const line of [
    `dart pub add svc_auth --hosted-url ${base}/pub/`,
    `hosted: ${base}/pub/\n    version: ^0.10.0`,
    `maven { url = uri("${base}/pub/maven/") }`,
    `implementation("dev.svc:svc-auth:0.10.0")`,
    `<url>${base}/pub/maven/</url>`,
    "<artifactId>svc-auth-android</artifactId>",
    `.package(url: "${base}/pub/swift/SvcAuth.git", from: "0.10.0")`,
    `swift package-registry set --scope svc ${base}/pub/swift`,
    `.package(id: "svc.SvcAuth", from: "0.10.0")`,
  ]) {
    expect(text).toContain(line);
  }
});

test("links every file, and each of them is there", async () => {
  const text = await page(server);
  const files = [...text.matchAll(/href="\/pub\/([^"]+)"/g)].map(([, path]) => path ?? "");
  expect(files).toEqual([
    "@svc/sdk/-/sdk-0.10.0.tgz",
    "packages/svc_auth/versions/0.10.0.tar.gz",
    "maven/dev/svc/svc-auth/0.10.0/svc-auth-0.10.0.jar",
    "maven/dev/svc/svc-auth-android/0.10.0/svc-auth-android-0.10.0.jar",
    "swift/svc/SvcAuth/0.10.0.zip",
  ]);
  for (const file of files) expect((await server.get(file)).status, file).toBe(200);
  expect(text.match(/2026-03-01/g)).toHaveLength(5);
});

test("without https it has the flags that Gradle and Swift need", async () => {
  const plain = await PubServer.start(libraries);
  const text = await page(plain);
  expect(text).toContain("isAllowInsecureProtocol = true");
  expect(text).toContain("swift package-registry set --allow-insecure-http --scope svc http://127.0.0.1:");
  await plain.close();
});

test("leaves out what this server does not have", async () => {
  const other = await PubServer.start({ npm: libraries.npm });
  const text = await page(other);
  expect(text).toContain("npm install @svc/sdk");
  for (const absent of ["dart pub", "maven", "swift"]) expect(text).not.toContain(absent);
  await other.close();
});
