import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
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

  test("every way to end is seen on the next call, with its reason", async () => {
    const sign = () => t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const { user, ...first } = await t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    const why = async (token: string) => {
      const { active, inactiveReason } = await introspect(token);
      return active || inactiveReason;
    };

    expect(await why(first.accessToken)).toBe(true);
    await t.auth(project).signOut({ refreshToken: first.refreshToken });
    expect(await why(first.accessToken)).toBe("revoked");

    const second = await sign();
    await users().revokeUserSessions({ userId });
    expect(await why(second.accessToken)).toBe("revoked");

    const third = await sign();
    await users().disableUser({ userId });
    expect(await why(third.accessToken)).toBe("disabled");
    await users().enableUser({ userId });
    expect(await why(third.accessToken)).toBe("revoked");

    const fourth = await sign();
    await users().deleteUser({ userId });
    expect(await why(fourth.accessToken)).toBe("deleted");
  });

  test("an expired token is expired, and still tells whose it was", async () => {
    const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
    t.advance(900_000);
    expect(await introspect(accessToken)).toMatchObject({
      active: false,
      inactiveReason: "expired",
      claims: { sub: user?.id },
      userId: "",
    });
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
    expect((await introspect(forged)).claims).toBeUndefined();
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
