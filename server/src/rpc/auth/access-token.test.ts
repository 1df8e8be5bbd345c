import { createPublicKey, type webcrypto } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import jwt from "jsonwebtoken";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadPrivateKey, newSigningKeyPair, signEs256 } from "../../crypto/es256.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { forgedToken, unaskableClaims } from "../../testing/forged-token.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

/** Two verifiers that we did not write, each with nothing but the project's slug and the server's address. */
const verifiers = {
  async jose(t: TestApp, slug: string, token: string): Promise<unknown> {
    const keys = createRemoteJWKSet(new URL(`${t.url}/p/${slug}/.well-known/jwks.json`));
    const options = {
      issuer: `${t.url}/p/${slug}`,
      audience: slug,
      algorithms: ["ES256"],
      currentDate: new Date(t.app.clock()),
    };
    return (await jwtVerify(token, keys, options)).payload;
  },

  async jsonwebtoken(t: TestApp, slug: string, token: string): Promise<unknown> {
    const { keys } = (await (await fetch(`${t.url}/p/${slug}/.well-known/jwks.json`)).json()) as {
      keys: (webcrypto.JsonWebKey & { kid: string })[];
    };
    const kid = jwt.decode(token, { complete: true })?.header.kid;
    const key = keys.find((candidate) => candidate.kid === kid);
    if (!key) throw new Error("unknown kid");
    return jwt.verify(token, createPublicKey({ key, format: "jwk" }), {
      issuer: `${t.url}/p/${slug}`,
      audience: slug,
      algorithms: ["ES256"],
      clockTimestamp: Math.floor(t.app.clock() / 1000),
    });
  },
};

describe.each(engines)("Access tokens on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true })).project;
  });
  afterEach(() => t.close());

  test("have exactly the claims of the spec, and the session id", async () => {
    const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
    const iat = Math.floor(t.app.clock() / 1000);
    const [header, payload] = accessToken.split(".").map((part) => Buffer.from(part, "base64url").toString());

    expect(JSON.parse(header ?? "")).toEqual({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(JSON.parse(payload ?? "")).toEqual({
      iss: `${t.url}/p/demo`,
      sub: user?.id,
      aud: "demo",
      iat,
      exp: iat + 900,
      sid: expect.any(String),
      email: EMAIL,
      email_verified: false,
      claims: {},
    });
    expect(user?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("of a guest say anonymous and have no email", async () => {
    const { accessToken } = await t.auth(project).signInAnonymously({});
    const payload = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({ anonymous: true, email_verified: false, claims: {} });
    expect(payload).not.toHaveProperty("email");
  });

  test("carry the custom claims and the verification state", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    await updateUser(t.app.db, project.id, user?.id ?? "", {
      customClaims: '{"roles":["a"]}',
      emailVerifiedAt: 1,
    });
    const { accessToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(await verifiers.jose(t, "demo", accessToken)).toMatchObject({
      claims: { roles: ["a"] },
      email_verified: true,
    });
  });

  describe.each(Object.entries(verifiers))("with %s from the JWKS URL alone", (_name, verify) => {
    test("a token is accepted until it expires after 15 minutes", async () => {
      const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
      t.advance(900_000 - 1000);
      expect(await verify(t, "demo", accessToken)).toMatchObject({ sub: user?.id });
      t.advance(1000);
      await expect(verify(t, "demo", accessToken)).rejects.toThrow();
    });

    test("a tampered token, one of another project and one with another alg are rejected", async () => {
      const { project: other } = await t.addProject("Other");
      const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
      const [header = "", payload = "", signature = ""] = accessToken.split(".");
      const evil = Buffer.from(payload, "base64url").toString().replace(EMAIL, "eve@example.com");
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");

      await expect(verify(t, other.slug, accessToken)).rejects.toThrow();
      await expect(
        verify(t, "demo", `${header}.${Buffer.from(evil).toString("base64url")}.${signature}`),
      ).rejects.toThrow();
      await expect(verify(t, "demo", `${none}.${payload}.`)).rejects.toThrow();
    });
  });

  describe("on our own RPCs", () => {
    const getMe = (token: string) => reasonOf(t.auth(project, token).getMe({}));

    test("a missing, malformed or expired token is ACCESS_TOKEN_INVALID", async () => {
      const { accessToken, refreshToken } = await t.addUser(project, EMAIL, PASSWORD);
      expect(await reasonOf(t.auth(project).getMe({}))).toBe("ACCESS_TOKEN_INVALID");
      for (const token of [
        "x",
        "a.b.c",
        `${accessToken}A`,
        accessToken.slice(0, -1),
        refreshToken,
        project.publishableKey,
      ]) {
        expect(await getMe(token)).toBe("ACCESS_TOKEN_INVALID");
      }
      t.advance(900_000);
      expect(await getMe(accessToken)).toBe("ACCESS_TOKEN_INVALID");
    });

    test.each(Object.entries(unaskableClaims))(
      "a forged token with %s is ACCESS_TOKEN_INVALID",
      async (_name, claims) => {
        const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
        expect(await getMe(forgedToken(accessToken, claims(t.url)))).toBe("ACCESS_TOKEN_INVALID");
      },
    );

    test("a claim that spells out a backslash and u0000 does not spoil a token", async () => {
      const { user } = await t.addUser(project, EMAIL, PASSWORD);
      const customClaims = JSON.stringify({ pattern: "\\u0000", "\\\\u0000": 1 });
      await updateUser(t.app.db, project.id, user?.id ?? "", { customClaims });
      const { accessToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
      await t.auth(project, accessToken).getMe({});
    });

    test("a token of another project is WRONG_PROJECT", async () => {
      const { project: other } = await t.addProject("Other");
      const { accessToken } = await t.addUser(other, EMAIL, PASSWORD);
      expect(await getMe(accessToken)).toBe("WRONG_PROJECT");
    });

    test("a token from before a change of the base URL is refused, and a refresh replaces it", async () => {
      const { accessToken, refreshToken } = await t.addUser(project, EMAIL, PASSWORD);
      Object.assign(t.app, { baseUrl: "https://moved.example.com" });
      expect(await getMe(accessToken)).toBe("ACCESS_TOKEN_INVALID");
      const { accessToken: next } = await t.auth(project).refreshToken({ refreshToken });
      await t.auth(project, next).getMe({});
    });

    test("a token signed by a key that is not the project's is refused, also when it names the project's kid", async () => {
      const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
      const [header = "", payload = ""] = accessToken.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
      const mine = newSigningKeyPair();
      const key = loadPrivateKey(mine.privateKeyPem);
      expect(await getMe(signEs256(key, kid, claims))).toBe("ACCESS_TOKEN_INVALID");
      expect(await getMe(signEs256(key, mine.kid, claims))).toBe("ACCESS_TOKEN_INVALID");
    });

    test("the scheme is Bearer, in any case, and nothing else", async () => {
      const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
      const call = (authorization: string) =>
        t.authWith({ "x-svc-key": project.publishableKey, authorization }).getMe({});
      await call(`bearer ${accessToken}`);
      expect(await reasonOf(call(accessToken))).toBe("ACCESS_TOKEN_INVALID");
      expect(await reasonOf(call(`Basic ${accessToken}`))).toBe("ACCESS_TOKEN_INVALID");
      expect(await reasonOf(call("Bearer"))).toBe("ACCESS_TOKEN_INVALID");
    });
  });
});
