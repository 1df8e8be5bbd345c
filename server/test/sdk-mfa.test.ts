import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emailCodes } from "../../sdk/typescript/src/email-code.ts";
import { mfa } from "../../sdk/typescript/src/mfa.ts";
import { type PasskeyPlatform, passkeys } from "../../sdk/typescript/src/passkey.ts";
import {
  type AuthClient,
  type AuthClientOptions,
  type AuthError,
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
import { enrollTotp, fromBase32, shownCode } from "../src/testing/factors.ts";
import { codeOf } from "../src/testing/mailed-code.ts";
import { ORIGIN, withPasskeys } from "../src/testing/passkeys.ts";
import { TestApp } from "../src/testing/test-app.ts";

const ADA = "ada@example.com";
const password = "correct horse battery";
const MINUTE_MS = 60_000;
const lost = { reason: "NETWORK", retryable: true };
const mfaPolicy = (policy: "off" | "optional" | "required") => ({
  mfa: { policy, claim: "", claimValues: [] },
});

describe.each(engines)("second factors by the SDK, of a server on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let storage: AuthStorage;
  let network: FlakyNetwork;
  let secret: Buffer;
  let recoveryCodes: string[];
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const settings = {
      ...withPasskeys,
      ...mfaPolicy("optional"),
      allowEmailCodes: true,
      allowAnonymousSignIn: true,
    };
    ({ project } = await t.addProject("Demo", settings));
    storage = memoryStorage();
    network = new FlakyNetwork();
  });
  afterEach(() => t.close());

  /** Starts the app on the device. What is not in the storage is lost. */
  function start(options: Partial<AuthClientOptions> = {}): AuthClient {
    const { publishableKey } = project;
    const clock = { now: t.app.clock, steady: t.app.clock };
    return createAuthClient({
      ...{ baseUrl: t.url, publishableKey, storage, clock, fetch: network.fetch, onError: () => {} },
      ...options,
    });
  }

  const settings = async (changes: Partial<Project["settings"]>) => {
    project = await updateProject(t.app, systemActor, project.id, { settings: changes });
  };

  /** Ada has an account with an authenticator app, and no session. */
  async function enroll(): Promise<void> {
    const { accessToken } = await t.addUser(project, ADA, password);
    ({ secret, recoveryCodes } = await enrollTotp(t, project, accessToken));
    await t.deliverMail(); // the notice
    await t.app.db.deleteFrom("sessions").execute();
    t.advance(MINUTE_MS); // the code of the enrollment is used
  }

  const verifyEmail = () => t.app.db.updateTable("users").set({ emailVerifiedAt: 1 }).execute();

  async function begin(client: AuthClient) {
    const error = await client.signInWithPassword({ email: ADA, password }).then(
      () => expect.fail("signed in with one factor"),
      (thrown: AuthError) => thrown,
    );
    const factors = mfa(client);
    expect(factors.begin(error)).toBeDefined();
    return factors;
  }

  const code = () => shownCode(t, secret);
  const sessions = () => t.app.db.selectFrom("sessions").select("id").execute();
  const stored = async () => (await storage.getItem(`svc.auth.${project.publishableKey.slice(0, 15)}`)) ?? "";
  const attempts = (method: string) =>
    network.sent.filter((call) => call.method === method).map(({ request }) => request.attemptId);
  const claims = async (client: AuthClient) =>
    JSON.parse(
      Buffer.from((await client.getAccessToken())?.split(".")[1] ?? "", "base64url").toString(),
    ) as Record<string, unknown>;

  test("a password and a code open a session, which the backend sees as two factors", async () => {
    await enroll();
    const client = start();
    const factors = await begin(client);
    expect(factors.mfaStep()).toEqual({
      step: "prove",
      factors: ["totp", "recovery_code"],
      expiresAt: new Date(t.app.clock() + 5 * MINUTE_MS).toISOString(),
    });
    expect([client.user, (await sessions()).length]).toEqual([null, 0]);
    const session = await factors.completeSignIn({ totpCode: ` ${code().slice(0, 3)} ${code().slice(3)}` });
    expect(session.accessToken).toBe(await client.getAccessToken());
    expect(client.user?.email).toBe(ADA);
    expect(await claims(client)).toMatchObject({ amr: ["pwd", "otp", "mfa"] });
    expect(JSON.parse(await stored()).devices).toHaveLength(1);
    await client.getAccessToken({ forceRefresh: true });
    expect(await sessions()).toHaveLength(1);
  });

  test("neither storage nor console see the challenge", async () => {
    await enroll();
    const printed: unknown[][] = [];
    const warn = vi.spyOn(console, "warn").mockImplementation((...facts) => void printed.push(facts));
    const client = start({ debug: true });
    const factors = await begin(client);
    expect(JSON.parse(await stored())).toEqual({ attempt: attempts("SignIn")[0] });
    await factors.completeSignIn({ totpCode: code() });
    warn.mockRestore();
    const { mfaToken } = network.sent.find(({ method }) => method === "CompleteSignIn")?.request ?? {};
    expect(mfaToken).toMatch(/.{20,}/);
    expect(printed.flat()).toContain("MFA_REQUIRED");
    expect(JSON.stringify(printed) + (await stored())).not.toContain(mfaToken);
  });

  test("a wrong code says how often it can be tried, and five end the sign-in", async () => {
    await enroll();
    const client = start();
    const factors = await begin(client);
    const wrong = String((Number(code()) + 1) % 1e6).padStart(6, "0");
    for (const attemptsLeft of [4, 3, 2, 1, 0]) {
      await expect(factors.completeSignIn({ totpCode: wrong })).rejects.toMatchObject({
        reason: "MFA_CODE_INVALID",
        attemptsLeft,
      });
    }
    expect(factors.mfaStep()).toBeNull();
    await (await begin(client)).completeSignIn({ totpCode: code() });
    expect(client.user?.email).toBe(ADA);
  });

  test.each(["request lost", "answer lost"] as const)(
    "after a completion whose %s, the same code opens one session",
    async (fate) => {
      await enroll();
      const client = start();
      const factors = await begin(client);
      const totpCode = code();
      network.fate = (method) => (method === "CompleteSignIn" ? fate : "ok");
      await expect(factors.completeSignIn({ totpCode })).rejects.toMatchObject(lost);
      network.goOnline();
      await factors.completeSignIn({ totpCode });
      expect([client.user?.email, (await sessions()).length]).toEqual([ADA, 1]);
      const [first, second] = attempts("CompleteSignIn");
      expect([second, JSON.parse(await stored()).attempt]).toEqual([first, undefined]);
      await client.getAccessToken({ forceRefresh: true });
    },
  );

  test("an app that is killed after a completion signs in again with the next code", async () => {
    await enroll();
    const factors = await begin(start());
    network.fate = (method) => (method === "CompleteSignIn" ? "answer lost" : "ok");
    await expect(factors.completeSignIn({ totpCode: code() })).rejects.toMatchObject(lost);
    network.goOnline();
    const restarted = start();
    expect(mfa(restarted).mfaStep()).toBeNull();
    const again = await begin(restarted);
    await expect(again.completeSignIn({ totpCode: code() })).rejects.toMatchObject({
      reason: "MFA_CODE_INVALID", // it was used
    });
    t.advance(MINUTE_MS);
    await again.completeSignIn({ totpCode: code() });
    expect(restarted.user?.email).toBe(ADA);
  });

  test("a recovery code takes the place of the app once", async () => {
    await enroll();
    const client = start();
    const [recoveryCode = ""] = recoveryCodes;
    await (await begin(client)).completeSignIn({ recoveryCode: recoveryCode.toLowerCase() });
    await client.signOut();
    const factors = await begin(client);
    await expect(factors.completeSignIn({ recoveryCode })).rejects.toMatchObject({ attemptsLeft: 4 });
  });

  test("a passkey completes a sign-in", async () => {
    await enroll();
    const authenticator = createAuthenticator();
    const platform: PasskeyPlatform = {
      isAvailable: () => true,
      create: async (optionsJson) => authenticator.create(optionsJson, { origin: ORIGIN }),
      get: async (optionsJson) => authenticator.get(optionsJson, { origin: ORIGIN }),
    };
    const client = start();
    const keys = passkeys(client, platform);
    await (await begin(client)).completeSignIn({ totpCode: code() });
    await keys.linkPasskey();
    await client.signOut();
    const factors = await begin(client);
    expect(factors.mfaStep()).toMatchObject({ factors: ["totp", "passkey", "recovery_code"] });
    await factors.completeSignIn({ passkey: keys });
    expect(await claims(client)).toMatchObject({ amr: expect.arrayContaining(["pwd", "mfa"]) });
    await client.signOut();
    await keys.signInWithPasskey();
    expect(client.user?.email).toBe(ADA);
  });

  test("who must enroll does so in the sign-in, with the mailed code, and has ten recovery codes", async () => {
    await t.addUser(project, ADA, password);
    await verifyEmail();
    await settings(mfaPolicy("required"));
    const client = start();
    expect((await client.getProjectConfig()).mfaPolicy).toBe("MFA_POLICY_REQUIRED");
    const factors = await begin(client);
    expect(factors.mfaStep()).toMatchObject({ step: "enroll" });
    const enrollment = await factors.startRequiredEnrollment();
    expect(enrollment).toMatchObject({ needsEmailCode: true, uri: expect.stringMatching(/^otpauth:/) });
    expect((await factors.startRequiredEnrollment()).secret).toBe(enrollment.secret);
    const totpCode = shownCode(t, fromBase32(enrollment.secret));
    const emailCode = await codeOf(t);
    await expect(factors.confirmTotpEnrollment({ totpCode, emailCode: "00000000" })).rejects.toMatchObject({
      reason: "EMAIL_CODE_INVALID",
      attemptsLeft: 4,
    });
    network.fate = (method) => (method === "CompleteSignIn" ? "answer lost" : "ok");
    const enrolled = await factors.confirmTotpEnrollment({ totpCode, emailCode });
    expect([enrolled.recoveryCodes.length, enrolled.session]).toEqual([10, undefined]);
    network.goOnline();
    await factors.completeSignIn();
    expect(client.user?.email).toBe(ADA);
    expect(factors.mfaStep()).toEqual({ step: "recoveryCodes", recoveryCodes: enrolled.recoveryCodes });
    expect(await claims(client)).toMatchObject({ amr: ["pwd", "otp", "mfa"] });
  });

  test("a new account that needs a factor gets it at once", async () => {
    await settings(mfaPolicy("required"));
    const client = start();
    const factors = mfa(client);
    const error = await client.signUp({ email: ADA, password }).catch((thrown: unknown) => thrown);
    expect(factors.begin(error)).toMatchObject({ step: "enroll" });
    const { secret: text, needsEmailCode } = await factors.startRequiredEnrollment();
    expect(needsEmailCode).toBe(false);
    const totpCode = shownCode(t, fromBase32(text));
    const { session } = await factors.confirmTotpEnrollment({ totpCode });
    expect(session?.accessToken).toBe(await client.getAccessToken());
  });

  test("an email code is a first factor too, and is forgotten when it was right", async () => {
    await enroll();
    await verifyEmail(); // the first proof of a mailbox removes factors
    const client = start();
    const [factors, codes] = [mfa(client), emailCodes(client)];
    await codes.requestEmailCode({ email: ADA });
    const error = await codes.signInWithEmailCode({ code: await codeOf(t) }).catch((thrown) => thrown);
    if (!factors.begin(error)) throw error;
    expect(JSON.parse(await stored()).emailCode).toBeUndefined();
    await factors.completeSignIn({ totpCode: code() });
    expect(client.user?.email).toBe(ADA);
  });

  test("two tabs: one completes, and the other has the session and forgets what it had begun", async () => {
    await enroll();
    const [one, other] = [start(), start()];
    const [first, second] = [await begin(one), await begin(other)];
    await first.completeSignIn({ totpCode: code() });
    expect(await other.getAccessToken()).toBe(await one.getAccessToken());
    await expect.poll(second.mfaStep).toBeNull();
    expect(await sessions()).toHaveLength(1);
  });

  test("a user enrolls in the app, and the session goes on while others end", async () => {
    const client = start();
    await client.signUp({ email: ADA, password });
    const tablet = start({ storage: memoryStorage() });
    await tablet.signInWithPassword({ email: ADA, password });
    const factors = mfa(client);
    const { secret: text } = await factors.startTotpEnrollment();
    secret = fromBase32(text);
    await expect(factors.confirmTotpEnrollment({ totpCode: "x" })).rejects.toMatchObject({ attemptsLeft: 4 });
    const { recoveryCodes: codes, session } = await factors.confirmTotpEnrollment({ totpCode: code() });
    expect([codes.length, session]).toEqual([10, undefined]);
    await client.getAccessToken({ forceRefresh: true });
    expect(await claims(client)).toMatchObject({ amr: ["pwd", "otp", "mfa"] });
    await expect(tablet.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
  });

  test("a server that does not know second factors says so", async () => {
    const old: typeof fetch = (url, init) => fetch(String(url).replace("MfaService", "NotThereYet"), init);
    const client = start({ fetch: old });
    await client.signUp({ email: ADA, password });
    await expect(mfa(client).startTotpEnrollment()).rejects.toMatchObject({ reason: "UNIMPLEMENTED" });
    await settings(mfaPolicy("off"));
    await expect(mfa(start({ storage })).startTotpEnrollment()).rejects.toMatchObject({
      reason: "MFA_DISABLED",
    });
  });
});
