import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { emailCodeProof } from "../../testing/email-code-proof.ts";
import { engines } from "../../testing/engines.ts";
import {
  challengeOf,
  enrollTotp,
  fromBase32,
  mfaClient,
  mfaPolicy,
  shownCode,
} from "../../testing/factors.ts";
import { codeOf } from "../../testing/mailed-code.ts";
import { passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a long enough password";
const ADA = "ada@example.com";
const MALLORY = "mallory@example.com";
const MINUTE = 60_000;

describe.each(engines)("Somebody without the second factor on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let own: TokenResponse;
  let secret: Buffer;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const settings = { ...mfaPolicy("optional"), ...withPasskeys, allowEmailCodes: true };
    ({ project } = await t.addProject("Demo", settings));
    own = await t.addUser(project, ADA, PASSWORD);
    await t.app.db
      .updateTable("users")
      .set({ emailVerifiedAt: 1 })
      .where("id", "=", own.user?.id ?? "")
      .execute();
  });
  afterEach(() => t.close());

  const policy = async (policy: Project["settings"]["mfa"]["policy"]) => {
    project = await updateProject(t.app, systemActor, project.id, { settings: mfaPolicy(policy) });
  };
  const enroll = async () => {
    ({ secret } = await enrollTotp(t, project, own.accessToken));
    t.advance(MINUTE);
  };
  /** As if the session were of a user who has proven the mailbox. */
  const asProvenMailbox = () => t.app.db.updateTable("sessions").set({ provenBy: "email_code" }).execute();
  const mfa = (accessToken?: string) => mfaClient(t, project, accessToken);
  const tokenOf = async () => {
    await t.deliverMail();
    return t.mails.map(({ token }) => token).findLast((token) => token !== "") ?? expect.fail("no link");
  };

  test("does not remove it by changing the address with the password and a session", async () => {
    await enroll();
    t.advance(11 * MINUTE);
    const stolen = await t.auth(project).refreshToken({ refreshToken: own.refreshToken });
    const auth = t.auth(project, stolen.accessToken);
    expect(await reasonOf(auth.requestEmailChange({ newEmail: MALLORY, currentPassword: PASSWORD }))).toBe(
      "REAUTHENTICATION_REQUIRED",
    );
    const { accessToken } = await mfa(stolen.accessToken).reauthenticate({
      proof: { case: "totpCode", value: shownCode(t, secret) },
    });
    await t.auth(project, accessToken).requestEmailChange({ newEmail: MALLORY });
  });

  test("does not remove a required passkey by resetting the password", async () => {
    await policy("required");
    const { accessToken } = own;
    await asProvenMailbox();
    const device = passkeyDevice(t, project);
    await device.link(accessToken);
    t.advance(MINUTE);
    await t.auth(project).requestPasswordReset({ email: ADA });
    const token = await tokenOf();
    expect(await t.auth(project).inspectEmailLink({ token })).toMatchObject({ passkeys: [] });
    await t.auth(project).confirmPasswordReset({
      token,
      newPassword: "the password of mallory",
      keepPasskeys: { passkeyIds: [] },
    });
    const signIn = t.auth(project).signIn({ email: ADA, password: "the password of mallory" });
    const { factors } = await challengeOf(signIn);
    expect(factors).toEqual([2]);
  });

  test("does not enroll one by moving the account to their own mailbox with the password and a session", async () => {
    await policy("required");
    const change = { newEmail: MALLORY, currentPassword: PASSWORD };
    expect(await reasonOf(t.auth(project, own.accessToken).requestEmailChange(change))).toBe(
      "REAUTHENTICATION_REQUIRED",
    );
    const { accessToken } = await mfa(own.accessToken).reauthenticate({
      proof: { case: "emailCode", value: await emailCodeProof(t, project, ADA) },
    });
    await t.auth(project, accessToken).requestEmailChange(change);
  });

  test.each(["sign-in", "session"])(
    "does not enroll one that was begun in a %s before the owner verified the address",
    async (place) => {
      await policy("required");
      await t.app.db.updateTable("users").set({ emailVerifiedAt: null }).execute();
      const begun =
        place === "session"
          ? await mfa(own.accessToken).startTotpEnrollment({})
          : await mfa().startRequiredEnrollment({
              enrollmentToken: (await challengeOf(t.auth(project).signIn({ email: ADA, password: PASSWORD })))
                .token,
            });
      const { enrollmentToken = "", secret: typed = "", needsEmailCode } = begun.enrollment ?? {};
      expect(needsEmailCode).toBe(false);
      t.advance(MINUTE);
      await t.auth(project).requestEmailVerification({ email: ADA });
      await t.auth(project).confirmEmailVerification({ token: await tokenOf() });
      const totpCode = shownCode(t, fromBase32(typed));
      const confirmed = mfa().confirmTotpEnrollment({ enrollmentToken, totpCode });
      expect(await reasonOf(confirmed)).toBe("MFA_CHALLENGE_INVALID");
    },
  );

  test("does not enroll one with a code to the mailbox that the account has left", async () => {
    await policy("required");
    await asProvenMailbox();
    const signIn = t.auth(project).signIn({ email: ADA, password: PASSWORD });
    const { token: enrollmentToken } = await challengeOf(signIn);
    const { enrollment } = await mfa().startRequiredEnrollment({ enrollmentToken });
    const totpCode = shownCode(t, fromBase32(enrollment?.secret ?? ""));
    const emailCode = await codeOf(t);
    const auth = t.auth(project, own.accessToken);
    await auth.requestEmailChange({ newEmail: "ada@example.org", currentPassword: PASSWORD });
    await auth.confirmEmailChange({ token: await tokenOf() });
    const confirmed = mfa().confirmTotpEnrollment({ enrollmentToken, totpCode, emailCode });
    expect(await reasonOf(confirmed)).toBe("MFA_CHALLENGE_INVALID");
  });

  test("does not enroll one with an email code to the address that the account has left", async () => {
    await policy("required");
    await asProvenMailbox();
    const proof = await emailCodeProof(t, project, ADA);
    const { token: enrollmentToken } = await challengeOf(t.auth(project).signInWithEmailCode(proof));
    const { enrollment } = await mfa().startRequiredEnrollment({ enrollmentToken });
    const totpCode = shownCode(t, fromBase32(enrollment?.secret ?? ""));
    const auth = t.auth(project, own.accessToken);
    await auth.requestEmailChange({ newEmail: "ada@example.org", currentPassword: PASSWORD });
    await auth.confirmEmailChange({ token: await tokenOf() });
    const confirmed = mfa().confirmTotpEnrollment({ enrollmentToken, totpCode });
    expect(await reasonOf(confirmed)).toBe("MFA_CHALLENGE_INVALID");
  });

  test("does not enroll one beside a passkey that was added meanwhile", async () => {
    await policy("required");
    await t.app.db.updateTable("users").set({ emailVerifiedAt: null }).execute();
    const signIn = t.auth(project).signIn({ email: ADA, password: PASSWORD });
    const { token: enrollmentToken } = await challengeOf(signIn);
    const { enrollment } = await mfa().startRequiredEnrollment({ enrollmentToken });
    const totpCode = shownCode(t, fromBase32(enrollment?.secret ?? ""));
    await passkeyDevice(t, project).link(own.accessToken);
    const confirmed = mfa().confirmTotpEnrollment({ enrollmentToken, totpCode });
    expect(await reasonOf(confirmed)).toBe("MFA_CHALLENGE_INVALID");
  });
});
