import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdmin } from "../../domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../../domain/admins/personal-access-tokens.ts";
import { engines } from "../../testing/engines.ts";
import { OWNER_RIGHTS } from "../../testing/owner-rights.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Made = { id: string; token: string };

describe.each(engines)("tokens created with tokens on $kind", (engine) => {
  let t: TestApp;
  let adminId: string;
  let root: Made;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const { token, tokenId, adminId: id } = await t.addAdmin(ROOT);
    root = { id: tokenId, token };
    adminId = id;
  });
  afterEach(() => t.close());

  const as = (token: string) => t.client(AdminAccountService, { authorization: `Bearer ${token}` });

  async function make(
    parent: Made,
    name: string,
    expiry: { expiresInDays?: number; neverExpires?: boolean } = {},
  ): Promise<Made & { expiresAt: number | undefined; parentId: string }> {
    const answer = await as(parent.token).createPersonalAccessToken({ name, ...expiry });
    const { id = "", expiresAt, parentId = "" } = answer.personalAccessToken ?? {};
    return { id, token: answer.token, parentId, expiresAt: expiresAt && timestampMs(expiresAt) };
  }

  const works = ({ token }: Made) =>
    t
      .client(SessionService, { authorization: `Bearer ${token}` })
      .getCurrentAdmin({})
      .then(
        () => true,
        () => false,
      );
  const audit = async (kind: string) =>
    (await t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).orderBy("id").execute()).map(
      ({ data }) => JSON.parse(data),
    );

  test("the parent is recorded, listed and in the audit log", async () => {
    const child = await make(root, "child");
    expect(child.parentId).toBe(root.id);
    const { personalAccessTokens } = await as(root.token).listPersonalAccessTokens({});
    expect(Object.fromEntries(personalAccessTokens.map(({ name, parentId }) => [name, parentId]))).toEqual({
      test: "",
      child: root.id,
    });
    expect((await audit("admin.token_created")).at(-1)).toEqual({
      adminId,
      tokenId: child.id,
      name: "child",
      parentId: root.id,
      limits: null,
    });
  });

  test("a token from the console has no parent and expires when it is told to, or never", async () => {
    const console_ = t.client(AdminAccountService, { cookie: await t.login(ROOT) });
    for (const [request, expiresAt] of [
      [{}, undefined],
      [{ neverExpires: true }, undefined],
      [{ expiresInDays: 36_500 }, t.app.clock() + 36_500 * DAY],
    ] as const) {
      const { personalAccessToken: made } = await console_.createPersonalAccessToken({
        name: "x",
        ...request,
      });
      expect(made?.parentId).toBe("");
      expect(made?.expiresAt && timestampMs(made.expiresAt)).toBe(expiresAt);
    }
  });

  test("a token that does not expire creates others that do not, or do", async () => {
    expect((await make(root, "a")).expiresAt).toBeUndefined();
    expect((await make(root, "b", { neverExpires: true })).expiresAt).toBeUndefined();
    expect((await make(root, "c", { expiresInDays: 7 })).expiresAt).toBe(t.app.clock() + 7 * DAY);
  });

  test("a token that expires gives its own expiry, or an earlier one, and no later one", async () => {
    const end = t.app.clock() + 30 * DAY;
    const parent = await make(root, "parent", { expiresInDays: 30 });
    t.advance(10 * DAY + HOUR);
    expect((await make(parent, "as long")).expiresAt).toBe(end);
    expect((await make(parent, "shorter", { expiresInDays: 19 })).expiresAt).toBe(t.app.clock() + 19 * DAY);
    const before = await as(root.token).listPersonalAccessTokens({});
    for (const expiry of [{ expiresInDays: 20 }, { expiresInDays: 36_500 }, { neverExpires: true }]) {
      expect(
        await failureOf(as(parent.token).createPersonalAccessToken({ name: "longer", ...expiry })),
      ).toEqual({
        code: "InvalidArgument",
        reason: "EXPIRY_TOO_LATE",
        metadata: { latest_day: "2030-01-31", max_days: "19" },
      });
    }
    expect((await as(root.token).listPersonalAccessTokens({})).personalAccessTokens).toHaveLength(
      before.personalAccessTokens.length,
    );
    const grandchild = await make(await make(parent, "child"), "grandchild");
    expect(grandchild.expiresAt).toBe(end);
  });

  test("never and a number of days contradict each other", async () => {
    const both = as(root.token).createPersonalAccessToken({
      name: "x",
      expiresInDays: 1,
      neverExpires: true,
    });
    expect(await failureOf(both)).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "never_expires" },
    });
  });

  test("no token is created for another administrator", async () => {
    const { adminId: eveId } = await t.addAdmin("eve@example.com");
    const credential = { adminId, rights: OWNER_RIGHTS, kind: "token", tokenId: root.id } as const;
    const by = { actor: "", ip: null, credential };
    const input = { name: "x", expiresInDays: 0 };
    await expect(createPersonalAccessToken(t.app, { id: eveId }, input, by)).rejects.toMatchObject({
      reason: "ADMIN_UNAUTHENTICATED",
    });
  });

  test("a plain revocation leaves the children; one with children ends them all, the revoked one's too", async () => {
    const parent = await make(root, "parent");
    const child = await make(parent, "child");
    const grandchild = await make(child, "grandchild");
    const sibling = await make(root, "sibling");

    const { revoked } = await as(root.token).revokePersonalAccessToken({ id: child.id });
    expect(revoked).toBe(1);
    expect(await Promise.all([parent, child, grandchild].map(works))).toEqual([true, false, true]);
    const withChildren = { id: parent.id, withChildren: true };
    expect(await as(root.token).revokePersonalAccessToken(withChildren)).toMatchObject({ revoked: 2 });
    expect(await Promise.all([root, parent, grandchild, sibling].map(works))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await failureOf(as(root.token).revokePersonalAccessToken(withChildren))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "personal_access_token" },
    });
    expect(await audit("admin.token_revoked")).toEqual([
      { adminId, tokenId: child.id, name: "child" },
      { adminId, tokenId: parent.id, name: "parent", children: 1 },
    ]);
  });

  test("the children of a token that is revoked already can still be ended", async () => {
    const parent = await make(root, "parent");
    const child = await make(parent, "child");
    await as(root.token).revokePersonalAccessToken({ id: parent.id });
    const again = as(root.token).revokePersonalAccessToken({ id: parent.id, withChildren: true });
    expect(await again).toMatchObject({ revoked: 1 });
    expect(await works(child)).toBe(false);
  });

  test("nobody ends the tokens of another administrator", async () => {
    const child = await make(root, "child");
    const eve = await t.addAdmin("eve@example.com");
    const theirs = as(eve.token).revokePersonalAccessToken({ id: root.id, withChildren: true });
    expect(await reasonOf(theirs)).toBe("NOT_FOUND");
    expect(await Promise.all([root, child].map(works))).toEqual([true, true]);
  });

  test("a chain of many is ended whole", async () => {
    let last = root;
    const chain: Made[] = [];
    for (let i = 0; i < 30; i++) {
      last = await make(last, `link ${i}`);
      chain.push(last);
    }
    await as(root.token).revokePersonalAccessToken({ id: chain[0]?.id ?? "", withChildren: true });
    expect(await Promise.all(chain.map(works))).toEqual(chain.map(() => false));
    expect(await works(root)).toBe(true);
  });

  test("removing the administrator ends every token of theirs, children included", async () => {
    const eve = await t.addAdmin("eve@example.com");
    const child = await make({ id: eve.tokenId, token: eve.token }, "child");
    await as(root.token).removeAdmin({ adminId: eve.adminId });
    expect(await works(child)).toBe(false);
  });

  test("a new password with revokeTokens ends every token, and without it none", async () => {
    const child = await make(root, "child");
    await createAdmin(t.app, { email: ROOT, password: ADMIN_PASSWORD });
    expect(await Promise.all([root, child].map(works))).toEqual([true, true]);
    const input = { email: ROOT, password: ADMIN_PASSWORD, revokeTokens: true };
    expect(await createAdmin(t.app, input)).toMatchObject({ created: false, revokedTokens: 2 });
    expect(await Promise.all([root, child].map(works))).toEqual([false, false]);
    expect(await audit("admin.tokens_revoked")).toEqual([{ adminId, revoked: 2 }]);
  });

  test("a token that is being created with one that is revoked meanwhile does not survive", async () => {
    for (let round = 0; round < 5; round++) {
      const parent = await make(root, "parent");
      const [created] = await Promise.allSettled([
        make(parent, "child"),
        as(root.token).revokePersonalAccessToken({ id: parent.id, withChildren: true }),
      ]);
      if (created.status === "fulfilled") expect(await works(created.value)).toBe(false);
    }
  });
});
