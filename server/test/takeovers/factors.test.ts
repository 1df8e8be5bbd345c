import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emailCodeProof } from "../../src/testing/email-code-proof.ts";
import { engines } from "../../src/testing/engines.ts";
import {
  challengeOf,
  enrollTotp,
  mfaClient,
  mfaPolicy,
  type SessionProof,
  shownCode,
} from "../../src/testing/factors.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { passkeyClient, passkeyDevice, withPasskeys } from "../../src/testing/passkeys.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  EVIL,
  idOf,
  MINUTE_MS,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  VICTIM,
  verdict,
} from "./takeover-bench.ts";

describe.each(engines)("Second factors and thieves on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, {
      ...withPasskeys,
      ...mfaPolicy("optional"),
      allowEmailCodes: true,
    });
  });
  afterEach(() => b.close());

  const enroll = async ({ accessToken }: TokenResponse) => {
    const factor = await enrollTotp(b.t, b.project, accessToken);
    b.t.advance(MINUTE_MS);
    return factor;
  };
  const mfa = (of?: TokenResponse) => mfaClient(b.t, b.project, of?.accessToken);
  const again = (of: TokenResponse, proof: SessionProof) => mfa(of).reauthenticate({ proof });
  const totp = (secret: Buffer) => ({ case: "totpCode", value: shownCode(b.t, secret) }) as const;
  const password = { case: "password", value: PASSWORD } as const;
  const complete = async (secret: Buffer, signIn = b.signIn()) => {
    const { token: mfaToken } = await challengeOf(signIn);
    return mfa().completeSignIn({ mfaToken, proof: totp(secret) });
  };
  const rows = async () => {
    const apps = await b.t.app.db.selectFrom("totpFactors").selectAll().execute();
    const codes = await b.t.app.db.selectFrom("recoveryCodes").selectAll().execute();
    return [apps.length, codes.length];
  };
  const removals = async () => {
    const query = b.t.app.db.selectFrom("events").select("data").where("kind", "=", "user.factor_removed");
    return (await query.execute()).map(({ data }) => JSON.parse(data).factor);
  };

  describe("a proof of the mailbox", () => {
    test("by a reset neither removes nor replaces the factor of a verified account", async () => {
      const own = await b.signUpVerified();
      const { secret } = await enroll(own);
      await b.reset();
      expect(await rows()).toEqual([1, 10]);
      expect(await reasonOf(b.signIn(VICTIM, NEW_PASSWORD))).toBe("MFA_REQUIRED");
      await complete(secret, b.signIn(VICTIM, NEW_PASSWORD));
    });

    const firstProofs: Record<string, () => Promise<unknown>> = {
      "a reset": () => b.reset(),
      "an email code": async () => b.auth.signInWithEmailCode(await emailCodeProof(b.t, b.project, VICTIM)),
    };
    test.each(Object.keys(firstProofs))(
      "for the first time, by %s, removes what others added",
      async (name) => {
        await enroll(await b.signUp());
        await firstProofs[name]?.();
        expect(await rows()).toEqual([0, 0]);
        expect(await removals()).toEqual(["totp"]);
        if (name === "a reset") await b.signIn(VICTIM, NEW_PASSWORD);
      },
    );

    test("by a verification lists the app, and removes it for an owner who did not add it", async () => {
      const thief = await b.signUp();
      const { secret } = await enroll(thief);
      const open = await challengeOf(b.signIn());
      const token = await b.link(VICTIM, "verify");
      const { totp: listed } = await b.auth.inspectEmailLink({ token });
      expect(listed?.enrolledAt).toBeDefined();
      await b.auth.confirmEmailVerification({ token, removeTotp: true });
      expect(await rows()).toEqual([0, 0]);
      expect(await removals()).toEqual(["totp"]);
      expect(await b.sessions(idOf(thief))).toEqual([]);
      const call = mfa().completeSignIn({ mfaToken: open.token, proof: totp(secret) });
      expect(await reasonOf(call)).toBe("MFA_CHALLENGE_INVALID");
    });

    test("by a verification keeps the app that was listed, and no other", async () => {
      const thief = await b.signUp();
      const token = await b.link(VICTIM, "verify");
      const shown = async () => {
        const { totp: listed } = await b.auth.inspectEmailLink({ token });
        return { providers: [], passkeyIds: [], ...(listed && { totpEnrolledAt: listed.enrolledAt }) };
      };
      const { secret } = await enroll(thief);
      const before = await shown();
      expect(before.totpEnrolledAt && timestampMs(before.totpEnrolledAt)).toBe(b.t.app.clock() - MINUTE_MS);
      await again(thief, totp(secret));
      await enroll(thief); // another app, while the visitor reads
      await b.auth.confirmEmailVerification({ token, listed: before });
      expect(await rows()).toEqual([0, 0]);
    });

    test("by a verification keeps the app of an owner who was shown it", async () => {
      const own = await b.signUp();
      const { secret } = await enroll(own);
      const token = await b.link(VICTIM, "verify");
      const { totp: listed } = await b.auth.inspectEmailLink({ token });
      const totpEnrolledAt = listed?.enrolledAt ?? expect.fail("not listed");
      const review = { providers: [], passkeyIds: [], totpEnrolledAt };
      await b.auth.confirmEmailVerification({ token, listed: review });
      expect(await b.sessions(idOf(own))).toEqual(["password"]);
      await complete(secret);
    });

    test("that undoes a change of address removes factors added since, and no older ones", async () => {
      const own = await b.signUpVerified();
      const { secret } = await enroll(own);
      const thief = await complete(secret);
      await b.changeAddress(thief);
      b.t.advance(MINUTE_MS);
      const now = await again(thief, totp(secret));
      await mfa(now).regenerateRecoveryCodes({});
      await b.auth.undoEmailChange({ token: (await b.undoLink()) ?? "" });
      expect(await rows()).toEqual([1, 0]);
      expect(await removals()).toEqual(["recovery_codes"]);
    });

    test("that undoes a change of address removes the app of the thief", async () => {
      const own = await b.signUpVerified();
      await b.changeAddress(await b.signIn());
      const thief = await b.signIn(EVIL);
      await enroll(thief);
      await b.auth.undoEmailChange({ token: (await b.undoLink()) ?? "" });
      expect(await rows()).toEqual([0, 0]);
      await b.reset();
      expect(idOf(await b.signIn(VICTIM, NEW_PASSWORD))).toBe(idOf(own));
    });
  });

  describe("a thief", () => {
    test("with the password cannot enroll an app, or add a passkey that does", async () => {
      await b.signUpVerified();
      const thief = await b.signIn();
      const evil = passkeyDevice(b.t, b.project);
      const linked = await evil.link(thief.accessToken);
      for (const session of [linked, await evil.signIn()]) {
        const { enrollment } = await mfa(session)
          .startTotpEnrollment({})
          .catch(() => ({ enrollment: undefined }));
        if (enrollment) expect(enrollment.needsEmailCode).toBe(true);
      }
    });

    test("with a session and the password gets no further than the password", async () => {
      const own = await b.signUpVerified();
      await enroll(own);
      b.t.advance(11 * MINUTE_MS);
      const thief = await again(own, password);
      for (const call of [
        () => mfa(thief).removeTotp({}),
        () => mfa(thief).regenerateRecoveryCodes({}),
        () => mfa(thief).startTotpEnrollment({}),
        () => passkeyClient(b.t, b.project, thief.accessToken).startPasskeyLink({}),
      ]) {
        expect(await reasonOf(call())).toBe("REAUTHENTICATION_REQUIRED");
      }
    });
  });

  describe("Reauthenticate in flight", () => {
    const acts: Record<string, (own: TokenResponse) => Promise<unknown>> = {
      ChangePassword: (own) =>
        b.as(own).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      ConfirmPasswordReset: () => b.reset(),
      DisableUser: (own) => b.users.disableUser({ userId: idOf(own) }),
      ResetUserFactors: (own) => b.users.resetUserFactors({ userId: idOf(own) }),
      DeleteUser: (own) => b.users.deleteUser({ userId: idOf(own) }),
    };
    test.each(Object.keys(acts))("over %s is refused", async (name) => {
      const own = await b.signUpVerified();
      const outcome = await during(
        b.passwords.holdNext("verify"),
        () => again(own, password),
        async () => acts[name]?.(own),
      );
      expect(["INVALID_CREDENTIALS", "SESSION_REVOKED"]).toContain(await verdict(outcome));
    });

    test("and raced by the reset of the factors leaves no session", async () => {
      for (let round = 0; round < times(5, 50); round++) {
        const own = await b.t.addUser(b.project, `u${round}@example.com`, PASSWORD);
        const { secret } = await enroll(own);
        const { token: mfaToken } = await challengeOf(b.signIn(`u${round}@example.com`));
        const [reset] = await Promise.allSettled([
          b.users.resetUserFactors({ userId: idOf(own) }),
          again(own, totp(secret)),
          mfa(own).removeTotp({}),
          mfa(own).regenerateRecoveryCodes({}),
          mfa().completeSignIn({ mfaToken, proof: totp(secret) }),
        ]);
        expect(await verdict(reset)).toBe("OK");
        expect(await b.sessions(idOf(own))).toEqual([]);
        expect(await rows()).toEqual([0, 0]);
        b.t.advance(MINUTE_MS);
      }
    });
  });
});
