import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { challengeOf, fromBase32, mfaClient, shownCode } from "../../src/testing/factors.ts";
import { codeOf } from "../../src/testing/mailed-code.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { protocolClients } from "../protocols/protocol-clients.ts";
import { type Enrolled, FactorBench, PASSWORD } from "./factor-bench.ts";

const ADA = "ada@example.com";

describe.each(engines)("challenges on the wire, on $kind", (engine) => {
  let bench: FactorBench;
  let ada: Enrolled;
  beforeEach(async () => {
    bench = await FactorBench.open(engine);
    ada = await bench.enrolled();
  });
  afterEach(() => bench.close());

  /** Everything that somebody else than the caller can read of what happened. */
  async function readable(): Promise<Record<string, string>> {
    const { token } = await bench.t.addAdmin();
    const tables = ["events", "outbox", "mfaChallenges", "sessions", "recoveryCodes", "totpFactors"] as const;
    const stored = await Promise.all(
      tables.map(async (table) => [table, await bench.t.app.db.selectFrom(table).selectAll().execute()]),
    );
    const analytics = bench.t.client(AnalyticsService, { authorization: `Bearer ${token}` });
    const listed = await analytics.listRecentEvents({ project: bench.project.slug });
    const shown = { log: bench.t.logLines, listed, ...Object.fromEntries(stored) };
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [
        name,
        JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? String(part) : part)),
      ]),
    );
  }

  test.each(protocolClients)("$name sees the challenge beside the reason", async ({ open }) => {
    const client = open(bench.t.url);
    const headers = { "x-svc-key": bench.project.publishableKey };
    const input = { email: ADA, password: PASSWORD };
    const outcome = await client.call({ method: AuthService.method.signIn, input, headers });
    client.close();
    expect(outcome).toMatchObject({
      status: "FailedPrecondition",
      reason: "MFA_REQUIRED",
      metadata: {},
      cacheControl: "no-store",
      challenge: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        factors: ["SECOND_FACTOR_TOTP", "SECOND_FACTOR_RECOVERY_CODE"],
        expiresAt: new Date(bench.t.app.clock() + 300_000).toISOString().replace(".000", ""),
      },
    });
    expect(outcome.text).not.toContain((outcome.challenge as { token: string }).token);
    const { token } = outcome.challenge as { token: string };
    await bench.complete(token, bench.totp(ada));
  });

  test("no token, code or secret is in a log line, event, email queue or table", async () => {
    const { token } = await challengeOf(bench.signIn(ADA));
    const [recoveryCode = "", another = ""] = ada.recoveryCodes;
    const right = bench.totp(ada);
    await reasonOf(bench.complete(token, bench.wrong(ada)));
    await bench.complete(token, right);
    await bench.complete(await bench.challenged(ADA), { case: "recoveryCode", value: recoveryCode });
    await reasonOf(
      bench.complete(await bench.challenged(ADA), { case: "recoveryCode", value: recoveryCode }),
    );

    const { user } = await bench.t.addUser(bench.project, "bob@example.com", PASSWORD);
    const verified = { emailVerifiedAt: 1, unprovenSignUpAt: null };
    await bench.t.app.db
      .updateTable("users")
      .set(verified)
      .where("id", "=", user?.id ?? "")
      .execute();
    await bench.policy("required");
    const { token: enrollmentToken } = await challengeOf(bench.signIn("bob@example.com"));
    const mfa = mfaClient(bench.t, bench.project);
    const { enrollment } = await mfa.startRequiredEnrollment({ enrollmentToken });
    const secret = enrollment?.secret ?? "";
    const totpCode = shownCode(bench.t, fromBase32(secret));
    const emailCode = await codeOf(bench.t);
    const { mfaToken } = await mfa.confirmTotpEnrollment({ enrollmentToken, totpCode, emailCode });
    const { accessToken, refreshToken } = await bench.complete(mfaToken, undefined);

    const secrets = {
      ...{ token, enrollmentToken, mfaToken, secret, uri: enrollment?.uri ?? "", accessToken, refreshToken },
      ...{ recoveryCode, another, plain: another.replaceAll("-", ""), emailCode },
      hex: ada.secret.toString("hex"),
      base64: ada.secret.toString("base64"),
    };
    for (const [where, text] of Object.entries(await readable())) {
      for (const [name, value] of Object.entries(secrets)) {
        expect(value.length, name).toBeGreaterThan(7);
        expect(text.includes(value), `${name} in ${where}`).toBe(false);
      }
    }
    expect(bench.t.logLines.join("\n")).toContain("MFA_REQUIRED");
    for (const mail of bench.t.mails) {
      for (const value of [token, enrollmentToken, mfaToken, secret, recoveryCode]) {
        expect(JSON.stringify(mail)).not.toContain(value);
      }
    }
  });
});
