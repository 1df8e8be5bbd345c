import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("Sessions on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let phone: TokenResponse;
  let tablet: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    project = (await t.addProject()).project;
    phone = await t.addUser(project, EMAIL, PASSWORD);
    t.advance(1000);
    tablet = await t
      .authWith({ "x-svc-key": project.publishableKey, "user-agent": "Tablet/1.0" })
      .signIn({ email: EMAIL, password: PASSWORD });
  });
  afterEach(() => t.close());

  const me = (tokens: TokenResponse) => t.auth(project, tokens.accessToken);

  test("SignOut by refresh token ends that session only", async () => {
    await t.auth(project).signOut({ refreshToken: phone.refreshToken });

    expect(await reasonOf(me(phone).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: phone.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    await me(tablet).getMe({});
    await t.auth(project).refreshToken({ refreshToken: tablet.refreshToken });
  });

  test("SignOut without a refresh token ends the Bearer's session, and again is OK", async () => {
    await me(phone).signOut({});
    await me(phone).signOut({});
    await t.auth(project).signOut({ refreshToken: phone.refreshToken });
    await t.auth(project).signOut({ refreshToken: "unknown" });
    expect(await reasonOf(me(phone).getMe({}))).toBe("SESSION_REVOKED");
    const events = await t.app.db
      .selectFrom("events")
      .select("kind")
      .where("kind", "=", "user.signed_out")
      .execute();
    expect(events).toHaveLength(1);
  });

  test("SignOut that names no session says so instead of pretending", async () => {
    expect(await reasonOf(t.auth(project).signOut({}))).toBe("ACCESS_TOKEN_INVALID");
    expect(await reasonOf(t.auth(project, "junk").signOut({}))).toBe("ACCESS_TOKEN_INVALID");
  });

  test("another project cannot sign a session out", async () => {
    const { project: other } = await t.addProject("Other");
    await t.auth(other).signOut({ refreshToken: phone.refreshToken });
    await me(phone).getMe({});
  });

  test("ListMySessions shows the own devices, the most recently used first", async () => {
    const { sessions } = await me(phone).listMySessions({});
    expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: "Tablet/1.0", current: false },
      { device: expect.stringContaining("connect"), current: true },
    ]);
    await t.auth(project).signOut({ refreshToken: tablet.refreshToken });
    expect((await me(phone).listMySessions({})).sessions).toHaveLength(1);
  });

  test("RevokeMySession ends another of the user's devices, and nobody else's", async () => {
    const eve = await t.addUser(project, "eve@example.com", PASSWORD);
    const [tabletSession] = (await me(phone).listMySessions({})).sessions;
    const sessionId = tabletSession?.id ?? "";

    expect(await failureOf(me(eve).revokeMySession({ sessionId }))).toMatchObject({
      code: "NotFound",
      reason: "NOT_FOUND",
    });
    await me(tablet).getMe({});
    await me(phone).revokeMySession({ sessionId });
    expect(await reasonOf(me(tablet).getMe({}))).toBe("SESSION_REVOKED");
    await me(phone).revokeMySession({ sessionId });
    expect(await reasonOf(me(phone).revokeMySession({ sessionId: "nope" }))).toBe("NOT_FOUND");
  });

  test("RevokeMyOtherSessions ends every session of the user but the one that asks", async () => {
    const eve = await t.addUser(project, "eve@example.com", PASSWORD);
    expect(await me(phone).revokeMyOtherSessions({})).toMatchObject({ ended: 1 });
    expect(await reasonOf(me(tablet).getMe({}))).toBe("SESSION_REVOKED");
    await me(phone).getMe({});
    await me(eve).getMe({});
    expect(await me(phone).revokeMyOtherSessions({})).toMatchObject({ ended: 0 });
    expect(await reasonOf(me(tablet).revokeMyOtherSessions({}))).toBe("SESSION_REVOKED");
  });

  test("SESSION_REVOKED names a deleted account as its cause, for a token whose signature holds", async () => {
    await me(phone).deleteAccount({});
    const revoked = { reason: "SESSION_REVOKED", metadata: { cause: "deleted" } };
    expect(await failureOf(me(phone).deleteAccount({}))).toMatchObject(revoked);
    expect(await failureOf(me(tablet).getMe({}))).toMatchObject(revoked);
    const forged = { ...phone, accessToken: `${phone.accessToken.slice(0, -8)}AAAAAAAA` };
    expect(await failureOf(me(forged).getMe({}))).toMatchObject({
      reason: "ACCESS_TOKEN_INVALID",
      metadata: {},
    });
  });

  test("SESSION_REVOKED names no cause when the session has ended and the account is there", async () => {
    await me(phone).signOut({});
    expect(await failureOf(me(phone).getMe({}))).toMatchObject({ reason: "SESSION_REVOKED", metadata: {} });
  });

  test("GetMe and UpdateMe: absent fields stay, empty ones are removed", async () => {
    await me(phone).updateMe({ displayName: "Ada", avatarUrl: "https://example.com/a.png" });
    const { user } = await me(phone).updateMe({ displayName: "" });
    expect(user).toMatchObject({ displayName: "", avatarUrl: "https://example.com/a.png", email: EMAIL });
    expect((await me(tablet).getMe({})).user).toEqual(user);
  });

  test("UpdateMe cannot reach what belongs to the backend", async () => {
    const answer = await fetch(`${t.url}/svc.auth.v1.AuthService/UpdateMe`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-svc-key": project.publishableKey,
        authorization: `Bearer ${phone.accessToken}`,
      },
      body: JSON.stringify({
        claims: { role: "admin" },
        customClaims: { role: "admin" },
        email: "eve@example.com",
        emailVerified: true,
        isAnonymous: true,
        userId: "someone",
        id: "someone",
      }),
    });
    expect(answer.status).toBe(200);
    expect((await answer.json()).user).toMatchObject({
      id: phone.user?.id,
      claims: {},
      email: EMAIL,
      emailVerified: false,
    });
  });

  test.each([
    { displayName: "x".repeat(121) },
    { displayName: "a\nb" },
    { avatarUrl: "http://example.com/a.png" },
    { avatarUrl: "javascript:alert(1)" },
    { avatarUrl: "not a url" },
    { avatarUrl: "https://user:pass@example.com/" },
  ])("UpdateMe refuses %j", async (change) => {
    expect(await reasonOf(me(phone).updateMe(change))).toBe("INVALID_REQUEST");
  });

  test("ChangePassword needs the current one, keeps this device and ends the others", async () => {
    const newPassword = "an entirely new phrase";
    expect(await reasonOf(me(phone).changePassword({ currentPassword: "wrong", newPassword }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(
      await reasonOf(me(phone).changePassword({ currentPassword: PASSWORD, newPassword: "short" })),
    ).toBe("WEAK_PASSWORD");
    await me(tablet).getMe({});

    await me(phone).changePassword({ currentPassword: PASSWORD, newPassword });
    await me(phone).getMe({});
    await t.auth(project).refreshToken({ refreshToken: phone.refreshToken });
    expect(await reasonOf(me(tablet).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: tablet.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    expect(await reasonOf(t.auth(project).signIn({ email: EMAIL, password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
    await t.auth(project).signIn({ email: EMAIL, password: newPassword });
  });

  test("DeleteAccount needs the password unless the session is recent, and leaves nothing behind", async () => {
    t.advance(10 * 60_000);
    const fresh = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(await failureOf(me(phone).deleteAccount({}))).toMatchObject({
      code: "FailedPrecondition",
      reason: "REAUTHENTICATION_REQUIRED",
    });
    expect(await reasonOf(me(phone).deleteAccount({ currentPassword: "wrong" }))).toBe("INVALID_CREDENTIALS");
    await me(fresh).deleteAccount({});

    expect(await reasonOf(me(tablet).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(t.auth(project).signIn({ email: EMAIL, password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
    const tables = ["users", "sessions", "refreshTokens", "emailTokens", "outbox", "identities"] as const;
    for (const table of tables) expect(await t.app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const events = await t.app.db.selectFrom("events").selectAll().where("userId", "is not", null).execute();
    expect(events.every(({ ip }) => ip === null)).toBe(true);
    expect(JSON.stringify(events)).not.toContain(EMAIL);
    await t.addUser(project, EMAIL, PASSWORD);
  });
});
