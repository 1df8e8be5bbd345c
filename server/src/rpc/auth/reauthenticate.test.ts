import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newToken } from "../../crypto/random-token.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { emailCodeProof } from "../../testing/email-code-proof.ts";
import { engines } from "../../testing/engines.ts";
import {
  challengeOf,
  enrollTotp,
  mfaClient,
  mfaPolicy,
  type SessionProof,
  shownCode,
} from "../../testing/factors.ts";
import { type PasskeyDevice, passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a long enough password";
const ADA = "ada@example.com";
const BOB = "bob@example.com";
const MINUTE = 60_000;

describe.each(engines)("Reauthenticate on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let own: TokenResponse;
  let secret: Buffer;
  let phone: PasskeyDevice;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const settings = {
      ...mfaPolicy("optional"),
      ...withPasskeys,
      allowEmailCodes: true,
      allowAnonymousSignIn: true,
    };
    ({ project } = await t.addProject("Demo", settings));
    own = await t.addUser(project, ADA, PASSWORD);
    phone = passkeyDevice(t, project);
    own = await phone.link(own.accessToken);
    t.advance(11 * MINUTE);
  });
  afterEach(() => t.close());

  const settings = async (changes: Partial<Project["settings"]>) => {
    project = await updateProject(t.app, systemActor, project.id, { settings: changes });
  };
  const again = (proof: SessionProof, { accessToken }: { accessToken: string } = own, attemptId = "") =>
    mfaClient(t, project, accessToken).reauthenticate({ proof, attemptId });
  const password = (value = PASSWORD) => ({ case: "password", value }) as const;
  const totp = () => ({ case: "totpCode", value: shownCode(t, secret) }) as const;
  const passkey = async (device = phone) => {
    const options = await passkeyClient(t, project).startPasskeySignIn({});
    return { case: "passkeyJson", value: device.asserted(options) } as const;
  };
  const code = async (email = ADA) =>
    ({ case: "emailCode", value: await emailCodeProof(t, project, email) }) as const;
  const claimsOf = ({ accessToken }: { accessToken: string }) =>
    JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  /** Adds an authenticator app, whose code of now is used. */
  const enroll = async () => {
    own = await again(await passkey());
    ({ secret } = await enrollTotp(t, project, own.accessToken));
    t.advance(11 * MINUTE);
  };
  const failures = async () => {
    const query = t.app.db.selectFrom("events").select("data").where("kind", "=", "user.sign_in_failed");
    return (await query.orderBy("id").execute()).map(({ data }) => JSON.parse(data).method);
  };
  const refresh = ({ refreshToken }: { refreshToken: string }) =>
    t.auth(project).refreshToken({ refreshToken });

  const proofs: Record<string, { prove: () => Promise<SessionProof>; amr: string[] }> = {
    "the password": { prove: async () => password(), amr: ["pwd"] },
    "a code of the app": { prove: async () => totp(), amr: ["otp", "mfa"] },
    "a passkey": { prove: () => passkey(), amr: ["pop", "user", "mfa"] },
    "an email code": { prove: () => code(), amr: ["email_code"] },
  };

  test.each(Object.keys(proofs))("%s renews the time and is the only proof from then on", async (name) => {
    await enroll();
    const { prove, amr } = proofs[name] ?? expect.fail("unknown");
    const before = claimsOf(await refresh(own));
    own = await t.auth(project).refreshToken({ refreshToken: (await again(await prove())).refreshToken });
    const claims = claimsOf(own);
    expect(claims).toMatchObject({ amr, auth_time: Math.floor(t.app.clock() / 1000), sid: before.sid });
    expect(before.auth_time).toBeLessThan(claims.auth_time - 600);
    t.advance(5 * MINUTE);
    expect(claimsOf(await refresh(own))).toMatchObject({ amr, auth_time: claims.auth_time });
  });

  test("the refresh token is replaced, and its old one ends the session", async () => {
    const next = await again(password());
    expect(next.refreshToken).not.toBe(own.refreshToken);
    expect(next.user?.id).toBe(own.user?.id);
    expect(await reasonOf(refresh(own))).toBe("REFRESH_TOKEN_REUSED");
    expect(await reasonOf(refresh(next))).toBe("REFRESH_TOKEN_INVALID");
  });

  test.each(Object.keys(proofs))("%s with the same attempt id gets the same answer again", async (name) => {
    await enroll();
    const proof = await (proofs[name] ?? expect.fail("unknown")).prove();
    const attemptId = newToken();
    const first = await again(proof, own, attemptId);
    const { auth_time } = claimsOf(first);
    t.advance(MINUTE);
    const repeated = await again(proof, own, attemptId);
    expect(repeated.refreshToken).toBe(first.refreshToken);
    expect(claimsOf(repeated)).toMatchObject({ auth_time });
    await refresh(repeated);
  });

  test("the attempt id of a refresh proves nothing", async () => {
    await enroll();
    const attemptId = newToken();
    await t.auth(project).refreshToken({ refreshToken: own.refreshToken, attemptId });
    expect(await reasonOf(again(password("wrong"), own, attemptId))).toBe("INVALID_CREDENTIALS");
    const wrong = { case: "totpCode", value: "000000" } as const;
    expect(await reasonOf(again(wrong, own, attemptId))).toBe("MFA_CODE_INVALID");
  });

  test("a wrong proof changes nothing, and is recorded as a failed sign-in", async () => {
    await enroll();
    const wrong: [SessionProof, string][] = [
      [password("not the password"), "INVALID_CREDENTIALS"],
      [{ case: "totpCode", value: "000000" }, "MFA_CODE_INVALID"],
      [{ case: "passkeyJson", value: "{}" }, "PASSKEY_INVALID"],
      [{ case: "emailCode", value: { ...(await code()).value, code: "12345678" } }, "EMAIL_CODE_INVALID"],
    ];
    for (const [proof, reason] of wrong) expect(await reasonOf(again(proof))).toBe(reason);
    expect(await failures()).toEqual(["password", "totp", "passkey", "email_code"]);
    expect(claimsOf(await refresh(own)).auth_time).toBeLessThan(t.app.clock() / 1000 - 600);
  });

  test("each code and each answer of a passkey works once", async () => {
    await enroll();
    for (const proof of [totp(), await passkey(), await code()]) {
      own = await again(proof);
      expect(await reasonOf(again(proof))).toMatch(/^(MFA_CODE|PASSKEY|EMAIL_CODE)_INVALID$/);
    }
  });

  test("what belongs to another user proves nothing, and another's email code stays good", async () => {
    await enroll();
    const bob = await t.addUser(project, BOB, "another long password");
    const other = passkeyDevice(t, project);
    await other.link(bob.accessToken);
    expect(await reasonOf(again(await passkey(other)))).toBe("PASSKEY_INVALID");
    const mailed = await code(BOB);
    expect(await reasonOf(again(mailed))).toBe("EMAIL_CODE_INVALID");
    expect(await reasonOf(again(totp(), bob))).toBe("MFA_CODE_INVALID");
    await again(mailed, bob);
  });

  test("50 wrong codes in 24 hours close the app, here and at sign-ins, and nothing else", async () => {
    await enroll();
    const wrong = { case: "totpCode", value: "000000" } as const;
    for (let n = 0; n < 50; n++) expect(await reasonOf(again(wrong))).toBe("MFA_CODE_INVALID");
    expect(await failureOf(again(totp()))).toMatchObject({ reason: "RATE_LIMITED" });
    const { token: mfaToken } = await challengeOf(t.auth(project).signIn({ email: ADA, password: PASSWORD }));
    const proof = totp();
    expect(await reasonOf(mfaClient(t, project).completeSignIn({ mfaToken, proof }))).toBe("RATE_LIMITED");
    own = await again(password());
    own = await again(await passkey());
    t.advance(24 * 60 * MINUTE);
    own = await again(password(), await refresh(own));
    await again(totp());
  });

  test("without second factors it works, but for their codes, and the claims stay as they were", async () => {
    await settings(mfaPolicy("off"));
    expect(await reasonOf(again({ case: "totpCode", value: "000000" }))).toBe("MFA_DISABLED");
    for (const proof of [password(), await passkey(), await code()]) own = await again(proof);
    expect(Object.keys(claimsOf(own))).not.toEqual(expect.arrayContaining(["amr"]));
    expect(claimsOf(own)).not.toHaveProperty("auth_time");
    await settings({ allowEmailCodes: false, passkeys: { ...withPasskeys.passkeys, enabled: false } });
    expect(await reasonOf(again({ case: "passkeyJson", value: "{}" }))).toBe("PASSKEY_DISABLED");
    const none = { flowId: "x", code: "1", codeVerifier: "y" };
    expect(await reasonOf(again({ case: "emailCode", value: none }))).toBe("EMAIL_CODE_DISABLED");
  });

  test("a guest has nothing to prove, and neither has a call without a proof", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    expect(await failureOf(again(password(), guest))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "proof" },
    });
    expect(await reasonOf(mfaClient(t, project, own.accessToken).reauthenticate({}))).toBe("INVALID_REQUEST");
  });

  test("a session that was proven with a passkey ends with it", async () => {
    own = await again(await passkey());
    const { passkeys } = await passkeyClient(t, project, own.accessToken).listMyPasskeys({});
    const passkeyId = passkeys[0]?.id ?? "";
    const desktop = await t.auth(project).signIn({ email: ADA, password: PASSWORD });
    await passkeyClient(t, project, desktop.accessToken).removeMyPasskey({ passkeyId });
    expect(await reasonOf(again(password()))).toBe("SESSION_REVOKED");
    await again(password(), desktop);
  });

  test("one code proves one of many calls at once", async () => {
    await enroll();
    const proof = totp();
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () =>
        again(proof).then(
          () => "OK",
          (error) => reasonOf(Promise.reject(error)),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "OK")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["OK", "MFA_CODE_INVALID"]));
  });
});
