import { createHash, randomBytes } from "node:crypto";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import {
  type PasskeyDevice,
  passkeyClient,
  passkeyDevice,
  signedUp,
  withPasskeys,
} from "../../src/testing/passkeys.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  DAY_MS,
  EVIL,
  idOf,
  MINUTE_MS,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  VICTIM,
} from "./takeover-bench.ts";

describe.each(engines)("Passkeys of a thief on $kind", (engine) => {
  let b: TakeoverBench;
  /** The thief's phone. */
  let evil: PasskeyDevice;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, { ...withPasskeys, allowEmailCodes: true });
    evil = passkeyDevice(b.t, b.project);
  });
  afterEach(() => b.close());

  const passkeysOf = async (userId: string) => (await b.users.listUserPasskeys({ userId })).passkeys;
  const reset = async (keep?: string[]) =>
    b.auth.confirmPasswordReset({
      token: await b.resetLink(),
      newPassword: NEW_PASSWORD,
      ...(keep && { keepPasskeys: { passkeyIds: keep } }),
    });
  const kindsOf = async (userId: string) => {
    const rows = await b.t.app.db.selectFrom("events").select("kind").where("userId", "=", userId).execute();
    return rows.map(({ kind }) => kind);
  };

  /** The thief's passkey opens nothing any more, and what it opened is closed. */
  async function expectOut(userId: string, opened: TokenResponse): Promise<void> {
    expect(await passkeysOf(userId)).toEqual([]);
    expect(await reasonOf(evil.signIn())).toBe("PASSKEY_INVALID");
    expect(await reasonOf(b.as(opened).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(b.auth.refreshToken({ refreshToken: opened.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    expect(await kindsOf(userId)).toContain("user.passkey_removed");
  }

  async function signInByCode(): Promise<TokenResponse> {
    const codeVerifier = randomBytes(32).toString("base64url");
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
    const { flowId } = await b.auth.requestEmailCode({ email: VICTIM, codeChallenge });
    await b.t.deliverMail();
    const link = b.t.mails.findLast((mail) => mail.link?.includes(flowId))?.link ?? "";
    const code = /code=(\d{8})$/.exec(link)?.[1] ?? "";
    return b.auth.signInWithEmailCode({ flowId, codeVerifier, code });
  }

  describe("who signed up with the victim's address", () => {
    let thief: TokenResponse;
    beforeEach(async () => {
      thief = await signedUp(evil, { email: VICTIM });
      b.t.advance(1);
    });

    test.each([{ keeps: false }, { keeps: true }])(
      "are gone after the first reset, whatever it says about them ($keeps)",
      async ({ keeps }) => {
        b.t.advance(60 * DAY_MS);
        const opened = await evil.signIn();
        const [passkey] = await passkeysOf(idOf(thief));
        await reset(keeps ? [passkey?.id ?? ""] : undefined);
        await expectOut(idOf(thief), opened);
        expect(idOf(await b.signIn(VICTIM, NEW_PASSWORD))).toBe(idOf(thief));
      },
    );

    test("are gone after the first code by email", async () => {
      const opened = await evil.signIn();
      expect(idOf(await signInByCode())).toBe(idOf(thief));
      await expectOut(idOf(thief), opened);
    });

    test("are listed for the victim who verifies the address, and gone when the victim says so", async () => {
      const opened = await evil.signIn();
      const token = await b.link(VICTIM, "verify");
      const { passkeys } = await b.auth.inspectEmailLink({ token });
      expect(passkeys).toMatchObject([{ name: "Passkey", keepByDefault: false }]);
      await b.auth.confirmEmailVerification({ token, removePasskeys: passkeys.map(({ id }) => id) });
      await expectOut(idOf(thief), opened);
    });

    test("are gone after a reset, however long after the victim has verified the address", async () => {
      await b.verify();
      b.t.advance(365 * DAY_MS);
      const opened = await evil.signIn();
      await reset();
      await expectOut(idOf(thief), opened);
    });

    test("are gone after a reset also when an administrator had marked the address as verified", async () => {
      await b.users.updateUser({ userId: idOf(thief), emailVerified: true });
      b.t.advance(60 * DAY_MS);
      const opened = await evil.signIn();
      await reset();
      await expectOut(idOf(thief), opened);
    });

    test("keep nobody from the victim's own account: 'this was not me' gives the address back", async () => {
      const { accountDeleted } = await b.auth.rejectEmailVerification({
        token: await b.link(VICTIM, "verify"),
      });
      expect(accountDeleted).toBe(true);
      expect(await b.exists(idOf(thief))).toBe(false);
      expect(idOf(await b.signUpVerified())).not.toBe(idOf(thief));
      expect(await reasonOf(evil.signIn())).toBe("PASSKEY_INVALID");
    });

    test("are gone after an invitation, which only the backend can send again by a reset", async () => {
      expect(await reasonOf(b.users.createUser({ email: VICTIM, invite: true }))).toBe(
        "EMAIL_ALREADY_EXISTS",
      );
      const opened = await evil.signIn();
      await reset();
      await expectOut(idOf(thief), opened);
    });

    test("do not sign in the victim, who comes with a provider account that answers for the address", async () => {
      const google = { email: VICTIM, email_verified: true, hd: "example.com" };
      const failed = b.oauth.signIn(b.project, "google", "victim", google);
      expect(await reasonOf(failed)).toBe("EMAIL_ALREADY_EXISTS");
    });
  });

  describe("with a stolen session", () => {
    let stolen: TokenResponse;
    let userId: string;
    beforeEach(async () => {
      stolen = await b.signUpVerified();
      userId = idOf(stolen);
      b.t.advance(1);
    });

    test("need a sign-in of the last 10 minutes to be added", async () => {
      b.t.advance(10 * MINUTE_MS);
      expect(await reasonOf(evil.link(stolen.accessToken))).toBe("REAUTHENTICATION_REQUIRED");
    });

    test("are gone after the victim's reset, and the victim is told", async () => {
      await evil.link(stolen.accessToken);
      const opened = await evil.signIn();
      const mails = await b.mailsOf(() => reset());
      await expectOut(userId, opened);
      expect(mails.map(({ text }) => text).join()).toContain("A passkey was removed from your Demo account");
    });

    test.each([
      [30 * DAY_MS, true],
      [30 * DAY_MS + 1, false],
    ])("added %i ms ago are gone after a reset that says nothing: %s", async (ms, isGone) => {
      await evil.link(stolen.accessToken);
      b.t.advance(ms);
      const { passkeys } = await b.auth.inspectEmailLink({ token: await b.resetLink() });
      expect(passkeys).toMatchObject([{ keepByDefault: !isGone }]);
      await reset();
      expect(await passkeysOf(userId)).toHaveLength(isGone ? 0 : 1);
    });

    test("go or stay as the victim decides", async () => {
      const own = passkeyDevice(b.t, b.project);
      await own.link(stolen.accessToken, {}, { passkeyName: "Mine" });
      await evil.link((await b.signIn()).accessToken, {}, { passkeyName: "Not mine" });
      b.t.advance(1);
      const listed = await passkeysOf(userId);
      expect(listed.map(({ name }) => name)).toEqual(["Not mine", "Mine"]);
      await reset(listed.filter(({ name }) => name === "Mine").map(({ id }) => id));
      expect((await passkeysOf(userId)).map(({ name }) => name)).toEqual(["Mine"]);
      expect(await reasonOf(evil.signIn())).toBe("PASSKEY_INVALID");
      expect(idOf(await own.signIn())).toBe(userId);
    });

    test("an old one of the victim's goes, too, when the victim keeps none", async () => {
      await evil.link(stolen.accessToken);
      b.t.advance(60 * DAY_MS);
      await reset([]);
      expect(await passkeysOf(userId)).toEqual([]);
    });

    test("added while the victim chooses a password are gone, even if the victim names them", async () => {
      const token = await b.resetLink();
      b.t.advance(1);
      await evil.link((await b.signIn()).accessToken);
      const opened = await evil.signIn();
      const ids = (await passkeysOf(userId)).map(({ id }) => id);
      const keepPasskeys = { passkeyIds: ids };
      await b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD, keepPasskeys });
      await expectOut(userId, opened);
    });

    test("added since or shortly before a change of address are gone when the victim undoes it", async () => {
      await evil.link(stolen.accessToken);
      const second = passkeyDevice(b.t, b.project);
      const again = await b.signIn();
      await b.changeAddress(again);
      await second.link(again.accessToken);
      const opened = await evil.signIn();
      await b.auth.undoEmailChange({ token: (await b.undoLink()) ?? "" });
      await expectOut(userId, opened);
      expect(await reasonOf(second.signIn())).toBe("PASSKEY_INVALID");
    });

    test("an old one of the victim's stays when the victim undoes a change of address", async () => {
      const own = passkeyDevice(b.t, b.project);
      await own.link(stolen.accessToken);
      b.t.advance(40 * DAY_MS);
      const thief = await b.signIn();
      await b.changeAddress(thief, EVIL);
      await evil.link(thief.accessToken);
      await b.auth.undoEmailChange({ token: (await b.undoLink()) ?? "" });
      expect(await reasonOf(evil.signIn())).toBe("PASSKEY_INVALID");
      expect(idOf(await own.signIn())).toBe(userId);
    });

    test("a passkey that is added and a reset at once leave nothing behind", async () => {
      for (let round = 0; round < times(4, 60); round++) {
        const email = `victim${round}@example.com`;
        const tokens = await b.signUpVerified(email);
        const token = await b.resetLink(email);
        const phone = passkeyDevice(b.t, b.project);
        await Promise.allSettled([
          phone.link(tokens.accessToken),
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
        ]);
        expect(await passkeysOf(idOf(tokens))).toEqual([]);
        expect(await b.sessions(idOf(tokens))).toEqual([]);
      }
    });

    test("a sign-in with a passkey and a reset at once leave nothing behind", async () => {
      for (let round = 0; round < times(4, 60); round++) {
        const email = `victim${round}@example.com`;
        const tokens = await b.signUpVerified(email);
        const phone = passkeyDevice(b.t, b.project);
        await phone.link(tokens.accessToken);
        const token = await b.resetLink(email);
        await Promise.allSettled([
          phone.signIn(),
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
        ]);
        expect(await passkeysOf(idOf(tokens))).toEqual([]);
        expect(await b.sessions(idOf(tokens))).toEqual([]);
      }
    });

    test("LinkPassword with an old session does not lock out a user who has a passkey only", async () => {
      const phone = passkeyDevice(b.t, b.project);
      const tokens = await signedUp(phone);
      b.t.advance(10 * MINUTE_MS + 1);
      const linked = b.as(tokens).linkPassword({ email: EVIL, password: PASSWORD });
      expect(await reasonOf(linked)).toBe("REAUTHENTICATION_REQUIRED");
      expect(idOf(await phone.signIn())).toBe(idOf(tokens));
    });

    test("a backend or the thief cannot remove the only way in", async () => {
      const phone = passkeyDevice(b.t, b.project);
      const tokens = await signedUp(phone);
      const [passkey] = await passkeysOf(idOf(tokens));
      const passkeyId = passkey?.id ?? "";
      const mine = passkeyClient(b.t, b.project, tokens.accessToken);
      expect(await reasonOf(mine.removeMyPasskey({ passkeyId }))).toBe("LAST_SIGN_IN_METHOD");
      const removed = b.users.removeUserPasskey({ userId: idOf(tokens), passkeyId });
      expect(await reasonOf(removed)).toBe("LAST_SIGN_IN_METHOD");
      expect(idOf(await phone.signIn())).toBe(idOf(tokens));
    });
  });
});
