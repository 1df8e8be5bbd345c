import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anyText } from "../../src/testing/any-text.ts";
import { engines } from "../../src/testing/engines.ts";
import { mfaClient } from "../../src/testing/factors.ts";
import { times } from "../../src/testing/full.ts";
import { withPasskeys } from "../../src/testing/passkeys.ts";
import { failureOf } from "../../src/testing/reason-of.ts";
import { type Enrolled, FactorBench, PASSWORD } from "./factor-bench.ts";

const ADA = "ada@example.com";
const RUNS = { numRuns: times(60, 3000) };

describe.each(engines)("hostile texts for second factors on $kind", (engine) => {
  let bench: FactorBench;
  let ada: Enrolled;
  beforeEach(async () => {
    bench = await FactorBench.open(engine, withPasskeys);
    ada = await bench.enrolled();
  });
  afterEach(() => bench.close());

  const proofs = fc.record({
    case: fc.constantFrom("totpCode" as const, "recoveryCode" as const, "passkeyJson" as const),
    value: fc.oneof(anyText(), fc.json(), fc.constantFrom("", "0".repeat(60_000), "\u0000", "\ufeff000000")),
  });
  const expected = async (call: Promise<unknown>) => {
    const { reason } = await failureOf(call);
    expect(reason).toMatch(
      /^(MFA_\w+|PASSKEY_INVALID|INVALID_REQUEST|EMAIL_CODE_INVALID|REQUEST_TOO_LARGE)$/,
    );
  };

  test("no token, proof or attempt id is answered otherwise than by a reason of its own", async () => {
    const token = () => bench.challenged(ADA);
    await fc.assert(
      fc.asyncProperty(proofs, anyText(), fc.boolean(), async (proof, text, isKnown) => {
        const mfaToken = isKnown ? await token() : text;
        await expected(bench.complete(mfaToken, proof, text));
        const { userId } = ada;
        await bench.t.app.db.deleteFrom("factorFailures").where("userId", "=", userId).execute();
      }),
      RUNS,
    );
    await bench.complete(await token(), bench.totp(ada));
  });

  test("no text enrolls anything", async () => {
    const { accessToken } = await bench.t.addUser(bench.project, "bob@example.com", PASSWORD);
    const mfa = mfaClient(bench.t, bench.project, accessToken);
    await fc.assert(
      fc.asyncProperty(anyText(), anyText(), fc.boolean(), async (text, code, isKnown) => {
        const { enrollment } = isKnown ? await mfa.startTotpEnrollment({}) : {};
        const enrollmentToken = enrollment?.enrollmentToken ?? text;
        await expected(mfa.confirmTotpEnrollment({ enrollmentToken, totpCode: code, emailCode: text }));
        await expected(mfa.startRequiredEnrollment({ enrollmentToken: text }));
      }),
      RUNS,
    );
    await bench.signIn("bob@example.com");
  });
});
