import { inspect } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { emailCodes } from "../src/email-code.ts";
import { mfa } from "../src/mfa.ts";
import { passkeys } from "../src/passkey.ts";
import { type AuthClient, type AuthError, isAuthError } from "../src/sdk.ts";
import { createTestAuth, TEST_PASSWORD, type TestAuth } from "../src/testing.ts";
import { TEST_RECOVERY_CODES, TEST_TOTP_CODE, testMfa } from "../src/testing-mfa.ts";
import { testPasskeys } from "../src/testing-passkey.ts";

const ADA = "ada@example.com";
const MINUTE_MS = 60_000;

let auth: TestAuth;
let client: AuthClient;
beforeEach(async () => {
  auth = await createTestAuth({ as: "signedOut" });
  ({ client } = auth);
});

const signIn = (on = client): Promise<AuthError> =>
  on.signInWithPassword({ email: ADA, password: TEST_PASSWORD }).then(
    () => expect.fail("signed in with one factor"),
    (error: AuthError) => error,
  );
const called = (method: string) => auth.calls.filter((name) => name === method).length;

test("a sign-in that needs a second factor opens no session, and a code completes it", async () => {
  testMfa(auth).enroll(ADA);
  const error = await signIn();
  expect(isAuthError(error, "MFA_REQUIRED")).toBe(true);
  expect(error).toMatchObject({ code: "failed_precondition", retryable: false });
  expect(client.user).toBeNull();
  const factors = mfa(client);
  expect(factors.begin(error)).toEqual({
    step: "prove",
    factors: ["totp", "recovery_code"],
    expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const session = await factors.completeSignIn({ totpCode: TEST_TOTP_CODE });
  expect(session.accessToken).toBe(await client.getAccessToken());
  expect([client.user?.email, factors.mfaStep()]).toEqual([ADA, null]);
  expect(mfa(client)).toBe(factors);
});

test("the time of expiry is the one of the server", async () => {
  testMfa(auth).enroll(ADA);
  const before = Date.now();
  const step = mfa(client).begin(await signIn());
  if (step?.step !== "prove") return expect.fail();
  const expiresAt = Date.parse(step.expiresAt);
  expect(expiresAt).toBeGreaterThanOrEqual(before + 5 * MINUTE_MS);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 5 * MINUTE_MS);
});

test("an error shows its challenge to nobody", async () => {
  testMfa(auth).enroll(ADA);
  const error = await signIn();
  const { details } = error as unknown as { details: { type: string; value: string }[] };
  const secret = details.find(({ type }) => type === "svc.auth.v1.MfaChallenge")?.value ?? expect.fail();
  const shown = [String(error), error.message, error.stack, inspect(error, { depth: 9 })];
  shown.push(JSON.stringify(error), JSON.stringify({ ...error }), JSON.stringify(Object.entries(error)));
  for (const text of shown) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret, "base64").toString("latin1").slice(2, 20));
  }
  mfa(client).begin(error);
  expect(JSON.stringify(mfa(client).mfaStep())).not.toContain("challenge-");
});

test("other errors, and errors without a challenge, begin nothing", async () => {
  const factors = mfa(client);
  auth.failNext("SignIn", "MFA_REQUIRED");
  for (const error of [await signIn(), new Error("x"), undefined, null, "text", { details: 5 }]) {
    expect(factors.begin(error)).toBeUndefined();
  }
  auth.failNext("SignIn", "INVALID_CREDENTIALS");
  expect(factors.begin(await signIn())).toBeUndefined();
  await expect(factors.completeSignIn({ totpCode: "1" })).rejects.toMatchObject({
    reason: "MFA_CHALLENGE_INVALID",
  });
  await expect(factors.confirmTotpEnrollment({ totpCode: "1" })).rejects.toMatchObject({
    reason: "MFA_CHALLENGE_INVALID",
  });
  await expect(factors.startRequiredEnrollment()).rejects.toMatchObject({ reason: "MFA_CHALLENGE_INVALID" });
  expect(auth.calls).toEqual(["SignIn", "SignIn"]);
});

test("a wrong code can be tried again, five times; then the sign-in is over", async () => {
  testMfa(auth).enroll(ADA);
  const factors = mfa(client);
  factors.begin(await signIn());
  for (const attemptsLeft of [4, 3, 2, 1, 0]) {
    expect(factors.mfaStep()?.step).toBe("prove");
    await expect(factors.completeSignIn({ totpCode: "000000" })).rejects.toMatchObject({
      reason: "MFA_CODE_INVALID",
      attemptsLeft,
    });
  }
  expect([factors.mfaStep(), client.user]).toEqual([null, null]);
});

test("a challenge that took too long is forgotten", async () => {
  testMfa(auth).enroll(ADA);
  const factors = mfa(client);
  factors.begin(await signIn());
  auth.passTime(6 * MINUTE_MS);
  await expect(factors.completeSignIn({ totpCode: TEST_TOTP_CODE })).rejects.toMatchObject({
    reason: "MFA_CHALLENGE_INVALID",
  });
  expect(factors.mfaStep()).toBeNull();
});

test("a recovery code works once, however it is written", async () => {
  testMfa(auth).enroll(ADA);
  const factors = mfa(client);
  const recoveryCode = TEST_RECOVERY_CODES[3]?.toLowerCase().replaceAll("-", " ") ?? "";
  factors.begin(await signIn());
  await factors.completeSignIn({ recoveryCode });
  expect((await factors.getMyFactors()).recoveryCodesLeft).toBe(9);
  await client.signOut();
  factors.begin(await signIn());
  await expect(factors.completeSignIn({ recoveryCode })).rejects.toMatchObject({ attemptsLeft: 4 });
});

test("a passkey completes a sign-in, and signs in without a second factor", async () => {
  const keys = passkeys(client, testPasskeys(auth));
  testMfa(auth).enroll(ADA);
  const factors = mfa(client);
  factors.begin(await signIn());
  await factors.completeSignIn({ totpCode: TEST_TOTP_CODE });
  await keys.linkPasskey();
  await client.signOut();
  expect(factors.begin(await signIn())).toMatchObject({ factors: ["totp", "passkey", "recovery_code"] });
  await factors.completeSignIn({ passkey: keys });
  expect(client.user?.email).toBe(ADA);
  await client.signOut();
  await keys.signInWithPasskey();
  expect(client.user?.email).toBe(ADA);
});

test("a user who must enroll does so in the sign-in, with the mailed code, and sees the recovery codes once", async () => {
  testMfa(auth, { policy: "required" });
  expect((await client.getProjectConfig()).mfaPolicy).toBe("MFA_POLICY_REQUIRED");
  const factors = mfa(client);
  expect(factors.begin(await signIn())).toMatchObject({ step: "enroll" });
  await expect(factors.completeSignIn({ totpCode: TEST_TOTP_CODE })).rejects.toMatchObject({
    reason: "MFA_CHALLENGE_INVALID",
  });
  const enrollment = await factors.startRequiredEnrollment();
  expect(enrollment).toMatchObject({ needsEmailCode: true, uri: expect.stringMatching(/^otpauth:/) });
  expect(enrollment).not.toHaveProperty("enrollmentToken");
  const first = auth.emailCodeFor(ADA).code;
  expect(await factors.startRequiredEnrollment()).toMatchObject({ secret: enrollment.secret });
  const emailCode = auth.emailCodeFor(ADA).code;
  expect(emailCode).not.toBe(first);
  await expect(factors.confirmTotpEnrollment({ totpCode: "000000", emailCode })).rejects.toMatchObject({
    reason: "MFA_CODE_INVALID",
    attemptsLeft: 4,
  });
  const wrong = { totpCode: TEST_TOTP_CODE, emailCode: "99999999" };
  await expect(factors.confirmTotpEnrollment(wrong)).rejects.toMatchObject({
    reason: "EMAIL_CODE_INVALID",
    attemptsLeft: 4,
  });
  const { recoveryCodes, session } = await factors.confirmTotpEnrollment({
    totpCode: TEST_TOTP_CODE,
    emailCode,
  });
  expect(session?.accessToken).toBe(await client.getAccessToken());
  expect(recoveryCodes).toHaveLength(10);
  expect(factors.mfaStep()).toEqual({ step: "recoveryCodes", recoveryCodes });
  factors.cancel();
  expect(factors.mfaStep()).toBeNull();
});

test("recovery codes are not lost with the answer that opens the session, which can be opened later", async () => {
  testMfa(auth, { policy: "required" });
  const factors = mfa(client);
  factors.begin(await signIn());
  await factors.startRequiredEnrollment();
  auth.failNext("CompleteSignIn", "OVERLOADED");
  const emailCode = auth.emailCodeFor(ADA).code;
  const enrolled = await factors.confirmTotpEnrollment({ totpCode: TEST_TOTP_CODE, emailCode });
  expect([enrolled.recoveryCodes.length, enrolled.session, client.user]).toEqual([10, undefined, null]);
  await factors.completeSignIn();
  expect([client.user?.email, factors.mfaStep()?.step]).toEqual([ADA, "recoveryCodes"]);
  await expect(factors.completeSignIn()).rejects.toMatchObject({ reason: "MFA_CHALLENGE_INVALID" });
});

test("somebody who signs in or out otherwise ends what was begun, but keeps the codes in sight", async () => {
  testMfa(auth).enroll(ADA);
  const factors = mfa(client);
  factors.begin(await signIn());
  await client.signInAnonymously();
  await expect.poll(factors.mfaStep).toBeNull();
  factors.begin(await signIn());
  await client.signOut();
  await expect.poll(factors.mfaStep).toBeNull();
});

test("a signed-in user enrolls, replaces, renews codes and removes, each with a proof of the last ten minutes", async () => {
  auth = await createTestAuth({ as: "signedIn", user: { emailVerified: false } });
  ({ client } = auth);
  testMfa(auth);
  const tablet = auth.anotherDevice();
  await tablet.signInWithPassword({ email: ADA, password: TEST_PASSWORD });
  const factors = mfa(client);
  expect(await factors.getMyFactors()).toEqual({ recoveryCodesLeft: 0, passkeys: 0, required: false });
  expect(await factors.startTotpEnrollment()).toMatchObject({ needsEmailCode: false });
  expect(await factors.confirmTotpEnrollment({ totpCode: TEST_TOTP_CODE })).toMatchObject({
    session: undefined,
  });
  await expect(tablet.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
  expect(await factors.getMyFactors()).toMatchObject({ recoveryCodesLeft: 10, required: true });
  auth.passTime(11 * MINUTE_MS);
  const late = { reason: "REAUTHENTICATION_REQUIRED" };
  await expect(factors.startTotpEnrollment()).rejects.toMatchObject(late);
  await expect(factors.regenerateRecoveryCodes()).rejects.toMatchObject(late);
  await factors.reauthenticate({ password: TEST_PASSWORD });
  await expect(factors.removeTotp()).rejects.toMatchObject(late); // no factor was proven
  await expect(factors.reauthenticate({ totpCode: "000000" })).rejects.toMatchObject({
    reason: "MFA_CODE_INVALID",
  });
  await factors.reauthenticate({ totpCode: TEST_TOTP_CODE });
  expect(await factors.regenerateRecoveryCodes()).toHaveLength(10);
  await factors.removeTotp();
  await expect(factors.removeTotp()).rejects.toMatchObject({ reason: "NOT_FOUND" });
});

test("an email code that this device asked for proves who the user is, and is then forgotten", async () => {
  auth = await createTestAuth({ as: "signedIn" });
  ({ client } = auth);
  testMfa(auth);
  const [factors, codes] = [mfa(client), emailCodes(client)];
  auth.passTime(11 * MINUTE_MS);
  await expect(factors.reauthenticate({ emailCode: "12345678" })).rejects.toMatchObject({
    reason: "EMAIL_CODE_INVALID",
    attemptsLeft: 0,
  });
  expect(called("Reauthenticate")).toBe(0);
  await codes.requestEmailCode({ email: ADA });
  await factors.reauthenticate({ emailCode: auth.emailCodeFor(ADA).code });
  await factors.startTotpEnrollment();
  await expect(factors.reauthenticate({ emailCode: "1" })).rejects.toMatchObject({ attemptsLeft: 0 });
});

test("a sign-in with an email code that needs a second factor has used its code", async () => {
  testMfa(auth).enroll(ADA);
  const [factors, codes] = [mfa(client), emailCodes(client)];
  await codes.requestEmailCode({ email: ADA });
  const { code } = auth.emailCodeFor(ADA);
  const error = await codes.signInWithEmailCode({ code }).catch((thrown: unknown) => thrown);
  expect(factors.begin(error)).toMatchObject({ step: "prove" });
  await expect.poll(codes.pendingEmailCode).toBeNull();
  await factors.completeSignIn({ totpCode: TEST_TOTP_CODE });
  expect(client.user?.email).toBe(ADA);
});

test("who follows the factors hears of each change, and nothing of another user's", async () => {
  auth = await createTestAuth({ as: "signedIn", user: { emailVerified: false } });
  ({ client } = auth);
  testMfa(auth);
  const factors = mfa(client);
  const seen: unknown[] = [];
  const stop = factors.onFactorsChange(() => seen.push(factors.knownFactors()?.recoveryCodesLeft));
  await expect.poll(() => seen).toEqual([0]);
  await factors.startTotpEnrollment();
  await factors.confirmTotpEnrollment({ totpCode: TEST_TOTP_CODE });
  await expect.poll(() => seen).toEqual([0, 10]);
  await client.signOut();
  await expect.poll(() => seen).toEqual([0, 10, undefined]);
  stop();
});
