import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rateLimitDefaults } from "../../config/rate-limits.ts";
import type { RateLimitName } from "../../domain/rate-limits/rules.ts";
import type { Reason } from "../../errors.ts";
import { engines } from "../../testing/engines.ts";
import { LimitedRoutes } from "../../testing/limited-routes.ts";

const { signIn, signUp, refreshToken, signInAnonymously } = AuthService.method;

describe.each(engines)("rate limits per address on $kind", (engine) => {
  let routes: LimitedRoutes;
  beforeEach(async () => {
    routes = await LimitedRoutes.open(engine);
  });
  afterEach(() => routes.close());

  const anyEmail = (i: number) => ({ email: `user${i}@example.com`, password: "wrong" });
  const rows: [RateLimitName, Reason | undefined, (i: number) => Promise<string>][] = [
    ["sign_in_address", "INVALID_CREDENTIALS", (i) => routes.call(signIn, anyEmail(i))],
    ["refresh_address", undefined, (i) => routes.call(refreshToken, { refreshToken: `token ${i}` })],
    ["mail_address", undefined, (i) => routes.call(AuthService.method.requestPasswordReset, anyEmail(i))],
    ["mail_address", undefined, (i) => routes.call(signUp, anyEmail(i))],
    [
      "confirm_address",
      undefined,
      (i) => routes.call(AuthService.method.confirmEmailVerification, { token: `${i}` }),
    ],
    ["anonymous_address", undefined, () => routes.call(signInAnonymously, {})],
    [
      "link_address",
      undefined,
      (i) => routes.call(AuthService.method.linkPassword, anyEmail(i), { userId: `${i}` }),
    ],
    [
      "admin_login_address",
      "INVALID_CREDENTIALS",
      (i) => routes.call(SessionService.method.login, anyEmail(i)),
    ],
  ];

  const trips = async (
    name: RateLimitName,
    failure: Reason | undefined,
    once: (i: number) => Promise<string>,
  ): Promise<void> => {
    routes.ends = failure;
    const { limit, windowMs } = rateLimitDefaults[name];
    const refusal = `wait ${windowMs / 1000}`;
    expect(await routes.trip(once)).toEqual([limit, refusal]);
    routes.now += windowMs - 1;
    expect(await once(10_001)).toBe("wait 1");
    routes.now += 1;
    expect(await once(10_002)).not.toContain("wait");
  };

  test.each(rows)("%s trips at its documented number and recovers", trips);

  test("sign_up_address trips at its documented number where mail_address allows more", async () => {
    await routes.close();
    routes = await LimitedRoutes.open(engine, { mail_address: { limit: 10_000, windowMs: 1 } });
    await trips("sign_up_address", undefined, (i) => routes.call(signUp, anyEmail(i)));
  });

  test("all mail requests count together, and so do all links and all ways to sign in", async () => {
    const { method } = AuthService;
    for (let i = 0; i < 100; i++) {
      await routes.call(method.requestEmailVerification, { email: "a@example.com" });
      await routes.call(method.requestAccountDeletion, { email: "a@example.com" });
      await routes.call(signUp, { email: "c@example.com" });
    }
    expect(await routes.call(method.requestPasswordReset, { email: "a@example.com" })).toContain("wait");

    for (let i = 0; i < 75; i++) {
      await routes.call(method.rejectEmailVerification, { token: `${i}` });
      await routes.call(method.confirmPasswordReset, { token: `${i}` });
      await routes.call(method.confirmEmailChange, { token: `${i}` });
      await routes.call(method.confirmAccountDeletion, { token: `${i}` });
    }
    expect(await routes.call(method.confirmEmailVerification, { token: "x" })).toContain("wait");
    expect(await routes.call(AdminAccountService.method.acceptInvite, { token: "x" })).toContain("wait");

    for (let i = 0; i < 75; i++) {
      routes.ends = "INVALID_CREDENTIALS";
      await routes.call(signIn, { email: `user${i}@example.com` });
      await routes.call(method.changePassword, { currentPassword: "x" }, { email: `user${i}@example.com` });
      routes.ends = "OAUTH_TOKEN_INVALID";
      await routes.call(method.signInWithOAuth, {});
      routes.ends = "OAUTH_CODE_INVALID";
      await routes.call(method.exchangeOAuthCode, {});
    }
    expect(await routes.call(signIn, { email: "ada@example.com" })).toContain("wait");
  });

  test("another address is not affected; another address of the same IPv6 network is the same", async () => {
    const guest = (ip: string) => routes.call(signInAnonymously, {}, { ip });
    await routes.trip((i) => guest(`2001:db8::${i.toString(16)}`));
    expect(await guest("2001:db8:0:0:ffff::1")).toContain("wait");
    expect(await guest("2001:db8:0:1::1")).toBe("OK");
    await routes.trip(() => guest("192.0.2.7"));
    expect(await guest("::ffff:192.0.2.7")).toContain("wait");
    expect(await guest("192.0.2.8")).toBe("OK");
  });

  test("a call that needs no password is not refused for the passwords that others got wrong", async () => {
    const { deleteAccount } = AuthService.method;
    routes.ends = "INVALID_CREDENTIALS";
    await routes.trip((i) => routes.call(signIn, { email: `user${i}@example.com` }));
    expect(await routes.call(deleteAccount, { currentPassword: "x" })).toContain("wait");
    routes.ends = undefined;
    expect(await routes.call(deleteAccount, {})).toBe("OK");
  });

  test("what was refused or never judged does not spend the address's budget", async () => {
    const { limit } = rateLimitDefaults.sign_in_address;
    const ada = { email: "ada@example.com" };
    routes.ends = "INVALID_CREDENTIALS";
    for (let i = 0; i < 400; i++) await routes.call(signIn, ada);
    for (const reason of ["USER_DISABLED", "EMAIL_NOT_VERIFIED", "OVERLOADED", "INVALID_REQUEST"] as const) {
      routes.ends = reason;
      for (let i = 0; i < 100; i++) await routes.call(signIn, { email: `${reason}@example.com` });
    }
    routes.ends = "INVALID_CREDENTIALS";
    const rest = await routes.trip((i) => routes.call(signIn, { email: `user${i}@example.com` }));
    expect(rest[0]).toBe(limit - 10);
  });
});
