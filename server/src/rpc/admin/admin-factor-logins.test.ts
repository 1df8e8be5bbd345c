import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { SecondFactor } from "@svc/proto/svc/auth/v1/factors_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { removeAdmin } from "../../domain/admins/remove-admin.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { previewPage } from "../../pages/preview.ts";
import {
  type AdminFactors,
  adminFactors,
  nothing,
  type Phone,
  passkey,
  recovery,
  totp,
} from "../../testing/admin-factors.ts";
import { adminBrowser, CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";
import { routeTable } from "../router.ts";

const ROOT = "root@example.com";
const EVE = "eve@example.com";
const NEW_PASSWORD = "a completely new passphrase";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RACERS = 64;

describe.each(engines)("a login with a second factor on $kind", (engine) => {
  let t: TestApp;
  let adminId: string;
  let token: string;
  let factors: AdminFactors;
  let cookie: string;
  let phone: Phone;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: CONSOLE_URL, rateLimits: "off" });
    ({ adminId, token } = await t.addAdmin(ROOT));
    factors = adminFactors(t);
    cookie = await t.login(ROOT);
    phone = await factors.enroll(cookie);
  });
  afterEach(() => t.close());

  const sessions = async () =>
    (await t.app.db.selectFrom("adminSessions").select("id").where("adminId", "=", adminId).execute()).length;
  const eventsOf = async (kinds: RegExp) =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute())
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)]);
  const attempt = async (proof: ReturnType<typeof totp>) =>
    failureOf(factors.complete((await factors.challenge()).token, proof));

  test("opens no session and sets no cookie before the factor is proven", async () => {
    const before = await sessions();
    let cookies: string[] = [];
    const onHeader = (headers: Headers): void => {
      cookies = headers.getSetCookie();
    };
    const login = t.client(SessionService).login({ email: ROOT, password: ADMIN_PASSWORD }, { onHeader });
    expect(await failureOf(login)).toEqual({
      code: "FailedPrecondition",
      reason: "MFA_REQUIRED",
      metadata: {},
    });
    expect(cookies).toEqual([]);
    expect(await sessions()).toBe(before);
    const { factors: kinds, token: challenge, expiresAt } = await factors.challenge();
    expect(kinds).toEqual([SecondFactor.TOTP, SecondFactor.RECOVERY_CODE]);
    expect(Number(expiresAt?.seconds) * 1000 - t.app.clock()).toBeLessThanOrEqual(5 * MINUTE);
    expect(JSON.stringify(t.logLines)).not.toContain(challenge);

    const opened = await factors.complete(challenge, totp(phone.code()));
    expect((await t.client(SessionService, { cookie: opened }).getCurrentAdmin({})).admin?.email).toBe(ROOT);
    expect(await sessions()).toBe(before + 1);
    expect((await eventsOf(/logged_in/)).at(-1)).toEqual([
      "admin.logged_in",
      `admin:${ROOT}`,
      { adminId, factor: "totp" },
    ]);
    // A wrong password learns nothing of the factor.
    const wrong = t.client(SessionService).login({ email: ROOT, password: "wrong" });
    expect(await failureOf(wrong)).toMatchObject({ reason: "INVALID_CREDENTIALS", metadata: {} });
  });

  test("is the only way in besides a passkey: every method that sets the cookie is tried", async () => {
    const routes = [...routeTable(t.app, () => true, previewPage).routes.values()];
    const withoutSession = routes.filter(
      ({ path, access }) => path.startsWith("/svc.admin.v1.") && /open|own-site/.test(access),
    );
    const named = (service: { typeName: string }, ...methods: string[]) =>
      methods.map((method) => `/${service.typeName}/${method}`);
    expect(withoutSession.map(({ path }) => path).sort()).toEqual(
      [
        ...named(SessionService, "Login", "StartPasskeyLogin", "LoginWithPasskey", "Logout"),
        ...named(AdminFactorService, "CompleteLogin", "StartRequiredEnrollment", "ConfirmTotpEnrollment"),
        ...named(AdminAccountService, "AcceptInvite", "InspectInvite"),
      ].sort(),
    );
    const before = await sessions();
    const { token: challenge } = await factors.challenge();
    expect(await reasonOf(factors.complete(challenge, nothing))).toBe("INVALID_REQUEST");
    expect(await reasonOf(factors.complete("", totp(phone.code())))).toBe("MFA_CHALLENGE_INVALID");
    const enroll = factors.anonymous.startRequiredEnrollment({ enrollmentToken: challenge });
    expect(await reasonOf(enroll)).toBe("MFA_CHALLENGE_INVALID");
    const confirm = factors.anonymous.confirmTotpEnrollment({
      enrollmentToken: challenge,
      totpCode: phone.code(),
    });
    expect(await reasonOf(confirm)).toBe("MFA_CHALLENGE_INVALID");
    expect(await sessions()).toBe(before);

    // A personal access token is asked for no factor, and its change of the password opens no session.
    const bearer = { authorization: `Bearer ${token}` };
    await t
      .client(AdminAccountService, bearer)
      .changePassword({ currentPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD });
    expect(await sessions()).toBe(0);
    await t.client(SessionService, bearer).getCurrentAdmin({});
    expect((await factors.challenge(ROOT, NEW_PASSWORD)).factors).not.toEqual([]);
  });

  test("is completed by a recovery code, each of which works once", async () => {
    const [code = "", other = ""] = phone.recoveryCodes;
    const typed = code.toLowerCase().replaceAll("-", " ");
    await factors.complete((await factors.challenge()).token, recovery(typed));
    expect((await attempt(recovery(code))).reason).toBe("MFA_CODE_INVALID");
    const opened = await factors.complete((await factors.challenge()).token, recovery(other));
    expect((await factors.as(opened).getMyFactors({})).factors?.recoveryCodesLeft).toBe(8);
    expect(await eventsOf(/recovery_code_used/)).toEqual([
      ["admin.recovery_code_used", `admin:${ROOT}`, { adminId, left: 9 }],
      ["admin.recovery_code_used", `admin:${ROOT}`, { adminId, left: 8 }],
    ]);
    // A lost phone: this session may replace the app.
    await factors.enroll(opened);
  });

  test("is completed by a passkey of the same administrator, or skipped by one", async () => {
    await t.addAdmin(EVE);
    const [browser, stranger] = [adminBrowser(t), adminBrowser(t)];
    await browser.add(cookie);
    await stranger.add(await t.login(EVE));
    const { token: challenge, factors: kinds } = await factors.challenge();
    expect(kinds).toEqual([SecondFactor.TOTP, SecondFactor.PASSKEY, SecondFactor.RECOVERY_CODE]);
    const refused = await failureOf(factors.complete(challenge, passkey(await stranger.asserted())));
    expect(refused).toMatchObject({ reason: "PASSKEY_INVALID", metadata: { attempts_left: "4" } });
    const signed = await browser.asserted();
    const opened = await factors.complete(challenge, passkey(signed));
    await factors.as(opened).regenerateRecoveryCodes({});
    const { token: next } = await factors.challenge();
    expect(await reasonOf(factors.complete(next, passkey(signed)))).toBe("PASSKEY_INVALID");
    await browser.signIn(); // both factors in one
    expect(await eventsOf(/login_failed/)).toEqual([
      ["admin.login_failed", "", { adminId, email: ROOT, method: "passkey" }],
      ["admin.login_failed", "", { adminId, email: ROOT, method: "passkey" }],
    ]);
  });

  test("takes each code of the app once, also one of a step before", async () => {
    const code = phone.code();
    await factors.complete((await factors.challenge()).token, totp(code));
    expect((await attempt(totp(code))).reason).toBe("MFA_CODE_INVALID");
    expect((await attempt(totp(phone.code(-1)))).reason).toBe("MFA_CODE_INVALID");
    await factors.complete((await factors.challenge()).token, totp(phone.code(1)));
    t.advance(30_000);
    expect((await attempt(totp(phone.code()))).reason).toBe("MFA_CODE_INVALID");
    const again = t.client(SessionService, { cookie }).reauthenticate({ totpCode: phone.code() });
    expect(await reasonOf(again)).toBe("MFA_CODE_INVALID");
  });

  test("opens one session for one code, however many try at once", async () => {
    const tokens: string[] = [];
    for (let n = 0; n < RACERS; n++) tokens.push((await factors.challenge()).token);
    const before = await sessions();
    const code = phone.code();
    const raced = await Promise.allSettled(tokens.map((each) => factors.complete(each, totp(code))));
    expect(raced.filter(({ status }) => status === "fulfilled").length).toBe(1);
    expect(await sessions()).toBe(before + 1);
  });

  test.each(["totp", "recovery_code"] as const)(
    "opens one session for one challenge, however often it is sent at once: %s",
    async (kind) => {
      const { token: challenge } = await factors.challenge();
      const proof = kind === "totp" ? totp(phone.code()) : recovery(phone.recoveryCodes[0] ?? "");
      const before = await sessions();
      const raced = await Promise.allSettled(
        Array.from({ length: RACERS }, () => factors.complete(challenge, proof)),
      );
      expect(raced.filter(({ status }) => status === "fulfilled").length).toBe(1);
      expect(await sessions()).toBe(before + 1);
      const failures = raced.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      for (const failure of failures) {
        expect(await reasonOf(Promise.reject(failure))).toBe("MFA_CHALLENGE_INVALID");
      }
    },
  );

  test("has five attempts and five minutes", async () => {
    const { token: challenge } = await factors.challenge();
    for (const left of ["4", "3", "2", "1", "0"]) {
      const { metadata } = await failureOf(factors.complete(challenge, totp(phone.wrongCode())));
      expect(metadata).toEqual({ attempts_left: left });
    }
    expect(await reasonOf(factors.complete(challenge, totp(phone.code())))).toBe("MFA_CHALLENGE_INVALID");
    const { token: late } = await factors.challenge();
    t.advance(5 * MINUTE);
    expect(await reasonOf(factors.complete(late, totp(phone.code())))).toBe("MFA_CHALLENGE_INVALID");
    await factors.login(phone);
  });

  test("counts the attempts that come at once", async () => {
    const { token: challenge } = await factors.challenge();
    const wrong = phone.wrongCode();
    const raced = await Promise.allSettled(
      Array.from({ length: 20 }, () => factors.complete(challenge, totp(wrong))),
    );
    const reasons: string[] = [];
    for (const each of raced)
      if (each.status === "rejected") reasons.push(await reasonOf(Promise.reject(each.reason)));
    expect(reasons.filter((reason) => reason === "MFA_CODE_INVALID").length).toBe(5);
    expect(reasons.filter((reason) => reason === "MFA_CHALLENGE_INVALID").length).toBe(15);
  });

  test("allows 50 wrong codes of a kind in any 24 hours, whatever succeeds between", async () => {
    const start = t.app.clock();
    for (let n = 0; n < 49; n++) {
      expect((await attempt(totp(phone.wrongCode()))).reason).toBe("MFA_CODE_INVALID");
      t.advance(MINUTE);
    }
    await factors.login(phone);
    const wrong = { totpCode: phone.wrongCode() };
    expect(await reasonOf(t.client(SessionService, { cookie: await admitted() }).reauthenticate(wrong))).toBe(
      "MFA_CODE_INVALID",
    );
    const refused = await attempt(totp(phone.code()));
    const retryAfter = String(Math.ceil((start + 24 * HOUR - t.app.clock()) / 1000));
    expect(refused).toMatchObject({
      reason: "RATE_LIMITED",
      metadata: { retry_after_seconds: retryAfter },
    });
    // The attempt is not spent, and the other ways stay open.
    const { token: challenge } = await factors.challenge();
    expect(await reasonOf(factors.complete(challenge, totp(phone.code())))).toBe("RATE_LIMITED");
    await factors.complete(challenge, recovery(phone.recoveryCodes[0] ?? ""));

    t.advance(start + 24 * HOUR - t.app.clock() - 1);
    expect((await attempt(totp(phone.code()))).reason).toBe("RATE_LIMITED");
    t.advance(1);
    expect((await attempt(totp(phone.wrongCode()))).reason).toBe("MFA_CODE_INVALID");
    expect((await attempt(totp(phone.code()))).reason).toBe("RATE_LIMITED");
    t.advance(24 * HOUR);
    await cleanUp(t.app);
    expect(await t.app.db.selectFrom("adminFactorFailures").selectAll().execute()).toEqual([]);
    expect(await t.app.db.selectFrom("adminMfaChallenges").selectAll().execute()).toEqual([]);
    await factors.login(phone);
  });

  /** A session, opened without the app. */
  async function admitted(): Promise<string> {
    return factors.complete((await factors.challenge()).token, recovery(phone.recoveryCodes.at(-1) ?? ""));
  }

  test("is void once the password was changed, or the administrator removed", async () => {
    const { token: challenge } = await factors.challenge();
    await t
      .client(AdminAccountService, { cookie })
      .changePassword({ currentPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD });
    expect(await reasonOf(factors.complete(challenge, totp(phone.code())))).toBe("MFA_CHALLENGE_INVALID");

    const { token: next } = await factors.challenge(ROOT, NEW_PASSWORD);
    const { adminId: eve } = await t.addAdmin(EVE);
    await removeAdmin(t.app, { id: eve }, { adminId, inviteId: "" }, systemActor);
    expect(await reasonOf(factors.complete(next, totp(phone.code())))).toBe("MFA_CHALLENGE_INVALID");
  });

  test("is shown to owners, who see who has a factor", async () => {
    await t.addAdmin(EVE);
    const bearer = { authorization: `Bearer ${token}` };
    const { admins } = await t.client(AdminAccountService, bearer).listAdmins({});
    expect(admins.map(({ email, hasSecondFactor }) => [email, hasSecondFactor])).toEqual([
      [EVE, false],
      [ROOT, true],
    ]);
  });
});
