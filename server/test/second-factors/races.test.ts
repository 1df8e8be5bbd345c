import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { deleteUser } from "../../src/domain/users/delete-user.ts";
import { disableUser } from "../../src/domain/users/disable-user.ts";
import { revokeUserSessions } from "../../src/domain/users/revoke-user-sessions.ts";
import { engines } from "../../src/testing/engines.ts";
import { challengeOf, enrollTotp, fromBase32, mfaClient, shownCode } from "../../src/testing/factors.ts";
import { times } from "../../src/testing/full.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { FactorBench, MINUTE, outcomesOf, PASSWORD } from "./factor-bench.ts";

const FOLD = 64;
const EMAIL = "ada@example.com";

const many = <T>(make: (index: number) => Promise<T>, count = FOLD): Promise<T>[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe.each(engines)("second factors that are raced, on $kind", (engine) => {
  let bench: FactorBench;
  beforeEach(async () => {
    bench = await FactorBench.open(engine);
  });
  afterEach(() => bench.close());

  const challenges = (count: number) => Promise.all(many(() => bench.challenged(EMAIL), count));

  test("a code opens one session, however often it is sent for one challenge", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(EMAIL);
    const proof = bench.totp(ada);
    const outcomes = await outcomesOf(many(() => bench.complete(token, proof)));
    expect(Object.fromEntries(outcomes)).toEqual({ OK: 1, MFA_CHALLENGE_INVALID: FOLD - 1 });
    expect(await bench.openSessions(ada.userId)).toHaveLength(2);
    expect(await bench.failures(ada.userId)).toBe(0);
  });

  test("a code opens one session, also for different challenges", async () => {
    const ada = await bench.enrolled();
    const tokens = await challenges(FOLD);
    const proof = bench.totp(ada);
    const outcomes = await outcomesOf(tokens.map((token) => bench.complete(token, proof)));
    expect(outcomes.get("OK")).toBe(1);
    expect([...outcomes.keys()].sort()).toEqual(["MFA_CODE_INVALID", "OK", "RATE_LIMITED"]);
    expect(await bench.openSessions(ada.userId)).toHaveLength(2);
    expect(await bench.failures(ada.userId)).toBe(50);
  });

  test("the codes of three steps open at most three sessions, and none after a later one", async () => {
    const ada = await bench.enrolled();
    const tokens = await challenges(30);
    const outcomes = await outcomesOf(
      tokens.map((token, index) => bench.complete(token, bench.totp(ada, (index % 3) - 1))),
    );
    expect(outcomes.get("OK")).toBeLessThanOrEqual(3);
    const late = await bench.challenged(EMAIL);
    expect(await reasonOf(bench.complete(late, bench.totp(ada, 1)))).toBe("MFA_CODE_INVALID");
  });

  test("a recovery code opens one session", async () => {
    const ada = await bench.enrolled();
    const tokens = await challenges(FOLD);
    const proof = { case: "recoveryCode", value: ada.recoveryCodes[0] ?? "" } as const;
    const outcomes = await outcomesOf(tokens.map((token) => bench.complete(token, proof)));
    expect(outcomes.get("OK")).toBe(1);
    expect(await bench.openSessions(ada.userId)).toHaveLength(2);
    expect(await bench.failures(ada.userId, "recovery_code")).toBe(50);
    const events = await bench.t.app.db
      .selectFrom("events")
      .select("data")
      .where("kind", "=", "user.recovery_code_used")
      .execute();
    expect(events.map(({ data }) => JSON.parse(data ?? "{}"))).toEqual([{ left: 9 }]);
  });

  test("wrong codes for different challenges are counted exactly, and at most 50", async () => {
    const ada = await bench.enrolled();
    const tokens = await challenges(FOLD);
    const outcomes = await outcomesOf(tokens.map((token) => bench.complete(token, bench.wrong(ada))));
    expect(Object.fromEntries(outcomes)).toEqual({ MFA_CODE_INVALID: 50, RATE_LIMITED: FOLD - 50 });
    expect(await bench.failures(ada.userId)).toBe(50);
  });

  test("wrong codes for one challenge are counted exactly: five", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(EMAIL);
    const outcomes = await outcomesOf(many(() => bench.complete(token, bench.wrong(ada))));
    expect(Object.fromEntries(outcomes)).toEqual({ MFA_CODE_INVALID: 5, MFA_CHALLENGE_INVALID: FOLD - 5 });
    expect(await bench.failures(ada.userId)).toBe(5);
  });

  test("an attempt id opens one session, and every copy gets it", async () => {
    const ada = await bench.enrolled();
    const token = await bench.challenged(EMAIL);
    const proof = bench.totp(ada);
    const attemptId = randomBytes(16).toString("base64url");
    const answers = await Promise.all(many(() => bench.complete(token, proof, attemptId)));
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect(await bench.openSessions(ada.userId)).toHaveLength(2);
    bench.t.advance(MINUTE);
    const later = await bench.complete(token, proof, attemptId);
    expect(later.refreshToken).toBe(answers[0]?.refreshToken);
    const other = await bench.challenged(EMAIL);
    expect(await reasonOf(bench.complete(other, bench.totp(ada), attemptId))).toBe("ATTEMPT_INVALID");
    expect(await bench.openSessions(ada.userId)).toHaveLength(2);
  });

  test("an enrollment is confirmed once", async () => {
    const { accessToken, user } = await bench.t.addUser(bench.project, EMAIL, PASSWORD);
    const mfa = mfaClient(bench.t, bench.project, accessToken);
    const { enrollment } = await mfa.startTotpEnrollment({});
    const totpCode = shownCode(bench.t, fromBase32(enrollment?.secret ?? ""));
    const confirmation = { enrollmentToken: enrollment?.enrollmentToken ?? "", totpCode };
    const outcomes = await outcomesOf(many(() => mfa.confirmTotpEnrollment(confirmation)));
    expect(Object.fromEntries(outcomes)).toEqual({ OK: 1, MFA_CHALLENGE_INVALID: FOLD - 1 });
    const codes = await bench.t.app.db.selectFrom("recoveryCodes").select("mac").execute();
    expect(codes).toHaveLength(10);
    expect(await bench.openSessions(user?.id ?? "")).toHaveLength(1);
  });

  test("of two enrollments at the same time one wins, with its own codes", async () => {
    const { accessToken } = await bench.t.addUser(bench.project, EMAIL, PASSWORD);
    const mfa = mfaClient(bench.t, bench.project, accessToken);
    const begun = await Promise.all(many(() => mfa.startTotpEnrollment({}), 8));
    const confirmed = await outcomesOf(
      begun.map(({ enrollment }) => {
        const { enrollmentToken = "", secret = "" } = enrollment ?? {};
        const totpCode = shownCode(bench.t, fromBase32(secret));
        return mfa.confirmTotpEnrollment({ enrollmentToken, totpCode });
      }),
    );
    expect(Object.fromEntries(confirmed)).toEqual({ OK: 1, MFA_CHALLENGE_INVALID: 7 });
  });

  test.each([
    [
      "changes the password",
      (tokens: { accessToken: string }) =>
        bench.t.auth(bench.project, tokens.accessToken).changePassword({
          currentPassword: PASSWORD,
          newPassword: "another long password",
        }),
    ],
    [
      "is disabled",
      (_tokens: unknown, userId: string) =>
        disableUser(
          bench.t.app,
          { project: bench.project, by: systemActor, tellsOtherProjects: false },
          userId,
        ),
    ],
    [
      "ends all sessions",
      (_tokens: unknown, userId: string) =>
        revokeUserSessions(
          bench.t.app,
          { project: bench.project, by: systemActor, tellsOtherProjects: false },
          userId,
        ),
    ],
    [
      "is deleted",
      (_tokens: unknown, userId: string) =>
        deleteUser(
          bench.t.app,
          { project: bench.project, by: systemActor, tellsOtherProjects: false },
          userId,
        ),
    ],
  ])("no session of a challenge survives when its user %s meanwhile", async (_name, act) => {
    for (let n = 0; n < times(3, 20); n++) {
      const email = `ada-${n}@example.com`;
      const ada = await bench.enrolled(email);
      const tokens = await Promise.all(many(() => bench.challenged(email), 8));
      const before = (await bench.openSessions(ada.userId)).map(({ id }) => id);
      const codes = ada.recoveryCodes.map((value) => ({ case: "recoveryCode", value }) as const);
      const calls = tokens.map((token, index) =>
        bench.complete(token, index === 0 ? bench.totp(ada) : codes[index]),
      );
      const [outcomes] = await Promise.all([outcomesOf(calls), act(ada.tokens, ada.userId)]);
      expect([...outcomes.keys()].filter((end) => end !== "OK" && end !== "MFA_CHALLENGE_INVALID")).toEqual(
        [],
      );
      const open = (await bench.openSessions(ada.userId)).map(({ id }) => id);
      expect(open.filter((id) => !before.includes(id))).toEqual([]);
      for (const token of tokens) {
        expect(await reasonOf(bench.complete(token, codes[9]))).toBe("MFA_CHALLENGE_INVALID");
      }
    }
  });

  test("no session without the factor survives an enrollment that it races with", async () => {
    for (let n = 0; n < times(4, 30); n++) {
      const email = `ada-${n}@example.com`;
      const { accessToken, user } = await bench.t.addUser(bench.project, email, PASSWORD);
      const signIns = many(() => bench.signIn(email), 12);
      const [outcomes] = await Promise.all([
        outcomesOf(signIns),
        enrollTotp(bench.t, bench.project, accessToken),
      ]);
      expect([...outcomes.keys()].filter((end) => end !== "OK" && end !== "MFA_REQUIRED")).toEqual([]);
      const [kept, ...others] = await bench.openSessions(user?.id ?? "");
      expect([kept?.provenBy, others]).toEqual(["password totp", []]);
      await challengeOf(bench.signIn(email));
    }
  });
});
