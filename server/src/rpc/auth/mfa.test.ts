import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { disableUser, enableUser } from "../../domain/users/disable-user.ts";
import { engines } from "../../testing/engines.ts";
import { challengeOf, enrollTotp, fromBase32, mfaClient, shownCode } from "../../testing/factors.ts";
import { codeOf } from "../../testing/mailed-code.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a long enough password";
const ADA = "ada@example.com";
const MINUTE = 60_000;

describe.each(engines)("Second factors on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { mfa: { policy: "optional", claim: "", claimValues: [] } }));
  });
  afterEach(() => t.close());

  const settings = async (changes: Partial<Project["settings"]>) => {
    project = await updateProject(t.app, systemActor, project.id, { settings: changes });
  };
  const require = () => settings({ mfa: { policy: "required", claim: "", claimValues: [] } });
  const signIn = () => t.auth(project).signIn({ email: ADA, password: PASSWORD });
  const mfa = () => mfaClient(t, project);
  const claimsOf = (accessToken: string) =>
    JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());

  async function enrolled() {
    const { accessToken, user } = await t.addUser(project, ADA, PASSWORD);
    const factor = await enrollTotp(t, project, accessToken);
    t.advance(MINUTE); // the code of the enrollment is used
    return { ...factor, accessToken, userId: user?.id ?? "" };
  }

  test("a user with an authenticator app signs in in two steps", async () => {
    const { secret } = await enrolled();
    const { token, factors } = await challengeOf(signIn());
    expect(factors).toEqual([1, 3]);
    const { accessToken, refreshToken } = await mfa().completeSignIn({
      mfaToken: token,
      proof: { case: "totpCode", value: shownCode(t, secret) },
    });
    expect(claimsOf(accessToken)).toMatchObject({ amr: ["pwd", "otp", "mfa"] });
    const { auth_time } = claimsOf(accessToken);
    t.advance(5 * MINUTE);
    const later = await t.auth(project).refreshToken({ refreshToken });
    expect(claimsOf(later.accessToken)).toMatchObject({ amr: ["pwd", "otp", "mfa"], auth_time });
  });

  test("a code works once, and a challenge opens one session", async () => {
    const { secret } = await enrolled();
    const first = await challengeOf(signIn());
    const second = await challengeOf(signIn());
    const proof = { case: "totpCode", value: shownCode(t, secret) } as const;
    await mfa().completeSignIn({ mfaToken: first.token, proof });
    expect(await reasonOf(mfa().completeSignIn({ mfaToken: second.token, proof }))).toBe("MFA_CODE_INVALID");
    t.advance(MINUTE);
    const fresh = { case: "totpCode", value: shownCode(t, secret) } as const;
    expect(await reasonOf(mfa().completeSignIn({ mfaToken: first.token, proof: fresh }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
  });

  test("five wrong codes end a challenge", async () => {
    const { secret } = await enrolled();
    const { token: mfaToken } = await challengeOf(signIn());
    const wrong = { case: "totpCode", value: "000000" } as const;
    for (const left of ["4", "3", "2", "1", "0"]) {
      const failure = await failureOf(mfa().completeSignIn({ mfaToken, proof: wrong }));
      expect(failure).toMatchObject({ reason: "MFA_CODE_INVALID", metadata: { attempts_left: left } });
    }
    const right = { case: "totpCode", value: shownCode(t, secret) } as const;
    expect(await reasonOf(mfa().completeSignIn({ mfaToken, proof: right }))).toBe("MFA_CHALLENGE_INVALID");
  });

  test("a recovery code replaces the app once", async () => {
    const { recoveryCodes } = await enrolled();
    const [code = ""] = recoveryCodes;
    const proof = { case: "recoveryCode", value: code.toLowerCase().replaceAll("-", " ") } as const;
    await mfa().completeSignIn({ mfaToken: (await challengeOf(signIn())).token, proof });
    const again = mfa().completeSignIn({ mfaToken: (await challengeOf(signIn())).token, proof });
    expect(await reasonOf(again)).toBe("MFA_CODE_INVALID");
  });

  test("a challenge is void once the password was changed or the user disabled, also if enabled again", async () => {
    const { secret, accessToken, userId } = await enrolled();
    const before = await challengeOf(signIn());
    await t.auth(project, accessToken).changePassword({
      currentPassword: PASSWORD,
      newPassword: "another long password",
    });
    const proof = () => ({ case: "totpCode", value: shownCode(t, secret) }) as const;
    const complete = ({ token }: { token: string }) =>
      mfa().completeSignIn({ mfaToken: token, proof: proof() });
    expect(await reasonOf(complete(before))).toBe("MFA_CHALLENGE_INVALID");
    const next = await challengeOf(t.auth(project).signIn({ email: ADA, password: "another long password" }));
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    await disableUser(t.app, scope, userId);
    await enableUser(t.app, scope, userId);
    expect(await reasonOf(complete(next))).toBe("MFA_CHALLENGE_INVALID");
  });

  test("where a factor is required, who has none enrolls one during the sign-in", async () => {
    await t.addUser(project, ADA, PASSWORD);
    await require();
    const { token: enrollmentToken, factors } = await challengeOf(signIn());
    expect(factors).toEqual([]);
    expect(await reasonOf(mfa().completeSignIn({ mfaToken: enrollmentToken }))).toBe("MFA_CHALLENGE_INVALID");
    const { enrollment } = await mfa().startRequiredEnrollment({ enrollmentToken });
    expect(enrollment).toMatchObject({ needsEmailCode: false });
    const secret = fromBase32(enrollment?.secret ?? "");
    const totpCode = shownCode(t, secret);
    const { mfaToken, recoveryCodes } = await mfa().confirmTotpEnrollment({ enrollmentToken, totpCode });
    expect(recoveryCodes).toHaveLength(10);
    const { accessToken } = await mfa().completeSignIn({ mfaToken });
    expect(claimsOf(accessToken)).toMatchObject({ amr: ["pwd", "otp", "mfa"] });
    expect(await reasonOf(mfa().confirmTotpEnrollment({ enrollmentToken, totpCode }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
  });

  test("where the address is verified, enrolling also needs the emailed code", async () => {
    const { user } = await t.addUser(project, ADA, PASSWORD);
    await t.app.db
      .updateTable("users")
      .set({ emailVerifiedAt: 1 })
      .where("id", "=", user?.id ?? "")
      .execute();
    await require();
    const { token: enrollmentToken } = await challengeOf(signIn());
    const { enrollment } = await mfa().startRequiredEnrollment({ enrollmentToken });
    expect(enrollment).toMatchObject({ needsEmailCode: true });
    const totpCode = shownCode(t, fromBase32(enrollment?.secret ?? ""));
    expect(await reasonOf(mfa().confirmTotpEnrollment({ enrollmentToken, totpCode }))).toBe(
      "EMAIL_CODE_INVALID",
    );
    const emailCode = await codeOf(t);
    const { mfaToken } = await mfa().confirmTotpEnrollment({ enrollmentToken, totpCode, emailCode });
    await mfa().completeSignIn({ mfaToken });
  });

  test("50 wrong codes in 24 hours close the app, not the recovery codes", async () => {
    const { secret, recoveryCodes } = await enrolled();
    const wrong = { case: "totpCode", value: "000000" } as const;
    for (let at = 0; at < 10; at++) {
      const { token: mfaToken } = await challengeOf(signIn());
      for (let n = 0; n < 5; n++) await reasonOf(mfa().completeSignIn({ mfaToken, proof: wrong }));
    }
    const { token: mfaToken } = await challengeOf(signIn());
    const right = { case: "totpCode", value: shownCode(t, secret) } as const;
    const failure = await failureOf(mfa().completeSignIn({ mfaToken, proof: right }));
    expect(failure).toMatchObject({ reason: "RATE_LIMITED" });
    await mfa().completeSignIn({ mfaToken, proof: { case: "recoveryCode", value: recoveryCodes[0] ?? "" } });
  });
});
