import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { revokeDueAppleTokens } from "../../domain/oauth/revoke-apple-tokens.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { APPLE, OAuthBench } from "../../testing/oauth.ts";
import { reasonOf } from "../../testing/reason-of.ts";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe.each(engines)("What Apple is told, on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { providerWaitMs: 1_000 });
    project = await b.addProject();
  });
  afterEach(() => b.close());

  /** A native sign-in that brings Apple's code along, and what the background makes of it. */
  async function signInWithCode(sub: string, code = `code-${sub}`, codeOf = sub, aud = APPLE.bundleId) {
    b.apple.codes.set(code, { sub: codeOf, clientId: aud });
    const credential = { ...b.credential("apple", sub, { aud }), authorizationCode: code };
    const pair = await b.t.auth(project).signInWithOAuth({ credential });
    await b.t.app.background.idle();
    return pair;
  }

  const identity = () =>
    b.t.app.db.selectFrom("identities").selectAll().where("projectId", "=", project.id).executeTakeFirst();

  const outbox = () =>
    b.t.app.db.selectFrom("appleRevocations").selectAll().where("projectId", "=", project.id).execute();

  const revoke = () => revokeDueAppleTokens(b.t.app);

  test("the code is exchanged after the answer, and its token is kept sealed with its client", async () => {
    await signInWithCode("a-1");
    expect(b.apple.seen).toContain("POST /auth/token");
    const row = await identity();
    expect(row?.refreshTokenClientId).toBe(APPLE.bundleId);
    expect(row?.refreshTokenSealed).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain("r-code-a-1");
    expect(b.t.logLines.join()).not.toContain("r-code-a-1");
  });

  test("the code of a Services ID is exchanged as that client's", async () => {
    await signInWithCode("a-1", "web-code", "a-1", APPLE.servicesId);
    expect((await identity())?.refreshTokenClientId).toBe(APPLE.servicesId);
  });

  test.each<[string, () => void]>([
    ["refuses the code", () => b.apple.codes.clear()],
    ["does not know the key", () => b.apple.registered.splice(0)],
  ])("a sign-in succeeds when Apple %s", async (_name, break_) => {
    const credential = { ...b.credential("apple", "a-1"), authorizationCode: "code" };
    b.apple.codes.set("code", { sub: "a-1", clientId: APPLE.bundleId });
    break_();
    await b.t.auth(project).signInWithOAuth({ credential });
    await b.t.app.background.idle();
    expect((await identity())?.refreshTokenSealed).toBeNull();
    expect(b.t.logLines.join()).toContain("exchange of Apple's authorization code failed");
  });

  test("a sign-in does not wait for Apple's answer to the code", async () => {
    await b.signIn(project, "apple", "a-1");
    let release = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      b.apple.instead = (_request, response) => {
        release = () => response.destroy();
        resolve();
      };
    });
    const credential = { ...b.credential("apple", "a-1"), authorizationCode: "code" };
    await b.t.auth(project).signInWithOAuth({ credential });
    await isAsked;
    release();
  });

  test("the code of another account is not kept: its token would end somebody else's consent", async () => {
    await signInWithCode("a-1", "stolen", "somebody-else");
    expect((await identity())?.refreshTokenSealed).toBeNull();
  });

  test("DeleteAccount revokes the token at Apple, once", async () => {
    const { accessToken } = await signInWithCode("a-1");
    await b.t.auth(project, accessToken).deleteAccount({});
    expect(b.apple.revoked).toEqual([]);
    expect(await outbox()).toHaveLength(1);
    expect(await revoke()).toEqual({ revoked: 1, failed: 0 });
    expect(b.apple.revoked).toEqual(["r-code-a-1"]);
    expect(await outbox()).toEqual([]);
    expect(await revoke()).toEqual({ revoked: 0, failed: 0 });
  });

  test("so do deletion by the backend, by an administrator, by mail, and unlinking", async () => {
    const secret = { "x-svc-key": "" };
    const { token } = await b.t.addAdmin();
    const bearer = { authorization: `Bearer ${token}` };
    const [one, two, three, four] = [
      await signInWithCode("a-1"),
      await signInWithCode("a-2"),
      await signInWithCode("a-3"),
      await signInWithCode("a-4"),
    ];
    const regenerated = await b.t.projects(token).regenerateSecretKey({ project: project.slug });
    secret["x-svc-key"] = regenerated.secretKey;
    await b.t.client(UserService, secret).deleteUser({ userId: one.user?.id ?? "" });
    await b.t
      .client(AdminUserService, bearer)
      .deleteUser({ project: project.slug, userId: two.user?.id ?? "" });

    const email = "three@example.com";
    await b.t.auth(project, three.accessToken).linkPassword({ email, password: PASSWORD });
    await b.t.auth(project).requestAccountDeletion({ email });
    await b.t.deliverMail();
    const mail = b.t.mails.find(({ link }) => link?.includes("/delete-account"));
    const [, deletion = ""] = /[?#&]token=([\w-]+)/.exec(mail?.link ?? "") ?? [];
    await b.t.auth(project).confirmAccountDeletion({ token: deletion });

    const auth = b.t.auth(project, four.accessToken);
    await auth.linkPassword({ email: "four@example.com", password: PASSWORD });
    await auth.unlinkIdentity({ provider: OauthProvider.APPLE });

    await revoke();
    expect(b.apple.revoked.toSorted()).toEqual(["r-code-a-1", "r-code-a-2", "r-code-a-3", "r-code-a-4"]);
  });

  test("who deletes the account while the code is being exchanged is forgotten by Apple, too", async () => {
    await b.signIn(project, "apple", "a-1");
    let answer = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      b.apple.instead = (_request, response) => {
        const iat = Math.floor(b.t.app.clock() / 1000);
        const id_token = b.apple.token({ iss: "https://appleid.apple.com", sub: "a-1", iat, exp: iat + 600 });
        answer = () => response.end(JSON.stringify({ id_token, refresh_token: "r-late" }));
        resolve();
      };
    });
    const credential = { ...b.credential("apple", "a-1"), authorizationCode: "code" };
    const { accessToken } = await b.t.auth(project).signInWithOAuth({ credential });
    await isAsked;
    await b.t.auth(project, accessToken).deleteAccount({});
    b.apple.instead = undefined;
    answer();
    await b.t.app.background.idle();
    await revoke();
    expect(b.apple.revoked).toEqual(["r-late"]);
  });

  test("while Apple is down it is tried again, later and later, and given up in plain sight", async () => {
    const { accessToken, user } = await signInWithCode("a-1");
    await b.t.auth(project, accessToken).deleteAccount({});
    b.apple.instead = (_request, response) => void response.writeHead(500).end();
    expect(await revoke()).toEqual({ revoked: 0, failed: 1 });
    expect(await revoke()).toEqual({ revoked: 0, failed: 0 });
    b.t.advance(30_000);
    expect(await revoke()).toEqual({ revoked: 0, failed: 1 });
    b.t.advance(30_000);
    expect(await revoke()).toEqual({ revoked: 0, failed: 0 });
    expect(await outbox()).toMatchObject([{ attempts: 2, gaveUpAt: null }]);

    b.t.advance(14 * DAY_MS);
    await revoke();
    const [left] = await outbox();
    expect(left?.gaveUpAt).not.toBeNull();
    expect(left?.lastError).toContain("500");
    const events = await b.t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "apple.revocation_gave_up")
      .execute();
    expect(events).toMatchObject([{ projectId: project.id, actor: "system" }]);
    expect(JSON.stringify(events)).not.toContain(user?.id);
    expect(b.t.logLines.join()).toContain("given up");
    b.apple.instead = undefined;
    b.t.advance(DAY_MS);
    expect(await revoke()).toEqual({ revoked: 0, failed: 0 });
    b.t.advance(30 * DAY_MS);
    await cleanUp(b.t.app);
    expect(await outbox()).toEqual([]);
  });

  test("a key that was exchanged since is the one that is used", async () => {
    const { accessToken } = await signInWithCode("a-1");
    await b.t.auth(project, accessToken).deleteAccount({});
    const [known] = b.apple.registered.splice(0);
    expect(await revoke()).toEqual({ revoked: 0, failed: 1 });
    expect((await outbox())[0]?.lastError).toContain("invalid_client");
    if (known) b.apple.registered.push(known);
    b.t.advance(MINUTE_MS);
    expect(await revoke()).toEqual({ revoked: 1, failed: 0 });
  });

  test("several workers at once revoke each token once", async () => {
    for (const sub of ["a-1", "a-2", "a-3", "a-4"]) {
      const { accessToken } = await signInWithCode(sub);
      await b.t.auth(project, accessToken).deleteAccount({});
    }
    await Promise.all([revoke(), revoke(), revoke()]);
    expect(b.apple.revoked.toSorted()).toEqual(["r-code-a-1", "r-code-a-2", "r-code-a-3", "r-code-a-4"]);
  });

  test("the first proof of an address by a reset has Apple told of the accounts it drops", async () => {
    const { accessToken } = await signInWithCode("a-1");
    const email = "ada@example.com";
    await b.t.auth(project, accessToken).linkPassword({ email, password: PASSWORD });
    await b.t.auth(project).requestPasswordReset({ email });
    await b.t.deliverMail();
    const mail = b.t.mails.find(({ link }) => link?.includes("/reset"));
    const [, token = ""] = /[?#&]token=([\w-]+)/.exec(mail?.link ?? "") ?? [];
    await b.t.auth(project).confirmPasswordReset({ token, newPassword: "another horse battery" });
    await revoke();
    expect(b.apple.revoked).toEqual(["r-code-a-1"]);
    expect(await reasonOf(b.t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
  });

  test("used tokens are remembered for as long as they could come again, and no longer", async () => {
    const remembered = async () =>
      (await b.t.app.db.selectFrom("oauthUsedTokens").select("hash").execute()).length;
    await b.signIn(project, "apple", "a-1");
    b.t.advance(10 * MINUTE_MS);
    await cleanUp(b.t.app);
    expect(await remembered()).toBe(1);
    b.t.advance(2 * MINUTE_MS);
    await cleanUp(b.t.app);
    expect(await remembered()).toBe(0);
  });
});
