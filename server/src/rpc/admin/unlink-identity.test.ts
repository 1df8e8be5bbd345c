import type { Client } from "@connectrpc/connect";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revokeDueAppleTokens } from "../../domain/oauth/revoke-apple-tokens.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { APPLE, OAuthBench } from "../../testing/oauth.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const provider = OauthProvider.GOOGLE;

describe.each(engines)("UnlinkIdentity by an administrator on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  let users: Client<typeof UserService>;
  let token: string;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { rateLimits: "off" });
    project = await b.addProject();
    ({ token } = await b.t.addAdmin());
    users = b.t.client(UserService, { authorization: `Bearer ${token}` });
  });
  afterEach(() => b.close());

  const idOf = ({ user }: TokenResponse) => user?.id ?? "";

  const unlink = (tokens: TokenResponse, of = provider, slug = project.slug) =>
    users.unlinkIdentity({ project: slug, userId: idOf(tokens), provider: of });

  /** Somebody with a password, who linked Google, and a session that Google opened. */
  async function member() {
    const own = await b.t.addUser(project, EMAIL, PASSWORD);
    await users.updateUser({ project: project.slug, userId: idOf(own), emailVerified: true });
    await b.link(project, own.accessToken, "google", "g-1");
    return { own, google: await b.signIn(project, "google", "g-1") };
  }

  test("removes the account, ends the sessions it opened and leaves the others", async () => {
    const { own, google } = await member();
    const { user } = await unlink(own);
    expect(user).toMatchObject({ id: idOf(own), identities: [], hasPassword: true });
    expect(user?.sessions.map(({ method }) => method)).toEqual(["password"]);
    expect(await reasonOf(b.t.auth(project, google.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await b.t.auth(project, own.accessToken).getMe({});
    // The provider account makes another user now.
    expect(idOf(await b.signIn(project, "google", "g-1"))).not.toBe(idOf(own));
  });

  test("records the administrator in the events of the user and in the audit log, and mails the user", async () => {
    const { own } = await member();
    await unlink(own);
    const analytics = b.t.client(AnalyticsService, { authorization: `Bearer ${token}` });
    const kinds = ["user.identity_unlinked", "admin.user_identity_unlinked"];
    const { events } = await analytics.listRecentEvents({ project: project.slug, kinds });
    expect(events.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
    for (const event of events) {
      expect(event).toMatchObject({
        actor: "admin:root@example.com",
        userId: idOf(own),
        data: { provider: "google" },
      });
    }
    await b.t.deliverMail();
    const told = b.t.mails.filter(({ to, text }) => to === EMAIL && /removed/i.test(text));
    expect(told).toHaveLength(1);
  });

  test("refuses to take the last way in, and then ends no session", async () => {
    const only = await b.signIn(project, "google", "only");
    expect(await failureOf(unlink(only))).toMatchObject({
      code: "FailedPrecondition",
      reason: "LAST_SIGN_IN_METHOD",
    });
    await b.t.auth(project, only.accessToken).getMe({});
    expect(idOf(await b.signIn(project, "google", "only"))).toBe(idOf(only));
  });

  test("of two at once, one leaves the user a way in", async () => {
    const google = await b.signIn(project, "google", "both");
    await b.link(project, google.accessToken, "apple", "both");
    const answers = await Promise.allSettled([
      unlink(google, OauthProvider.GOOGLE),
      unlink(google, OauthProvider.APPLE),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { user } = await users.getUser({ project: project.slug, userId: idOf(google) });
    expect(user?.identities).toHaveLength(1);
  });

  test("has Apple withdraw its consent", async () => {
    const clientId = APPLE.bundleId;
    b.apple.codes.set("code-1", { sub: "a-1", clientId });
    const credential = { ...b.credential("apple", "a-1", { aud: clientId }), authorizationCode: "code-1" };
    const apple = await b.t.auth(project).signInWithOAuth({ credential });
    await b.t.app.background.idle();
    await b.t.auth(project, apple.accessToken).linkPassword({ email: EMAIL, password: PASSWORD });
    await unlink(apple, OauthProvider.APPLE);
    expect(await revokeDueAppleTokens(b.t.app)).toEqual({ revoked: 1, failed: 0 });
    expect(b.apple.revoked).toEqual(["r-code-1"]);
  });

  test("says what is missing: the identity, the user, the provider; and nothing changes in another project", async () => {
    const { own } = await member();
    expect(await failureOf(unlink(own, OauthProvider.APPLE))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "identity" },
    });
    expect(await failureOf(unlink(own, OauthProvider.UNSPECIFIED))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "provider" },
    });
    const other = await b.addProject({}, "Other");
    expect(await failureOf(unlink(own, provider, other.slug))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "user" },
    });
    const { user } = await users.getUser({ project: project.slug, userId: idOf(own) });
    expect(user?.identities).toHaveLength(1);
  });
});
