import type { JsonObject } from "@bufbuild/protobuf";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newUser } from "../../domain/accounts/new-user.ts";
import type { Project } from "../../domain/projects/project.ts";
import { insertUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("User management on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const users = (key = secretKey) => t.client(UserService, { "x-svc-key": key });
  const addUser = async () => (await t.addUser(project, EMAIL, PASSWORD)).user?.id ?? "";

  test("CreateUser with a password lets the user sign in", async () => {
    const { user } = await users().createUser({
      email: "Ada@Example.com",
      password: PASSWORD,
      displayName: "Ada",
      emailVerified: true,
      customClaims: { role: "editor", n: [1, { deep: true }] },
    });
    expect(user).toMatchObject({
      email: EMAIL,
      emailVerified: true,
      displayName: "Ada",
      hasPassword: true,
      disabled: false,
      isAnonymous: false,
      customClaims: { role: "editor", n: [1, { deep: true }] },
      sessions: [],
    });
    const { user: signedIn } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(signedIn).toMatchObject({ id: user?.id, claims: { role: "editor" } });
  });

  test("CreateUser with an invitation mails a link that sets the first password", async () => {
    const { user } = await users().createUser({ email: EMAIL, invite: true });
    expect(user).toMatchObject({ hasPassword: false, emailVerified: false });
    expect(await t.app.db.selectFrom("outbox").select(["kind", "recipient"]).execute()).toEqual([
      { kind: "invite_user", recipient: EMAIL },
    ]);
    expect(
      await reasonOf(users().createUser({ email: "b@example.com", invite: true, password: PASSWORD })),
    ).toBe("INVALID_REQUEST");
    await users().createUser({ email: "neither@example.com" });
  });

  test("CreateUser: a taken email, a weak password and bad claims are refused", async () => {
    await addUser();
    expect(await reasonOf(users().createUser({ email: EMAIL }))).toBe("EMAIL_ALREADY_EXISTS");
    expect(await reasonOf(users().createUser({ email: "b@example.com", password: "short" }))).toBe(
      "WEAK_PASSWORD",
    );
    expect(await reasonOf(users().createUser({ email: "nonsense" }))).toBe("INVALID_REQUEST");
  });

  test("GetUser by id or email shows identities and active sessions", async () => {
    const id = await addUser();
    await t.app.db
      .insertInto("identities")
      .values({
        id: "i",
        projectId: project.id,
        userId: id,
        provider: "apple",
        subject: "s",
        email: null,
        createdAt: 5,
      })
      .execute();
    const { user } = await users().getUser({ userId: id });
    expect(user).toMatchObject({
      id,
      identities: [{ provider: OauthProvider.APPLE, email: "" }],
      sessions: [{ device: expect.any(String) }],
    });
    expect(user?.lastSignInAt).toBeDefined();
    expect((await users().getUser({ email: "ADA@example.com" })).user).toEqual(user);
    expect(await reasonOf(users().getUser({}))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().getUser({ userId: id, email: EMAIL }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().getUser({ userId: "nobody" }))).toBe("NOT_FOUND");
    expect(await reasonOf(users().getUser({ email: "nobody@example.com" }))).toBe("NOT_FOUND");
  });

  test("UpdateUser changes what is given and replaces the claims whole", async () => {
    const id = await addUser();
    await users().updateUser({ userId: id, customClaims: { a: 1, b: 2 }, displayName: "Ada" });
    const { user } = await users().updateUser({ userId: id, customClaims: { c: 3 } });
    expect(user).toMatchObject({ displayName: "Ada", customClaims: { c: 3 }, email: EMAIL });
    expect((await users().updateUser({ userId: id, customClaims: {} })).user?.customClaims).toEqual({});
    const kinds = await t.app.db.selectFrom("events").select("kind").where("actor", "=", "backend").execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["user.claims_changed", "user.profile_changed"]),
    );
  });

  test("UpdateUser: a new address is unverified unless it is said to be, and must be free", async () => {
    const id = await addUser();
    await users().updateUser({ userId: id, emailVerified: true });
    expect((await users().updateUser({ userId: id, email: "New@example.com" })).user).toMatchObject({
      email: "new@example.com",
      emailVerified: false,
    });
    await t.addUser(project, EMAIL, PASSWORD);
    expect(await reasonOf(users().updateUser({ userId: id, email: EMAIL }))).toBe("EMAIL_ALREADY_EXISTS");
    await t.auth(project).signIn({ email: "new@example.com", password: PASSWORD });
  });

  test("UpdateUser with a password ends every session", async () => {
    const { user, accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    await users().updateUser({ userId: user?.id ?? "", password: "an entirely new phrase" });
    expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await t.auth(project).signIn({ email: EMAIL, password: "an entirely new phrase" });
  });

  const nested = (depth: number): JsonObject => {
    let value: JsonObject = {};
    for (let level = 1; level < depth; level++) value = { n: value };
    return value;
  };
  test.each([
    ["larger than 4 KiB", { text: "x".repeat(4096) }],
    ["nested deeper than 16", nested(17)],
    ["with a key that pollutes", JSON.parse('{"a":{"__proto__":{"x":1}}}')],
    ["with a constructor", { constructor: 1 }],
  ])("claims %s are refused", async (_name, customClaims) => {
    const id = await addUser();
    expect(await failureOf(users().updateUser({ userId: id, customClaims }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "custom_claims" },
    });
  });

  test("claims nested 16 deep are kept and come back the same", async () => {
    const id = await addUser();
    const customClaims = nested(16);
    expect((await users().updateUser({ userId: id, customClaims })).user?.customClaims).toEqual(customClaims);
    expect((await t.auth(project).signIn({ email: EMAIL, password: PASSWORD })).user?.claims).toEqual(
      customClaims,
    );
  });

  test("DisableUser blocks sign-in and every session at once; EnableUser lets the user back in", async () => {
    const { user, accessToken, refreshToken } = await t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    expect((await users().disableUser({ userId })).user).toMatchObject({ disabled: true, sessions: [] });
    expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    expect(await reasonOf(t.auth(project).signIn({ email: EMAIL, password: PASSWORD }))).toBe(
      "USER_DISABLED",
    );
    await users().disableUser({ userId });
    expect((await users().enableUser({ userId })).user?.disabled).toBe(false);
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("RevokeUserSessions ends all devices and counts them; DeleteUser removes the user for good", async () => {
    const { user, refreshToken, accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const userId = user?.id ?? "";
    expect((await users().revokeUserSessions({ userId })).revokedSessions).toBe(2);
    expect((await users().revokeUserSessions({ userId })).revokedSessions).toBe(0);
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");

    await users().deleteUser({ userId });
    expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(users().getUser({ userId }))).toBe("NOT_FOUND");
    expect(await reasonOf(users().deleteUser({ userId }))).toBe("NOT_FOUND");
  });

  test("a user of another project is WRONG_PROJECT on every method, and stays as it was", async () => {
    const userId = await addUser();
    const { secretKey: otherKey } = await t.addProject("Other");
    const calls = [
      () => users(otherKey).getUser({ userId }),
      () => users(otherKey).updateUser({ userId, displayName: "x" }),
      () => users(otherKey).disableUser({ userId }),
      () => users(otherKey).enableUser({ userId }),
      () => users(otherKey).deleteUser({ userId }),
      () => users(otherKey).revokeUserSessions({ userId }),
    ];
    for (const call of calls) {
      expect(await failureOf(call())).toMatchObject({ code: "PermissionDenied", reason: "WRONG_PROJECT" });
    }
    expect((await users(otherKey).listUsers({})).users).toEqual([]);
    expect((await users().getUser({ userId })).user).toMatchObject({ displayName: "", disabled: false });
  });

  test("ListUsers: newest first, 50 to a page unless asked, 200 at most", async () => {
    for (let n = 0; n < 210; n++) {
      await insertUser(
        t.app.db,
        newUser(t.app, project, { email: `u${n}@example.com`, createdAt: 1000 + Math.floor(n / 7) }),
      );
    }
    const first = await users().listUsers({});
    expect(first.users).toHaveLength(50);
    expect((await users().listUsers({ pageSize: 500 })).users).toHaveLength(200);
    const seen: string[] = [];
    for (let pageToken = ""; ; ) {
      const page = await users().listUsers({ pageSize: 64, pageToken });
      seen.push(...page.users.map(({ id }) => id));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    expect(new Set(seen).size).toBe(210);
    const rows = await t.app.db
      .selectFrom("users")
      .select("id")
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .execute();
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  test("a page token belongs to its project and its filter", async () => {
    const { secretKey: otherKey } = await t.addProject("Other");
    for (let n = 0; n < 3; n++) await users().createUser({ email: `u${n}@example.com` });
    const { nextPageToken: pageToken } = await users().listUsers({ pageSize: 1 });
    await users().listUsers({ pageSize: 1, pageToken });
    expect(await reasonOf(users(otherKey).listUsers({ pageToken }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().listUsers({ pageToken, query: "u1" }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().listUsers({ pageToken, filters: { disabled: true } }))).toBe(
      "INVALID_REQUEST",
    );
  });

  test("the query is a literal part of email or display name, in any case and alphabet", async () => {
    for (const [email, displayName] of [
      ["ada@example.com", "Ada Lovelace"],
      ["100%_sure@example.com", "Ünal Öz"],
      ["bob@test.org", 'B\\ob "quoted"'],
    ]) {
      await users().createUser({ email: email ?? "", displayName: displayName ?? "" });
    }
    const find = async (query: string) =>
      (await users().listUsers({ query })).users.map(({ email }) => email).sort();
    expect(await find("LOVE")).toEqual(["ada@example.com"]);
    expect(await find("example")).toEqual(["100%_sure@example.com", "ada@example.com"]);
    expect(await find("ÜNAL ö")).toEqual(["100%_sure@example.com"]);
    expect(await find("%")).toEqual(["100%_sure@example.com"]);
    expect(await find("0%_s")).toEqual(["100%_sure@example.com"]);
    expect(await find("_")).toEqual(["100%_sure@example.com"]);
    expect(await find("b\\ob")).toEqual(["bob@test.org"]);
    expect(await find('"quo')).toEqual(["bob@test.org"]);
    expect(await find("a")).toHaveLength(2);
    expect(await find("nobody at all")).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
  });

  test("what only the index finds, far down the list, is found in order and by page", async () => {
    const emails = Array.from({ length: 4500 }, (_, n) => `user${n}@example.com`);
    emails.unshift("anna.of-the-long-name@example.com", "hanna.of-the-long-name@example.com");
    const many = emails.map((email, n) => ({
      ...newUser(t.app, project, { email, createdAt: 10_000 + n }),
      searchText: email,
    }));
    for (let at = 0; at < many.length; at += 500)
      await t.app.db
        .insertInto("users")
        .values(many.slice(at, at + 500))
        .execute();
    const all: string[] = [];
    for (let pageToken = ""; ; ) {
      const page = await users().listUsers({ query: "user1", pageSize: 200, pageToken });
      all.push(...page.users.map(({ email }) => email));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    const expected = many
      .map(({ email }) => email ?? "")
      .filter((email) => email.includes("user1"))
      .reverse();
    expect(all).toEqual(expected);
    expect((await users().listUsers({ query: "user7@" })).users.map(({ email }) => email)).toEqual([
      "user7@example.com",
    ]);
    for (const [query, count] of [
      ["user7@example.com", 1],
      ["user7@example.org", 0], // as far as the index is asked, the same
      ["77@example.com", 45],
      ["user77@example.org", 0],
      ["hanna.of-the-long-name@example.com", 1],
      ["anna.of-the-long-name@example.com", 2],
      ["bella.of-the-long-name@example.com", 0],
      ["me@example.com", 2],
      ["@example.org", 0],
      ["user7@exa😀", 0],
    ] as const) {
      expect((await users().listUsers({ query, pageSize: 200 })).users).toHaveLength(count);
    }
    expect((await users().listUsers({ query: "r7" })).users.at(-1)?.email).toBeDefined();

    const [found] = (await users().listUsers({ query: "user42@" })).users;
    await users().updateUser({ userId: found?.id ?? "", displayName: "Renamed Person" });
    expect((await users().listUsers({ query: "renamed" })).users).toHaveLength(1);
    await users().deleteUser({ userId: found?.id ?? "" });
    expect((await users().listUsers({ query: "renamed" })).users).toEqual([]);
  });

  test("filters: disabled, verified, guests, provider, password", async () => {
    const id = await addUser();
    await users().createUser({ email: "v@example.com", emailVerified: true });
    const { user: blocked } = await users().createUser({ email: "d@example.com", password: PASSWORD });
    await users().disableUser({ userId: blocked?.id ?? "" });
    await t.auth(project).signInAnonymously({});
    await t.app.db
      .insertInto("identities")
      .values({
        id: "i",
        projectId: project.id,
        userId: id,
        provider: "google",
        subject: "s",
        email: null,
        createdAt: 5,
      })
      .execute();
    const find = async (filters: object) =>
      (await users().listUsers({ filters })).users.map(({ email }) => email).sort();
    expect(await find({ disabled: true })).toEqual(["d@example.com"]);
    expect(await find({ disabled: false })).toEqual(["", EMAIL, "v@example.com"]);
    expect(await find({ emailVerified: true })).toEqual(["v@example.com"]);
    expect(await find({ isAnonymous: true })).toEqual([""]);
    expect(await find({ provider: OauthProvider.GOOGLE })).toEqual([EMAIL]);
    expect(await find({ hasPassword: true, disabled: false })).toEqual([EMAIL]);
    expect((await users().listUsers({ query: "example", filters: { disabled: true } })).users).toHaveLength(
      1,
    );
  });

  test("an administrator manages the users of any project, by slug or id, and every action is in the audit log", async () => {
    const userId = await addUser();
    const { token } = await t.addAdmin();
    const admin = t.client(AdminUserService, { authorization: `Bearer ${token}` });
    expect((await admin.listUsers({ project: project.slug })).users).toHaveLength(1);
    expect((await admin.getUser({ project: project.id, email: EMAIL })).user?.id).toBe(userId);
    await admin.updateUser({ project: "demo", userId, customClaims: { role: "x" } });
    await admin.disableUser({ project: "demo", userId });
    await admin.enableUser({ project: "demo", userId });
    await admin.revokeUserSessions({ project: "demo", userId });
    await admin.sendPasswordReset({ project: "demo", userId });
    expect((await t.app.db.selectFrom("outbox").select("kind").orderBy("id").execute()).at(-1)).toEqual({
      kind: "reset_password",
    });
    await admin.sendVerificationEmail({ project: "demo", userId });
    expect((await t.app.db.selectFrom("outbox").select("kind").orderBy("id").execute()).at(-1)).toEqual({
      kind: "verify_email",
    });
    await admin.updateUser({ project: "demo", userId, emailVerified: true });
    const again = admin.sendVerificationEmail({ project: "demo", userId });
    expect(await reasonOf(again)).toBe("INVALID_REQUEST");
    await admin.deleteUser({ project: "demo", userId });

    const { project: other } = await t.addProject("Other");
    const { user } = await t.addUser(other, EMAIL, PASSWORD);
    expect(await reasonOf(admin.getUser({ project: "demo", userId: user?.id ?? "" }))).toBe("NOT_FOUND");
    expect(await reasonOf(admin.getUser({ project: "nope", userId: user?.id ?? "" }))).toBe("NOT_FOUND");
    const audit = await t.app.db
      .selectFrom("events")
      .select(["kind", "actor"])
      .where("kind", "like", "admin.user_%")
      .execute();
    expect(audit.map(({ kind }) => kind).sort()).toEqual([
      "admin.user_claims_changed",
      "admin.user_deleted",
      "admin.user_disabled",
      "admin.user_email_verified",
      "admin.user_enabled",
      "admin.user_password_reset_sent",
      "admin.user_sessions_revoked",
      "admin.user_verification_email_sent",
    ]);
    expect(new Set(audit.map(({ actor }) => actor))).toEqual(new Set(["admin:root@example.com"]));
  });
});
