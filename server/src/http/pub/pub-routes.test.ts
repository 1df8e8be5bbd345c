import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sdkTarball } from "../../testing/sdk-tarball.ts";
import { createListener } from "../listener.ts";
import { requestListener } from "../routes.ts";
import { readSdkPackages, type SdkPackage } from "./npm/sdk-packages.ts";
import { pubRoutes } from "./pub-routes.ts";

const SHORT = "application/vnd.npm.install-v1+json";
const base = "https://auth.example.com";
const current = sdkTarball("0.10.0", "2026-03-01");
const former = sdkTarball("0.9.1", "2026-01-01", "export const answer = 41;\n");

const listener = createListener();
let url = "";

beforeAll(async () => {
  url = await serve(() => readSdkPackages([former, current]));
});
afterAll(() => listener.drain());

async function serve(read: () => readonly SdkPackage[], on = listener): Promise<string> {
  const app = { baseUrl: base, log: () => {}, newId: () => "id" };
  on.serve(requestListener(app, () => false, pubRoutes(app, { npm: read })));
  return `http://127.0.0.1:${await on.listen({ host: "127.0.0.1", port: 0 })}`;
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  fetch(`${url}/pub/${path}`, { headers, method, redirect: "manual" });

describe("the document about the package", () => {
  test.each(["@svc/sdk", "@svc%2fsdk", "@svc%2Fsdk"])("is found as %s", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ name: "@svc/sdk", "dist-tags": { latest: "0.10.0" } });
  });

  test("tells everything about every version, with addresses that begin with the base URL", async () => {
    const answer = await get("@svc/sdk", {
      accept: "application/json",
      host: "evil.example",
      "x-forwarded-host": "evil",
    });
    expect(answer.headers.get("content-type")).toBe("application/json");
    const document = await answer.json();
    expect(Object.keys(document.versions)).toEqual(["0.10.0", "0.9.1"]);
    expect(document).toMatchObject({ _id: "@svc/sdk", license: "Apache-2.0", readme: "# Read me\n" });
    for (const [version, tarball] of [
      ["0.10.0", current],
      ["0.9.1", former],
    ] as const) {
      expect(document.versions[version]).toMatchObject({
        _id: `@svc/sdk@${version}`,
        name: "@svc/sdk",
        version,
        exports: { ".": "./dist/sdk.js" },
        engines: { node: ">=20" },
        dist: {
          tarball: `${base}/pub/@svc/sdk/-/sdk-${version}.tgz`,
          integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
          shasum: createHash("sha1").update(tarball).digest("hex"),
        },
      });
    }
  });

  test("is dated with the days of the versions, not with the start of the server", async () => {
    const { time } = await (await get("@svc/sdk")).json();
    expect(time).toEqual({
      created: "2026-01-01T00:00:00.000Z",
      modified: "2026-03-01T00:00:00.000Z",
      "0.10.0": "2026-03-01T00:00:00.000Z",
      "0.9.1": "2026-01-01T00:00:00.000Z",
    });
  });

  test("is short for who installs", async () => {
    const answer = await get("@svc%2fsdk", { accept: `${SHORT}; q=1.0, application/json; q=0.8, */*` });
    expect(answer.headers.get("content-type")).toBe(SHORT);
    expect(answer.headers.get("vary")).toBe("accept");
    const document = await answer.json();
    expect(Object.keys(document)).toEqual(["name", "modified", "dist-tags", "versions"]);
    expect(document.modified).toBe("2026-03-01T00:00:00.000Z");
    expect(Object.keys(document.versions["0.9.1"])).toEqual([
      "name",
      "version",
      "engines",
      "exports",
      "dist",
    ]);
  });

  test("is not sent again to who has it, in either form", async () => {
    const [full, short] = [await get("@svc/sdk"), await get("@svc/sdk", { accept: SHORT })];
    const [one, other] = [full.headers.get("etag") ?? "", short.headers.get("etag") ?? ""];
    expect(one).not.toBe(other);
    expect((await get("@svc/sdk", { "if-none-match": one })).status).toBe(304);
    expect((await get("@svc/sdk", { "if-none-match": one, accept: SHORT })).status).toBe(200);
  });

  test.each(["0.9.1", "0.10.0", "latest"])("of the version %s alone", async (version) => {
    const { version: told } = await (await get(`@svc/sdk/${version}`)).json();
    expect(told).toBe(version === "latest" ? "0.10.0" : version);
  });
});

describe("the tarball", () => {
  test.each(["@svc/sdk/-/sdk-0.9.1.tgz", "@svc%2fsdk/-/sdk-0.9.1.tgz", "@svc%2fsdk%2f-%2fsdk-0.9.1.tgz"])(
    "is served as it is: %s",
    async (path) => {
      const answer = await get(path);
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(answer.headers.get("cache-control")).toContain("immutable");
      expect(Buffer.from(await answer.bytes()).equals(former)).toBe(true);
      const again = await get(path, { "if-none-match": answer.headers.get("etag") ?? "" });
      expect(again.status).toBe(304);
    },
  );

  test("tells its length to HEAD and sends nothing", async () => {
    const answer = await get("@svc%2Fsdk/-/sdk-0.10.0.tgz", {}, "HEAD");
    expect(answer.headers.get("content-length")).toBe(String(current.length));
    expect((await answer.bytes()).length).toBe(0);
    expect((await get("@svc/sdk", {}, "HEAD")).status).toBe(200);
  });

  test("sdk.tgz leads to the newest", async () => {
    const answer = await get("sdk.tgz");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`${base}/pub/@svc/sdk/-/sdk-0.10.0.tgz`);
  });
});

test("the small things that package managers ask for", async () => {
  expect(await (await get("-/ping")).json()).toEqual({});
  expect(await (await get("-/package/@svc%2fsdk/dist-tags")).json()).toEqual({ latest: "0.10.0" });
  const audit = await fetch(`${url}/pub/-/npm/v1/security/advisories/bulk`, { method: "POST", body: "{}" });
  expect({ status: audit.status, body: await audit.json() }).toEqual({ status: 200, body: {} });
  const bare = await fetch(`${url}/pub`, { redirect: "manual" });
  expect([bare.status, bare.headers.get("location")]).toEqual([308, "/pub/"]);
});

test.each([
  "react",
  "@svc/other",
  "@svc%2fother",
  "@other/sdk",
  "@svc/sdk/0.0.1",
  "@svc/sdk/-/sdk-0.0.1.tgz",
  "@svc/sdk/-/sdk-0.9.1.tgz.asc",
  "@svc/sdk/-/../../../package.json",
  "@svc/sdk/-/..%2f..%2fpackage.json",
  "__proto__",
  "@svc/sdk/__proto__",
  "@svc/sdk/constructor",
  "%E0%A4%A",
  "-/all",
  "-/user/org.couchdb.user:x",
])("anything else is not there, in npm's own form: %s", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    reason: "NOT_FOUND",
    error: "this server has the client library only; ask another registry for anything else",
  });
});

test.each(["PUT", "DELETE", "POST"])("nobody publishes with %s", async (method) => {
  const answer = await get("@svc%2fsdk", {}, method);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET");
});

test("what was released under a version stays what it is, whatever the checkout builds", () => {
  const rebuilt = sdkTarball("0.9.1", "2026-05-05", "export const answer = 43;\n");
  const packages = readSdkPackages([former, rebuilt, sdkTarball("0.10.0-beta.2", "2026-05-05")]);
  expect(packages.map(({ version }) => version)).toEqual(["0.10.0-beta.2", "0.9.1"]);
  expect(packages[1]?.tarball.equals(former)).toBe(true);
});

test("a checkout without the library says how to build it, and finds it once it is there", async () => {
  const tarballs: Buffer[] = [];
  const other = createListener();
  const there = await serve(() => readSdkPackages(tarballs), other);
  expect(await (await fetch(`${there}/pub/`)).text()).toContain("<code>npm start</code>");
  const answer = await fetch(`${there}/pub/@svc%2fsdk`);
  expect(answer.status).toBe(404);
  expect((await answer.json()).error).toBe(
    "the client library is not built in this checkout: npm start builds it",
  );
  tarballs.push(current);
  expect((await fetch(`${there}/pub/@svc%2fsdk`)).status).toBe(200);
  await other.drain();
});
