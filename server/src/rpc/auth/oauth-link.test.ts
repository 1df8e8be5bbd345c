import { hash, randomBytes } from "node:crypto";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import { handoffPlace } from "../../domain/oauth/redeem-handoff.ts";
import type { Project } from "../../domain/projects/project.ts";
import { insertOauthHandoff } from "../../storage/oauth-handoffs.ts";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import type { Claims } from "../../testing/token-issuer.ts";

const EMAIL = "ada@gmail.com";
const PASSWORD = "correct horse battery";
const GMAIL = { email: EMAIL, email_verified: true };
const MINUTE_MS = 60_000;

describe.each(engines)("LinkOAuth and UnlinkIdentity on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const guest = () => b.t.auth(project).signInAnonymously({});

  const source = (provider: "google" | "apple", sub: string, more: Claims = {}) => ({
    case: "credential" as const,
    value: b.credential(provider, sub, more),
  });

  const kindsOf = async (userId = "") =>
    (
      await b.t.app.db
        .selectFrom("events")
        .select(["kind", "data"])
        .where("projectId", "=", project.id)
        .where("userId", "=", userId)
        .orderBy("id")
        .execute()
    ).map(({ kind, data }) => `${kind} ${data}`);

  /** What the redirect leaves behind for the app, without a browser. */
  async function handOff(sub: string) {
    const [code, codeVerifier] = [
      randomBytes(32).toString("base64url"),
      randomBytes(32).toString("base64url"),
    ];
    const codeHash = hashToken(code);
    const identity = {
      provider: "google",
      subject: sub,
      email: EMAIL,
      emailVerified: true,
      emailAuthoritative: true,
      isPrivateEmail: false,
      name: "Ada",
      picture: "",
    };
    const now = b.t.app.clock();
    await insertOauthHandoff(b.t.app.db, {
      codeHash,
      projectId: project.id,
      appChallenge: hash("sha256", codeVerifier, "base64url"),
      identitySealed: b.t.app.secretBox.seal(JSON.stringify(identity), handoffPlace(project.id, codeHash)),
      createdAt: now,
      expiresAt: now + MINUTE_MS,
      usedAt: null,
      sessionId: null,
    });
    return { code, codeVerifier };
  }

  test("a guest becomes permanent, with the same sub, a fresh pair and what the provider told", async () => {
    const before = await guest();
    const after = await b.link(project, before.accessToken, "google", "g-1", { ...GMAIL, name: "Ada" });
    expect(after.user).toMatchObject({
      id: before.user?.id,
      isAnonymous: false,
      email: EMAIL,
      emailVerified: true,
      displayName: "Ada",
      identities: [{ provider: OauthProvider.GOOGLE, email: EMAIL }],
    });
    const payload = JSON.parse(Buffer.from(after.accessToken.split(".")[1] ?? "", "base64url").toString());
    expect(payload).not.toHaveProperty("anonymous");
    expect(payload).toMatchObject({ sub: before.user?.id, email: EMAIL });

    expect(await kindsOf(before.user?.id)).toEqual([
      "user.guest_created {}",
      'user.identity_linked {"provider":"google"}',
      'user.guest_converted {"method":"google"}',
    ]);
    await b.t.auth(project).refreshToken({ refreshToken: after.refreshToken });
    expect((await b.signIn(project, "google", "g-1")).user?.id).toBe(before.user?.id);
  });

  test("the guest's old refresh token is used up", async () => {
    const before = await guest();
    await b.link(project, before.accessToken, "google", "g-1");
    const { refreshToken } = before;
    expect(await reasonOf(b.t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_REUSED");
  });

  test("an account that belongs to somebody leaves the guest untouched", async () => {
    const owner = await b.signIn(project, "google", "g-1", GMAIL);
    const before = await guest();
    expect(await failureOf(b.link(project, before.accessToken, "google", "g-1"))).toMatchObject({
      code: "AlreadyExists",
      reason: "OAUTH_ACCOUNT_EXISTS",
    });
    const { user } = await b.t.auth(project, before.accessToken).getMe({});
    expect(user).toMatchObject({ id: before.user?.id, isAnonymous: true, email: "", identities: [] });
    const { refreshToken } = await b.t.auth(project).refreshToken({ refreshToken: before.refreshToken });
    await b.t.auth(project).refreshToken({ refreshToken });
    expect((await b.signIn(project, "google", "g-1")).user?.id).toBe(owner.user?.id);
  });

  test("an address that belongs to somebody stays theirs; the account is linked all the same", async () => {
    const owner = await b.t.addUser(project, EMAIL, PASSWORD);
    const before = await guest();
    const after = await b.link(project, before.accessToken, "google", "g-1", GMAIL);
    expect(after.user).toMatchObject({
      id: before.user?.id,
      isAnonymous: false,
      email: "",
      emailVerified: false,
    });
    expect(after.user?.identities).toMatchObject([{ email: EMAIL }]);
    const { user } = await b.t.auth(project, owner.accessToken).getMe({});
    expect(user).toMatchObject({ email: EMAIL, identities: [] });
  });

  test("a permanent user keeps address and name, and gets one more way in", async () => {
    const account = { email: "ada@example.com", password: PASSWORD, displayName: "Ada" };
    const { accessToken = "", user } = (await b.t.auth(project).signUp(account)).tokens ?? {};
    const linked = await b.link(project, accessToken, "google", "g-1", { ...GMAIL, name: "Somebody" });
    expect(linked.user).toMatchObject({
      id: user?.id,
      email: "ada@example.com",
      displayName: "Ada",
      hasPassword: true,
    });
    const two = await b.link(project, linked.accessToken, "apple", "a-1");
    expect(two.user?.identities).toHaveLength(2);
    expect((await b.signIn(project, "apple", "a-1")).user?.id).toBe(user?.id);
    expect(await kindsOf(user?.id)).toContain('user.identity_linked {"provider":"apple"}');
  });

  test("a permanent user needs a session younger than ten minutes; a guest, who has no other, does not", async () => {
    const permanent = await b.t.addUser(project, "ada@example.com", PASSWORD);
    const visitor = await guest();
    b.t.advance(10 * MINUTE_MS);
    expect(await failureOf(b.link(project, permanent.accessToken, "google", "g-1"))).toMatchObject({
      code: "FailedPrecondition",
      reason: "REAUTHENTICATION_REQUIRED",
    });
    await b.link(project, visitor.accessToken, "google", "g-1");
  });

  test("linking what is the user's already changes nothing; another account of the provider is refused", async () => {
    const { accessToken } = await b.signIn(project, "google", "g-1");
    const again = await b.link(project, accessToken, "google", "g-1");
    expect(again.user?.identities).toHaveLength(1);
    expect(await failureOf(b.link(project, again.accessToken, "google", "g-2"))).toMatchObject({
      code: "AlreadyExists",
      reason: "ALREADY_EXISTS",
      metadata: { resource: "identity", provider: "google" },
    });
    expect(
      (await kindsOf(again.user?.id)).filter((kind) => kind.startsWith("user.identity_linked")),
    ).toHaveLength(1);
  });

  test("a retry after a lost answer gets the answer that was lost, and only with the same attempt id", async () => {
    for (const source of [
      { case: "credential" as const, value: b.credential("apple", "a-1") },
      { case: "exchange" as const, value: await handOff("g-1") },
    ]) {
      const { accessToken } = await guest();
      const attemptId = randomBytes(16).toString("base64url");
      const link = (id: string) => b.t.auth(project, accessToken).linkOAuth({ source, attemptId: id });
      const lost = await link(attemptId);
      const again = await link(attemptId);
      expect(again.refreshToken).toBe(lost.refreshToken);
      expect(again.user?.identities).toHaveLength(1);

      const used = source.case === "exchange" ? "OAUTH_CODE_INVALID" : "OAUTH_TOKEN_INVALID";
      expect(await reasonOf(link(randomBytes(16).toString("base64url")))).toBe(used);
      expect(await reasonOf(link(""))).toBe(used);
      await b.t.auth(project).refreshToken({ refreshToken: lost.refreshToken });
      expect(await reasonOf(link(attemptId))).toBe(used);
    }
  });

  test("of two guests who link one account at once, one gets it and the other stays as it was", async () => {
    const guests = [await guest(), await guest(), await guest()];
    const calls = guests.map(({ accessToken }) => b.link(project, accessToken, "google", "raced", GMAIL));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const [index, { accessToken }] of guests.entries()) {
      const { user } = await b.t.auth(project, accessToken).getMe({});
      const won = outcomes[index]?.status === "fulfilled";
      expect(user).toMatchObject({ isAnonymous: !won, email: won ? EMAIL : "" });
      const call = calls[index];
      if (!won && call) expect(await reasonOf(call)).toBe("OAUTH_ACCOUNT_EXISTS");
    }
  });

  test("guests who link different accounts with one address at once are all linked; one gets the address", async () => {
    const guests = [await guest(), await guest(), await guest(), await guest()];
    const linked = await Promise.all(
      guests.map(({ accessToken }, index) => b.link(project, accessToken, "google", `g-${index}`, GMAIL)),
    );
    expect(linked.map(({ user }) => user?.email).sort()).toEqual(["", "", "", EMAIL]);
  });

  test("a first sign-in and a guest's link of one account at once end with one owner", async () => {
    for (let round = 0; round < 5; round++) {
      const { accessToken, user } = await guest();
      const sub = `g-${round}`;
      const [signedIn, linked] = await Promise.allSettled([
        b.signIn(project, "google", sub),
        b.link(project, accessToken, "google", sub),
      ]);
      if (signedIn.status === "rejected") throw signedIn.reason;
      const owner = (await b.signIn(project, "google", sub)).user?.id;
      expect(signedIn.value.user?.id).toBe(owner);
      expect(owner === user?.id).toBe(linked.status === "fulfilled");
    }
  });

  test("a code of the redirect links, too; it signs in once, and twice ends what the first use opened", async () => {
    const exchange = await handOff("g-1");
    const { accessToken, user } = await guest();
    const linked = await b.t
      .auth(project, accessToken)
      .linkOAuth({ source: { case: "exchange", value: exchange } });
    expect(linked.user).toMatchObject({ id: user?.id, displayName: "Ada", email: EMAIL });

    const second = await handOff("g-1");
    const opened = await b.t.auth(project).exchangeOAuthCode(second);
    expect(opened.user?.id).toBe(user?.id);
    await b.t.auth(project, opened.accessToken).getMe({});
    expect(await failureOf(b.t.auth(project).exchangeOAuthCode(second))).toMatchObject({
      code: "Unauthenticated",
      reason: "OAUTH_CODE_INVALID",
    });
    expect(await reasonOf(b.t.auth(project, opened.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await b.t.auth(project, linked.accessToken).getMe({});
  });

  test("a code follows the rules of a token: an address of another user is refused, and the code stays good", async () => {
    const { accessToken } = await b.t.addUser(project, EMAIL, PASSWORD);
    const exchange = await handOff("g-1");
    expect(await failureOf(b.t.auth(project).exchangeOAuthCode(exchange))).toMatchObject({
      reason: "EMAIL_ALREADY_EXISTS",
      metadata: { provider: "google", email: EMAIL, sign_in_methods: "password" },
    });
    const source = { case: "exchange" as const, value: exchange };
    expect((await b.t.auth(project, accessToken).linkOAuth({ source })).user?.identities).toHaveLength(1);
  });

  test("a request without any proof is refused, and failures are counted for the guest", async () => {
    const { accessToken } = await guest();
    const auth = b.t.auth(project, accessToken);
    expect(await failureOf(auth.linkOAuth({}))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "credential" },
    });
    await b.signIn(project, "google", "taken");
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await reasonOf(auth.linkOAuth({ source: source("google", "taken") }))).toBe(
        "OAUTH_ACCOUNT_EXISTS",
      );
    }
    expect(await reasonOf(auth.linkOAuth({ source: source("google", "taken") }))).toBe("RATE_LIMITED");
  });

  test("UnlinkIdentity removes one way in, never the last", async () => {
    const { accessToken, user } = await b.signIn(project, "google", "g-1", GMAIL);
    const auth = b.t.auth(project, accessToken);
    expect(await failureOf(auth.unlinkIdentity({ provider: OauthProvider.GOOGLE }))).toMatchObject({
      code: "FailedPrecondition",
      reason: "LAST_SIGN_IN_METHOD",
    });
    await auth.linkOAuth({ source: source("apple", "a-1") });
    const unlinked = await auth.unlinkIdentity({ provider: OauthProvider.GOOGLE });
    expect(unlinked.user?.identities).toMatchObject([{ provider: OauthProvider.APPLE }]);
    // The session was opened with the account that is gone.
    expect(await reasonOf(auth.getMe({}))).toBe("SESSION_REVOKED");
    const byApple = b.t.auth(project, (await b.signIn(project, "apple", "a-1")).accessToken);
    expect(await reasonOf(byApple.unlinkIdentity({ provider: OauthProvider.APPLE }))).toBe(
      "LAST_SIGN_IN_METHOD",
    );
    expect(await failureOf(byApple.unlinkIdentity({ provider: OauthProvider.GOOGLE }))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "identity" },
    });
    expect(await failureOf(byApple.unlinkIdentity({}))).toMatchObject({ reason: "INVALID_REQUEST" });
    expect(await kindsOf(user?.id)).toContain('user.identity_unlinked {"provider":"google"}');
    // The account is free: it makes another user now, and its address is still the first one's.
    expect((await b.signIn(project, "google", "g-1")).user?.id).not.toBe(user?.id);

    await byApple.linkPassword({ email: GMAIL.email, password: PASSWORD });
    await byApple.unlinkIdentity({ provider: OauthProvider.APPLE });
  });

  test("two ways in removed at once leave one", async () => {
    for (let round = 0; round < 5; round++) {
      const guest = await b.t.auth(project).signInAnonymously({});
      const auth = b.t.auth(project, guest.accessToken);
      await auth.linkOAuth({ source: source("google", `g-${round}`) });
      await auth.linkOAuth({ source: source("apple", `a-${round}`) });
      const calls = [OauthProvider.GOOGLE, OauthProvider.APPLE].map((provider) =>
        auth.unlinkIdentity({ provider }),
      );
      const outcomes = await Promise.allSettled(calls);
      const failed = calls.filter((_, index) => outcomes[index]?.status === "rejected");
      expect(await Promise.all(failed.map(reasonOf))).toEqual(["LAST_SIGN_IN_METHOD"]);
      expect((await auth.getMe({})).user?.identities).toHaveLength(1);
    }
  });
});
