import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { forgedToken, unaskableClaims } from "../../testing/forged-token.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("IntrospectToken on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const introspect = (token: string, key = secretKey) =>
    t.client(TokenService, { "x-svc-key": key }).introspectToken({ token });
  const users = () => t.client(UserService, { "x-svc-key": secretKey });

  test("an active token: the whole payload, the user, and no reason", async () => {
    const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
    await users().updateUser({ userId: user?.id ?? "", customClaims: { role: "editor" } });
    const answer = await introspect(accessToken);
    expect(answer).toMatchObject({
      active: true,
      userId: user?.id,
      isAnonymous: false,
      inactiveReason: "",
      claims: { sub: user?.id, aud: "demo", email: EMAIL, claims: {} },
      user: { id: user?.id, customClaims: { role: "editor" } },
    });
  });

  test("a guest's token says so, in the claims and beside them", async () => {
    const { accessToken } = await t.auth(project).signInAnonymously({});
    expect(await introspect(accessToken)).toMatchObject({
      active: true,
      isAnonymous: true,
      claims: { anonymous: true },
    });
  });

  test("every way to end is seen on the next call, with its reason and whose token it was", async () => {
    const sign = () => t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const { user, ...first } = await t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    const google = { id: "i", provider: "google", subject: "s", email: null, createdAt: 5 } as const;
    await t.app.db
      .insertInto("identities")
      .values({ ...google, projectId: project.id, userId })
      .execute();
    const expectEnded = async (token: string, inactiveReason: string, now?: object) => {
      const answer = await introspect(token);
      expect(answer).toMatchObject({
        ...{ active: false, inactiveReason, userId, isAnonymous: false },
        claims: { sub: userId, email: EMAIL },
      });
      if (now) expect(answer.user).toMatchObject({ id: userId, email: EMAIL, sessions: [], ...now });
      else expect(answer.user).toBeUndefined();
    };

    await t.auth(project).signOut({ refreshToken: first.refreshToken });
    await expectEnded(first.accessToken, "revoked", { disabled: false });

    const second = await sign();
    await users().revokeUserSessions({ userId });
    await expectEnded(second.accessToken, "revoked", { identities: [{ provider: OauthProvider.GOOGLE }] });

    const third = await sign();
    await users().disableUser({ userId });
    await expectEnded(third.accessToken, "disabled", { disabled: true });
    await users().enableUser({ userId });
    await expectEnded(third.accessToken, "revoked", { disabled: false });

    const fourth = await sign();
    await users().deleteUser({ userId });
    await expectEnded(fourth.accessToken, "deleted");
  });

  test("an expired token tells whose it was and what became of the user", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
    t.advance(900_000);
    expect(await introspect(accessToken)).toMatchObject({
      ...{ active: false, inactiveReason: "expired", userId: user?.id, isAnonymous: false },
      claims: { sub: user?.id },
      user: { id: user?.id },
    });
    const guestId = guest.user?.id ?? "";
    const asGuest = { inactiveReason: "expired", userId: guestId, isAnonymous: true };
    expect(await introspect(guest.accessToken)).toMatchObject({ ...asGuest, user: { id: guestId } });
    await users().deleteUser({ userId: guestId });
    const gone = await introspect(guest.accessToken);
    expect(gone).toMatchObject(asGuest);
    expect(gone.user).toBeUndefined();
  });

  test("nothing is told of a token whose signing key was reset", async () => {
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    const { token } = await t.addAdmin();
    await t.projects(token).resetSigningKey({ project: "demo" });
    const answer = await introspect(accessToken);
    expect(answer).toMatchObject({ active: false, inactiveReason: "unknown_key", userId: "" });
    expect([answer.claims, answer.user, answer.isAnonymous]).toEqual([undefined, undefined, false]);
  });

  test("any other string is answered, never an error", async () => {
    const { accessToken, refreshToken } = await t.addUser(project, EMAIL, PASSWORD);
    const [header, payload] = accessToken.split(".");
    for (const token of [
      "",
      "x",
      refreshToken,
      `${header}.${payload}`,
      `${accessToken} `,
      "a".repeat(20_000),
    ]) {
      expect(await introspect(token)).toMatchObject({ active: false, inactiveReason: "malformed" });
    }
    const forged = `${header}.${payload}.${Buffer.alloc(64, 1).toString("base64url")}`;
    expect(await introspect(forged)).toMatchObject({ active: false, inactiveReason: "unknown_key" });
    const { claims, user, userId } = await introspect(forged);
    expect([claims, user, userId]).toEqual([undefined, undefined, ""]);
  });

  test.each(Object.entries(unaskableClaims))("a forged token with %s is malformed", async (_name, claims) => {
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    expect(await introspect(forgedToken(accessToken, claims(t.url)))).toMatchObject({
      active: false,
      inactiveReason: "malformed",
    });
  });

  test("a token that another project did not sign does not tell that there is one", async () => {
    const { secretKey: otherKey } = await t.addProject("Other");
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    const [header, payload] = accessToken.split(".");
    const forged = `${header}.${payload}.${Buffer.alloc(64, 1).toString("base64url")}`;
    for (const token of [forged, forgedToken(accessToken, { iat: 1 })]) {
      const answer = await introspect(token, otherKey);
      expect(answer).toMatchObject({ active: false, inactiveReason: "unknown_key", userId: "" });
    }
    t.advance(900_000);
    expect(await reasonOf(introspect(accessToken, otherKey))).toBe("WRONG_PROJECT");
  });

  test("another project's token is PERMISSION_DENIED, WRONG_PROJECT", async () => {
    const { secretKey: otherKey } = await t.addProject("Other");
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    expect(await failureOf(introspect(accessToken, otherKey))).toMatchObject({
      code: "PermissionDenied",
      reason: "WRONG_PROJECT",
    });
  });

  test("only a secret key opens this surface", async () => {
    const call = (headers: Record<string, string>) =>
      reasonOf(t.client(TokenService, headers).introspectToken({ token: "x" }));
    expect(await call({})).toBe("API_KEY_MISSING");
    expect(await call({ "x-svc-key": project.publishableKey })).toBe("WRONG_SURFACE");
    expect(await call({ "x-svc-key": `${secretKey.slice(0, -1)}_` })).toBe("API_KEY_INVALID");
  });
});
