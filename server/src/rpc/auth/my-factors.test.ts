import { timestampMs } from "@bufbuild/protobuf/wkt";
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
  mfaClient,
  mfaPolicy,
  type SessionProof,
  type SignInProof,
  shownCode,
} from "../../testing/factors.ts";
import { passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a long enough password";
const ADA = "ada@example.com";
const MINUTE = 60_000;

describe.each(engines)("The second factors of a signed-in user on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let own: TokenResponse;
  let secret: Buffer;
  let recoveryCodes: string[];
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const settings = { ...mfaPolicy("optional"), ...withPasskeys, allowEmailCodes: true };
    ({ project } = await t.addProject("Demo", settings));
    own = await t.addUser(project, ADA, PASSWORD);
    await verify();
  });
  afterEach(() => t.close());

  const userId = () => own.user?.id ?? "";
  const verify = () =>
    t.app.db.updateTable("users").set({ emailVerifiedAt: 1 }).where("id", "=", userId()).execute();
  const policy = async (policy: Project["settings"]["mfa"]["policy"]) => {
    project = await updateProject(t.app, systemActor, project.id, { settings: mfaPolicy(policy) });
  };
  const mfa = ({ accessToken }: { accessToken: string } = own) => mfaClient(t, project, accessToken);
  const passkeys = () => passkeyClient(t, project, own.accessToken);
  const signIn = () => t.auth(project).signIn({ email: ADA, password: PASSWORD });
  const totp = () => ({ case: "totpCode", value: shownCode(t, secret) }) as const;
  const enroll = async () => {
    ({ secret, recoveryCodes } = await enrollTotp(t, project, own.accessToken));
    t.advance(MINUTE);
  };
  const complete = async (proof: SignInProof = totp()) => {
    const { token: mfaToken } = await challengeOf(signIn());
    return mfaClient(t, project).completeSignIn({ mfaToken, proof });
  };
  const again = async (proof: SessionProof) => {
    own = await mfa().reauthenticate({ proof });
  };
  const password = { case: "password", value: PASSWORD } as const;
  const factors = async () => (await mfa().getMyFactors({})).factors ?? expect.fail("none");
  const kinds = async () => {
    const rows = await t.app.db.selectFrom("events").select("kind").orderBy("id").execute();
    return rows.map(({ kind }) => kind);
  };
  const removePasskey = async (currentPassword = "") => {
    const [passkey] = (await passkeys().listMyPasskeys({})).passkeys;
    return passkeys().removeMyPasskey({ passkeyId: passkey?.id ?? "", currentPassword });
  };

  test("are listed without secrets", async () => {
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 0, passkeys: 0, required: false });
    expect((await factors()).totpEnrolledAt).toBeUndefined();
    const at = t.app.clock();
    await enroll();
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 10, passkeys: 0, required: true });
    expect((await factors()).totpLastUsedAt).toBeUndefined();
    await complete({ case: "recoveryCode", value: recoveryCodes[0] ?? "" });
    const used = t.app.clock();
    await complete();
    const { totpEnrolledAt, totpLastUsedAt, recoveryCodesLeft } = await factors();
    expect(totpEnrolledAt && timestampMs(totpEnrolledAt)).toBe(at);
    expect(totpLastUsedAt && timestampMs(totpLastUsedAt)).toBe(used);
    expect(recoveryCodesLeft).toBe(9);
  });

  test("do not exist where the project uses none", async () => {
    await policy("off");
    for (const call of [mfa().getMyFactors, mfa().removeTotp, mfa().regenerateRecoveryCodes]) {
      expect(await reasonOf(call({}))).toBe("MFA_DISABLED");
    }
  });

  test("removing the app removes its codes, ends other sessions and open challenges, and is told", async () => {
    await enroll();
    const other = await complete();
    const open = await challengeOf(signIn());
    await mfa().removeTotp({});
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 0, required: false });
    expect(await reasonOf(t.auth(project, other.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    for (const value of recoveryCodes) {
      const call = mfa().completeSignIn({ mfaToken: open.token, proof: { case: "recoveryCode", value } });
      expect(await reasonOf(call)).toBe("MFA_CHALLENGE_INVALID");
    }
    expect(await kinds()).toContain("user.factor_removed");
    await t.deliverMail();
    const notice = expect.objectContaining({ to: ADA, text: expect.stringContaining("was removed") });
    expect(t.mails).toContainEqual(notice);
    await signIn();
    expect(await reasonOf(mfa().removeTotp({}))).toBe("NOT_FOUND");
  });

  test("new recovery codes replace the old ones", async () => {
    expect(await reasonOf(mfa().regenerateRecoveryCodes({}))).toBe("NOT_FOUND");
    await enroll();
    const other = await complete();
    const { recoveryCodes: fresh } = await mfa().regenerateRecoveryCodes({});
    expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20);
    expect(await reasonOf(t.auth(project, other.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(complete({ case: "recoveryCode", value: recoveryCodes[0] ?? "" }))).toBe(
      "MFA_CODE_INVALID",
    );
    await complete({ case: "recoveryCode", value: fresh[0] ?? "" });
    expect(await kinds()).toContain("user.recovery_codes_replaced");
    await t.deliverMail();
    expect(t.mails.some(({ text }) => text.includes("New recovery codes were generated"))).toBe(true);
  });

  test("changing them needs a factor of the last 10 minutes: the password is not enough", async () => {
    await enroll();
    t.advance(11 * MINUTE);
    const refused = async () => {
      const calls = [
        () => mfa().removeTotp({}),
        () => mfa().regenerateRecoveryCodes({}),
        () => mfa().startTotpEnrollment({}),
        () => passkeys().startPasskeyLink({}),
      ];
      for (const call of calls) expect(await reasonOf(call())).toBe("REAUTHENTICATION_REQUIRED");
    };
    await refused();
    await again(password);
    await refused();
    await again({ case: "emailCode", value: await emailCodeProof(t, project, ADA) });
    await refused();
    await again(totp());
    await mfa().startTotpEnrollment({});
    await passkeys().startPasskeyLink({});
    await mfa().regenerateRecoveryCodes({});
    await mfa().removeTotp({});
  });

  test("a passkey is both factors: who has an app adds and removes one with a factor only", async () => {
    await enroll();
    await again(password);
    const phone = passkeyDevice(t, project);
    expect(await reasonOf(phone.link(own.accessToken))).toBe("REAUTHENTICATION_REQUIRED");
    await again(totp());
    const options = await passkeys().startPasskeyLink({});
    await again(password); // between the question and the answer
    const created = { credentialJson: phone.created(options) };
    expect(await reasonOf(passkeys().linkPasskey(created))).toBe("REAUTHENTICATION_REQUIRED");
    t.advance(MINUTE);
    await again(totp());
    own = await passkeys().linkPasskey(created);
    await again(password);
    expect(await reasonOf(removePasskey())).toBe("REAUTHENTICATION_REQUIRED");
    expect(await reasonOf(removePasskey(PASSWORD))).toBe("REAUTHENTICATION_REQUIRED");
    t.advance(MINUTE);
    await again(totp());
    await removePasskey();
  });

  test("where a factor is required, a passkey that is the only one is removed and joined by a factor only", async () => {
    const phone = passkeyDevice(t, project);
    own = await phone.link(own.accessToken);
    await policy("required");
    expect((await factors()).required).toBe(true);
    const second = passkeyDevice(t, project);
    expect(await reasonOf(removePasskey(PASSWORD))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await reasonOf(second.link(own.accessToken))).toBe("REAUTHENTICATION_REQUIRED");
    own = await phone.signIn();
    own = await second.link(own.accessToken);
    await removePasskey();
    await removePasskey();
  });

  test("where a factor is required, the first passkey of an account needs the mailbox, as an app does", async () => {
    await policy("required");
    const phone = passkeyDevice(t, project);
    expect(await reasonOf(phone.link(own.accessToken))).toBe("REAUTHENTICATION_REQUIRED");
    await again({ case: "emailCode", value: await emailCodeProof(t, project, ADA) });
    own = await phone.link(own.accessToken);
  });

  test("a passkey that the password has added does not save the mailed code of the first app", async () => {
    const thief = passkeyDevice(t, project);
    await thief.link((await signIn()).accessToken);
    own = await thief.signIn();
    const { enrollment } = await mfa().startTotpEnrollment({});
    expect(enrollment?.needsEmailCode).toBe(true);
  });
});
