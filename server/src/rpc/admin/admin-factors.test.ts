import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { SecondFactor } from "@svc/proto/svc/auth/v1/factors_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdmin } from "../../domain/admins/create-admin.ts";
import { resetFactors } from "../../domain/admins/reset-factors.ts";
import {
  type AdminFactors,
  adminFactors,
  challengeOf,
  nothing,
  type Phone,
  recovery,
  totp,
} from "../../testing/admin-factors.ts";
import { adminBrowser, CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const MINUTE = 60_000;
const FACTOR_NEEDED = {
  code: "FailedPrecondition",
  reason: "REAUTHENTICATION_REQUIRED",
  metadata: { proof: "factor" },
};

describe.each(engines)("the second factor of an administrator on $kind", (engine) => {
  let t: TestApp;
  let adminId: string;
  let token: string;
  let factors: AdminFactors;
  let cookie: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: CONSOLE_URL, rateLimits: "off" });
    ({ adminId, token } = await t.addAdmin(ROOT));
    factors = adminFactors(t);
    cookie = await t.login(ROOT);
  });
  afterEach(() => t.close());

  const session = (of: string) => t.client(SessionService, { cookie: of });
  const isOpen = async (of: string) => {
    const { admin } = await session(of).getCurrentAdmin({});
    return admin?.email === ROOT;
  };
  const eventsOf = async (kinds: RegExp) =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute())
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)]);
  const ofRoot = `admin:${ROOT}`;
  const mine = async (of: string) => (await factors.as(of).getMyFactors({})).factors;

  describe("is enrolled", () => {
    test("with a code that the app shows, which ends the other sessions and voids other logins", async () => {
      const other = await t.login(ROOT);
      const { enrollment } = await factors.as(cookie).startTotpEnrollment({});
      if (!enrollment) throw new Error("no enrollment");
      const uri = new URL(enrollment.uri);
      expect([uri.protocol, uri.host]).toEqual(["otpauth:", "totp"]);
      expect(decodeURIComponent(uri.pathname)).toBe(`/svc auth.example.com:${ROOT}`);
      expect(Object.fromEntries(uri.searchParams)).toEqual({
        secret: enrollment.secret,
        issuer: "svc auth.example.com",
        digits: "6",
        period: "30",
      });
      expect(await mine(cookie)).toMatchObject({ recoveryCodesLeft: 0, required: false });
      await t.login(ROOT); // nothing is enrolled yet

      const phone = factors.phone(enrollment.secret);
      const { enrollmentToken } = enrollment;
      const confirm = (totpCode: string, of = cookie) =>
        factors.as(of).confirmTotpEnrollment({ enrollmentToken, totpCode });
      expect(await failureOf(confirm(phone.wrongCode()))).toEqual({
        code: "Unauthenticated",
        reason: "MFA_CODE_INVALID",
        metadata: { attempts_left: "4" },
      });
      expect(await reasonOf(confirm(phone.code(), other))).toBe("MFA_CHALLENGE_INVALID");
      const { recoveryCodes, mfaToken } = await confirm(phone.code());
      expect(mfaToken).toBe("");
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      expect(await isOpen(cookie)).toBe(true);
      expect(await reasonOf(isOpen(other))).toBe("ADMIN_UNAUTHENTICATED");
      expect(await reasonOf(confirm(phone.code()))).toBe("MFA_CHALLENGE_INVALID");
      expect(await mine(cookie)).toMatchObject({ recoveryCodesLeft: 10, required: true, passkeys: 0 });
      expect(await eventsOf(/factor/)).toEqual([
        ["admin.factor_enrolled", ofRoot, { adminId, factor: "totp" }],
      ]);
    });

    test("and is stored sealed, with codes of which only the MAC is kept", async () => {
      const { enrollment } = await factors.as(cookie).startTotpEnrollment({});
      const phone = await factors.enroll(cookie);
      const tables = ["adminTotp", "adminRecoveryCodes", "adminMfaChallenges", "events", "outbox"] as const;
      const rows: unknown[] = [];
      for (const table of tables) rows.push(await t.app.db.selectFrom(table).selectAll().execute());
      const kept = JSON.stringify([rows, t.logLines]);
      const secrets = [...phone.recoveryCodes, enrollment?.secret ?? "", enrollment?.enrollmentToken ?? ""];
      for (const secret of secrets) {
        expect(secret).not.toBe("");
        expect(kept).not.toContain(secret);
        expect(kept).not.toContain(secret.replaceAll("-", ""));
      }
    });

    test("within ten minutes, in five attempts, and while the session is open", async () => {
      const start = async () => {
        const { enrollment } = await factors.as(cookie).startTotpEnrollment({});
        if (!enrollment) throw new Error("no enrollment");
        return { phone: factors.phone(enrollment.secret), enrollmentToken: enrollment.enrollmentToken };
      };
      const late = await start();
      t.advance(10 * MINUTE);
      const confirm = (enrollmentToken: string, totpCode: string) =>
        factors.as(cookie).confirmTotpEnrollment({ enrollmentToken, totpCode });
      expect(await reasonOf(confirm(late.enrollmentToken, late.phone.code()))).toBe("MFA_CHALLENGE_INVALID");

      await session(cookie).reauthenticate({ password: ADMIN_PASSWORD });
      const tried = await start();
      for (const left of ["4", "3", "2", "1", "0"]) {
        const { metadata } = await failureOf(confirm(tried.enrollmentToken, tried.phone.wrongCode()));
        expect(metadata).toEqual({ attempts_left: left });
      }
      expect(await reasonOf(confirm(tried.enrollmentToken, tried.phone.code()))).toBe(
        "MFA_CHALLENGE_INVALID",
      );

      const ended = await start();
      const { sessions } = await session(cookie).listMySessions({});
      await session(cookie).revokeMySession({ sessionId: sessions[0]?.id ?? "" });
      expect(await reasonOf(confirm(ended.enrollmentToken, ended.phone.code()))).toBe(
        "ADMIN_UNAUTHENTICATED",
      );
      expect(await t.app.db.selectFrom("adminTotp").selectAll().execute()).toEqual([]);
    });

    test("and its notice is mailed if a mail server is set", async () => {
      await factors.enroll(cookie);
      await t.deliverMail();
      expect(t.mails).toEqual([]);
      await t.app.db
        .insertInto("instanceSettings")
        .values({
          key: "smtp",
          value: JSON.stringify({
            host: "relay.example.com",
            port: 587,
            username: "",
            passwordSealed: "",
            from: ROOT,
          }),
          updatedAt: 0,
        })
        .execute();
      const phone = await factors.enroll(cookie);
      await t.deliverMail();
      expect(t.mails.map(({ to, subject }) => [to, subject])).toEqual([
        [ROOT, "Your two-step verification at auth.example.com was changed"],
      ]);
      expect(t.mails[0]?.text).toMatch(/The authenticator app of .* was replaced by another one/);
      expect(t.mails[0]?.text).toContain("https://auth.example.com/console/");
      for (const code of phone.recoveryCodes) expect(JSON.stringify(t.mails)).not.toContain(code);
    });
  });

  describe("is managed", () => {
    let phone: Phone;
    beforeEach(async () => {
      phone = await factors.enroll(cookie);
      t.advance(10 * MINUTE); // the proof of the enrollment is old
    });

    const calls = (of: string) => ({
      enroll: () => factors.as(of).startTotpEnrollment({}),
      remove: () => factors.as(of).removeTotp({}),
      codes: () => factors.as(of).regenerateRecoveryCodes({}),
      passkey: () => session(of).startPasskeyAddition({}),
      policy: () => factors.as(of).setAdminFactorPolicy({ requireFactors: false }),
    });

    test("after a proof of it within ten minutes: the password is not enough", async () => {
      for (const call of Object.values(calls(cookie))) {
        expect(await reasonOf(call())).toBe("REAUTHENTICATION_REQUIRED");
      }
      const before = await t.app.db.selectFrom("adminTotp").selectAll().execute();
      await session(cookie).reauthenticate({ totpCode: phone.code() });
      for (const call of [calls(cookie).enroll, calls(cookie).passkey, calls(cookie).policy]) await call();
      t.advance(10 * MINUTE);
      const byPassword = session(cookie).reauthenticate({ password: ADMIN_PASSWORD });
      expect(await failureOf(byPassword)).toEqual(FACTOR_NEEDED);
      for (const call of Object.values(calls(cookie))) {
        expect(await reasonOf(call())).toBe("REAUTHENTICATION_REQUIRED");
      }
      const after = await t.app.db.selectFrom("adminTotp").selectAll().execute();
      expect(after.map(({ secretSealed }) => secretSealed)).toEqual(
        before.map(({ secretSealed }) => secretSealed),
      );
    });

    test("and a new password makes no session more recent than its proof of the factor", async () => {
      t.advance(20 * MINUTE);
      let changed = "";
      const onHeader = (headers: Headers): void => {
        changed = headers.getSetCookie()[0]?.split(";")[0] ?? "";
      };
      const change = { currentPassword: ADMIN_PASSWORD, newPassword: "a completely new passphrase" };
      await t.client(AdminAccountService, { cookie }).changePassword(change, { onHeader });
      expect(await isOpen(changed)).toBe(true);
      const accounts = t.client(AdminAccountService, { cookie: changed });
      const outliving = accounts.createPersonalAccessToken({ name: "thief" });
      expect(await reasonOf(outliving)).toBe("REAUTHENTICATION_REQUIRED");
      await session(changed).reauthenticate({ totpCode: phone.code() });
      await accounts.createPersonalAccessToken({ name: "own" });
    });

    test("and a passkey that a session without the factor asked for is not added", async () => {
      await session(cookie).reauthenticate({ totpCode: phone.code() });
      const credentialJson = await adminBrowser(t).created(cookie);
      t.advance(4 * MINUTE);
      await t.app.db.updateTable("adminSessions").set({ factorProvenAt: null }).execute();
      expect(await failureOf(session(cookie).addMyPasskey({ credentialJson }))).toEqual(FACTOR_NEEDED);
      expect(await t.app.db.selectFrom("adminPasskeys").selectAll().execute()).toEqual([]);
    });

    test("by removing it: the password is enough again, and the other sessions have ended", async () => {
      const other = await factors.login(phone);
      await session(cookie).reauthenticate({ totpCode: phone.code() });
      const { token: open } = await factors.challenge();
      await factors.as(cookie).removeTotp({});
      expect(await reasonOf(isOpen(other))).toBe("ADMIN_UNAUTHENTICATED");
      expect(await reasonOf(factors.complete(open, totp(phone.code(1))))).toBe("MFA_CHALLENGE_INVALID");
      expect(await mine(cookie)).toMatchObject({ recoveryCodesLeft: 0, required: false });
      await t.login(ROOT);
      expect(await reasonOf(factors.as(cookie).removeTotp({}))).toBe("NOT_FOUND");
      expect(await reasonOf(factors.as(cookie).regenerateRecoveryCodes({}))).toBe("NOT_FOUND");
      expect((await eventsOf(/factor_removed/)).length).toBe(1);
    });

    test("by replacing the recovery codes: the old ones work no more", async () => {
      const other = await factors.login(phone);
      await session(cookie).reauthenticate({ totpCode: phone.code() });
      const { recoveryCodes } = await factors.as(cookie).regenerateRecoveryCodes({});
      expect(await reasonOf(isOpen(other))).toBe("ADMIN_UNAUTHENTICATED");
      const { token } = await factors.challenge();
      const [old = "", fresh = ""] = [phone.recoveryCodes[0], recoveryCodes[0]];
      expect(await reasonOf(factors.complete(token, recovery(old)))).toBe("MFA_CODE_INVALID");
      await factors.complete(token, recovery(fresh));
      expect((await eventsOf(/recovery_codes_replaced/)).length).toBe(1);
    });

    test("by replacing the app: the old one works no more", async () => {
      await session(cookie).reauthenticate({ totpCode: phone.code() });
      t.advance(MINUTE);
      const replaced = await factors.enroll(cookie);
      const { token } = await factors.challenge();
      expect(await reasonOf(factors.complete(token, totp(phone.code())))).toBe("MFA_CODE_INVALID");
      await factors.complete(token, totp(replaced.code()));
    });

    test("by no personal access token, which needs no factor either", async () => {
      const bearer = { authorization: `Bearer ${token}` };
      const own = t.client(SessionService, bearer);
      await own.getCurrentAdmin({});
      const byToken = t.client(AdminFactorService, bearer);
      expect((await byToken.getMyFactors({})).factors).toMatchObject({ recoveryCodesLeft: 10 });
      const tried = [
        () => byToken.startTotpEnrollment({}),
        () => byToken.removeTotp({}),
        () => byToken.regenerateRecoveryCodes({}),
        () => byToken.setAdminFactorPolicy({ requireFactors: true }),
        () => own.reauthenticate({ totpCode: phone.code() }),
      ];
      for (const call of tried) expect(await reasonOf(call())).toBe("INVALID_REQUEST");
    });

    test("and removed on the server, with what was begun", async () => {
      const { token: open } = await factors.challenge();
      expect(await resetFactors(t.app, ROOT)).toEqual({
        admin: { id: adminId, email: ROOT },
        removedPasskeys: 0,
        removedTotp: true,
      });
      expect(await reasonOf(factors.complete(open, totp(phone.code())))).toBe("MFA_CHALLENGE_INVALID");
      expect(await reasonOf(isOpen(cookie))).toBe("ADMIN_UNAUTHENTICATED");
      await factors.enroll(await t.login(ROOT));
      const created = await createAdmin(t.app, { email: ROOT, password: ADMIN_PASSWORD });
      expect(created).toMatchObject({ created: false, removedTotp: true });
      await t.login(ROOT);
      for (const table of ["adminTotp", "adminRecoveryCodes", "adminMfaChallenges"] as const) {
        expect(await t.app.db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    });
  });

  describe("is required of all", () => {
    test("only by an owner who has one", async () => {
      const set = (requireFactors: boolean) => factors.as(cookie).setAdminFactorPolicy({ requireFactors });
      expect(await reasonOf(set(true))).toBe("INVALID_REQUEST");
      await adminBrowser(t).add(cookie);
      await set(true);
      expect(await eventsOf(/policy/)).toEqual([["admin.factor_policy_changed", ofRoot, { required: true }]]);
      // The session that has required it proves its passkey to take it back.
      expect(await failureOf(set(false))).toEqual(FACTOR_NEEDED);
    });

    test("and who has none enrolls it in the login, once", async () => {
      await factors.enroll(cookie);
      await t.addAdmin("eve@example.com");
      const before = await t.login("eve@example.com");
      await factors.as(cookie).setAdminFactorPolicy({ requireFactors: true });
      await session(before).getCurrentAdmin({}); // sessions stay

      const login = t.client(SessionService).login({ email: "eve@example.com", password: ADMIN_PASSWORD });
      expect(await reasonOf(login)).toBe("MFA_ENROLLMENT_REQUIRED");
      const challenge = await challengeOf(login);
      expect(challenge.factors).toEqual([]);
      expect(Number(challenge.expiresAt?.seconds) * 1000 - t.app.clock()).toBeGreaterThan(9 * MINUTE);
      // It is good for nothing else.
      expect(await reasonOf(factors.complete(challenge.token, nothing))).toBe("MFA_CHALLENGE_INVALID");
      expect(await reasonOf(confirm(challenge.token, "000000"))).toBe("MFA_CHALLENGE_INVALID");

      const start = () => factors.anonymous.startRequiredEnrollment({ enrollmentToken: challenge.token });
      const { enrollment } = await start();
      expect((await start()).enrollment).toEqual(enrollment);
      const phone = factors.phone(enrollment?.secret ?? "");
      const { recoveryCodes, mfaToken } = await confirm(challenge.token, phone.code());
      expect(recoveryCodes.length).toBe(10);
      expect(await reasonOf(session(before).getCurrentAdmin({}))).toBe("ADMIN_UNAUTHENTICATED");
      const opened = await factors.complete(mfaToken, nothing);
      await factors.as(opened).regenerateRecoveryCodes({});
      expect(await reasonOf(factors.complete(mfaToken, nothing))).toBe("MFA_CHALLENGE_INVALID");
      expect(await reasonOf(start())).toBe("MFA_CHALLENGE_INVALID");
      expect((await factors.challenge("eve@example.com")).factors).toEqual([
        SecondFactor.TOTP,
        SecondFactor.RECOVERY_CODE,
      ]);
    });

    test("and an enrollment that somebody else has begun is void once there is a passkey", async () => {
      const browser = adminBrowser(t);
      await browser.add(cookie);
      await factors.as(cookie).setAdminFactorPolicy({ requireFactors: true });
      await t.app.db.deleteFrom("adminPasskeys").execute();
      const { token: stolen } = await factors.challenge();
      const { enrollment } = await factors.anonymous.startRequiredEnrollment({ enrollmentToken: stolen });
      await browser.add(cookie);
      const code = factors.phone(enrollment?.secret ?? "").code();
      expect(await reasonOf(confirm(stolen, code))).toBe("MFA_CHALLENGE_INVALID");
      const again = factors.anonymous.startRequiredEnrollment({ enrollmentToken: stolen });
      expect(await reasonOf(again)).toBe("MFA_CHALLENGE_INVALID");
      expect((await factors.challenge()).factors).toEqual([SecondFactor.PASSKEY]);
    });

    const confirm = (enrollmentToken: string, totpCode: string) =>
      factors.anonymous.confirmTotpEnrollment({ enrollmentToken, totpCode });
  });
});
