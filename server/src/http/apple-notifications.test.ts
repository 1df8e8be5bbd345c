import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../domain/analytics/record-event.ts";
import type { Project } from "../domain/projects/project.ts";
import { updateProject } from "../domain/projects/update-project.ts";
import { updateUser } from "../storage/users.ts";
import { engines } from "../testing/engines.ts";
import { APPLE, OAuthBench } from "../testing/oauth.ts";
import { passkeyDevice, withPasskeys } from "../testing/passkeys.ts";
import { reasonOf } from "../testing/reason-of.ts";
import { type Claims, newRsaKey, signRs256 } from "../testing/token-issuer.ts";

const RELAY = { email: "x@privaterelay.appleid.com", email_verified: "true", is_private_email: "true" };

describe.each(engines)("POST /oauth/apple/notifications/{slug} on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { providerWaitMs: 1_000 });
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const post = (body: string, slug = project.slug) =>
    fetch(`${b.t.url}/oauth/apple/notifications/${slug}`, { method: "POST", body });

  const claims = (event: Claims, more: Claims = {}): Claims => {
    const iat = Math.floor(b.t.app.clock() / 1000);
    const events = JSON.stringify({ event_time: b.t.app.clock(), ...event });
    return {
      iss: "https://appleid.apple.com",
      aud: APPLE.bundleId,
      iat,
      exp: iat + 86_400,
      jti: b.t.app.newId(),
      events,
      ...more,
    };
  };

  const notify = (event: Claims, more: Claims = {}) =>
    post(JSON.stringify({ payload: b.apple.token(claims(event, more)) }));

  const identity = () =>
    b.t.app.db.selectFrom("identities").selectAll().where("projectId", "=", project.id).executeTakeFirst();

  const me = (accessToken: string) => b.t.auth(project, accessToken).getMe({});

  test("a private relay that is switched off and on again is remembered as such", async () => {
    await b.signIn(project, "apple", "a-1", RELAY);
    expect(await identity()).toMatchObject({ isPrivateEmail: 1, relayDisabledAt: null });
    const off = await notify({
      type: "email-disabled",
      sub: "a-1",
      email: RELAY.email,
      is_private_email: "true",
    });
    expect([off.status, await off.text()]).toEqual([200, ""]);
    expect((await identity())?.relayDisabledAt).toBe(b.t.app.clock());
    expect((await notify({ type: "email-enabled", sub: "a-1" })).status).toBe(200);
    expect((await identity())?.relayDisabledAt).toBeNull();
  });

  test("a withdrawn consent ends the sessions that Apple opened; the account stays and comes back", async () => {
    const apple = await b.signIn(project, "apple", "a-1");
    const linked = await b.link(project, apple.accessToken, "google", "g-1");
    const google = await b.signIn(project, "google", "g-1");
    await b.t.app.db
      .updateTable("identities")
      .set({ refreshTokenSealed: "x", refreshTokenClientId: "y" })
      .where("provider", "=", "apple")
      .execute();

    expect((await notify({ type: "consent-revoked", sub: "a-1" })).status).toBe(200);
    expect(await reasonOf(me(linked.accessToken))).toBe("SESSION_REVOKED");
    await me(google.accessToken);
    const rows = await b.t.app.db
      .selectFrom("identities")
      .selectAll()
      .where("provider", "=", "apple")
      .execute();
    expect(rows).toMatchObject([{ refreshTokenSealed: null, refreshTokenClientId: null }]);
    expect((await b.signIn(project, "apple", "a-1")).user?.id).toBe(apple.user?.id);
  });

  test("a late notification does not touch what happened after it", async () => {
    const before = await b.signIn(project, "apple", "a-1");
    const happened = b.t.app.clock() + 1_000;
    b.t.advance(60_000);
    const after = await b.signIn(project, "apple", "a-1");
    await b.t.app.db.updateTable("identities").set({ refreshTokenSealed: "x" }).execute();
    await notify({ type: "consent-revoked", sub: "a-1", event_time: happened });
    expect(await reasonOf(me(before.accessToken))).toBe("SESSION_REVOKED");
    await me(after.accessToken);
    expect((await identity())?.refreshTokenSealed).toBe("x");
  });

  test("a deleted Apple account leaves a user who has a passkey", async () => {
    project = await updateProject(b.t.app, systemActor, project.id, { settings: withPasskeys });
    const apple = await b.signIn(project, "apple", "a-1", RELAY);
    const phone = passkeyDevice(b.t, project);
    await phone.link(apple.accessToken);
    expect((await notify({ type: "account-deleted", sub: "a-1" })).status).toBe(200);
    expect(await identity()).toBeUndefined();
    expect((await phone.signIn()).user?.id).toBe(apple.user?.id);
  });

  test.each(["account-deleted", "account-delete"])(
    "%s takes the account away, and the user if nothing is left",
    async (type) => {
      const only = await b.signIn(project, "apple", "a-1", RELAY);
      expect((await notify({ type, sub: "a-1" })).status).toBe(200);
      expect(await reasonOf(me(only.accessToken))).toBe("SESSION_REVOKED");
      const deleted = await b.t.app.db
        .selectFrom("events")
        .select("data")
        .where("kind", "=", "user.deleted")
        .execute();
      expect(deleted).toEqual([{ data: '{"reason":"apple_account_deleted"}' }]);
      expect((await b.signIn(project, "apple", "a-1", RELAY)).user?.id).not.toBe(only.user?.id);
    },
  );

  test.each(["a password", "another account", "a mailbox"])("a user who still has %s stays", async (left) => {
    const relay = { email: "x1@privaterelay.appleid.com", email_verified: true, is_private_email: true };
    const mailbox = { email: "ada@icloud.com", email_verified: true };
    const claims = { "a password": relay, "a mailbox": mailbox, "another account": {} }[left] ?? {};
    const { user, accessToken } = await b.signIn(project, "apple", "a-1", claims);
    const id = user?.id ?? "";
    if (left === "a password") await updateUser(b.t.app.db, project.id, id, { passwordHash: "hash" });
    if (left === "another account") await b.link(project, accessToken, "google", "g-1");
    await notify({ type: "account-deleted", sub: "a-1" });
    const users = await b.t.app.db.selectFrom("users").select("id").execute();
    expect(users).toEqual([{ id }]);
    const apple = await b.t.app.db
      .selectFrom("identities")
      .select("id")
      .where("provider", "=", "apple")
      .execute();
    expect(apple).toEqual([]);
  });

  test("a notification is acted upon once, however often Apple sends it, and at the same time", async () => {
    await b.signIn(project, "apple", "a-1");
    const jti = "once";
    await notify({ type: "email-disabled", sub: "a-1" }, { jti });
    await notify({ type: "email-enabled", sub: "a-1" });
    const again = await Promise.all(
      [1, 2, 3].map(() => notify({ type: "email-disabled", sub: "a-1" }, { jti })),
    );
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await identity())?.relayDisabledAt).toBeNull();
  });

  test("what concerns nobody here, or is new to us, is taken note of", async () => {
    expect((await notify({ type: "consent-revoked", sub: "stranger" })).status).toBe(200);
    await b.signIn(project, "apple", "a-1");
    expect((await notify({ type: "something-new", sub: "a-1" })).status).toBe(200);
    expect(await identity()).toBeDefined();
  });

  test("what is not Apple's is refused for good", async () => {
    const { accessToken } = await b.signIn(project, "apple", "a-1");
    const event = { type: "account-deleted", sub: "a-1" };
    const header = { alg: "RS256", kid: b.apple.kid };
    const now = Math.floor(b.t.app.clock() / 1000);
    const bodies = [
      "",
      "not json",
      "[]",
      "{}",
      '{"payload":7}',
      '{"payload":"x.y.z"}',
      JSON.stringify({ payload: signRs256(header, claims(event), newRsaKey()) }),
      JSON.stringify({ payload: b.google.token(claims(event)) }),
      ...[
        { aud: "com.example.other" },
        { aud: [APPLE.bundleId] },
        { aud: APPLE.servicesId },
        { iss: "https://accounts.google.com" },
        { jti: undefined },
        { jti: "" },
        { events: "not json" },
        { events: undefined },
        { events: '{"type":"account-deleted"}' },
        { iat: undefined },
        { iat: "now" },
        { iat: now + 600 },
        { iat: now - 600, exp: now - 300 },
        { iat: now - 8 * 86_400, exp: undefined },
      ].map((more) => JSON.stringify({ payload: b.apple.token(claims(event, more)) })),
    ];
    for (const body of bodies) {
      const response = await post(body);
      expect([body.slice(0, 40), response.status]).toEqual([body.slice(0, 40), 400]);
      expect(await response.json()).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "payload" },
      });
    }
    await me(accessToken);
    expect((await post("{}", "no-such-project")).status).toBe(404);
    expect((await post("x".repeat(70_000))).status).toBe(400);
    expect((await fetch(`${b.t.url}/oauth/apple/notifications/${project.slug}`)).status).toBe(405);
  });

  test("an ID token is no notification", async () => {
    const payload = b.apple.token(b.claims("apple", "a-1"));
    expect((await post(JSON.stringify({ payload }))).status).toBe(400);
  });

  test("while Apple's keys cannot be had, Apple is asked to send it again", async () => {
    b.apple.instead = (_request, response) => void response.writeHead(500).end();
    expect((await notify({ type: "email-disabled", sub: "a-1" })).status).toBe(503);
    b.apple.instead = undefined;
    b.t.advance(60_000);
    expect((await notify({ type: "email-disabled", sub: "a-1" })).status).toBe(200);
  });
});
