import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { challengeOf, fromBase32, mfaClient, shownCode } from "../../src/testing/factors.ts";
import { failureOf, reasonOf } from "../../src/testing/reason-of.ts";
import { FactorBench, MINUTE, PASSWORD } from "./factor-bench.ts";

const ADA = "ada@example.com";
const STEP = 30_000;

describe.each(engines)("challenges of second factors on $kind", (engine) => {
  let bench: FactorBench;
  beforeEach(async () => {
    bench = await FactorBench.open(engine);
  });
  afterEach(() => bench.close());

  const enrolling = async (email: string) => {
    const { accessToken } = await bench.t.addUser(bench.project, email, PASSWORD);
    const mfa = mfaClient(bench.t, bench.project, accessToken);
    const { enrollment } = await mfa.startTotpEnrollment({});
    const secret = fromBase32(enrollment?.secret ?? "");
    return { mfa, secret, enrollmentToken: enrollment?.enrollmentToken ?? "" };
  };

  test("a code of an earlier step is refused after one of a later step", async () => {
    const ada = await bench.enrolled();
    const [now, before, first, last] = [0, -1, 1, 1].map((later) => bench.totp(ada, later));
    await bench.complete(await bench.challenged(ADA), now);
    for (const used of [now, before]) {
      expect(await reasonOf(bench.complete(await bench.challenged(ADA), used))).toBe("MFA_CODE_INVALID");
    }
    await bench.complete(await bench.challenged(ADA), first);
    expect(await reasonOf(bench.complete(await bench.challenged(ADA), last))).toBe("MFA_CODE_INVALID");
    bench.t.advance(STEP);
    expect(await reasonOf(bench.complete(await bench.challenged(ADA), bench.totp(ada)))).toBe(
      "MFA_CODE_INVALID", // it was shown early, and used
    );
    await bench.complete(await bench.challenged(ADA), bench.totp(ada, 1));
  });

  test("the code of the step before is accepted when no later one was used", async () => {
    const ada = await bench.enrolled();
    await bench.complete(await bench.challenged(ADA), bench.totp(ada, -1));
    expect(await reasonOf(bench.complete(await bench.challenged(ADA), bench.totp(ada, -2)))).toBe(
      "MFA_CODE_INVALID",
    );
  });

  test("the code of the enrollment opens no session, nor does one before it", async () => {
    const { mfa, secret, enrollmentToken } = await enrolling(ADA);
    const totpCode = shownCode(bench.t, secret);
    await mfa.confirmTotpEnrollment({ enrollmentToken, totpCode });
    for (const later of [0, -1]) {
      const call = bench.complete(await bench.challenged(ADA), bench.totp({ secret }, later));
      expect(await reasonOf(call)).toBe("MFA_CODE_INVALID");
    }
    await bench.complete(await bench.challenged(ADA), bench.totp({ secret }, 1));
  });

  test("a clock that goes back accepts no code again", async () => {
    const ada = await bench.enrolled();
    const used = bench.totp(ada);
    await bench.complete(await bench.challenged(ADA), used);
    bench.t.advance(-10 * MINUTE);
    const token = await bench.challenged(ADA);
    expect(await reasonOf(bench.complete(token, bench.totp(ada)))).toBe("MFA_CODE_INVALID");
    bench.t.advance(10 * MINUTE);
    expect(await reasonOf(bench.complete(await bench.challenged(ADA), used))).toBe("MFA_CODE_INVALID");
    bench.t.advance(STEP);
    await bench.complete(await bench.challenged(ADA), bench.totp(ada));
  });

  test("a challenge takes the factor of its own user only", async () => {
    const ada = await bench.enrolled();
    const bob = await bench.enrolled("bob@example.com");
    const token = await bench.challenged(ADA);
    expect(await reasonOf(bench.complete(token, bench.totp(bob)))).toBe("MFA_CODE_INVALID");
    const value = bob.recoveryCodes[0] ?? "";
    expect(await reasonOf(bench.complete(token, { case: "recoveryCode", value }))).toBe("MFA_CODE_INVALID");
    expect([await bench.failures(ada.userId), await bench.failures(bob.userId)]).toEqual([1, 0]);
    await bench.complete(token, bench.totp(ada));
    await bench.complete(await bench.challenged("bob@example.com"), { case: "recoveryCode", value });
  });

  test("a challenge is worth nothing in another project, and for another purpose", async () => {
    const ada = await bench.enrolled();
    const mfaToken = await bench.challenged(ADA);
    const mfa = { policy: "optional" as const, claim: "", claimValues: [] };
    const { project: other } = await bench.t.addProject("Other", { mfa });
    const proof = bench.totp(ada);
    const own = mfaClient(bench.t, bench.project);
    const confirmation = { enrollmentToken: mfaToken, totpCode: proof.value };
    for (const call of [
      () => mfaClient(bench.t, other).completeSignIn({ mfaToken, proof }),
      () => own.startRequiredEnrollment({ enrollmentToken: mfaToken }),
      () => own.confirmTotpEnrollment(confirmation),
    ]) {
      expect(await reasonOf(call())).toBe("MFA_CHALLENGE_INVALID");
    }
    const { enrollmentToken } = await enrolling("carol@example.com");
    expect(await reasonOf(bench.complete(enrollmentToken, proof))).toBe("MFA_CHALLENGE_INVALID");
    await bench.complete(mfaToken, proof);
  });

  test("a challenge of a sign-in lives for five minutes", async () => {
    const ada = await bench.enrolled();
    const { token, expiresAt } = await challengeOf(bench.signIn(ADA));
    expect(Number(expiresAt?.seconds) * 1000).toBe(bench.t.app.clock() + 5 * MINUTE);
    const other = await bench.challenged(ADA);
    bench.t.advance(5 * MINUTE - 1);
    await bench.complete(token, bench.totp(ada));
    bench.t.advance(1);
    expect(await reasonOf(bench.complete(other, bench.totp(ada, 1)))).toBe("MFA_CHALLENGE_INVALID");
  });

  test("an enrollment lives for ten minutes, in a session and in a sign-in", async () => {
    const begun = await enrolling(ADA);
    const late = await enrolling("bob@example.com");
    bench.t.advance(10 * MINUTE - 1);
    const { mfa, enrollmentToken, secret } = begun;
    await mfa.confirmTotpEnrollment({ enrollmentToken, totpCode: shownCode(bench.t, secret) });
    bench.t.advance(1);
    const totpCode = shownCode(bench.t, late.secret);
    expect(
      await reasonOf(mfa.confirmTotpEnrollment({ enrollmentToken: late.enrollmentToken, totpCode })),
    ).toBe("MFA_CHALLENGE_INVALID");
    await bench.policy("required");
    const { token, expiresAt } = await challengeOf(bench.signIn("bob@example.com"));
    expect(Number(expiresAt?.seconds) * 1000).toBe(bench.t.app.clock() + 10 * MINUTE);
    bench.t.advance(10 * MINUTE);
    expect(await reasonOf(mfa.startRequiredEnrollment({ enrollmentToken: token }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
  });

  test("the sixth code of an enrollment is refused, also a right one", async () => {
    const { mfa, secret, enrollmentToken } = await enrolling(ADA);
    const wrong = bench.wrong({ secret }).value;
    for (const left of ["4", "3", "2", "1", "0"]) {
      const failure = await failureOf(mfa.confirmTotpEnrollment({ enrollmentToken, totpCode: wrong }));
      expect(failure).toMatchObject({ reason: "MFA_CODE_INVALID", metadata: { attempts_left: left } });
    }
    const totpCode = shownCode(bench.t, secret);
    expect(await reasonOf(mfa.confirmTotpEnrollment({ enrollmentToken, totpCode }))).toBe(
      "MFA_CHALLENGE_INVALID",
    );
    await bench.signIn(ADA); // nothing was enrolled
  });

  test("five wrong proofs of any kind end a challenge, and the sixth is not looked at", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(ADA);
    const wrongs = [
      bench.wrong(ada),
      { case: "recoveryCode", value: "AAAA-BBBB-CCCC" },
      bench.wrong(ada),
      { case: "totpCode", value: "" },
      { case: "recoveryCode", value: "" },
    ] as const;
    for (const [index, proof] of wrongs.entries()) {
      const failure = await failureOf(bench.complete(token, proof));
      expect(failure).toMatchObject({ metadata: { attempts_left: String(4 - index) } });
    }
    expect(await reasonOf(bench.complete(token, bench.totp(ada)))).toBe("MFA_CHALLENGE_INVALID");
    expect([await bench.failures(ada.userId), await bench.failures(ada.userId, "recovery_code")]).toEqual([
      3, 2,
    ]);
  });

  test("a void challenge tells a right code from a wrong one to nobody, and counts neither", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(ADA);
    await bench.t.auth(bench.project, ada.tokens.accessToken).changePassword({
      currentPassword: PASSWORD,
      newPassword: "another long password",
    });
    for (const proof of [bench.wrong(ada), bench.totp(ada), undefined]) {
      expect(await reasonOf(bench.complete(token, proof))).toBe("MFA_CHALLENGE_INVALID");
    }
    expect(await bench.failures(ada.userId)).toBe(0);
  });

  test("without a proof a challenge is refused and stays", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(ADA);
    expect(await reasonOf(bench.complete(token, undefined))).toBe("INVALID_REQUEST");
    expect(await reasonOf(bench.complete("", bench.totp(ada)))).toBe("MFA_CHALLENGE_INVALID");
    await bench.complete(token, bench.totp(ada));
  });

  test("the policy off closes every method of second factors", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(ADA);
    await bench.policy("off");
    const mfa = mfaClient(bench.t, bench.project, ada.tokens.accessToken);
    for (const call of [
      () => bench.complete(token, bench.totp(ada)),
      () => mfa.startTotpEnrollment({}),
      () => mfa.startRequiredEnrollment({ enrollmentToken: token }),
      () => mfa.confirmTotpEnrollment({ enrollmentToken: token, totpCode: "123456" }),
    ]) {
      expect(await reasonOf(call())).toBe("MFA_DISABLED");
    }
    await bench.signIn(ADA);
  });
});
