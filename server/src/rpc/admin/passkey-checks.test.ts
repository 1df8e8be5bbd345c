import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CheckStatus } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminBrowser } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const { OK, WARNING, FAILURE, UNKNOWN } = CheckStatus;
const RP_ID = "example.com";
const APP_ID = "TEAM123456.com.example.demo";
const PACKAGE = "com.example.demo";
const [UPLOAD = "", PLAY = ""] = ["AB", "CD"].map((pair) => Array(32).fill(pair).join(":"));
const APPLE_FILE = "/.well-known/apple-app-site-association";
const ANDROID_FILE = "/.well-known/assetlinks.json";
const ORIGINS_FILE = "/.well-known/webauthn";

const statement = (fingerprints: string[], relation = "delegate_permission/common.get_login_creds") => ({
  relation: [relation],
  target: { namespace: "android_app", package_name: PACKAGE, sha256_cert_fingerprints: fingerprints },
});

describe.each(engines)("CheckPasskeys on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  /** What the host of the RP ID answers, by path. */
  let answers: Record<string, (response: ServerResponse) => void>;
  let seen: string[];
  const host = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url}`);
    const answer = answers[request.url ?? ""];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });

  const json =
    (value: unknown, type = "application/json") =>
    (response: ServerResponse) =>
      response.writeHead(200, { "content-type": type }).end(JSON.stringify(value));

  beforeEach(async () => {
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    t = await TestApp.open(engine, {
      baseUrl: "https://auth.example.net",
      associationFiles: origin,
      providerWaitMs: 2000,
    });
    token = (await t.addAdmin()).token;
    seen = [];
    answers = {
      [APPLE_FILE]: json({ webcredentials: { apps: ["OTHER12345.com.example", APP_ID] } }, "text/plain"),
      [ANDROID_FILE]: json([statement([UPLOAD.toLowerCase(), PLAY])]),
      [ORIGINS_FILE]: json({ origins: ["https://example.org", "https://example.de"] }),
    };
    await t.addProject("Demo");
    await change({
      passkeys: { enabled: true, rpId: RP_ID },
      apple: { teamId: "TEAM123456", bundleId: PACKAGE },
      google: { androidPackage: PACKAGE, androidSha256Fingerprints: { values: [UPLOAD, PLAY] } },
    });
  });
  afterEach(async () => {
    await t.close();
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  });

  const change = (settings: object) => t.projects(token).updateProject({ project: "demo", settings });
  const check = async () => {
    const { checks } = await t.projects(token).checkPasskeys({ project: "demo" });
    return new Map(checks.map((one) => [one.name, one]));
  };
  const statuses = async () =>
    Object.fromEntries([...(await check())].map(([name, { status }]) => [name, status]));

  test("fetches the files of the RP ID and compares them with the apps, and changes nothing", async () => {
    const before = await t.projects(token).getProject({ project: "demo" });
    expect(await statuses()).toEqual({ passkeys: OK, passkeys_apple: OK, passkeys_android: OK });
    expect(seen.toSorted()).toEqual([`GET ${RP_ID}${APPLE_FILE}`, `GET ${RP_ID}${ANDROID_FILE}`].toSorted());
    expect(await t.projects(token).getProject({ project: "demo" })).toEqual(before);
  });

  test.each<[string, string, unknown]>([
    ["names another app only", APPLE_FILE, { webcredentials: { apps: ["TEAM123456.com.example"] } }],
    ["names the app for links only", APPLE_FILE, { applinks: { details: [{ appIDs: [APP_ID] }] } }],
    ["has a list of another kind", APPLE_FILE, { webcredentials: { apps: APP_ID } }],
    ["is null", APPLE_FILE, null],
    ["lacks the certificate of Google Play", ANDROID_FILE, [statement([UPLOAD])]],
    ["names it for links only", ANDROID_FILE, [statement([UPLOAD, PLAY], "delegate_permission/common.x")]],
    ["is an object", ANDROID_FILE, { 0: statement([UPLOAD, PLAY]) }],
    ["has what is no statement", ANDROID_FILE, [null, 1, "x", { relation: {}, target: [] }]],
  ])("a file that %s is a failure with a remedy (%s)", async (_what, path, value) => {
    answers[path] = json(value);
    const name = path === APPLE_FILE ? "passkeys_apple" : "passkeys_android";
    expect((await check()).get(name)).toMatchObject({
      status: FAILURE,
      message: expect.stringContaining(`https://${RP_ID}${path} does not name`),
      remedy: expect.stringMatching(/^add /),
    });
  });

  test("certificates in several statements count together", async () => {
    answers[ANDROID_FILE] = json([statement([UPLOAD]), statement([PLAY])]);
    expect((await check()).get("passkeys_android")).toMatchObject({ status: OK });
  });

  test("says what the host answers instead of the file", async () => {
    answers[APPLE_FILE] = (response) =>
      response.writeHead(301, { location: `http://127.0.0.1:1${APPLE_FILE}` }).end();
    answers[ANDROID_FILE] = json([statement([UPLOAD, PLAY])], "text/html");
    const first = await check();
    expect(first.get("passkeys_apple")).toMatchObject({
      status: FAILURE,
      message: expect.stringContaining("a redirect (301), which phones do not follow"),
    });
    expect(first.get("passkeys_android")).toMatchObject({
      status: FAILURE,
      message: expect.stringContaining("content type text/html"),
      remedy: "serve it as application/json",
    });
    delete answers[APPLE_FILE];
    answers[ANDROID_FILE] = (response) => response.writeHead(200).end("<!doctype html>");
    const second = await check();
    expect(second.get("passkeys_apple")?.message).toContain("answers 404");
    expect(second.get("passkeys_android")?.message).toContain("is not JSON");
  });

  test("a host that is silent, breaks off or never ends is told as not checked", async () => {
    answers[APPLE_FILE] = () => {};
    answers[ANDROID_FILE] = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`[${" ".repeat(200_000)}`);
    };
    const checks = await check();
    expect(checks.get("passkeys_apple")).toMatchObject({
      status: UNKNOWN,
      message: expect.stringContaining("no whole answer within 2000 ms"),
    });
    expect(checks.get("passkeys_android")).toMatchObject({
      status: UNKNOWN,
      message: expect.stringContaining("longer than 131072 bytes"),
    });
    answers[APPLE_FILE] = (response) => response.destroy();
    expect((await check()).get("passkeys_apple")?.status).toBe(UNKNOWN);
  });

  test("pages outside of the domain must be in the file of related origins, others need none", async () => {
    await change({ passkeys: { origins: { values: ["https://app.example.com"] } } });
    expect(Object.keys(await statuses())).not.toContain("passkeys_origins");
    await change({ passkeys: { origins: { values: ["https://app.example.com", "https://example.org"] } } });
    expect((await check()).get("passkeys_origins")).toMatchObject({ status: OK });
    await change({ passkeys: { origins: { values: ["https://example.org", "https://notexample.com"] } } });
    expect((await check()).get("passkeys_origins")).toMatchObject({
      status: FAILURE,
      message: expect.stringContaining("does not list https://example.org, https://notexample.com"),
    });
  });

  test("the server's own host is not asked: it answers the files itself", async () => {
    await change({ passkeys: { rpId: "auth.example.net" } });
    expect(await statuses()).toEqual({ passkeys: OK, passkeys_apple: OK, passkeys_android: OK });
    expect((await check()).get("passkeys_apple")?.message).toContain("is answered by this server");
    expect(seen).toEqual([]);
  });

  test("nothing is fetched without apps, for localhost, or while passkeys are off", async () => {
    await change({ apple: { teamId: "" }, google: { androidPackage: "" } });
    expect(await statuses()).toEqual({ passkeys: OK, passkeys_apple: OK, passkeys_android: OK });
    await change({ passkeys: { rpId: "localhost" } });
    expect(await statuses()).toEqual({ passkeys: OK });
    await change({ passkeys: { enabled: false } });
    expect((await check()).get("passkeys")).toMatchObject({ status: OK, message: "not enabled" });
    expect(seen).toEqual([]);
  });

  test("warns when the app could ask for passkeys of administrators", async () => {
    await change({ passkeys: { rpId: "auth.example.net" } });
    await adminBrowser(t).add(await t.login());
    expect((await check()).get("passkeys")).toMatchObject({
      status: WARNING,
      message: expect.stringContaining("administrators' passkeys"),
    });
    await change({ apple: { bundleId: "" }, google: { androidPackage: "" } });
    expect((await check()).get("passkeys")?.status).toBe(OK);
  });

  test("warns about an RP ID that another project has, without a word about that project", async () => {
    await t.addProject("Secret Plan", {
      passkeys: { enabled: true, rpId: RP_ID, origins: [] },
    });
    const shared = (await check()).get("passkeys");
    expect(shared).toMatchObject({ status: WARNING });
    expect(JSON.stringify(shared)).not.toMatch(/secret|project/i);
  });

  test("a project that does not exist is refused", async () => {
    expect(await reasonOf(t.projects(token).checkPasskeys({ project: "nope" }))).toBe("NOT_FOUND");
  });
});
