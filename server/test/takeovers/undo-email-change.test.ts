import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { failureOf, reasonOf } from "../../src/testing/reason-of.ts";
import {
  DAY_MS,
  EVIL,
  EVIL_GOOGLE,
  EVIL_PASSWORD,
  idOf,
  MINUTE_MS,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  VICTIM,
  verdict,
} from "./takeover-bench.ts";

const HOUR_MS = 60 * MINUTE_MS;

/** Point 4 of the issue: the way back for the owner of the old address. */
describe.each(engines)("UndoEmailChange on $kind", (engine) => {
  let b: TakeoverBench;
  let thief: TokenResponse;
  let userId: string;
  let token: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    await b.signUpVerified();
    thief = await b.signIn();
    userId = idOf(thief);
    b.t.advance(1);
    await b.changeAddress(thief);
    token = (await b.undoLink()) ?? "";
  });
  afterEach(() => b.close());

  const undo = (by = token) => b.auth.undoEmailChange({ token: by });

  /** The account is the victim's again, and nobody else has a way in. */
  async function expectRecovered(): Promise<void> {
    const { resetToken, user } = await undo();
    expect(user).toMatchObject({ id: userId, email: VICTIM, emailVerified: true, hasPassword: false });
    expect(await b.sessions(userId)).toEqual([]);
    await b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD });
    expect(idOf(await b.signIn(VICTIM, NEW_PASSWORD))).toBe(userId);
  }

  test("the old verified address gets a mail with a link that says what it does", async () => {
    const mail = b.mailsTo(VICTIM).at(-1);
    expect(mail?.subject).toMatch(/address/i);
    expect(mail?.token).toMatch(/^[\w-]{43}$/);
    expect(mail?.text).toContain(mail?.link);
    expect(await b.auth.inspectEmailLink({ token })).toMatchObject({
      purpose: "undo_email_change",
      email: VICTIM,
    });
  });

  test("restores the address and goes straight on to choosing a new password", async () => {
    await expectRecovered();
    for (const [email, password] of [
      [VICTIM, PASSWORD],
      [EVIL, PASSWORD],
    ]) {
      expect(await reasonOf(b.signIn(email, password))).toBe("INVALID_CREDENTIALS");
    }
  });

  test("removes the password at once, before a new one is chosen, and ends all sessions", async () => {
    const { refreshToken } = await b.signIn(EVIL);
    await undo();
    expect(await reasonOf(b.signIn(VICTIM, PASSWORD))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(b.auth.refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    expect(await reasonOf(b.as(thief).getMe({}))).toBe("SESSION_REVOKED");
  });

  test("removes identities linked since the change and keeps those from before", async () => {
    const email = "other@example.com";
    const tokens = await b.signUpVerified(email);
    b.t.advance(1);
    await b.oauth.link(b.project, tokens.accessToken, "apple", "own");
    b.t.advance(40 * DAY_MS);
    const stolen = await b.signIn(email);
    await b.changeAddress(stolen, "evil2@example.com");
    b.t.advance(1);
    await b.oauth.link(b.project, stolen.accessToken, "google", "evil", EVIL_GOOGLE);
    const { user, resetToken } = await undo(await b.undoLink(email));
    expect(user?.identities).toMatchObject([{ provider: OauthProvider.APPLE }]);
    expect(await b.owner("google", "evil", EVIL_GOOGLE)).not.toBe(idOf(tokens));
    await b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD });
    expect(await b.owner("apple", "own")).toBe(idOf(tokens));
  });

  test("the reset token works once and for 30 minutes", async () => {
    const { resetToken } = await undo();
    b.t.advance(30 * MINUTE_MS);
    const reset = () => b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD });
    expect(await reasonOf(reset())).toBe("EMAIL_TOKEN_INVALID");
    b.t.advance(-1);
    await reset();
    expect(await reasonOf(reset())).toBe("EMAIL_TOKEN_INVALID");
  });

  test("works after a reset by the thief, a revocation and two further changes", async () => {
    await b.reset(EVIL, EVIL_PASSWORD);
    await b.users.revokeUserSessions({ userId });
    await b.changeAddress(await b.signIn(EVIL, EVIL_PASSWORD), "evil2@example.com");
    await b.users.updateUser({ userId, password: PASSWORD });
    await b.changeAddress(await b.signIn("evil2@example.com"), "evil3@example.com");
    await b
      .as(await b.signIn("evil3@example.com"))
      .changePassword({ currentPassword: PASSWORD, newPassword: EVIL_PASSWORD });
    await expectRecovered();
  });

  test("voids the undo links of later changes", async () => {
    await b.changeAddress(await b.signIn(EVIL), "evil2@example.com");
    const later = await b.undoLink(EVIL);
    expect(later).toBeDefined();
    await expectRecovered();
    expect(await reasonOf(undo(later))).toBe("EMAIL_TOKEN_INVALID");
    expect(await b.user(userId)).toMatchObject({ email: VICTIM });
  });

  test("is not voided by the thief's own undo of a later change", async () => {
    await b.changeAddress(await b.signIn(EVIL), "evil2@example.com");
    await undo(await b.undoLink(EVIL));
    expect(await b.user(userId)).toMatchObject({ email: EVIL });
    await expectRecovered();
  });

  test("voids links of the thief: reset, change of address, deletion", async () => {
    const reset = await b.resetLink(EVIL);
    const change = await b.changeLink(await b.signIn(EVIL), "evil2@example.com");
    const deletion = await b.deletionLink(EVIL);
    await undo();
    const follow = [
      b.auth.confirmPasswordReset({ token: reset, newPassword: EVIL_PASSWORD }),
      b.auth.confirmEmailChange({ token: change }),
      b.auth.confirmAccountDeletion({ token: deletion }),
    ];
    expect(await Promise.all(follow.map(reasonOf))).toEqual(Array(3).fill("EMAIL_TOKEN_INVALID"));
  });

  test("works once, also when it is followed eight times at once", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => undo()));
    const verdicts = await Promise.all(outcomes.map(verdict));
    expect(verdicts.sort()).toEqual([...Array(7).fill("EMAIL_TOKEN_INVALID"), "OK"]);
    expect(await failureOf(undo())).toMatchObject({
      code: "FailedPrecondition",
      reason: "EMAIL_TOKEN_INVALID",
    });
  });

  test("expires 72 hours after the change", async () => {
    b.t.advance(72 * HOUR_MS);
    expect(await reasonOf(undo())).toBe("EMAIL_TOKEN_INVALID");
    b.t.advance(-1);
    await expectRecovered();
  });

  test("is refused while the user is disabled, and works once enabled again", async () => {
    await b.users.disableUser({ userId });
    expect(await reasonOf(undo())).toBe("EMAIL_TOKEN_INVALID");
    expect(await b.user(userId)).toMatchObject({ email: EVIL });
    await b.users.enableUser({ userId });
    await expectRecovered();
  });

  test("does not work with a link of another kind or of another project", async () => {
    expect(await reasonOf(undo(await b.resetLink(EVIL)))).toBe("EMAIL_TOKEN_INVALID");
    const { project } = await b.t.addProject("Other");
    expect(await reasonOf(b.t.auth(project).undoEmailChange({ token }))).toBe("EMAIL_TOKEN_INVALID");
    expect(await reasonOf(b.auth.confirmEmailChange({ token }))).toBe("EMAIL_TOKEN_INVALID");
    await expectRecovered();
  });

  describe("with the thief's call in flight", () => {
    test("SignIn is INVALID_CREDENTIALS", async () => {
      const outcome = await during(
        b.passwords.holdNext("verify"),
        () => b.signIn(EVIL),
        () => undo(),
      );
      expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
      expect(await b.sessions(userId)).toEqual([]);
    });

    test.each(["verify", "hash"] as const)("ChangePassword held in its %s is refused", async (step) => {
      const change = { currentPassword: PASSWORD, newPassword: EVIL_PASSWORD };
      const outcome = await during(
        b.passwords.holdNext(step),
        () => b.as(thief).changePassword(change),
        () => undo(),
      );
      expect(["INVALID_CREDENTIALS", "SESSION_REVOKED"]).toContain(await verdict(outcome));
      expect(await b.user(userId)).toMatchObject({ email: VICTIM, hasPassword: false });
    });

    test("ConfirmPasswordReset is EMAIL_TOKEN_INVALID", async () => {
      const reset = await b.resetLink(EVIL);
      const outcome = await during(
        b.passwords.holdNext("hash"),
        () => b.auth.confirmPasswordReset({ token: reset, newPassword: EVIL_PASSWORD }),
        () => undo(),
      );
      expect(await verdict(outcome)).toBe("EMAIL_TOKEN_INVALID");
      expect(await b.user(userId)).toMatchObject({ email: VICTIM, hasPassword: false });
    });
  });

  test("and a further change at once leave the victim's address", async () => {
    for (let round = 0; round < times(4, 40); round++) {
      const [email, evil] = [`victim${round}@example.com`, `evil${round}@example.com`];
      const stolen = await b.signUpVerified(email);
      await b.changeAddress(stolen, evil);
      const back = await b.undoLink(email);
      const change = await b.changeLink(stolen, `further${round}@example.com`);
      const [undone] = await Promise.allSettled([undo(back), b.auth.confirmEmailChange({ token: change })]);
      expect(await verdict(undone)).toBe("OK");
      expect(await b.user(idOf(stolen))).toMatchObject({ email, emailVerified: true, hasPassword: false });
    }
  });
});
