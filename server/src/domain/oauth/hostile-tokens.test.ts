import { createPublicKey } from "node:crypto";
import { OAuth2Client } from "google-auth-library";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { engines } from "../../testing/engines.ts";
import { hostileTokens } from "../../testing/hostile-tokens.ts";
import { APPLE, GOOGLE, NONCE, OAuthBench } from "../../testing/oauth.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import type { Claims } from "../../testing/token-issuer.ts";
import type { Project } from "../projects/project.ts";
import type { OAuthProvider } from "./identity-provider.ts";

describe.each(engines)("SignInWithOAuth on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeAll(async () => {
    b = await OAuthBench.open(engine, { rateLimits: "off" });
    project = await b.addProject();
  });
  afterAll(() => b.close());
  beforeEach(() => void b.t.advance(61_000)); // an unknown key id may be asked for once a minute
  afterEach(() => void vi.useRealTimers());

  /** What Google's library says of it, at the server's time, with the keys that the provider publishes. */
  async function verdictOfGoogle(provider: OAuthProvider, token: string): Promise<"accepts" | "refuses"> {
    vi.useFakeTimers({ toFake: ["Date"], now: b.t.app.clock() });
    const { kid, privateKey } = b[provider];
    const pem = createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString();
    const [audiences, issuers] =
      provider === "google"
        ? [
            [GOOGLE.webClientId, GOOGLE.iosClientId],
            ["https://accounts.google.com", "accounts.google.com"],
          ]
        : [[APPLE.bundleId, APPLE.servicesId], ["https://appleid.apple.com"]];
    try {
      const client = new OAuth2Client();
      await client.verifySignedJwtWithCertsAsync(token, { [kid]: pem }, audiences, issuers, 2 * 86_400);
      return "accepts";
    } catch {
      return "refuses";
    } finally {
      vi.useRealTimers();
    }
  }

  const countUsers = async (): Promise<number> =>
    (await b.t.app.db.selectFrom("users").select("id").where("projectId", "=", project.id).execute()).length;

  test.each(Object.entries(hostileTokens))("refuses %s", async (_name, variant) => {
    const { provider = "google", googleRefuses, nonce } = variant;
    const token = variant.token(b, b.claims(provider, `sub-${b.t.app.newId()}`));
    const before = await countUsers();
    const credential = b.present(provider, token, nonce);
    expect(await failureOf(b.t.auth(project).signInWithOAuth({ credential }))).toEqual({
      code: "Unauthenticated",
      reason: "OAUTH_TOKEN_INVALID",
      metadata: {},
    });
    expect(await countUsers()).toBe(before);
    if (googleRefuses) expect(await verdictOfGoogle(provider, token)).toBe("refuses");
  });

  test("refuses at least forty kinds of tokens", () => {
    expect(Object.keys(hostileTokens).length).toBeGreaterThanOrEqual(40);
  });

  test.each<[string, OAuthProvider, Claims]>([
    ["of Google for the web client", "google", {}],
    ["of Google for the iOS client", "google", { aud: GOOGLE.iosClientId, azp: GOOGLE.iosClientId }],
    ["of Google from Android", "google", { azp: GOOGLE.androidClientId }],
    ["of Google with its old issuer", "google", { iss: "accounts.google.com" }],
    ["of Apple for the app", "apple", {}],
    ["of Apple for the Services ID", "apple", { aud: APPLE.servicesId }],
    [
      "of Apple with flags as text",
      "apple",
      { email: "t@icloud.com", email_verified: "true", is_private_email: "false" },
    ],
    ["of Apple with flags as booleans", "apple", { email: "b@icloud.com", email_verified: true }],
  ])("accepts an honest token %s, as Google's library does", async (_name, provider, more) => {
    const claims = b.claims(provider, `honest-${b.t.app.newId()}`, more);
    const token = b[provider].token(claims);
    expect(await verdictOfGoogle(provider, token)).toBe("accepts");
    const { user } = await b.t.auth(project).signInWithOAuth({ credential: b.present(provider, token) });
    expect(user?.identities).toHaveLength(1);
  });

  test("accepts a token that is almost too old, almost expired or a little early", async () => {
    const iat = Math.floor(b.t.app.clock() / 1000);
    await b.signIn(project, "google", "edge-1", { iat: iat - 600 });
    await b.signIn(project, "google", "edge-2", { iat: iat - 300, exp: iat - 29 });
    await b.signIn(project, "google", "edge-3", { iat: iat + 60 });
    expect(await reasonOf(b.signIn(project, "google", "edge-4", { iat: iat - 601 }))).toBe(
      "OAUTH_TOKEN_INVALID",
    );
    expect(await reasonOf(b.signIn(project, "google", "edge-5", { iat: iat - 300, exp: iat - 30 }))).toBe(
      "OAUTH_TOKEN_INVALID",
    );
    expect(await reasonOf(b.signIn(project, "google", "edge-6", { iat: iat + 61 }))).toBe(
      "OAUTH_TOKEN_INVALID",
    );
  });

  test("accepts a token once, also when it comes many times at once", async () => {
    const credential = b.credential("apple", "replayed");
    const calls = Array.from({ length: 8 }, () => b.t.auth(project).signInWithOAuth({ credential }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = calls.filter((_, index) => outcomes[index]?.status === "rejected");
    expect(await Promise.all(refused.map(reasonOf))).toEqual(Array(7).fill("OAUTH_TOKEN_INVALID"));
    expect(await reasonOf(b.t.auth(project).signInWithOAuth({ credential }))).toBe("OAUTH_TOKEN_INVALID");
  });

  test("a token is used up in the project where it was used", async () => {
    const other = await b.addProject({}, "Other");
    const credential = b.credential("google", "two-projects");
    const [here, there] = [b.t.auth(project), b.t.auth(other)];
    const [one, two] = [
      await here.signInWithOAuth({ credential }),
      await there.signInWithOAuth({ credential }),
    ];
    expect(one.user?.id).not.toBe(two.user?.id);
    expect(await reasonOf(here.signInWithOAuth({ credential }))).toBe("OAUTH_TOKEN_INVALID");
  });

  test("a project may let apps with old SDKs leave the nonce out; a nonce that is sent must fit even then", async () => {
    const google = { ...project.settings.google, allowMissingNonce: true };
    const lenient = await b.addProject({ google }, "Lenient");
    const auth = b.t.auth(lenient);
    const token = (more: Claims) => b.google.token(b.claims("google", "old-sdk", more));
    await auth.signInWithOAuth({ credential: b.present("google", token({ nonce: "of the SDK" }), "") });
    await auth.signInWithOAuth({ credential: b.present("google", token({ nonce: undefined }), "") });
    const mismatch = { credential: b.present("google", token({ nonce: undefined })) };
    expect(await reasonOf(auth.signInWithOAuth(mismatch))).toBe("OAUTH_TOKEN_INVALID");
    const apple = { credential: b.present("apple", b.apple.token(b.claims("apple", "a")), "") };
    expect(await reasonOf(auth.signInWithOAuth(apple))).toBe("OAUTH_TOKEN_INVALID");
  });

  test("without the provider, or without a provider named, there is nothing to accept", async () => {
    const { project: plain } = await b.t.addProject("Plain");
    const credential = b.credential("google", "off");
    expect(await reasonOf(b.t.auth(plain).signInWithOAuth({ credential }))).toBe("OAUTH_PROVIDER_DISABLED");
    const unnamed = { credential: { idToken: credential.idToken, nonce: NONCE } };
    expect(await failureOf(b.t.auth(project).signInWithOAuth(unnamed))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "credential.provider" },
    });
    expect(await failureOf(b.t.auth(project).signInWithOAuth({}))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "credential" },
    });
  });
});
