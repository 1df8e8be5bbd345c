import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createServerClient,
  createVerifier,
  type ServerClient,
  type TokenError,
  type Verifier,
} from "../../sdk/typescript/src/server/server.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { passkeyDevice, RP_ID, withPasskeys } from "../src/testing/passkeys.ts";
import { iphone, pushOf } from "../src/testing/push.ts";
import { TestApp } from "../src/testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("a backend with the SDK on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let server: ServerClient;
  let verifier: Verifier;
  let fetches: number;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const made = await t.addProject("Demo", { allowAnonymousSignIn: true });
    project = made.project;
    server = createServerClient({ baseUrl: `${t.url}/`, secretKey: made.secretKey });
    fetches = 0;
    verifier = createVerifier({
      baseUrl: t.url,
      project: "demo",
      now: t.app.clock,
      fetch: (url, init) => {
        fetches++;
        return fetch(url, init);
      },
    });
  });
  afterEach(() => t.close());

  const verdict = (token: string): Promise<string> =>
    verifier.verify(token).then(
      () => "accepted",
      (error: TokenError) => error.reason,
    );

  test("takes real tokens, and reads in them what the server knows of the user", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    await server.updateUser({
      userId: user?.id ?? "",
      customClaims: { role: "admin", limits: [1, { ü: null }] },
    });
    const { accessToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(await verifier.verify(accessToken, { allowAnonymous: false })).toMatchObject({
      userId: user?.id,
      email: EMAIL,
      emailVerified: false,
      isAnonymous: false,
      claims: { role: "admin", limits: [1, { ü: null }] },
      issuedAt: new Date(t.app.clock()),
      expiresAt: new Date(t.app.clock() + 900_000),
    });
  });

  test("knows a guest, and refuses one on request", async () => {
    const { accessToken } = await t.auth(project).signInAnonymously({});
    expect(await verifier.verify(accessToken)).toMatchObject({ isAnonymous: true, email: undefined });
    const refused = verifier.verify(accessToken, { allowAnonymous: false });
    await expect(refused).rejects.toMatchObject({ reason: "ANONYMOUS_NOT_ALLOWED" });
  });

  test("refuses other credentials, other projects and what has expired", async () => {
    const { accessToken, refreshToken } = await t.addUser(project, EMAIL, PASSWORD);
    const { token } = await t.addAdmin();
    const other = await t.addProject("Other");
    const theirs = await t.addUser(other.project, EMAIL, PASSWORD);
    expect(await Promise.all([refreshToken, token, other.secretKey].map(verdict))).toEqual(
      Array.from({ length: 3 }, () => "TOKEN_MALFORMED"),
    );
    expect(await verdict(theirs.accessToken)).toBe("KEY_UNKNOWN");
    t.advance(904_000);
    expect(await verdict(accessToken)).toBe("accepted");
    t.advance(1_000);
    expect(await verdict(accessToken)).toBe("TOKEN_EXPIRED");
  });

  test("knows a rotated key without a fetch, and drops a reset one when its cache has aged", async () => {
    const { token } = await t.addAdmin();
    const before = await t.addUser(project, EMAIL, PASSWORD);
    expect(await verdict(before.accessToken)).toBe("accepted");
    await t.projects(token).rotateSigningKey({ project: "demo" });
    const after = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const tokens = [after.accessToken, before.accessToken, after.accessToken];
    expect(await Promise.all(tokens.map(verdict))).toEqual(["accepted", "accepted", "accepted"]);
    expect(fetches).toBe(1);

    // The second rotation comes too early for caches: the unknown key is fetched.
    await t.projects(token).rotateSigningKey({ project: "demo" });
    const early = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(await verdict(early.accessToken)).toBe("accepted");
    expect(fetches).toBe(2);
    await t.projects(token).resetSigningKey({ project: "demo" });
    t.advance(300_000);
    for (const { accessToken } of [after, before]) expect(await verdict(accessToken)).toBe("KEY_UNKNOWN");
  });

  test("goes on with the keys it has when the server is gone", async () => {
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    expect(await verdict(accessToken)).toBe("accepted");
    const dead = createVerifier({
      baseUrl: t.url,
      project: "demo",
      jwksUrl: "http://127.0.0.1:2/jwks.json",
      now: t.app.clock,
    });
    await expect(dead.verify(accessToken)).rejects.toMatchObject({ reason: "KEYS_UNAVAILABLE" });
    const other = await TestApp.open(engine, { database: t.database, baseUrl: t.url });
    await t.close();
    t.advance(600_000);
    expect(await verdict(accessToken)).toBe("accepted");
    expect(fetches).toBe(2);
    t = other;
  });

  test("asks online, and learns at once that a user was disabled", async () => {
    const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
    expect(await server.introspectToken(accessToken)).toMatchObject({
      active: true,
      userId: user?.id,
      isAnonymous: false,
      claims: { sub: user?.id, aud: "demo" },
      user: { id: user?.id, email: EMAIL, identities: [], sessions: [] },
    });
    expect(await server.disableUser(user?.id ?? "")).toMatchObject({ disabled: true });
    expect(await verdict(accessToken)).toBe("accepted");
    expect(await server.introspectToken(accessToken)).toMatchObject({
      active: false,
      inactiveReason: "disabled",
    });
    expect(await server.introspectToken("nonsense")).toEqual({
      active: false,
      userId: "",
      isAnonymous: false,
      inactiveReason: "malformed",
    });
  });

  test("manages users with every method", async () => {
    const created = await server.createUser({ email: EMAIL, password: PASSWORD, displayName: "Ada" });
    expect(created).toMatchObject({ email: EMAIL, displayName: "Ada", customClaims: {}, hasPassword: true });
    expect(created).not.toHaveProperty("avatarUrl");
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await t.auth(project).signInAnonymously({});
    const { users, nextPageToken } = await server.listUsers({ pageSize: 1 });
    expect(users).toHaveLength(1);
    const second = await server.listUsers({ pageSize: 1, pageToken: nextPageToken });
    expect(second).toMatchObject({ users: [{ id: created.id }], nextPageToken: "" });
    expect((await server.listUsers({ filters: { isAnonymous: true } })).users).toHaveLength(1);
    expect((await server.listUsers({ filters: { provider: "google" } })).users).toEqual([]);
    expect((await server.getUser({ email: EMAIL })).sessions).toHaveLength(1);
    const updated = await server.updateUser({ userId: created.id, displayName: "", customClaims: { a: 1 } });
    expect(updated).toMatchObject({ email: EMAIL, customClaims: { a: 1 } });
    expect(updated).not.toHaveProperty("displayName");
    expect(await server.revokeUserSessions(created.id)).toBe(1);
    expect(await server.disableUser(created.id)).toMatchObject({ disabled: true });
    expect(await server.enableUser(created.id)).toMatchObject({ disabled: false });
    await server.deleteUser(created.id);
    await expect(server.getUser({ userId: created.id })).rejects.toMatchObject({
      name: "AuthError",
      reason: "NOT_FOUND",
      status: 404,
      retryable: false,
    });
  });

  test("reads and revokes push devices", async () => {
    const tokens = await t.addUser(project, EMAIL, PASSWORD);
    await pushOf(t, project, tokens).registerPushDevice(iphone(1));
    const [device] = await server.listUserPushDevices(tokens.user?.id ?? "");
    expect(device).toMatchObject({ provider: "apns", environment: "production", userId: tokens.user?.id });
    expect((await server.listPushDevices({ provider: "fcm" })).devices).toEqual([]);
    expect((await server.listPushDevices({ provider: "apns" })).devices).toEqual([device]);
    const token = device?.token ?? "";
    expect(await server.revokePushDevice({ token, reason: "unregistered" })).toBe(true);
    expect(await server.revokePushDevice({ token })).toBe(false);
  });

  test("lists and removes passkeys", async () => {
    await updateProject(t.app, systemActor, project.id, { settings: withPasskeys });
    const { user, accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    await passkeyDevice(t, project).link(accessToken, {}, { passkeyName: "Phone" });
    expect(await server.getUser({ userId })).toMatchObject({ passkeyCount: 1 });
    const [passkey] = await server.listUserPasskeys(userId);
    expect(passkey).toEqual({
      id: expect.any(String),
      name: "Phone",
      credentialId: expect.any(String),
      backedUp: expect.any(Boolean),
      createdAt: expect.stringMatching(/^2030-/),
      rpId: RP_ID,
    });
    await server.removeUserPasskey({ userId, passkeyId: passkey?.id ?? "" });
    expect(await server.listUserPasskeys(userId)).toEqual([]);
    await expect(server.removeUserPasskey({ userId, passkeyId: "nope" })).rejects.toMatchObject({
      reason: "NOT_FOUND",
    });
  });

  test("exports a person and follows changes", async () => {
    const { nextCursor } = await server.listUserChanges({ fromNow: true });
    const { id } = await server.createUser({ email: "exported@example.com" });
    expect(await server.exportUser(id)).toMatchObject({ format: 1, user: { id }, sessions: [] });
    t.advance(10_000);
    const { changes, hasMore } = await server.listUserChanges({ cursor: nextCursor });
    expect(changes).toEqual([{ kind: "user.created", userId: id, time: expect.any(String) }]);
    expect(hasMore).toBe(false);
  });

  test("is told what is wrong with its key", async () => {
    expect(() => createServerClient({ baseUrl: t.url, secretKey: project.publishableKey })).toThrow(
      TypeError,
    );
    const wrong = createServerClient({ baseUrl: t.url, secretKey: `sk_${"A".repeat(46)}` });
    await expect(wrong.listUsers()).rejects.toMatchObject({ reason: "API_KEY_INVALID", status: 401 });
    const nobody = createServerClient({ baseUrl: "http://127.0.0.1:2", secretKey: "sk_x" });
    await expect(nobody.listUsers()).rejects.toMatchObject({ reason: "NETWORK", retryable: true });
  });
});
