import { createPublicKey } from "node:crypto";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { STAND_BY_UNTIL } from "../../storage/signing-keys.ts";
import { engines } from "../../testing/engines.ts";
import { backendPush, iphone, pushOf } from "../../testing/push.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";

describe.each(engines)("the keys of a project on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
    ({ project, secretKey } = await t.addProject("Demo"));
  });
  afterEach(() => t.close());

  const jwksKids = async (): Promise<string[]> => {
    const response = await fetch(`${t.url}/p/${project.slug}/.well-known/jwks.json`);
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid).sort();
  };
  const introspect = (accessToken: string) =>
    t.client(TokenService, { "x-svc-key": secretKey }).introspectToken({ token: accessToken });
  const kindsOfEvents = async () =>
    (
      await t.app.db.selectFrom("events").select("kind").where("kind", "like", "admin.project_%").execute()
    ).map(({ kind }) => kind);

  test("RegenerateSecretKey: the old key is dead at once, the new one is shown once", async () => {
    const listUsers = (key: string) => t.client(UserService, { "x-svc-key": key }).listUsers({});
    await listUsers(secretKey);
    const { secretKey: fresh } = await t.projects(token).regenerateSecretKey({ project: "demo" });

    expect(fresh).toMatch(/^sk_[0-9A-Za-z]{46}$/);
    expect(await reasonOf(listUsers(secretKey))).toBe("API_KEY_INVALID");
    await listUsers(fresh);
    const rows = JSON.stringify([
      await t.app.db.selectFrom("projects").selectAll().execute(),
      await t.app.db.selectFrom("events").selectAll().execute(),
    ]);
    expect(rows).not.toContain(fresh);
    expect(t.logLines.join("")).not.toContain(fresh);
    expect(await kindsOfEvents()).toContain("admin.project_secret_key_regenerated");
  });

  test("GetSigningKey tells the key that signs and what tokens are checked against", async () => {
    const { keys } = await t.projects(token).getSigningKey({ project: "demo" });
    expect(keys).toMatchObject({
      active: { algorithm: "ES256", publicJwk: { kty: "EC", crv: "P-256", alg: "ES256", use: "sig" } },
      grace: [],
      issuer: `${t.url}/p/demo`,
      audience: "demo",
      jwksUrl: `${t.url}/p/demo/.well-known/jwks.json`,
    });
    const { active } = keys ?? {};
    expect(active?.expiresAt).toBeUndefined();
    expect(active?.publicJwk).not.toHaveProperty("d");
    expect(active?.publicJwk?.kid).toBe(active?.kid);
    expect(await jwksKids()).toEqual([active?.kid, keys?.standBy?.kid].sort());
    const fromPem = createPublicKey(active?.publicKeyPem ?? "").export({ format: "jwk" });
    expect(fromPem).toMatchObject({ x: active?.publicJwk?.x, y: active?.publicJwk?.y });

    const { accessToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    const verified = await jwtVerify(accessToken, createRemoteJWKSet(new URL(keys?.jwksUrl ?? "")), {
      issuer: keys?.issuer ?? "",
      audience: keys?.audience ?? "",
      currentDate: new Date(t.app.clock()),
    });
    expect(verified.protectedHeader.kid).toBe(active?.kid);
  });

  test("RotateSigningKey: the new key signs at once, old tokens and sessions stay good", async () => {
    const old = await t.addUser(project, "ada@example.com", PASSWORD);
    const { keys: first } = await t.projects(token).getSigningKey({ project: "demo" });
    const before = first?.active?.kid ?? "";
    const { keys } = await t.projects(token).rotateSigningKey({ project: "demo" });

    const now = keys?.active?.kid ?? "";
    expect(now).toBe(first?.standBy?.kid);
    expect(keys?.grace.map(({ kid }) => kid)).toEqual([before]);
    expect(await jwksKids()).toEqual([before, now, keys?.standBy?.kid].sort());
    await t.auth(project, old.accessToken).getMe({});
    expect((await introspect(old.accessToken)).active).toBe(true);
    const refreshed = await t.auth(project).refreshToken({ refreshToken: old.refreshToken });
    const header = JSON.parse(Buffer.from(refreshed.accessToken.split(".")[0] ?? "", "base64url").toString());
    expect(header.kid).toBe(now);
    expect(await kindsOfEvents()).toContain("admin.project_signing_key_rotated");
  });

  test("a grace of 0 is the lifetime of an access token and a minute, and ends by the clock", async () => {
    const before = (await t.projects(token).getSigningKey({ project: "demo" })).keys?.active?.kid ?? "";
    const { keys } = await t.projects(token).rotateSigningKey({ project: "demo", graceSeconds: 0 });
    const expiresAt = keys?.grace[0]?.expiresAt;
    expect(expiresAt && timestampMs(expiresAt)).toBe(t.app.clock() + 960_000);

    t.advance(960_000 - 1);
    expect(await jwksKids()).toContain(before);
    t.advance(1);
    // No job ran: the row is there, and nobody sees it.
    expect(await jwksKids()).toEqual([keys?.active?.kid, keys?.standBy?.kid].sort());
    expect((await t.projects(token).getSigningKey({ project: "demo" })).keys?.grace).toEqual([]);
    expect(await t.app.db.selectFrom("signingKeys").select("kid").execute()).toHaveLength(3);
  });

  test("a token of a key whose grace is over fails, also before it expires", async () => {
    const { accessToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    await t.projects(token).rotateSigningKey({ project: "demo", graceSeconds: 10 });
    t.advance(9_999);
    await t.auth(project, accessToken).getMe({});
    t.advance(1);
    expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("ACCESS_TOKEN_INVALID");
    expect(await introspect(accessToken)).toMatchObject({ active: false });
  });

  test("keys whose grace is over are deleted by the next rotation and by the clean-up", async () => {
    const rotate = () => t.projects(token).rotateSigningKey({ project: "demo", graceSeconds: 10 });
    const stored = async () => (await t.app.db.selectFrom("signingKeys").select("kid").execute()).length;
    await rotate();
    await rotate();
    expect(await stored()).toBe(4);
    t.advance(10_000);
    await rotate();
    expect(await stored()).toBe(3);
    t.advance(9_999);
    expect(await cleanUp(t.app)).toMatchObject({ signingKeys: 0 });
    t.advance(1);
    expect(await cleanUp(t.app)).toMatchObject({ signingKeys: 1 });
    expect(await stored()).toBe(2);
  });

  test.each([-1, 30 * 86_400 + 1])("a grace of %i seconds is refused", async (graceSeconds) => {
    expect(
      await failureOf(t.projects(token).rotateSigningKey({ project: "demo", graceSeconds })),
    ).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field: "grace_seconds" } });
  });

  test("rotations at the same time leave one key that signs, and all others in their grace", async () => {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        t.projects(token).rotateSigningKey({ project: "demo", graceSeconds: 60 }),
      ),
    );
    const rows = await t.app.db.selectFrom("signingKeys").select("graceUntil").execute();
    expect(rows).toHaveLength(10);
    expect(rows.filter(({ graceUntil }) => graceUntil === null)).toHaveLength(1);
    expect(rows.filter(({ graceUntil }) => graceUntil === STAND_BY_UNTIL)).toHaveLength(1);
    expect(await jwksKids()).toHaveLength(10);
  });

  test("ResetSigningKey: one new key, every token of the project dead, online and offline", async () => {
    const ada = await t.addUser(project, "ada@example.com", PASSWORD);
    const bob = await t.addUser(project, "bob@example.com", PASSWORD);
    await t.projects(token).rotateSigningKey({ project: "demo" });
    const other = await t.addProject("Other");
    const eve = await t.addUser(other.project, "eve@example.com", PASSWORD);
    const old = await jwksKids();

    const { keys, revokedSessions } = await t.projects(token).resetSigningKey({ project: "demo" });
    expect(revokedSessions).toBe(2);
    expect(keys?.grace).toEqual([]);
    const fresh = [keys?.active?.kid, keys?.standBy?.kid];
    expect(await jwksKids()).toEqual(fresh.sort());
    expect(old.filter((kid) => fresh.includes(kid))).toEqual([]);
    for (const { accessToken, refreshToken } of [ada, bob]) {
      expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("ACCESS_TOKEN_INVALID");
      expect(await introspect(accessToken)).toMatchObject({ active: false });
      expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    }
    const again = await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    await t.auth(project, again.accessToken).getMe({});
    await t.auth(other.project, eve.accessToken).getMe({});
    expect(await kindsOfEvents()).toContain("admin.project_signing_key_reset");
  });

  test("ResetSigningKey forgets what hung on the sessions: repeated answers and push devices", async () => {
    const tokens = await t.addUser(project, "ada@example.com", PASSWORD);
    await pushOf(t, project, tokens).registerPushDevice(iphone(1));
    const [refreshToken, attemptId] = [tokens.refreshToken, "a".repeat(32)];
    await t.auth(project).refreshToken({ refreshToken, attemptId });
    await t.projects(token).resetSigningKey({ project: "demo" });

    const repeated = t.auth(project).refreshToken({ refreshToken, attemptId });
    expect(await reasonOf(repeated)).toBe("REFRESH_TOKEN_INVALID");
    const rows = await t.app.db.selectFrom("refreshTokens").select("replay").execute();
    expect(rows.filter(({ replay }) => replay !== null)).toEqual([]);
    expect((await backendPush(t, secretKey).listPushDevices({})).devices).toEqual([]);
  });

  test("of refreshes at the moment of a reset none brings a session over it", async () => {
    const { accessToken, refreshToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    const sessions = [{ accessToken, refreshToken }];
    for (let i = 0; i < 7; i++) {
      sessions.push(await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD }));
    }
    const [reset, ...refreshes] = await Promise.allSettled([
      t.projects(token).resetSigningKey({ project: "demo" }),
      ...sessions.map((session) => t.auth(project).refreshToken({ refreshToken: session.refreshToken })),
    ]);
    expect(reset?.status).toBe("fulfilled");
    const survivors = refreshes.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    for (const { refreshToken } of [...sessions, ...survivors]) {
      expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    }
    expect(
      await t.app.db.selectFrom("sessions").where("revokedAt", "is", null).selectAll().execute(),
    ).toEqual([]);
  });

  test("a reset that fails half-way changes nothing", async () => {
    const { accessToken, refreshToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    const kids = await jwksKids();
    // Two events with one id: the last statement of the transaction fails.
    const [event] = await t.app.db.selectFrom("events").select("id").limit(1).execute();
    const { resetSigningKey } = await import("../../domain/signing-keys/reset-signing-key.ts");
    const broken = { ...t.app, newId: () => event?.id ?? "" };
    await expect(resetSigningKey(broken, { actor: "system", ip: null }, "demo")).rejects.toThrow();
    expect(await jwksKids()).toEqual(kids);
    await t.auth(project, accessToken).getMe({});
    await t.auth(project).refreshToken({ refreshToken });
  });

  test("an unknown project is NOT_FOUND everywhere", async () => {
    const projects = t.projects(token);
    const calls = [
      projects.regenerateSecretKey({ project: "nope" }),
      projects.getSigningKey({ project: "nope" }),
      projects.rotateSigningKey({ project: "nope" }),
      projects.resetSigningKey({ project: "nope" }),
      projects.deleteProject({ project: "nope" }),
      projects.getProjectSpec({ project: "nope" }),
    ];
    expect(await Promise.all(calls.map(reasonOf))).toEqual(calls.map(() => "NOT_FOUND"));
  });
});
