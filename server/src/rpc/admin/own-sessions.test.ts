import { timestampMs } from "@bufbuild/protobuf/wkt";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdmin } from "../../domain/admins/create-admin.ts";
import { engines } from "../../testing/engines.ts";
import { during } from "../../testing/gate.ts";
import { GatedPasswords } from "../../testing/gated-passwords.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const EVE = "eve@example.com";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(engines)("an administrator's own sessions on $kind", (engine) => {
  let t: TestApp;
  let passwords: GatedPasswords;
  let root: { token: string; adminId: string };
  let cookie: string;
  beforeEach(async () => {
    passwords = new GatedPasswords();
    t = await TestApp.open(engine, { passwords: passwords.wrap });
    root = await t.addAdmin(ROOT);
    cookie = await t.login(ROOT);
  });
  afterEach(() => t.close());

  const as = (cookie: string) => t.client(SessionService, { cookie });
  const withToken = () => t.client(SessionService, { authorization: `Bearer ${root.token}` });
  const list = async (cookie: string) => (await as(cookie).listMySessions({})).sessions;
  const events = async () =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute())
      .filter(({ kind }) => /^admin\.(reauth|session_)/.test(kind))
      .map(({ kind, actor, ip, data }) => ({ kind, actor, ip, data: JSON.parse(data) }));
  const by = { actor: `admin:${ROOT}`, ip: "127.0.0.1" };

  test("ListMySessions tells where each is used, last used first, and which one asks", async () => {
    const opened = t.app.clock();
    t.advance(2 * MINUTE);
    const login = { email: ROOT, password: ADMIN_PASSWORD };
    await t.client(SessionService, { "user-agent": "u".repeat(1000) }).login(login);
    await t.addAdmin(EVE);
    await t.login(EVE);
    t.advance(2 * MINUTE);

    const [current, other, ...rest] = await list(cookie);
    expect(rest).toEqual([]);
    expect(current).toMatchObject({ current: true, ip: "127.0.0.1" });
    expect(other).toMatchObject({ current: false, ip: "127.0.0.1", userAgent: "u".repeat(256) });
    expect(current?.createdAt && timestampMs(current.createdAt)).toBe(opened);
    expect(current?.lastUsedAt && timestampMs(current.lastUsedAt)).toBe(t.app.clock());
    expect(current?.expiresAt && timestampMs(current.expiresAt)).toBe(opened + 24 * HOUR);
    const { sessions } = await withToken().listMySessions({});
    expect(sessions.map(({ id, current }) => [id, current])).toEqual([
      [current?.id, false],
      [other?.id, false],
    ]);
    const hashes = await t.app.db.selectFrom("adminSessions").select("hash").execute();
    for (const { hash } of hashes) expect(sessions.map(({ id }) => id).join()).not.toContain(hash);
  });

  test("sessions that have ended are not listed", async () => {
    t.advance(HOUR);
    const fresh = await t.login(ROOT);
    expect(await list(fresh)).toMatchObject([{ current: true }]);
  });

  test("RevokeMySession ends one at once, and nobody else's", async () => {
    const second = await t.login(ROOT);
    await t.addAdmin(EVE);
    const eve = await t.login(EVE);
    const [theirs] = await list(eve);
    const mine = (await list(cookie)).find(({ current }) => !current);
    const gone = { reason: "NOT_FOUND", metadata: { resource: "admin_session" } };
    for (const sessionId of [theirs?.id ?? "", "no-such", ""]) {
      expect(await failureOf(as(cookie).revokeMySession({ sessionId }))).toMatchObject(gone);
    }
    await as(cookie).revokeMySession({ sessionId: mine?.id ?? "" });
    expect(await reasonOf(list(second))).toBe("ADMIN_UNAUTHENTICATED");
    expect(await failureOf(as(cookie).revokeMySession({ sessionId: mine?.id ?? "" }))).toMatchObject(gone);
    expect(await list(eve)).toHaveLength(1);

    const [last] = await list(cookie);
    await withToken().revokeMySession({ sessionId: last?.id ?? "" });
    expect(await reasonOf(list(cookie))).toBe("ADMIN_UNAUTHENTICATED");
    expect(await events()).toEqual([
      { kind: "admin.session_ended", ...by, data: { adminId: root.adminId, sessionId: mine?.id } },
      { kind: "admin.session_ended", ...by, data: { adminId: root.adminId, sessionId: last?.id } },
    ]);
  });

  test("Reauthenticate proves the password for this session, opens none and does not prolong it", async () => {
    const before = await list(cookie);
    t.advance(30 * MINUTE);
    let setCookie: string | null = "";
    const { validUntil } = await as(cookie).reauthenticate(
      { password: ADMIN_PASSWORD },
      { onHeader: (headers) => (setCookie = headers.get("set-cookie")) },
    );
    expect(setCookie).toBeNull();
    expect(validUntil && timestampMs(validUntil)).toBe(t.app.clock() + 10 * MINUTE);
    const after = await list(cookie);
    expect(after.map(({ id, expiresAt }) => [id, expiresAt])).toEqual(
      before.map(({ id, expiresAt }) => [id, expiresAt]),
    );
    const data = { adminId: root.adminId, sessionId: before[0]?.id };
    expect(await events()).toEqual([{ kind: "admin.reauthenticated", ...by, data }]);
  });

  test("a wrong password proves nothing and is recorded without what was typed", async () => {
    t.advance(10 * MINUTE);
    const wrong = as(cookie).reauthenticate({ password: "canary-wrong-password" });
    expect(await reasonOf(wrong)).toBe("INVALID_CREDENTIALS");
    const [row] = await t.app.db.selectFrom("adminSessions").select(["createdAt", "provenAt"]).execute();
    expect(row?.provenAt).toBe(row?.createdAt);
    expect(await events()).toMatchObject([{ kind: "admin.reauthentication_failed", ...by }]);
    expect(JSON.stringify([await events(), t.logLines])).not.toContain("canary");
  });

  test("its failures and those of Login count together, and its success clears them", async () => {
    const fail = () => reasonOf(as(cookie).reauthenticate({ password: "wrong" }));
    for (let i = 0; i < 4; i++) expect(await fail()).toBe("INVALID_CREDENTIALS");
    await as(cookie).reauthenticate({ password: ADMIN_PASSWORD });
    for (let i = 0; i < 3; i++) expect(await fail()).toBe("INVALID_CREDENTIALS");
    for (let i = 0; i < 2; i++) expect(await reasonOf(t.login(ROOT, "wrong"))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(as(cookie).reauthenticate({ password: ADMIN_PASSWORD }))).toBe("RATE_LIMITED");
    expect(await reasonOf(t.login(ROOT))).toBe("RATE_LIMITED");
  });

  test("a personal access token has no session to prove it for", async () => {
    expect(await failureOf(withToken().reauthenticate({ password: ADMIN_PASSWORD }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "authorization" },
    });
  });

  test.each([
    {
      what: "the password changes",
      meanwhile: () => createAdmin(t.app, { email: ROOT, password: "a brand new passphrase" }),
      reason: "INVALID_CREDENTIALS",
    },
    {
      what: "the session ends",
      meanwhile: async () => as(cookie).logout({}),
      reason: "ADMIN_UNAUTHENTICATED",
    },
  ])("Reauthenticate proves nothing when $what while it hashes", async ({ meanwhile, reason }) => {
    const call = () => reasonOf(as(cookie).reauthenticate({ password: ADMIN_PASSWORD }));
    const outcome = await during(passwords.holdNext("verify"), call, meanwhile);
    expect(outcome).toMatchObject({ status: "fulfilled", value: reason });
    expect(await events()).toEqual([]);
  });
});
