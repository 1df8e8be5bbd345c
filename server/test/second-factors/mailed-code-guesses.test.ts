import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emailCodeProof } from "../../src/testing/email-code-proof.ts";
import { engines } from "../../src/testing/engines.ts";
import { challengeOf, fromBase32, mfaClient, mfaPolicy, shownCode } from "../../src/testing/factors.ts";
import { codeOf } from "../../src/testing/mailed-code.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { FactorBench, MINUTE, PASSWORD } from "./factor-bench.ts";

const ADA = "ada@example.com";

describe.each(engines)("wrong emailed codes of one account on $kind", (engine) => {
  let bench: FactorBench;
  let own: { refreshToken: string };
  beforeEach(async () => {
    const settings = { ...mfaPolicy("off"), allowEmailCodes: true };
    bench = await FactorBench.open(engine, settings, { rateLimits: {} });
    own = await bench.t.addUser(bench.project, ADA, PASSWORD);
    await bench.t.app.db.updateTable("users").set({ emailVerifiedAt: 1 }).execute();
    await bench.policy("required");
  });
  afterEach(() => bench.close());

  const mfa = (accessToken?: string) => mfaClient(bench.t, bench.project, accessToken);
  const wrong = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, "0");

  /** The enrollment that the sign-in of somebody with the password requires. */
  async function begun() {
    const { token } = await challengeOf(bench.signIn(ADA));
    const { enrollment } = await mfa().startRequiredEnrollment({ enrollmentToken: token });
    const secret = fromBase32(enrollment?.secret ?? "");
    const confirm = (emailCode: string) =>
      mfa().confirmTotpEnrollment({
        enrollmentToken: token,
        totpCode: shownCode(bench.t, secret),
        emailCode,
      });
    return { confirm, code: await codeOf(bench.t) };
  }

  /** As many as a day allows. */
  async function guess(once: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; n < 100; n++) expect(await reasonOf(once(n))).toBe("EMAIL_CODE_INVALID");
  }

  test("are at most a hundred in 24 hours for enrollments, however many sign-ins require one", async () => {
    let { confirm, code } = await begun();
    await guess(async (n) => {
      if (n > 0 && n % 5 === 0) {
        bench.t.advance(20 * MINUTE);
        ({ confirm, code } = await begun());
      }
      return confirm(wrong(code));
    });
    bench.t.advance(20 * MINUTE);
    ({ confirm, code } = await begun());
    expect(await reasonOf(confirm(code))).toBe("RATE_LIMITED");
    // Whoever has the password keeps nobody with a code from signing in.
    const proof = await emailCodeProof(bench.t, bench.project, ADA);
    await challengeOf(bench.t.auth(bench.project).signInWithEmailCode(proof));
    bench.t.advance(24 * 60 * MINUTE);
    ({ confirm, code } = await begun());
    expect((await confirm(code)).recoveryCodes).toHaveLength(10);
  });

  test("of strangers keep the owner neither from enrolling nor from proving a session again", async () => {
    const auth = bench.t.auth(bench.project);
    let proof = await emailCodeProof(bench.t, bench.project, ADA);
    await guess(async (n) => {
      if (n > 0 && n % 5 === 0) {
        bench.t.advance(20 * MINUTE);
        proof = await emailCodeProof(bench.t, bench.project, ADA);
      }
      return auth.signInWithEmailCode({ ...proof, code: wrong(proof.code) });
    });
    bench.t.advance(20 * MINUTE);
    proof = await emailCodeProof(bench.t, bench.project, ADA);
    expect(await reasonOf(auth.signInWithEmailCode(proof))).toBe("RATE_LIMITED");
    const { accessToken } = await auth.refreshToken({ refreshToken: own.refreshToken });
    await mfa(accessToken).reauthenticate({ proof: { case: "emailCode", value: proof } });
    const { confirm, code } = await begun();
    await confirm(code);
  });
});
