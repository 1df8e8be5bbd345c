import { hash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import { handoffPlace } from "../../domain/oauth/redeem-handoff.ts";
import type { Project } from "../../domain/projects/project.ts";
import { insertOauthHandoff } from "../../storage/oauth-handoffs.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { reasonOf } from "../../testing/reason-of.ts";

const MINUTE_MS = 60_000;

describe.each(engines)("Social sign-ins that are repeated, on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { rateLimits: "off" });
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const random = (bytes: number) => randomBytes(bytes).toString("base64url");
  const newAttemptId = () => random(16);
  const signIn = (credential: ReturnType<OAuthBench["credential"]>, attemptId: string) =>
    b.t.auth(project).signInWithOAuth({ credential, attemptId });
  const exchange = (code: Awaited<ReturnType<typeof handOff>>, attemptId: string) =>
    b.t.auth(project).exchangeOAuthCode({ ...code, attemptId });
  const refresh = (refreshToken: string) => b.t.auth(project).refreshToken({ refreshToken });
  const counts = async () => ({
    users: (await b.t.app.db.selectFrom("users").select("id").execute()).length,
    sessions: (await b.t.app.db.selectFrom("sessions").select("id").where("revokedAt", "is", null).execute())
      .length,
  });
  const eventsOf = async (kind: string) =>
    (await b.t.app.db.selectFrom("events").select("id").where("kind", "=", kind).execute()).length;

  /** What the redirect leaves behind for the app, without a browser. */
  async function handOff(subject: string) {
    const [code, codeVerifier] = [random(32), random(32)];
    const codeHash = hashToken(code);
    const names = { email: null, name: "", picture: "" };
    const flags = { emailVerified: false, emailAuthoritative: false, isPrivateEmail: false };
    const identity = JSON.stringify({ provider: "google", subject, ...names, ...flags });
    const now = b.t.app.clock();
    await insertOauthHandoff(b.t.app.db, {
      codeHash,
      projectId: project.id,
      appChallenge: hash("sha256", codeVerifier, "base64url"),
      identitySealed: b.t.app.secretBox.seal(identity, handoffPlace(project.id, codeHash)),
      createdAt: now,
      expiresAt: now + MINUTE_MS,
      usedAt: null,
      sessionId: null,
    });
    return { code, codeVerifier };
  }

  test("a repeated SignInWithOAuth gets the same session, also when its ID token is too old by then", async () => {
    const [credential, attempt] = [b.credential("google", "g-1"), newAttemptId()];
    const first = await signIn(credential, attempt);
    b.t.advance(11 * MINUTE_MS);
    const again = await signIn(credential, attempt);
    expect(again.refreshToken).toBe(first.refreshToken);
    expect(again.user?.identities).toHaveLength(1);
    expect(await counts()).toEqual({ users: 1, sessions: 1 });
    expect(await reasonOf(signIn(credential, newAttemptId()))).toBe("OAUTH_TOKEN_INVALID");
    expect(await eventsOf("user.sign_in_failed")).toBe(1);
  });

  test("another ID token or nonce with the same id is invalid, and is not used up", async () => {
    const attempt = newAttemptId();
    const first = await signIn(b.credential("google", "g-1"), attempt);
    const other = b.credential("google", "g-2");
    expect(await reasonOf(signIn(other, attempt))).toBe("ATTEMPT_INVALID");
    expect(await reasonOf(signIn({ ...other, nonce: "another" }, attempt))).toBe("ATTEMPT_INVALID");
    expect((await signIn(other, newAttemptId())).user?.id).not.toBe(first.user?.id);
    await refresh(first.refreshToken);
  });

  test("the same code, verifier and attempt are one presentation", async () => {
    const [code, attempt] = [await handOff("g-1"), newAttemptId()];
    const first = await exchange(code, attempt);
    b.t.advance(10 * MINUTE_MS);
    expect((await exchange(code, attempt)).refreshToken).toBe(first.refreshToken);
    const second = await refresh(first.refreshToken);
    expect(await reasonOf(exchange(code, attempt))).toBe("ATTEMPT_INVALID");
    await refresh(second.refreshToken);
    expect(await eventsOf("session.reuse_detected")).toBe(0);
  });

  test("without an id, or with another one, a code that comes back ends the session that it opened", async () => {
    for (const later of ["", newAttemptId()]) {
      const code = await handOff("g-1");
      const { refreshToken } = await exchange(code, newAttemptId());
      expect(await reasonOf(exchange(code, later))).toBe("OAUTH_CODE_INVALID");
      expect(await reasonOf(refresh(refreshToken))).toBe("REFRESH_TOKEN_INVALID");
    }
  });

  test("another code or verifier with the same id is invalid, and ends and uses up nothing", async () => {
    const [code, other, attempt] = [await handOff("g-1"), await handOff("g-2"), newAttemptId()];
    const first = await exchange(code, attempt);
    expect(await reasonOf(exchange(other, attempt))).toBe("ATTEMPT_INVALID");
    const wrong = { code: code.code, codeVerifier: other.codeVerifier };
    expect(await reasonOf(exchange(wrong, attempt))).toBe("ATTEMPT_INVALID");
    await exchange(other, newAttemptId());
    await refresh(first.refreshToken);
  });

  test("copies at the same time open one session and create one user", async () => {
    for (let round = 0; round < times(3, 50); round++) {
      const before = await counts();
      const credential = b.credential("google", `token-${round}`);
      const code = await handOff(`code-${round}`);
      const [one, other] = [newAttemptId(), newAttemptId()];
      const calls = Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? signIn(credential, one) : exchange(code, other),
      );
      const tokens = new Set((await Promise.all(calls)).map(({ refreshToken }) => refreshToken));
      const after = await counts();
      expect([tokens.size, after.users - before.users, after.sessions - before.sessions]).toEqual([2, 2, 2]);
    }
    expect(await eventsOf("session.reuse_detected")).toBe(0);
    expect(await eventsOf("user.sign_in_failed")).toBe(0);
  });

  test("an identity that was unlinked since repeats nothing", async () => {
    const [credential, attempt] = [b.credential("google", "g-1"), newAttemptId()];
    const { accessToken } = await signIn(credential, attempt);
    await b.link(project, accessToken, "apple", "a-1"); // uses the first refresh token
    expect(await reasonOf(signIn(credential, attempt))).toBe("ATTEMPT_INVALID");
    const [later, again] = [b.credential("google", "g-1"), newAttemptId()];
    const second = await signIn(later, again);
    await b.t.auth(project, second.accessToken).unlinkIdentity({ provider: later.provider });
    expect(await reasonOf(signIn(later, again))).toBe("ATTEMPT_INVALID");
  });
});
