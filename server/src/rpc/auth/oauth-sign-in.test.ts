import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import type { Claims } from "../../testing/token-issuer.ts";

const EMAIL = "ada@gmail.com";
const PASSWORD = "correct horse battery";
const GMAIL = { email: EMAIL, email_verified: true };

describe.each(engines)("Social sign-in on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const users = () =>
    b.t.app.db.selectFrom("users").selectAll().where("projectId", "=", project.id).execute();

  const eventsOf = async (userId = "") =>
    (
      await b.t.app.db
        .selectFrom("events")
        .selectAll()
        .where("projectId", "=", project.id)
        .where("userId", "=", userId)
        .orderBy("id")
        .execute()
    ).map(({ kind, data }) => [kind, JSON.parse(data)]);

  const payloadOf = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

  test("an account that is known signs its user in, whatever else the token says", async () => {
    const first = await b.signIn(project, "google", "g-1", {
      ...GMAIL,
      name: "Ada",
      picture: "https://x.example/a",
    });
    const again = await b.signIn(project, "google", "g-1", { email: "new@gmail.com", email_verified: true });
    expect(again.user).toMatchObject({ id: first.user?.id, email: EMAIL, displayName: "Ada" });
    expect(again.user?.identities).toMatchObject([{ email: "new@gmail.com" }]);
    expect(again.refreshToken).not.toBe(first.refreshToken);
    expect(payloadOf(again.accessToken)).toMatchObject({
      sub: first.user?.id,
      email: EMAIL,
      email_verified: true,
    });
    expect(await eventsOf(first.user?.id)).toEqual([
      ["user.signed_up", { method: "google" }],
      ["user.identity_linked", { provider: "google" }],
      ["user.signed_in", { method: "google" }],
    ]);
  });

  test("the same sub at two providers is two accounts", async () => {
    const one = await b.signIn(project, "google", "same");
    const two = await b.signIn(project, "apple", "same");
    expect(one.user?.id).not.toBe(two.user?.id);
  });

  test("a disabled user is told so, once the account is proven", async () => {
    const { user } = await b.signIn(project, "google", "g-1", GMAIL);
    await updateUser(b.t.app.db, project.id, user?.id ?? "", { disabledAt: b.t.app.clock() });
    expect(await failureOf(b.signIn(project, "google", "g-1", GMAIL))).toMatchObject({
      code: "PermissionDenied",
      reason: "USER_DISABLED",
    });
    const stolen = b.present("google", b.google.token(b.claims("google", "g-1"), { kid: "key-9" }));
    b.t.advance(61_000);
    expect(await reasonOf(b.t.auth(project).signInWithOAuth({ credential: stolen }))).toBe(
      "OAUTH_TOKEN_INVALID",
    );
  });

  test("an account without an email address makes a user without one", async () => {
    const { user, accessToken } = await b.signIn(project, "apple", "a-1");
    expect(user).toMatchObject({ email: "", emailVerified: false, isAnonymous: false, hasPassword: false });
    expect(payloadOf(accessToken)).not.toHaveProperty("email");
  });

  test.each<[string, "google" | "apple", Claims, boolean]>([
    ["Gmail is Google's own", "google", GMAIL, true],
    [
      "so is a Workspace domain",
      "google",
      { email: "bob@corp.example", email_verified: true, hd: "corp.example" },
      true,
    ],
    [
      "another address Google has seen verified once",
      "google",
      { email: "bob@corp.example", email_verified: true },
      false,
    ],
    ["an unverified one it has not", "google", { email: EMAIL, email_verified: false }, false],
    ["Apple answers for its addresses", "apple", { email: "bob@corp.example", email_verified: "true" }, true],
    ["unless it says it does not", "apple", { email: "bob@corp.example", email_verified: "false" }, false],
    [
      "a private relay is an address, too",
      "apple",
      { email: "x@privaterelay.appleid.com", email_verified: true, is_private_email: "true" },
      true,
    ],
  ])(
    "a free address is taken, and verified if the provider answers for it: %s",
    async (_, provider, claims, isVerified) => {
      const { user } = await b.signIn(project, provider, "s-1", claims);
      expect(user).toMatchObject({ email: claims.email, emailVerified: isVerified });
      await b.t.deliverMail();
      expect(b.t.mails.map(({ to }) => to)).toEqual(isVerified ? [] : [claims.email]);
    },
  );

  test("an address is taken in its canonical form; what is none is left out", async () => {
    const { user } = await b.signIn(project, "google", "s-1", {
      email: "Ada@GMAIL.com",
      email_verified: true,
    });
    expect(user?.email).toBe(EMAIL);
    const { user: odd } = await b.signIn(project, "google", "s-2", {
      email: "not an address",
      email_verified: true,
    });
    expect(odd).toMatchObject({ email: "", emailVerified: false });
  });

  test.each([
    ["verified", true],
    ["unverified, as somebody may have left it there for them", false],
  ])("an address of another user is never a way in: %s", async (_, isVerified) => {
    const owner = await b.t.addUser(project, EMAIL, PASSWORD);
    const emailVerifiedAt = isVerified ? b.t.app.clock() : null;
    await updateUser(b.t.app.db, project.id, owner.user?.id ?? "", { emailVerifiedAt });
    const failure = await failureOf(b.signIn(project, "google", "g-1", GMAIL));
    expect(failure).toEqual({
      code: "AlreadyExists",
      reason: "EMAIL_ALREADY_EXISTS",
      metadata: { provider: "google", email: EMAIL, sign_in_methods: "password" },
    });
    expect(await users()).toHaveLength(1);
    const me = await b.t.auth(project, owner.accessToken).getMe({});
    expect(me.user).toMatchObject({ identities: [], emailVerified: isVerified });
  });

  test("how to sign in to the other account is told only to who reads the mail of its address", async () => {
    await b.signIn(project, "apple", "a-1", { email: "bob@corp.example", email_verified: true });
    const claims = { email: "bob@corp.example", email_verified: true };
    const known = { provider: "google", email: "bob@corp.example" };
    expect((await failureOf(b.signIn(project, "google", "g-1", claims))).metadata).toEqual(known);
    const workspace = { ...claims, hd: "corp.example" };
    expect((await failureOf(b.signIn(project, "google", "g-1", workspace))).metadata).toEqual({
      ...known,
      sign_in_methods: "apple",
    });
  });

  test("whoever then signs in the old way links the account, with the very token that was refused", async () => {
    await b.t.addUser(project, EMAIL, PASSWORD);
    const credential = b.credential("google", "g-1", GMAIL);
    expect(await reasonOf(b.t.auth(project).signInWithOAuth({ credential }))).toBe("EMAIL_ALREADY_EXISTS");
    const { accessToken, user } = await b.t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await b.t.auth(project, accessToken).linkOAuth({ source: { case: "credential", value: credential } });
    const social = await b.signIn(project, "google", "g-1", GMAIL);
    expect(social.user).toMatchObject({ id: user?.id, hasPassword: true });
  });

  test("two first sign-ins of one account at once make one user", async () => {
    for (const claims of [GMAIL, {}]) {
      const sub = `raced-${Object.keys(claims).length}`;
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => b.signIn(project, "google", sub, claims)),
      );
      expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(1);
      expect(answers[0]?.user?.identities).toHaveLength(1);
    }
    expect(await users()).toHaveLength(2);
  });

  test("of two accounts with one address that come at once, one gets it and the other is told", async () => {
    const calls = ["g-1", "g-2", "g-3", "g-4"].map((sub) => b.signIn(project, "google", sub, GMAIL));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const failed = calls.filter((_, index) => outcomes[index]?.status === "rejected");
    expect(await Promise.all(failed.map(reasonOf))).toEqual(Array(3).fill("EMAIL_ALREADY_EXISTS"));
    expect(await users()).toHaveLength(1);
  });

  test("SignUp and SignInWithOAuth with one address at once: one user, and the other call is told", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `round-${round}@gmail.com`;
      const calls = [
        b.t.auth(project).signUp({ email, password: PASSWORD }),
        b.signIn(project, "google", `g-${round}`, { email, email_verified: true }),
      ];
      const outcomes = await Promise.allSettled(calls);
      const failed = calls.filter((_, index) => outcomes[index]?.status === "rejected");
      expect(await Promise.all(failed.map((call) => reasonOf(call)))).toEqual(["EMAIL_ALREADY_EXISTS"]);
    }
    expect(await users()).toHaveLength(5);
  });

  test("where sign-up is closed no user is made, and users that are there come in", async () => {
    const open = await b.signIn(project, "google", "g-1", GMAIL);
    await b.t.app.db
      .updateTable("projects")
      .set({ settings: JSON.stringify({ ...project.settings, signUpClosed: true }) })
      .where("id", "=", project.id)
      .execute();
    expect((await b.signIn(project, "google", "g-1", GMAIL)).user?.id).toBe(open.user?.id);
    expect(
      await failureOf(b.signIn(project, "google", "g-2", { email: "bob@gmail.com", email_verified: true })),
    ).toMatchObject({
      code: "FailedPrecondition",
      reason: "SIGN_UP_CLOSED",
    });
    expect(await reasonOf(b.signIn(project, "google", "g-2"))).toBe("SIGN_UP_CLOSED");
    // Who has an account already is better told that.
    expect(await reasonOf(b.signIn(project, "apple", "a-1", GMAIL))).toBe("EMAIL_ALREADY_EXISTS");
    expect(await users()).toHaveLength(1);
  });

  test("where an address must be verified, the provider's word is enough if it answers for the mailbox", async () => {
    project = await b.addProject({ requireEmailVerification: true }, "Strict");
    await b.signIn(project, "google", "g-1", GMAIL);
    await b.signIn(project, "apple", "a-1");

    const claims = { email: "bob@corp.example", email_verified: true };
    const first = await failureOf(b.signIn(project, "google", "g-2", claims));
    expect(first).toMatchObject({ code: "FailedPrecondition", reason: "EMAIL_NOT_VERIFIED" });
    await b.t.deliverMail();
    expect(b.t.mails).toMatchObject([{ to: "bob@corp.example" }]);
    expect(await reasonOf(b.signIn(project, "google", "g-2", claims))).toBe("EMAIL_NOT_VERIFIED");

    const [, token = ""] = /[?#&]token=([\w-]+)/.exec(b.t.mails[0]?.link ?? "") ?? [];
    await b.t.auth(project).confirmEmailVerification({ token });
    expect((await b.signIn(project, "google", "g-2", claims)).user).toMatchObject({ emailVerified: true });
    expect(await users()).toHaveLength(3);
  });

  test("Apple's name comes once, from the app; it is kept, cleaned and never replaced", async () => {
    const named = (sub: string, displayName: string) =>
      b.t.auth(project).signInWithOAuth({ credential: { ...b.credential("apple", sub), displayName } });
    expect((await named("a-1", "  Grace Hopper ")).user?.displayName).toBe("Grace Hopper");
    expect((await named("a-1", "")).user?.displayName).toBe("Grace Hopper");
    expect((await named("a-1", "Mallory")).user?.displayName).toBe("Grace Hopper");
    expect(await failureOf(named("a-2", "x".repeat(121)))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "display_name" },
    });
  });

  test("a name or picture that a user could not choose is left out, and the sign-in goes on", async () => {
    const claims = { name: "a\u0000b", picture: "javascript:alert(1)" };
    const { user } = await b.signIn(project, "google", "g-1", claims);
    expect(user).toMatchObject({ displayName: "", avatarUrl: "" });
  });

  test("a session that a provider opened ends and is refreshed like any other, and is told as its method", async () => {
    const { refreshToken, user } = await b.signIn(project, "google", "g-1");
    await b.t.auth(project).refreshToken({ refreshToken });
    expect(await reasonOf(b.t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_REUSED");
    const sessions = await b.t.app.db
      .selectFrom("sessions")
      .select("method")
      .where("userId", "=", user?.id ?? "")
      .execute();
    expect(sessions).toEqual([{ method: "google" }]);
  });

  test("users of another project with the same account are other users", async () => {
    const other = await b.addProject({}, "Other");
    const [here, there] = [
      await b.signIn(project, "google", "g-1", GMAIL),
      await b.signIn(other, "google", "g-1", GMAIL),
    ];
    expect(here.user?.id).not.toBe(there.user?.id);
  });

  test("a deleted user's account is free again", async () => {
    const { project: owned, secretKey } = await b.t.addProject("Owned", { google: project.settings.google });
    const { user } = await b.signIn(owned, "google", "g-1", GMAIL);
    await b.t.client(UserService, { "x-svc-key": secretKey }).deleteUser({ userId: user?.id ?? "" });
    const next = await b.signIn(owned, "google", "g-1", GMAIL);
    expect(next.user?.id).not.toBe(user?.id);
  });

  test("the first proof of an address by a reset drops the accounts that were added before", async () => {
    // Somebody made the account with another person's address and linked a provider account of their own.
    const stranger = await b.t.addUser(project, EMAIL, PASSWORD);
    await b.link(project, stranger.accessToken, "google", "stranger");
    await b.t.auth(project).requestPasswordReset({ email: EMAIL });
    await b.t.deliverMail();
    const mail = b.t.mails.find(({ link }) => link?.includes("/reset"));
    const [, token = ""] = /[?#&]token=([\w-]+)/.exec(mail?.link ?? "") ?? [];
    await b.t.auth(project).confirmPasswordReset({ token, newPassword: "another horse battery" });

    const strange = await b.signIn(project, "google", "stranger");
    expect(strange.user?.id).not.toBe(stranger.user?.id);
    const { user } = await b.t.auth(project).signIn({ email: EMAIL, password: "another horse battery" });
    expect(user).toMatchObject({ id: stranger.user?.id, identities: [] });
    expect(await eventsOf(user?.id)).toContainEqual(["user.identity_unlinked", { provider: "google" }]);

    // A later reset leaves alone what was linked long ago.
    const { accessToken } = await b.t
      .auth(project)
      .signIn({ email: EMAIL, password: "another horse battery" });
    b.t.advance(1);
    await b.link(project, accessToken, "google", "own");
    b.t.advance(31 * 86_400_000);
    await b.t.auth(project).requestPasswordReset({ email: EMAIL });
    await b.t.deliverMail();
    const again = b.t.mails.findLast(({ link }) => link?.includes("/reset"));
    const [, second = ""] = /[?#&]token=([\w-]+)/.exec(again?.link ?? "") ?? [];
    await b.t.auth(project).confirmPasswordReset({ token: second, newPassword: "a third horse battery" });
    expect((await b.signIn(project, "google", "own")).user?.id).toBe(user?.id);
  });

  test("a refused token is a failed sign-in of nobody, with its method", async () => {
    const credential = b.present("apple", "forged");
    expect(await reasonOf(b.t.auth(project).signInWithOAuth({ credential }))).toBe("OAUTH_TOKEN_INVALID");
    const events = await b.t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "user.sign_in_failed")
      .execute();
    expect(events).toMatchObject([{ actor: "", userId: null, data: '{"method":"apple"}' }]);
  });

  test("failed sign-ins are counted for the address they come from", async () => {
    const limited = await OAuthBench.open(engine, {
      rateLimits: { sign_in_address: { limit: 3, windowMs: 60_000 } },
    });
    try {
      const strict = await limited.addProject();
      const forged = () =>
        limited.t.auth(strict).signInWithOAuth({ credential: limited.present("google", "forged") });
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await reasonOf(forged())).toBe("OAUTH_TOKEN_INVALID");
      }
      expect(await reasonOf(forged())).toBe("RATE_LIMITED");
      const code = { code: "x", codeVerifier: "y" };
      expect(await reasonOf(limited.t.auth(strict).exchangeOAuthCode(code))).toBe("RATE_LIMITED");
    } finally {
      await limited.close();
    }
  });
});
