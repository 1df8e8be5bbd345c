import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp, type TestAppOptions } from "../../testing/test-app.ts";

const email = "root@example.com";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(engines)("SessionService on $kind", (engine) => {
  let t: TestApp;
  let adminId: string;
  let token: string;
  const open = async (options?: TestAppOptions): Promise<void> => {
    t = await TestApp.open(engine, options);
    ({ adminId, token } = await t.addAdmin(email));
  };
  beforeEach(() => open());
  afterEach(() => t.close());

  const sessions = (headers: Record<string, string> = {}) => t.client(SessionService, headers);
  const current = (cookie: string) => sessions({ cookie }).getCurrentAdmin({});
  const events = async () =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute()).filter(({ kind }) =>
      kind.startsWith("admin.log"),
    );

  /** The Set-Cookie of a call. */
  async function setCookieOf(
    call: (options: { onHeader: (headers: Headers) => void }) => Promise<unknown>,
  ): Promise<string[]> {
    let found: string[] = [];
    await call({ onHeader: (headers) => (found = headers.getSetCookie()) });
    return found;
  }

  test.each([
    {
      baseUrl: "https://auth.example.com",
      set: /^__Host-svc_admin=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      cleared: "__Host-svc_admin=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0",
    },
    {
      baseUrl: "http://localhost:8080",
      set: /^svc_admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
      cleared: "svc_admin=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0",
    },
  ])("the cookie at $baseUrl has exactly these attributes", async ({ baseUrl, set, cleared }) => {
    await t.close();
    await open({ baseUrl });
    const login = await setCookieOf((options) =>
      sessions().login({ email, password: ADMIN_PASSWORD }, options),
    );
    expect(login).toEqual([expect.stringMatching(set), expect.stringContaining("svc_admin_device=")]);
    const cookie = login[0]?.split(";")[0] ?? "";
    expect((await current(cookie)).admin?.email).toBe(email);

    expect(await setCookieOf((options) => sessions({ cookie }).logout({}, options))).toEqual([cleared]);
    expect(await reasonOf(current(cookie))).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("Login tells who it was and until when; the session is stored as a hash only", async () => {
    const answer = await sessions({ "user-agent": "Console" }).login({
      email: " Root@EXAMPLE.com ",
      password: ADMIN_PASSWORD,
    });
    const now = t.app.clock();
    expect(answer.admin).toMatchObject({ id: adminId, email });
    expect(answer.admin?.lastLoginAt && timestampMs(answer.admin.lastLoginAt)).toBe(now);
    expect(answer.sessionExpiresAt && timestampMs(answer.sessionExpiresAt)).toBe(now + 24 * HOUR);

    const cookie = await t.login();
    const secret = cookie.split("=")[1] ?? "";
    const rows = await t.app.db.selectFrom("adminSessions").selectAll().execute();
    expect(rows.map(({ hash }) => hash)).toContain(hashToken(secret));
    expect(rows).toContainEqual(expect.objectContaining({ adminId, ip: "127.0.0.1", userAgent: "Console" }));
    expect(JSON.stringify([rows, await events(), t.logLines])).not.toContain(secret);
  });

  test("an unknown address and a wrong password fail alike, without a cookie, and are logged without what was typed", async () => {
    const wrong = await failureOf(sessions().login({ email, password: "canary-wrong-password" }));
    const unknown = await failureOf(
      sessions().login({ email: "nobody@example.com", password: ADMIN_PASSWORD }),
    );
    const noAddress = await failureOf(sessions().login({ email: "canary-typed", password: ADMIN_PASSWORD }));
    expect(wrong).toEqual({ code: Code[Code.Unauthenticated], reason: "INVALID_CREDENTIALS", metadata: {} });
    expect(unknown).toEqual(wrong);
    expect(noAddress).toEqual(wrong);
    const logged = await events();
    expect(logged.map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)])).toEqual([
      ["admin.login_failed", "", { adminId, email }],
      ["admin.login_failed", "", { adminId: null }],
      ["admin.login_failed", "", { adminId: null }],
    ]);
    expect(JSON.stringify([logged, t.logLines])).not.toContain("canary");
  });

  test("a browser that has logged in before is not made to wait by the failures of strangers", async () => {
    const cookies = await setCookieOf((options) =>
      sessions().login({ email, password: ADMIN_PASSWORD }, options),
    );
    const device = cookies.find((cookie) => cookie.includes("_device="))?.split(";")[0] ?? "";
    const known = (password: string, address = email) =>
      sessions({ cookie: device }).login({ email: address, password });
    for (let i = 0; i < 5; i++) await reasonOf(sessions().login({ email, password: "wrong" }));
    expect(await reasonOf(t.login())).toBe("RATE_LIMITED");
    await known(ADMIN_PASSWORD);
    expect(await reasonOf(t.login())).toBe("RATE_LIMITED");

    for (let i = 0; i < 10; i++) expect(await reasonOf(known("wrong"))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(known(ADMIN_PASSWORD))).toBe("RATE_LIMITED");
  });

  test("the browser's token is of no use for another administrator, or after another password", async () => {
    await t.addAdmin("eve@example.com");
    const deviceOf = async (address: string): Promise<string> => {
      const login = { email: address, password: ADMIN_PASSWORD };
      const cookies = await setCookieOf((options) => sessions().login(login, options));
      return cookies.find((cookie) => cookie.includes("_device="))?.split(";")[0] ?? "";
    };
    const own = await deviceOf(email);
    const eves = await deviceOf("eve@example.com");
    for (let i = 0; i < 5; i++) await reasonOf(sessions().login({ email, password: "wrong" }));
    const login = (cookie: string) => sessions({ cookie }).login({ email, password: ADMIN_PASSWORD });
    expect(await reasonOf(login(eves))).toBe("RATE_LIMITED");
    await t.app.db
      .updateTable("admins")
      .set({ passwordHash: "another" })
      .where("email", "=", email)
      .execute();
    expect(await reasonOf(login(own))).toBe("RATE_LIMITED");
  });

  test("after five failures in a row the address must wait, and a success clears them", async () => {
    const fail = () => reasonOf(sessions().login({ email, password: "wrong" }));
    for (let i = 0; i < 4; i++) expect(await fail()).toBe("INVALID_CREDENTIALS");
    await t.login();
    for (let i = 0; i < 5; i++) expect(await fail()).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(t.login())).toBe("RATE_LIMITED");
    expect(await reasonOf(t.login(email.toUpperCase()))).toBe("RATE_LIMITED");
    t.advance(HOUR);
    await t.login();
  });

  test("a cookie from before the login never becomes the session, and the old session ends", async () => {
    const planted = `svc_admin=${"A".repeat(43)}`;
    const [set = ""] = await setCookieOf((options) =>
      sessions({ cookie: planted }).login({ email, password: ADMIN_PASSWORD }, options),
    );
    const first = set.split(";")[0] ?? "";
    expect(first).not.toBe(planted);
    expect(await reasonOf(current(planted))).toBe("ADMIN_UNAUTHENTICATED");

    const [again = ""] = await setCookieOf((options) =>
      sessions({ cookie: first }).login({ email, password: ADMIN_PASSWORD }, options),
    );
    expect(again.split(";")[0]).not.toBe(first);
    expect(await reasonOf(current(first))).toBe("ADMIN_UNAUTHENTICATED");
    await current(again.split(";")[0] ?? "");
  });

  test("a session ends an hour after its last use", async () => {
    const cookie = await t.login();
    t.advance(HOUR - 1);
    await current(cookie);
    t.advance(HOUR - 1);
    await current(cookie);
    t.advance(HOUR);
    expect(await reasonOf(current(cookie))).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("a session ends 24 hours after the login, however busy", async () => {
    const cookie = await t.login();
    for (let i = 0; i < 47; i++) {
      t.advance(HOUR / 2);
      await current(cookie);
    }
    t.advance(HOUR / 2 - 1);
    const { sessionExpiresAt } = await current(cookie);
    expect(sessionExpiresAt && timestampMs(sessionExpiresAt)).toBe(t.app.clock() + 1);
    t.advance(1);
    expect(await reasonOf(current(cookie))).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("the last use is written at most once a minute", async () => {
    const cookie = await t.login();
    const at = t.app.clock();
    const lastUsedAt = async () =>
      (await t.app.db.selectFrom("adminSessions").select("lastUsedAt").executeTakeFirstOrThrow()).lastUsedAt;
    t.advance(MINUTE - 1);
    await current(cookie);
    expect(await lastUsedAt()).toBe(at);
    t.advance(1);
    await current(cookie);
    expect(await lastUsedAt()).toBe(at + MINUTE);
  });

  test("Logout ends that session only, is OK without one, and leaves tokens alone", async () => {
    const [here, elsewhere] = [await t.login(), await t.login()];
    await sessions({ cookie: here }).logout({});
    await sessions({ cookie: here }).logout({});
    await sessions().logout({});
    await sessions({ authorization: `Bearer ${token}` }).logout({});
    expect(await reasonOf(current(here))).toBe("ADMIN_UNAUTHENTICATED");
    await current(elsewhere);
    await t.projects(token).listProjects({});
    expect((await events()).map(({ kind, actor, ip }) => `${kind} ${actor} ${ip}`)).toEqual([
      `admin.logged_in admin:${email} 127.0.0.1`,
      `admin.logged_in admin:${email} 127.0.0.1`,
      `admin.logged_out admin:${email} 127.0.0.1`,
    ]);
  });

  test("GetCurrentAdmin with a token has no end of session", async () => {
    const answer = await sessions({ authorization: `Bearer ${token}` }).getCurrentAdmin({});
    expect(answer.admin).toMatchObject({ id: adminId, email });
    expect(answer.sessionExpiresAt).toBeUndefined();
    expect(answer.admin?.lastLoginAt).toBeUndefined();
  });

  test("a login that was under way while the password changed opens nothing", async () => {
    const { verify } = t.app.passwords;
    const slow = {
      ...t.app.passwords,
      async verify(hash: string | null, password: string) {
        const isRight = await verify(hash, password);
        const { createAdmin } = await import("../../domain/admins/create-admin.ts");
        await createAdmin(t.app, { email, password: "another password" });
        return isRight;
      },
    };
    const { signInAdmin } = await import("../../domain/admins/sign-in-admin.ts");
    const device = { ip: "", userAgent: "" };
    await expect(
      signInAdmin({ ...t.app, passwords: slow }, { email, password: ADMIN_PASSWORD }, device, undefined),
    ).rejects.toMatchObject({ reason: "INVALID_CREDENTIALS" });
    expect(await t.app.db.selectFrom("adminSessions").selectAll().execute()).toEqual([]);
  });
});
