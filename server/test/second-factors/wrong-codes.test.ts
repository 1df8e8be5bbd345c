import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { failureOf } from "../../src/testing/reason-of.ts";
import { DAY, type Enrolled, FactorBench, MINUTE, type Proof } from "./factor-bench.ts";

const ADA = "ada@example.com";

const WRONG = { case: "recoveryCode", value: "AAAA-BBBB-CCCC" } as const;

describe.each(engines)("the limit of wrong second factors on $kind", (engine) => {
  let bench: FactorBench;
  let ada: Enrolled;
  beforeEach(async () => {
    bench = await FactorBench.open(engine);
    ada = await bench.enrolled();
  });
  afterEach(() => bench.close());

  const tryOnce = async (proof: Proof) =>
    bench.complete(await bench.challenged(ADA), proof).then(
      () => "OK",
      (error: unknown) => failureOf(Promise.reject(error)).then(({ reason }) => reason),
    );

  test("is 50 in any 24 hours: the 51st is looked at when the first is a day old", async () => {
    const first = bench.t.app.clock();
    for (let n = 0; n < 50; n++) {
      expect(await tryOnce(bench.wrong(ada))).toBe("MFA_CODE_INVALID");
      bench.t.advance(MINUTE);
    }
    const failure = await failureOf(bench.complete(await bench.challenged(ADA), bench.totp(ada)));
    expect(failure).toMatchObject({
      code: "ResourceExhausted",
      reason: "RATE_LIMITED",
      metadata: { retry_after_seconds: String((DAY - 50 * MINUTE) / 1000) },
    });
    bench.t.advance(first + DAY - 1 - bench.t.app.clock());
    expect(await tryOnce(bench.totp(ada))).toBe("RATE_LIMITED");
    bench.t.advance(1);
    expect(await tryOnce(bench.wrong(ada))).toBe("MFA_CODE_INVALID");
    expect(await tryOnce(bench.totp(ada))).toBe("RATE_LIMITED");
    bench.t.advance(MINUTE - 1);
    expect(await tryOnce(bench.totp(ada))).toBe("RATE_LIMITED");
    bench.t.advance(1);
    expect(await tryOnce(bench.totp(ada))).toBe("OK");
  });

  test("is not moved by a right code: whoever guesses gets no more guesses when the owner signs in", async () => {
    for (let n = 0; n < 49; n++) await tryOnce(bench.wrong(ada));
    expect(await tryOnce(bench.totp(ada))).toBe("OK");
    bench.t.advance(MINUTE);
    expect(await tryOnce(bench.wrong(ada))).toBe("MFA_CODE_INVALID");
    expect(await tryOnce(bench.totp(ada))).toBe("RATE_LIMITED");
  });

  test("of one kind leaves the others open", async () => {
    for (let n = 0; n < 50; n++) expect(await tryOnce(WRONG)).toBe("MFA_CODE_INVALID");
    expect(await tryOnce(WRONG)).toBe("RATE_LIMITED");
    expect(await bench.failures(ada.userId, "recovery_code")).toBe(50);
    expect(await tryOnce(bench.totp(ada))).toBe("OK");
  });

  test("of all kinds leaves open what nobody guesses: the password alone keeps no owner out", async () => {
    for (let n = 0; n < 50; n++) await tryOnce(WRONG);
    for (let n = 0; n < 50; n++) await tryOnce(bench.wrong(ada));
    expect(await tryOnce(bench.totp(ada))).toBe("RATE_LIMITED");
    const right = { case: "recoveryCode", value: ada.recoveryCodes[0] ?? "" } as const;
    expect(await tryOnce(right)).toBe("OK");
    expect(await tryOnce(right)).toBe("RATE_LIMITED"); // used by now
  });

  test("of one user leaves the others open", async () => {
    for (let n = 0; n < 50; n++) await tryOnce(bench.wrong(ada));
    const bob = await bench.enrolled("bob@example.com");
    await bench.complete(await bench.challenged("bob@example.com"), bench.totp(bob));
  });

  test("spends no tries of a challenge, and a refused try uses up no code", async () => {
    for (let n = 0; n < 50; n++) await tryOnce(bench.wrong(ada));
    bench.t.advance(DAY - 2 * MINUTE);
    const token = await bench.challenged(ADA);
    const value = ada.recoveryCodes[1] ?? "";
    for (let n = 0; n < 8; n++) {
      expect((await failureOf(bench.complete(token, bench.totp(ada)))).reason).toBe("RATE_LIMITED");
    }
    const code = bench.totp(ada, 1);
    bench.t.advance(2 * MINUTE);
    expect(await tryOnce(code)).toBe("MFA_CODE_INVALID"); // too old by now
    await bench.complete(token, { case: "recoveryCode", value });
  });

  test("is written as events of failed sign-ins that name the factor", async () => {
    await tryOnce(bench.wrong(ada));
    await tryOnce({ case: "recoveryCode", value: "AAAA-BBBB-CCCC" });
    const events = await bench.t.app.db
      .selectFrom("events")
      .select("data")
      .where("kind", "=", "user.sign_in_failed")
      .orderBy("id")
      .execute();
    expect(events.map(({ data }) => JSON.parse(data ?? "{}").method)).toEqual(["totp", "recovery_code"]);
  });
});
