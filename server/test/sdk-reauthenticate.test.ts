import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emailCodes } from "../../sdk/typescript/src/email-code.ts";
import { mfa } from "../../sdk/typescript/src/mfa.ts";
import { type PasskeyPlatform, passkeys } from "../../sdk/typescript/src/passkey.ts";
import {
  type AuthClient,
  type AuthClientOptions,
  type AuthStorage,
  createAuthClient,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { FlakyNetwork } from "../../sdk/typescript/test/flaky-network.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { createAuthenticator } from "../src/testing/authenticator.ts";
import { engines } from "../src/testing/engines.ts";
import { fromBase32, shownCode } from "../src/testing/factors.ts";
import { codeOf } from "../src/testing/mailed-code.ts";
import { ORIGIN, withPasskeys } from "../src/testing/passkeys.ts";
import { TestApp } from "../src/testing/test-app.ts";

const ADA = "ada@example.com";
const password = "correct horse battery";
const MINUTE_MS = 60_000;
const lost = { reason: "NETWORK", retryable: true };
const late = { reason: "REAUTHENTICATION_REQUIRED" };

describe.each(engines)("proving again who the user is by the SDK, of a server on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let storage: AuthStorage;
  let network: FlakyNetwork;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const settings = { ...withPasskeys, allowEmailCodes: true, allowAnonymousSignIn: true };
    ({ project } = await t.addProject("Demo", settings));
    await policy("optional");
    storage = memoryStorage();
    network = new FlakyNetwork();
  });
  afterEach(() => t.close());

  const policy = async (policy: "off" | "optional") => {
    const settings = { mfa: { policy, claim: "", claimValues: [] } };
    project = await updateProject(t.app, systemActor, project.id, { settings });
  };

  function start(options: Partial<AuthClientOptions> = {}): AuthClient {
    const { publishableKey } = project;
    const clock = { now: t.app.clock, steady: t.app.clock };
    return createAuthClient({
      ...{ baseUrl: t.url, publishableKey, storage, clock, fetch: network.fetch, onError: () => {} },
      ...options,
    });
  }

  /** Ada is signed in and has an authenticator app. Eleven minutes have passed since. */
  async function enrolled() {
    const client = start();
    await client.signUp({ email: ADA, password });
    const factors = mfa(client);
    const secret = fromBase32((await factors.startTotpEnrollment()).secret);
    const code = () => shownCode(t, secret);
    await factors.confirmTotpEnrollment({ totpCode: code() });
    await t.deliverMail(); // the notice
    t.advance(11 * MINUTE_MS);
    return { client, factors, code };
  }

  const claims = async (client: AuthClient) =>
    JSON.parse(Buffer.from((await client.getAccessToken())?.split(".")[1] ?? "", "base64url").toString()) as {
      amr: string[];
      auth_time: number;
      sid: string;
    };

  test("a code brings a token of now in the same session, and opens what needs it", async () => {
    const { client, factors, code } = await enrolled();
    const before = await claims(client);
    await expect(factors.regenerateRecoveryCodes()).rejects.toMatchObject(late);
    const session = await factors.reauthenticate({ totpCode: code() });
    expect(session.accessToken).toBe(await client.getAccessToken());
    const now = await claims(client);
    expect(now).toMatchObject({ amr: ["otp", "mfa"], sid: before.sid });
    expect(now.auth_time).toBe(Math.floor(t.app.clock() / 1000));
    const codes = await factors.regenerateRecoveryCodes();
    expect([codes.length, (await factors.getMyFactors()).recoveryCodesLeft]).toEqual([10, 10]);
    await factors.removeTotp();
    expect(await factors.getMyFactors()).toEqual({ recoveryCodesLeft: 0, passkeys: 0, required: false });
    await client.getAccessToken({ forceRefresh: true });
  });

  test("a password proves one factor, and a wrong one proves nothing and ends nothing", async () => {
    const { client, factors } = await enrolled();
    await expect(factors.reauthenticate({ password: "wrong" })).rejects.toMatchObject({
      reason: "INVALID_CREDENTIALS",
    });
    await factors.reauthenticate({ password });
    expect(await claims(client)).toMatchObject({ amr: ["pwd"] });
    await expect(factors.removeTotp()).rejects.toMatchObject(late);
    await client.getAccessToken({ forceRefresh: true });
    expect(client.user?.email).toBe(ADA);
  });

  test("an email code of this device and a passkey prove it, too", async () => {
    const { client, factors, code } = await enrolled();
    await emailCodes(client).requestEmailCode({ email: ADA });
    await factors.reauthenticate({ emailCode: await codeOf(t) });
    expect(await claims(client)).toMatchObject({ amr: ["email_code"] });
    await emailCodes(client).requestEmailCode({ email: "grace@example.com" });
    await expect(factors.reauthenticate({ emailCode: await codeOf(t) })).rejects.toMatchObject({
      reason: "EMAIL_CODE_INVALID",
    });
    const authenticator = createAuthenticator();
    const platform: PasskeyPlatform = {
      isAvailable: () => true,
      create: async (optionsJson) => authenticator.create(optionsJson, { origin: ORIGIN }),
      get: async (optionsJson) => authenticator.get(optionsJson, { origin: ORIGIN }),
    };
    await factors.reauthenticate({ totpCode: code() });
    await passkeys(client, platform).linkPasskey();
    await factors.reauthenticate({ passkey: passkeys(client) });
    expect(await claims(client)).toMatchObject({ amr: ["pop", "user", "mfa"] });
  });

  test.each([
    ["request lost", 2],
    ["answer lost", 1],
  ] as const)("when the %s, the same code is good, and is sent again only if need be", async (fate, sent) => {
    const { client, factors, code } = await enrolled();
    const totpCode = code();
    network.fate = (method) => (method === "Reauthenticate" ? fate : "ok");
    await expect(factors.reauthenticate({ totpCode })).rejects.toMatchObject(lost);
    network.goOnline();
    t.advance(1000);
    await factors.reauthenticate({ totpCode });
    expect(await claims(client)).toMatchObject({ amr: ["otp", "mfa"] });
    expect(network.count("Reauthenticate")).toBe(sent);
    await client.getAccessToken({ forceRefresh: true });
    expect(client.user?.email).toBe(ADA);
  });

  test("a lost answer is not taken for another proof", async () => {
    const { factors, code } = await enrolled();
    network.fate = (method) => (method === "Reauthenticate" ? "answer lost" : "ok");
    await expect(factors.reauthenticate({ totpCode: code() })).rejects.toMatchObject(lost);
    network.goOnline();
    await expect(factors.reauthenticate({ password: "wrong" })).rejects.toMatchObject({
      reason: "INVALID_CREDENTIALS",
    });
  });

  test("an app that is killed before the answer goes on with what was proven", async () => {
    const { factors, code } = await enrolled();
    network.fate = (method) => (method === "Reauthenticate" ? "answer lost" : "ok");
    await expect(factors.reauthenticate({ totpCode: code() })).rejects.toMatchObject(lost);
    network.goOnline();
    const restarted = start();
    await restarted.getAccessToken({ forceRefresh: true });
    expect(await claims(restarted)).toMatchObject({ amr: ["otp", "mfa"] });
    await mfa(restarted).removeTotp();
  });

  test("refreshes and proofs of two tabs at the same time end no session", async () => {
    const { client, factors, code } = await enrolled();
    const tab = start();
    await tab.ready;
    await Promise.all([
      tab.getAccessToken({ forceRefresh: true }),
      factors.reauthenticate({ totpCode: code() }),
      client.getAccessToken({ forceRefresh: true }),
      mfa(tab).reauthenticate({ password }),
    ]);
    await tab.getAccessToken({ forceRefresh: true });
    await client.getAccessToken({ forceRefresh: true });
    expect(await tab.getAccessToken()).toBe(await client.getAccessToken());
    expect([client.user?.email, tab.user?.email]).toEqual([ADA, ADA]);
  });

  test("a project without second factors lets its users prove who they are, and its tokens stay as they are", async () => {
    await policy("off");
    const client = start();
    await client.signUp({ email: ADA, password });
    t.advance(11 * MINUTE_MS);
    await expect(client.deleteAccount()).rejects.toMatchObject(late);
    await mfa(client).reauthenticate({ password });
    const now = await claims(client);
    expect([now.amr, now.auth_time]).toEqual([undefined, undefined]);
    await client.deleteAccount();
  });
});
