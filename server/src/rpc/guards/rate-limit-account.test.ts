import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { LimitedRoutes } from "../../testing/limited-routes.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const { signIn, refreshToken } = AuthService.method;

describe.each(engines)("rate limits per account on $kind", (engine) => {
  let routes: LimitedRoutes;
  beforeEach(async () => {
    routes = await LimitedRoutes.open(engine);
  });
  afterEach(() => routes.close());

  const ada = { email: "ada@example.com", password: "wrong" };
  const pauses = [60, 120, 240, 480, 900, 900];

  async function expectDoubling(limit: number, once: (i: number) => Promise<string>): Promise<void> {
    expect(await routes.trip(once)).toEqual([limit, `wait ${pauses[0]}`]);
    for (const [step, seconds] of pauses.entries()) {
      routes.now += seconds * 1000 - 1;
      expect(await once(0)).toBe("wait 1");
      routes.now += 1;
      expect(await once(0)).toBe("INVALID_CREDENTIALS");
      expect(await once(0)).toBe(`wait ${pauses[step + 1] ?? 900}`);
    }
  }

  test("sign_in_account: ten in a row, then one a minute, doubling to 15 minutes", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    await expectDoubling(10, (i) => routes.call(signIn, ada, { ip: `192.0.2.${i}` }));
  });

  test("admin_login_account: five in a row, then doubling", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    await expectDoubling(5, (i) => routes.call(SessionService.method.login, ada, { ip: `192.0.2.${i}` }));
  });

  test("however the address is typed, and whether or not anybody has it, it is one account", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    const typed = ["ada@example.com", "Ada@Example.COM", "  ada@example.com "];
    expect((await routes.trip((i) => routes.call(signIn, { email: typed[i % 3] ?? "" })))[0]).toBe(10);
    expect((await routes.trip(() => routes.call(signIn, { email: "no address at all" })))[0]).toBe(10);
    expect((await routes.trip(() => routes.call(signIn, { email: "" })))[0]).toBe(10);
    expect(await routes.call(signIn, { email: "bob@example.com" })).toBe("INVALID_CREDENTIALS");
  });

  test("an account, guest, link or session of another project is another one", async () => {
    const { linkPassword, confirmPasswordReset } = AuthService.method;
    const everything = async (projectId: string) => {
      routes.ends = "INVALID_CREDENTIALS";
      const [signIns] = await routes.trip(() => routes.call(signIn, ada, { projectId }));
      routes.ends = "EMAIL_ALREADY_EXISTS";
      const [links] = await routes.trip(() => routes.call(linkPassword, {}, { projectId }));
      routes.ends = "REFRESH_TOKEN_INVALID";
      const [refreshes] = await routes.trip(() =>
        routes.call(refreshToken, { refreshToken: "old" }, { projectId }),
      );
      routes.ends = "EMAIL_TOKEN_INVALID";
      const [confirms] = await routes.trip(() =>
        routes.call(confirmPasswordReset, { token: "t" }, { projectId }),
      );
      return { signIns, links, refreshes, confirms };
    };
    const first = await everything("p");
    expect(await everything("q")).toEqual(first);
  });

  test("a link without a token is not somebody's counter", async () => {
    routes.ends = "EMAIL_TOKEN_INVALID";
    for (let i = 0; i < 20; i++) {
      expect(await routes.call(AuthService.method.confirmPasswordReset, {})).toBe("EMAIL_TOKEN_INVALID");
    }
  });

  test("wrong current passwords count as failed sign-ins of the account", async () => {
    const { changePassword, deleteAccount, requestEmailChange } = AuthService.method;
    routes.ends = "INVALID_CREDENTIALS";
    for (let i = 0; i < 3; i++) {
      await routes.call(changePassword, { currentPassword: "wrong" });
      await routes.call(deleteAccount, { currentPassword: "wrong" });
      await routes.call(requestEmailChange, { newEmail: "b@example.com", currentPassword: "wrong" });
    }
    expect(await routes.call(signIn, ada)).toBe("INVALID_CREDENTIALS");
    expect(await routes.call(signIn, ada)).toBe("wait 60");
    expect(await routes.call(changePassword, { currentPassword: "wrong" })).toBe("wait 60");
    expect(await routes.call(deleteAccount, { currentPassword: "wrong" })).toBe("wait 60");
    expect(await routes.call(requestEmailChange, { currentPassword: "wrong" })).toBe("wait 60");
    routes.ends = undefined;
    expect(await routes.call(deleteAccount, {}), "a fresh session needs no password").toBe("OK");
  });

  test("an administrator's wrong current password counts as a failed login", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    const { changePassword } = AdminAccountService.method;
    expect(await routes.trip(() => routes.call(changePassword, { currentPassword: "wrong" }))).toEqual([
      5,
      "wait 60",
    ]);
    expect(await routes.call(SessionService.method.login, ada)).toBe("wait 60");
  });

  test("a success clears the account's failures; one that proves nothing only counts nothing", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    for (let i = 0; i < 9; i++) await routes.call(signIn, ada);
    routes.ends = undefined;
    expect(await routes.call(AuthService.method.requestEmailChange, { currentPassword: "x" })).toBe("OK");
    expect(await routes.call(AuthService.method.deleteAccount, { currentPassword: "x" })).toBe("OK");
    routes.ends = "INVALID_CREDENTIALS";
    expect((await routes.trip(() => routes.call(signIn, ada)))[0]).toBe(1);
    routes.now += MINUTE;
    routes.ends = undefined;
    expect(await routes.call(signIn, ada)).toBe("OK");
    routes.ends = "INVALID_CREDENTIALS";
    expect((await routes.trip(() => routes.call(signIn, ada)))[0]).toBe(10);
  });

  test("refresh_family: 30 failures, an unknown token standing for itself; successes never count", async () => {
    const old = { refreshToken: "old" };
    for (let i = 0; i < 100; i++) expect(await routes.call(refreshToken, old)).toBe("OK");
    routes.ends = "REFRESH_TOKEN_INVALID";
    expect(await routes.trip(() => routes.call(refreshToken, old))).toEqual([31, "wait 300"]);
    expect(await routes.call(refreshToken, { refreshToken: "another" })).toBe("REFRESH_TOKEN_INVALID");
    routes.ends = undefined;
    expect(await routes.call(refreshToken, old), "a good token is never refused").toBe("OK");
    routes.ends = "REFRESH_TOKEN_INVALID";
    routes.now += 5 * MINUTE;
    expect(await routes.call(refreshToken, old)).toBe("REFRESH_TOKEN_INVALID");
  });

  test("confirm_token: ten attempts on one link, from whatever address", async () => {
    const once = (i: number) =>
      routes.call(AuthService.method.confirmPasswordReset, { token: "t" }, { ip: `192.0.2.${i}` });
    routes.ends = "WEAK_PASSWORD";
    expect(await routes.trip(once)).toEqual([10, "wait 86400"]);
    expect(await routes.call(AuthService.method.confirmPasswordReset, { token: "u" })).toBe("WEAK_PASSWORD");
    routes.now += 24 * HOUR;
    expect(await once(0)).toBe("WEAK_PASSWORD");
  });

  test("link_guest: five failures per guest and hour, over both ways to link", async () => {
    const { linkPassword, linkOAuth } = AuthService.method;
    routes.ends = "WEAK_PASSWORD";
    for (let i = 0; i < 10; i++) expect(await routes.call(linkPassword, {})).toBe("WEAK_PASSWORD");
    routes.ends = "EMAIL_ALREADY_EXISTS";
    for (let i = 0; i < 3; i++) await routes.call(linkPassword, {});
    for (let i = 0; i < 2; i++) await routes.call(linkOAuth, {});
    expect(await routes.call(linkPassword, {})).toBe("wait 3600");
    expect(await routes.call(linkOAuth, {})).toBe("wait 3600");
    expect(await routes.call(linkPassword, {}, { userId: "another guest" })).toBe("EMAIL_ALREADY_EXISTS");
    routes.now += HOUR;
    expect(await routes.call(linkPassword, {})).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("500 wrong passwords at once: no more are looked at than the limit, and one after the pause", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    const crowd = () =>
      Promise.all(Array.from({ length: 500 }, () => routes.call(signIn, { email: "ada@example.com" })));
    expect((await crowd()).filter((answer) => answer === "INVALID_CREDENTIALS")).toHaveLength(10);
    expect(routes.evaluated).toBe(10);
    routes.now += MINUTE;
    await crowd();
    expect(routes.evaluated).toBe(11);
  });

  test("right passwords at once all succeed, even with nine failures before, until they are too many calls", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    for (let i = 0; i < 9; i++) await routes.call(signIn, { email: "ada@example.com" });
    routes.ends = undefined;
    const crowd = Array.from({ length: 60 - 9 }, () => routes.call(signIn, { email: "ada@example.com" }));
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(["OK"]));
    expect(await routes.call(signIn, { email: "ada@example.com" })).toBe("wait 60");
  });

  test("no key tells whose it is", async () => {
    routes.ends = "INVALID_CREDENTIALS";
    await routes.call(signIn, { email: "ada@example.com" });
    await routes.call(AuthService.method.confirmPasswordReset, { token: "secret-token" });
    const rows = await routes.db.selectFrom("rateLimits").select("key").execute();
    expect(rows.length).toBeGreaterThan(1);
    for (const { key } of rows) expect(key).toMatch(/^[a-z_]+:[\w-]{43}$/);
  });

  test("switched off, nothing is limited and nothing is written", async () => {
    await routes.close();
    routes = await LimitedRoutes.open(engine, "off");
    routes.ends = "INVALID_CREDENTIALS";
    for (let i = 0; i < 1000; i++) {
      expect(await routes.call(signIn, { email: "ada@example.com" })).toBe("INVALID_CREDENTIALS");
    }
    expect(await routes.db.selectFrom("rateLimits").selectAll().execute()).toEqual([]);
  });
});
