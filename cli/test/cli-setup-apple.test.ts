import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { providerOrigins } from "../src/remote/provider-origins.ts";
import { baseUrl, SetupBench } from "./setup-bench.ts";

const bundle = "com.example.app";
const services = "com.example.app.signin";
const team = "TEAM123456";

let bench: SetupBench;
let slug = "";
let count = 0;

function keyFile(keyId: string, clientIds = [bundle, services]): KeyObject {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(bench.cli.path(`AuthKey_${keyId}.p8`), privateKey.export({ format: "pem", type: "pkcs8" }));
  bench.apple.registered.push({ teamId: team, keyId, publicKey: createPublicKey(privateKey), clientIds });
  return privateKey;
}

beforeAll(async () => {
  bench = await SetupBench.open();
  keyFile("SIGNIN0001");
  keyFile("SIGNIN0002");
  keyFile("ONLYBUNDLE", [bundle]);
  writeFileSync(bench.cli.path(`AuthKey_${bench.connect.keyId}.p8`), bench.connect.pem);
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  writeFileSync(bench.cli.path("AuthKey_STRANGER01.p8"), stranger.export({ format: "pem", type: "pkcs8" }));
  writeFileSync(bench.cli.path("renamed.p8"), stranger.export({ format: "pem", type: "pkcs8" }));
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  writeFileSync(bench.cli.path("AuthKey_RSARSARSA1.p8"), rsa.export({ format: "pem", type: "pkcs8" }));
});
afterAll(() => bench.close());
beforeEach(async () => {
  count += 1;
  slug = `app-${count}`;
  await bench.addProject(slug);
  bench.apple.seen.length = 0;
  bench.apple.instead = undefined;
  bench.connect.seen.length = 0;
  bench.connect.instead.length = 0;
  bench.connect.bundles.length = 0;
  bench.connect.capabilities.length = 0;
  bench.connect.isRaced = false;
});

/** Where nobody listens: the port was free a moment ago. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const apple = (...args: string[]) => ["apple", "--project", slug, ...args];
const ids = ["--bundle-id", bundle, "--team-id", team];
const signIn = (keyId = "SIGNIN0001") => ["--sign-in-key", `AuthKey_${keyId}.p8`];
const consoleKey = () => [
  ...["--p8", `AuthKey_${bench.connect.keyId}.p8`, "--key-id", bench.connect.keyId],
  ...["--issuer-id", bench.connect.issuerId],
];

describe("setup apple", () => {
  test("tries the key at Apple for each client id, stores it, and the second run writes nothing", async () => {
    const all = apple(...ids, "--services-id", services, ...signIn());
    const first = await bench.setUp(all);
    expect(first.report.changes.map(({ path }) => path)).toEqual([
      "settings.apple.enabled",
      "settings.apple.bundle_id",
      "settings.apple.services_id",
      "settings.apple.team_id",
      "settings.apple.key_id",
      "settings.apple.private_key",
    ]);
    expect(first.checks).toMatchObject({
      apple: "ok",
      apple_keys: "ok",
      apple_key: "ok",
      apple_key_bundle_id: "ok",
      apple_key_services_id: "ok",
      apple_redirect: "ok",
    });
    expect((await bench.stored(slug)).settings.apple).toEqual({
      enabled: true,
      bundleId: bundle,
      servicesId: services,
      teamId: team,
      keyId: "SIGNIN0001",
      hasKey: true,
    });
    const second = await bench.setUp(all);
    expect(second.report.changes).toEqual([]);
    expect(await bench.updates(slug)).toBe(1);
    expect((await bench.text(all)).stderr).toContain(`nothing to change in project ${slug}\n`);
    expect(bench.connect.seen).toEqual([]);
  });

  test("prints what no API can do, with the exact values", async () => {
    const { report, values } = await bench.setUp(apple(...ids));
    expect(values).toMatchObject({
      "Bundle ID": bundle,
      "Primary App ID": bundle,
      Identifier: `${bundle}.signin`,
      "Domains and Subdomains": "auth.example.com",
      "Return URLs": `${baseUrl}/oauth/apple/callback`,
      "Server-to-Server Notification Endpoint": `${baseUrl}/oauth/apple/notifications/${slug}`,
      "Associated Domains": "webcredentials:auth.example.com",
    });
    const { stdout } = await bench.text(apple());
    expect(stdout).toContain(`\n     Return URLs             ${baseUrl}/oauth/apple/callback\n`);
    expect(stdout).toContain(`then svc setup apple --project ${slug} --sign-in-key AuthKey_ABC123DEFG.p8\n`);
    expect(report.steps.map(({ title }) => title)).toHaveLength(6);
  });

  test("a stored key is kept; another one is refused without --rotate-key and replaces it with it", async () => {
    await bench.setUp(apple(...ids, ...signIn()));
    expect(await bench.refused(apple(...signIn("SIGNIN0002")))).toMatchObject({
      exit: 6,
      reason: "KEY_STORED",
      message: "the project already has the key SIGNIN0001; nothing was changed",
      hint: "--rotate-key replaces it with SIGNIN0002",
    });
    const { report, checks } = await bench.setUp(apple("--rotate-key", ...signIn("SIGNIN0002")));
    expect(report.changes.map(({ path }) => path)).toEqual([
      "settings.apple.key_id",
      "settings.apple.private_key",
    ]);
    expect(checks.apple_key_bundle_id).toBe("ok");
    const again = await bench.setUp(apple("--rotate-key", ...signIn("SIGNIN0002")));
    expect(again.report.changes).toEqual([]);
  });

  test("a key that Apple refuses for a client id is not saved", async () => {
    const stranger = await bench.refused(apple(...ids, ...signIn("STRANGER01")));
    expect(stranger).toMatchObject({ exit: 6, reason: "PROVIDER_REFUSED" });
    expect(stranger.message).toBe(
      `Apple refuses the key STRANGER01 for ${bundle} (invalid_client); nothing was saved in svc`,
    );
    const half = await bench.refused(apple(...ids, "--services-id", services, ...signIn("ONLYBUNDLE")));
    expect(half.message).toContain(`for ${services} (invalid_client)`);
    expect(await bench.updates(slug)).toBe(0);
  });

  test("with Apple down or out of reach, nothing is saved", async () => {
    const all = apple(...ids, ...signIn());
    bench.apple.instead = (_, response) => void response.writeHead(500).end("<html>");
    expect(await bench.refused(all)).toMatchObject({
      ...{ exit: 7, reason: "UNREACHABLE" },
      message: expect.stringMatching(
        /^Apple cannot be reached to try the key: .*; nothing was saved in svc$/,
      ),
    });
    const nowhere = { env: { SVC_DEV_APPLE_URL: await closedAddress() } };
    expect(await bench.refused(all, nowhere)).toMatchObject({ exit: 7, reason: "UNREACHABLE" });
    expect(await bench.updates(slug)).toBe(0);
  });

  test.each([
    [["--unofficial-api"], 1, "--unofficial-api is reserved: svc uses Apple's official API only"],
    [["--bundle-id", "app"], 2, "--bundle-id app does not look right"],
    [["--team-id", "team"], 2, "--team-id team does not look right"],
    [["--bundle-id", "a.b", "--services-id", "a.b"], 2, "--services-id is the same as --bundle-id"],
    [["--sign-in-key", "nowhere.p8"], 2, "there is no file nowhere.p8"],
    [["--sign-in-key", "AuthKey_RSARSARSA1.p8"], 2, "AuthKey_RSARSARSA1.p8 is not an Apple private key"],
    [["--sign-in-key", "renamed.p8"], 2, "the name of renamed.p8 does not tell the key's id"],
    [["--bundle-id", bundle, ...signIn()], 2, "the key needs the team's id"],
    [["--rotate-key"], 2, "--rotate-key needs the new key: Apple has no API to create one"],
    [["--key-id", "ABC123DEFG"], 2, "--issuer-id and --key-id belong to --p8, which is missing"],
    [["--p8", "renamed.p8", "--key-id", "ABC123DEFG"], 2, "--p8 needs --issuer-id"],
    [["--p8", "renamed.p8", "--issuer-id", "x"], 2, "--p8 needs --key-id"],
    [["--p8", "AuthKey_STRANGER01.p8", "--issuer-id", "x"], 2, "--issuer-id x does not look right"],
  ])("%j is refused, exit code %i: %s", async (flags, exit, message) => {
    expect(await bench.refused(apple(...flags))).toMatchObject({ exit, message });
    expect(await bench.updates(slug)).toBe(0);
    expect(bench.connect.seen).toEqual([]);
  });

  test("on a terminal it asks for the key's file, which may come later", async () => {
    await bench.cli.logIn();
    const terminal = bench.cli.onTerminal("setup", ...apple(...ids));
    await terminal.answer("(Enter to do it later): ", "\r");
    const { code, shown } = await terminal.finished;
    expect(code).toBe(0);
    expect(shown).toContain("Create a key for Sign in with Apple");
    expect((await bench.stored(slug)).settings.apple).toMatchObject({ bundleId: bundle, hasKey: false });
  });
});

describe("App Store Connect", () => {
  test("registers the app and switches Sign in with Apple on; the second run only looks", async () => {
    bench.connect.register(`${bundle}.widget`);
    const all = apple("--bundle-id", bundle, ...consoleKey(), ...signIn());
    const first = await bench.setUp(all);
    expect(first.report.done).toEqual({ appId: "created", signInWithApple: "enabled" });
    expect(bench.connect.bundles.map(({ identifier }) => identifier)).toEqual([`${bundle}.widget`, bundle]);
    expect(bench.connect.capabilities).toMatchObject([{ bundle: "B2", type: "APPLE_ID_AUTH" }]);
    // The App ID's prefix is the team's id, which nobody had to type.
    expect((await bench.stored(slug)).settings.apple).toMatchObject({ teamId: team, hasKey: true });

    bench.connect.seen.length = 0;
    const second = await bench.setUp(all);
    expect(second.report.done).toEqual({ appId: "found", signInWithApple: "found" });
    expect(second.report.changes).toEqual([]);
    expect(bench.connect.writes).toEqual([]);
  });

  test("the console API key is used in this process only: svc never gets or stores it", async () => {
    await bench.setUp(apple(...ids, ...consoleKey()));
    const secret = bench.connect.key.export({ format: "jwk" }).d ?? "";
    const body = bench.connect.pem.split("\n")[1] ?? "";
    expect(body.length).toBeGreaterThan(40);
    const data = readdirSync(bench.cli.path("data"), { recursive: true, withFileTypes: true });
    for (const entry of data.filter((one) => one.isFile())) {
      const content = readFileSync(`${entry.parentPath}/${entry.name}`, "latin1");
      expect(content.includes(body) || content.includes(secret)).toBe(false);
    }
    expect((await bench.stored(slug)).settings.apple).toMatchObject({ hasKey: false, keyId: "" });
  });

  test("somebody else registers the app at the same moment: 409, and it is found", async () => {
    bench.connect.isRaced = true;
    const { report } = await bench.setUp(apple(...ids, ...consoleKey()));
    expect(report.done).toEqual({ appId: "created", signInWithApple: "enabled" });
  });

  test("an App ID that another team owns is told as such", async () => {
    bench.connect.instead.push(
      [200, { data: [] }],
      [409, { errors: [{ detail: "not available" }] }],
      [200, { data: [] }],
    );
    const failed = await bench.refused(apple(...ids, ...consoleKey()));
    expect(failed).toMatchObject({ exit: 6 });
    expect(failed.hint).toContain("another team may own it");
  });

  test.each([
    ["a Sign in with Apple key", () => ["--p8", "AuthKey_SIGNIN0001.p8"]],
    ["the key's id of another key", () => ["--p8", `AuthKey_${"ASCKEY1234"}.p8`, "--key-id", "OTHERKEY01"]],
  ])("%s gets 401, and the hint says which kind of key is meant", async (_, flags) => {
    const failed = await bench.refused(apple(...ids, ...flags(), "--issuer-id", bench.connect.issuerId));
    expect(failed).toMatchObject({ exit: 4, reason: "PROVIDER_REFUSED" });
    expect(failed.message).toMatch(/^App Store Connect refuses the key \w{10} \(401\): Provide a properly/);
    expect(failed.hint).toContain("--p8 takes an App Store Connect API key");
    expect(failed.hint).toContain("a Sign in with Apple key and an In-App Purchase key are refused");
    expect(await bench.updates(slug)).toBe(0);
  });

  test("the same file as both keys is refused before anything is asked", async () => {
    const both = [...consoleKey(), ...signIn(bench.connect.keyId)];
    const failed = await bench.refused(apple(...ids, ...both));
    expect(failed).toMatchObject({ exit: 2, message: "--sign-in-key and --p8 are the same key" });
    expect(bench.connect.seen).toEqual([]);
  });

  test("403 tells about the role", async () => {
    bench.connect.instead.push([403, { errors: [{ detail: "This resource is forbidden" }] }]);
    const failed = await bench.refused(apple(...ids, ...consoleKey()));
    expect(failed).toMatchObject({ exit: 5, hint: expect.stringContaining("role Admin") });
  });

  test("429 and 500 are waited out", async () => {
    bench.connect.instead.push(
      [429, { errors: [] }, { "retry-after": "0" }],
      [500, { errors: [{ detail: "An unexpected error occurred" }] }],
    );
    const { code, stderr } = await bench.text(apple(...ids, ...consoleKey()));
    expect(code).toBe(0);
    expect(stderr).toContain("too many requests with this key (429); trying again in 0.5 s");
    expect(stderr).toContain("An unexpected error occurred; trying again in 1 s");
    expect(stderr).toContain(`App Store Connect: ${bundle} was registered\n`);
  });

  test("out of reach, it says so at the first try, and nothing is saved", async () => {
    const nowhere = { env: { SVC_DEV_APP_STORE_CONNECT_URL: await closedAddress() } };
    const all = apple(...ids, ...consoleKey(), ...signIn());
    const { code, stderr } = await bench.text(all, nowhere);
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringMatching(/^svc: App Store Connect cannot be reached: ECONNREFUSED\nhint: .+\n$/),
    });
    // A proxy or a portal that answers instead of Apple.
    bench.connect.instead.push([404, "<html>"]);
    expect((await bench.text(all)).stderr).toContain("cannot be reached: something else answers (404)\n");
    expect(await bench.updates(slug)).toBe(0);
  });

  test("--p8 needs to know the app", async () => {
    const failed = await bench.refused(apple(...consoleKey()));
    expect(failed).toMatchObject({ exit: 2, message: "--p8 needs --bundle-id" });
  });
});

test("a release refuses to ask stand-ins", () => {
  const env = { SVC_DEV_APP_STORE_CONNECT_URL: "http://127.0.0.1:1" };
  expect(providerOrigins(env, false).appStoreConnect).toBe("http://127.0.0.1:1");
  expect(() => providerOrigins(env, true)).toThrow("SVC_DEV_APP_STORE_CONNECT_URL is for development only");
  expect(() => providerOrigins({ SVC_DEV_APPLE_URL: "http://x" }, true)).toThrow("for development only");
  expect(providerOrigins({}, true)).toEqual({
    google: undefined,
    apple: undefined,
    appStoreConnect: undefined,
  });
});
