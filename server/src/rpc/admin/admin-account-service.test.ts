import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const NEW_PASSWORD = "a brand new passphrase";
const DAY = 86_400_000;

describe.each(engines)("AdminAccountService on $kind", (engine) => {
  let t: TestApp;
  let root: { token: string; adminId: string };
  beforeEach(async () => {
    t = await TestApp.open(engine);
    root = await t.addAdmin(ROOT);
  });
  afterEach(() => t.close());

  const accounts = (token = root.token) =>
    t.client(AdminAccountService, { authorization: `Bearer ${token}` });
  const withCookie = (cookie: string) => t.client(AdminAccountService, { cookie });
  const isAlive = (cookie: string) =>
    t
      .client(SessionService, { cookie })
      .getCurrentAdmin({})
      .then(
        () => true,
        () => false,
      );
  const emails = async () => (await accounts().listAdmins({})).admins.map(({ email }) => email);
  const audit = async () =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute())
      .filter(({ actor }) => actor.startsWith("admin:"))
      .map(({ kind, actor, ip, projectId, data }) => ({
        kind,
        actor,
        ip,
        projectId,
        data: JSON.parse(data),
      }));
  const by = { actor: `admin:${ROOT}`, ip: "127.0.0.1", projectId: null };

  test("ListAdmins is sorted by address and tells who has logged in", async () => {
    await t.addAdmin("zoe@example.com");
    await t.addAdmin("ada@example.com");
    await t.login("zoe@example.com");
    const { admins, invites } = await accounts().listAdmins({});
    expect(admins.map(({ email }) => email)).toEqual(["ada@example.com", ROOT, "zoe@example.com"]);
    expect(admins.map(({ lastLoginAt }) => lastLoginAt !== undefined)).toEqual([false, false, true]);
    expect(invites).toEqual([]);
  });

  test("RemoveAdmin takes sessions and tokens with the administrator", async () => {
    const ada = await t.addAdmin("ada@example.com");
    const cookie = await t.login("ada@example.com");
    await accounts().removeAdmin({ adminId: ada.adminId });

    expect(await isAlive(cookie)).toBe(false);
    expect(await reasonOf(t.projects(ada.token).listProjects({}))).toBe("ADMIN_UNAUTHENTICATED");
    expect(await reasonOf(t.login("ada@example.com"))).toBe("INVALID_CREDENTIALS");
    expect(await emails()).toEqual([ROOT]);
    for (const table of ["adminSessions", "personalAccessTokens"] as const) {
      const left = await t.app.db.selectFrom(table).selectAll().where("adminId", "=", ada.adminId).execute();
      expect(left).toEqual([]);
    }
    expect(await failureOf(accounts().removeAdmin({ adminId: ada.adminId }))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "admin" },
    });
    expect((await audit()).at(-1)).toEqual({
      kind: "admin.removed",
      ...by,
      data: { adminId: ada.adminId, email: "ada@example.com" },
    });
  });

  test("an administrator can leave, but not the last one", async () => {
    const ada = await t.addAdmin("ada@example.com");
    await accounts(ada.token).removeAdmin({ adminId: ada.adminId });
    expect(await failureOf(accounts().removeAdmin({ adminId: root.adminId }))).toMatchObject({
      code: "FailedPrecondition",
      reason: "LAST_ADMIN",
    });
    expect(await emails()).toEqual([ROOT]);
  });

  test("RemoveAdmin wants exactly one of its fields", async () => {
    for (const [request, problem] of [
      [{}, "is required unless invite_id is set"],
      [{ adminId: root.adminId, inviteId: "x" }, "cannot be set together with invite_id"],
    ] as const) {
      expect(await failureOf(accounts().removeAdmin(request))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "admin_id", problem },
      });
    }
    expect(await failureOf(accounts().removeAdmin({ inviteId: "no-such" }))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "admin_invite" },
    });
  });

  test("of two who remove each other at the same time one stays, every time", async () => {
    for (let round = 0; round < 10; round++) {
      const ada = await t.addAdmin(`ada${round}@example.com`);
      const outcomes = await Promise.all([
        accounts()
          .removeAdmin({ adminId: ada.adminId })
          .then(
            () => "OK",
            (error: unknown) => reasonOf(Promise.reject(error)),
          ),
        accounts(ada.token)
          .removeAdmin({ adminId: root.adminId })
          .then(
            () => "OK",
            (error: unknown) => reasonOf(Promise.reject(error)),
          ),
      ]);
      expect(outcomes.filter((outcome) => outcome === "OK")).toHaveLength(1);
      // Whoever comes second meets the rule, or is no administrator any more.
      expect(outcomes.find((outcome) => outcome !== "OK")).toMatch(
        /^(LAST_ADMIN|ADMIN_UNAUTHENTICATED|ADMIN_FORBIDDEN)$/,
      );
      const left = await t.app.db.selectFrom("admins").select("id").execute();
      expect(left).toHaveLength(1);
      if (left[0]?.id === ada.adminId) root = ada;
    }
  });

  test("of twenty who remove each other in a circle at least one stays", async () => {
    const ring = [root];
    for (let i = 1; i < 20; i++) ring.push(await t.addAdmin(`a${i}@example.com`));
    await Promise.allSettled(
      ring.map(({ token }, i) => accounts(token).removeAdmin({ adminId: ring[(i + 1) % 20]?.adminId ?? "" })),
    );
    expect((await t.app.db.selectFrom("admins").select("id").execute()).length).toBeGreaterThan(0);
  });

  test("ChangePassword ends the other sessions, gives this one a new id and leaves tokens alone", async () => {
    const [here, elsewhere] = [await t.login(), await t.login()];
    const change = { currentPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD };
    t.advance(1000);
    let set: string[] = [];
    await withCookie(here).changePassword(change, { onHeader: (headers) => (set = headers.getSetCookie()) });

    expect(set).toEqual([
      expect.stringMatching(/^svc_admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringContaining("svc_admin_device="),
    ]);
    const renewed = set[0]?.split(";")[0] ?? "";
    expect(renewed).not.toBe(here);
    expect([await isAlive(renewed), await isAlive(here), await isAlive(elsewhere)]).toEqual([
      true,
      false,
      false,
    ]);
    // The old end stays.
    t.advance(DAY - 1000 - 3_600_000);
    expect(await isAlive(renewed)).toBe(false);
    await t.projects(root.token).listProjects({});
    expect(await reasonOf(t.login())).toBe("INVALID_CREDENTIALS");
    await t.login(ROOT, NEW_PASSWORD);
    expect(await audit()).toContainEqual({
      kind: "admin.password_changed",
      ...by,
      data: { adminId: root.adminId },
    });
  });

  test("ChangePassword with a token ends every session and sets no cookie", async () => {
    const cookie = await t.login();
    let set: string[] = ["?"];
    await accounts().changePassword(
      { currentPassword: ADMIN_PASSWORD, newPassword: NEW_PASSWORD },
      { onHeader: (headers) => (set = headers.getSetCookie()) },
    );
    expect(set).toEqual([]);
    expect(await isAlive(cookie)).toBe(false);
  });

  test("ChangePassword needs the current password, and guessing it is limited like a login", async () => {
    const change = (currentPassword: string) =>
      accounts().changePassword({ currentPassword, newPassword: NEW_PASSWORD });
    for (let i = 0; i < 5; i++) expect(await reasonOf(change("wrong"))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(change(ADMIN_PASSWORD))).toBe("RATE_LIMITED");
    expect(await reasonOf(t.login())).toBe("RATE_LIMITED");
  });

  test("of two who change the password at the same time one fails", async () => {
    const change = (newPassword: string) =>
      accounts().changePassword({ currentPassword: ADMIN_PASSWORD, newPassword });
    const outcomes = await Promise.allSettled([change(NEW_PASSWORD), change(`${NEW_PASSWORD} 2`)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test.each([
    ["eleven char", { rule: "min_length", min_length: "12" }],
    ["", { rule: "min_length", min_length: "12" }],
    ["QWERTY123456", { rule: "common" }],
    [ROOT, { rule: "personal" }],
    ["x".repeat(257), { rule: "max_length", max_length: "256" }],
  ])("the new password %j is WEAK_PASSWORD", async (newPassword, metadata) => {
    const cookie = await t.login();
    expect(
      await failureOf(accounts().changePassword({ currentPassword: ADMIN_PASSWORD, newPassword })),
    ).toEqual({ code: "InvalidArgument", reason: "WEAK_PASSWORD", metadata });
    expect(await isAlive(cookie)).toBe(true);
  });

  test("a personal access token from creation over use to revocation", async () => {
    const cookie = await t.login();
    const own = withCookie(cookie);
    const { token, personalAccessToken: created } = await own.createPersonalAccessToken({
      name: " laptop ",
      expiresInDays: 30,
    });
    expect(token).toMatch(/^svc_pat_[0-9A-Za-z]{49}$/);
    expect(created).toMatchObject({ name: "laptop" });
    expect(created?.expiresAt && timestampMs(created.expiresAt)).toBe(t.app.clock() + 30 * DAY);
    expect(created?.lastUsedAt).toBeUndefined();

    t.advance(1000);
    await t.projects(token).listProjects({});
    const { personalAccessTokens: listed } = await own.listPersonalAccessTokens({});
    expect(listed.map(({ name }) => name)).toEqual(["laptop", "test"]);
    expect(listed[0]?.lastUsedAt && timestampMs(listed[0].lastUsedAt)).toBe(t.app.clock());
    expect(JSON.stringify(listed, (_, value) => (typeof value === "bigint" ? 0 : value))).not.toContain(
      token,
    );

    await own.revokePersonalAccessToken({ id: created?.id ?? "" });
    expect(await reasonOf(t.projects(token).listProjects({}))).toBe("ADMIN_UNAUTHENTICATED");
    expect((await own.listPersonalAccessTokens({})).personalAccessTokens).toHaveLength(1);
    expect(await reasonOf(own.revokePersonalAccessToken({ id: created?.id ?? "" }))).toBe("NOT_FOUND");
    const stored = await t.app.db.selectFrom("personalAccessTokens").selectAll().execute();
    const secrets = [token, cookie.split("=")[1] ?? "", ADMIN_PASSWORD];
    for (const secret of secrets) {
      expect(JSON.stringify([stored, await audit(), t.logLines])).not.toContain(secret);
    }
    const data = { adminId: root.adminId, tokenId: created?.id, name: "laptop" };
    expect(await audit()).toEqual([
      expect.objectContaining({ kind: "admin.logged_in" }),
      { kind: "admin.token_created", ...by, data: { ...data, parentId: null, limits: null } },
      { kind: "admin.token_revoked", ...by, data },
    ]);
  });

  test("tokens end at their expiry and belong to their owner alone", async () => {
    const ada = await t.addAdmin("ada@example.com");
    const { token, personalAccessToken } = await accounts().createPersonalAccessToken({
      name: "short",
      expiresInDays: 1,
    });
    const id = personalAccessToken?.id ?? "";
    expect(await reasonOf(accounts(ada.token).revokePersonalAccessToken({ id }))).toBe("NOT_FOUND");
    const { personalAccessTokens } = await accounts(ada.token).listPersonalAccessTokens({});
    expect(personalAccessTokens.map(({ name }) => name)).toEqual(["test"]);
    t.advance(DAY - 1);
    await t.projects(token).listProjects({});
    t.advance(1);
    expect(await reasonOf(t.projects(token).listProjects({}))).toBe("ADMIN_UNAUTHENTICATED");
  });

  test.each([
    ["name", { name: "" }],
    ["name", { name: "a\nb" }],
    ["name", { name: "x".repeat(101) }],
    ["expires_in_days", { name: "x", expiresInDays: -1 }],
    ["expires_in_days", { name: "x", expiresInDays: 36_501 }],
  ])("a token with a wrong %s is refused", async (field, request) => {
    expect(await failureOf(accounts().createPersonalAccessToken(request))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field },
    });
  });
});
