import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { CheckStatus } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { APPLE, GOOGLE, OAuthBench } from "../../testing/oauth.ts";
import { reasonOf } from "../../testing/reason-of.ts";

const SECRET = "GOCSPX-a-secret";
const { OK, WARNING, FAILURE, UNKNOWN } = CheckStatus;

describe.each(engines)("CheckSignInProvider on $kind", (engine) => {
  let bench: OAuthBench;
  let token: string;
  beforeEach(async () => {
    bench = await OAuthBench.open(engine, { baseUrl: "https://auth.example.com" });
    token = (await bench.t.addAdmin()).token;
    await bench.addProject();
    bench.google.secrets.set(GOOGLE.webClientId, SECRET);
  });
  afterEach(() => bench.close());

  async function check(provider: OauthProvider) {
    const { checks } = await bench.t.projects(token).checkSignInProvider({ project: "demo", provider });
    return new Map(checks.map((one) => [one.name, one]));
  }

  const statuses = async (provider: OauthProvider) =>
    Object.fromEntries([...(await check(provider))].map(([name, { status }]) => [name, status]));

  const change = (settings: object) => bench.t.projects(token).updateProject({ project: "demo", settings });

  test("tries Google's keys and the stored secret, and changes nothing", async () => {
    await change({ google: { webClientSecret: SECRET } });
    const before = await bench.t.projects(token).getProject({ project: "demo" });
    expect(await statuses(OauthProvider.GOOGLE)).toEqual({
      google: OK,
      google_keys: OK,
      google_secret: OK,
      google_clock: OK,
      google_redirect: OK,
      google_android: WARNING, // an Android client whose package is not known
    });
    expect(await bench.t.projects(token).getProject({ project: "demo" })).toEqual(before);
    expect(bench.google.seen).toEqual(["GET /oauth2/v3/certs", "POST /token"]);
  });

  test("tells a secret that is missing from one that Google refuses, and repeats neither", async () => {
    expect((await check(OauthProvider.GOOGLE)).get("google_secret")).toMatchObject({ status: WARNING });
    await change({ google: { webClientSecret: "GOCSPX-wrong" } });
    const refused = await check(OauthProvider.GOOGLE);
    expect(refused.get("google_secret")).toMatchObject({
      status: FAILURE,
      message: "Google rejects it (invalid_client)",
      remedy: expect.stringContaining("svc setup google --project demo"),
    });
    expect(JSON.stringify([...refused])).not.toContain("GOCSPX-wrong");
    expect(bench.t.logLines.join("")).not.toContain("GOCSPX-wrong");
  });

  test("tries the stored key at Apple, for each client id", async () => {
    expect(await statuses(OauthProvider.APPLE)).toEqual({
      apple: OK,
      apple_keys: OK,
      apple_key: OK,
      apple_key_bundle_id: OK,
      apple_key_services_id: OK,
      apple_clock: OK,
      apple_redirect: OK,
      apple_relay: UNKNOWN,
    });
    const [known] = bench.apple.registered.splice(0);
    if (known) bench.apple.registered.push({ ...known, clientIds: [APPLE.bundleId] });
    expect(await statuses(OauthProvider.APPLE)).toMatchObject({
      apple_key_bundle_id: OK,
      apple_key_services_id: FAILURE,
    });
  });

  test("another key than Apple knows, and none at all, fail", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    await change({ apple: { privateKey: pem } });
    expect(await statuses(OauthProvider.APPLE)).toMatchObject({
      apple_key: OK,
      apple_key_bundle_id: FAILURE,
    });
    const { teamId, keyId, bundleId, servicesId } = APPLE;
    const clientIds = [bundleId, servicesId];
    bench.apple.registered.push({ teamId, keyId, publicKey: createPublicKey(privateKey), clientIds });
    expect(await statuses(OauthProvider.APPLE)).toMatchObject({ apple_key_bundle_id: OK });
    await change({ apple: { privateKey: "" } });
    const without = await statuses(OauthProvider.APPLE);
    expect(without.apple_key).toBe(FAILURE);
    expect(without).not.toHaveProperty("apple_key_bundle_id");
    await change({ apple: { servicesId: "" } });
    expect(await statuses(OauthProvider.APPLE)).toMatchObject({ apple_key: WARNING });
  });

  test("a provider that is down fails its keys, leaves the rest unknown, and is no error of the call", async () => {
    await change({ google: { webClientSecret: SECRET } });
    for (const instead of [503, 200]) {
      bench.google.instead = (_, response) => void response.writeHead(instead).end("<html>");
      bench.apple.instead = bench.google.instead;
      expect(await statuses(OauthProvider.GOOGLE)).toMatchObject({
        google_keys: FAILURE,
        google_secret: UNKNOWN,
      });
      expect(await statuses(OauthProvider.APPLE)).toMatchObject({
        apple_keys: FAILURE,
        apple_key_bundle_id: UNKNOWN,
        apple_key_services_id: UNKNOWN,
      });
    }
  });

  test("a server whose clock is more than a minute off is told", async () => {
    await change({ google: { webClientSecret: SECRET } });
    const now = bench.t.app.clock();
    bench.google.clock = () => now - 55_000;
    expect((await check(OauthProvider.GOOGLE)).get("google_clock")).toMatchObject({ status: OK });
    bench.google.clock = () => now - 90_000;
    expect((await check(OauthProvider.GOOGLE)).get("google_clock")).toMatchObject({
      status: FAILURE,
      message: "the server is 90 s ahead of Google",
    });
  });

  test("looks at the ids themselves", async () => {
    await change({ google: { webClientId: "", androidClientId: "x" } });
    expect((await check(OauthProvider.GOOGLE)).get("google")).toMatchObject({ status: FAILURE });
    await change({ google: { androidClientId: GOOGLE.androidClientId } });
    const android = (await check(OauthProvider.GOOGLE)).get("google");
    expect(android?.message).toContain("android_client_id is set without web_client_id");
    await change({ google: { webClientId: "77-web.apps.googleusercontent.com" } });
    expect((await check(OauthProvider.GOOGLE)).get("google")).toMatchObject({ status: WARNING });
    await change({ apple: { teamId: "team" } });
    expect((await check(OauthProvider.APPLE)).get("apple")).toMatchObject({ status: FAILURE });
    await change({ apple: { teamId: APPLE.teamId, servicesId: APPLE.bundleId } });
    expect((await check(OauthProvider.APPLE)).get("apple")).toMatchObject({ status: FAILURE });
  });

  test("the Android app is known once package and SHA-256 are", async () => {
    const status = async () => (await check(OauthProvider.GOOGLE)).get("google_android")?.status;
    await change({ google: { androidPackage: "com.example.demo" } });
    expect(await status()).toBe(WARNING);
    const values = [Array(32).fill("AB").join(":")];
    await change({ google: { androidSha256Fingerprints: { values } } });
    expect(await status()).toBe(OK);
  });

  test("the sender's domain is named for Apple's relay", async () => {
    await bench.close();
    const smtp = { host: "127.0.0.1", port: 1, from: "Demo <auth@mail.example.com>" };
    bench = await OAuthBench.open(engine, { baseUrl: "http://127.0.0.1:1", smtp });
    token = (await bench.t.addAdmin()).token;
    await bench.addProject();
    const apple = await check(OauthProvider.APPLE);
    expect(apple.get("apple_relay")?.remedy).toContain("register mail.example.com");
    // A base URL that Apple does not take.
    expect(apple.get("apple_redirect")?.status).toBe(WARNING);
  });

  test("a provider that is off is not asked; no provider and no project are refused", async () => {
    await change({ google: { enabled: false } });
    bench.google.seen.length = 0;
    expect(await statuses(OauthProvider.GOOGLE)).toEqual({ google: OK });
    expect(bench.google.seen).toEqual([]);
    const ask = (project: string, provider: OauthProvider) =>
      reasonOf(bench.t.projects(token).checkSignInProvider({ project, provider }));
    expect(await ask("demo", OauthProvider.UNSPECIFIED)).toBe("INVALID_REQUEST");
    expect(await ask("nope", OauthProvider.GOOGLE)).toBe("NOT_FOUND");
  });

  test("GetProject and GetProjectConfig tell where users can sign in", async () => {
    const states = async () => {
      const { project } = await bench.t.projects(token).getProject({ project: "demo" });
      const key = project?.publishableKey ?? "";
      const config = await bench.t.client(ConfigService, { "x-svc-key": key }).getProjectConfig({});
      return {
        admin: project?.signInProviders.map(({ provider, nativeReady, browserReady, missingForBrowser }) => [
          provider,
          nativeReady,
          browserReady,
          missingForBrowser.join(),
        ]),
        app: [config.providers?.google?.browser, config.providers?.apple?.browser],
      };
    };
    const { GOOGLE: google, APPLE: apple } = OauthProvider;
    expect(await states()).toEqual({
      admin: [
        [google, true, false, "google.web_client_secret"],
        [apple, true, true, ""],
      ],
      app: [false, true],
    });
    await change({ google: { webClientSecret: SECRET }, apple: { servicesId: "", privateKey: "" } });
    expect(await states()).toEqual({
      admin: [
        [google, true, true, ""],
        [apple, true, false, "apple.services_id,apple.private_key"],
      ],
      app: [true, false],
    });
    await change({ google: { enabled: false }, apple: { enabled: false } });
    expect(await states()).toMatchObject({ app: [false, false] });
  });

  test("UpdateProject tells what changed, and writes no secret again that it has", async () => {
    const settings = { google: { webClientSecret: SECRET, androidPackage: "com.example.demo" } };
    const first = await change(settings);
    expect(first.changedFields).toEqual([
      "settings.google.android_package",
      "settings.google.web_client_secret",
    ]);
    const secrets = () => bench.t.app.db.selectFrom("providerSecrets").selectAll().execute();
    const stored = await secrets();
    expect((await change(settings)).changedFields).toEqual([]);
    expect(await secrets()).toEqual(stored);
  });
});
