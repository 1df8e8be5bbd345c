import type { Client } from "@connectrpc/connect";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { UserService as AdminUsers } from "@svc/proto/svc/admin/v1/users_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { regenerateSecretKey } from "../../domain/projects/regenerate-secret-key.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { type PasskeyDevice, passkeyDevice, RP_ID, signedUp, withPasskeys } from "../../testing/passkeys.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import type { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("The passkeys of a user on $kind", (engine) => {
  let b: OAuthBench;
  let t: TestApp;
  let project: Project;
  let admin: Client<typeof AdminUsers>;
  let backend: Client<typeof UserService>;
  let token: string;
  let phone: PasskeyDevice;
  let own: TokenResponse;
  let userId: string;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { rateLimits: "off" });
    ({ t } = b);
    project = await b.addProject(withPasskeys);
    ({ token } = await t.addAdmin());
    admin = t.client(AdminUsers, { authorization: `Bearer ${token}` });
    const { secretKey } = await regenerateSecretKey(t.app, systemActor, project.id);
    backend = t.client(UserService, { "x-svc-key": secretKey });
    own = await t.addUser(project, EMAIL, PASSWORD);
    userId = own.user?.id ?? "";
    await backend.updateUser({ userId, emailVerified: true });
    phone = passkeyDevice(t, project);
    await phone.link(own.accessToken, {}, { passkeyName: "Phone" });
  });
  afterEach(() => b.close());

  const only = async (of = userId) =>
    (await backend.listUserPasskeys({ userId: of })).passkeys[0]?.id ?? expect.fail("no passkey");
  const byAdmin = (passkeyId: string, of = userId) =>
    admin.removeUserPasskey({ project: "demo", userId: of, passkeyId });

  test("administrators and backends see them, the newest first, without the public key", async () => {
    t.advance(1000);
    await passkeyDevice(t, project).link(own.accessToken, {}, { passkeyName: "Laptop" });
    await phone.signIn();
    const { passkeys } = await backend.listUserPasskeys({ userId });
    expect(passkeys).toMatchObject([
      { name: "Laptop", rpId: RP_ID },
      { name: "Phone", rpId: RP_ID, credentialId: expect.stringMatching(/^[\w-]{16,}$/) },
    ]);
    expect(passkeys.map(({ lastUsedAt }) => lastUsedAt !== undefined)).toEqual([false, true]);
    expect((await admin.listUserPasskeys({ project: "demo", userId })).passkeys).toEqual(passkeys);
    const shown = ["$typeName", "id", "name", "credentialId", "backedUp", "createdAt", "lastUsedAt", "rpId"];
    expect(Object.keys(passkeys[1] ?? {}).toSorted()).toEqual(shown.toSorted());
  });

  test("an administrator removes one: its sessions end, others stay, and the user is told", async () => {
    const opened = await phone.signIn();
    await byAdmin(await only());
    expect(await reasonOf(t.auth(project, opened.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(phone.signIn())).toBe("PASSKEY_INVALID");
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const { sessions = [] } = (await backend.getUser({ userId })).user ?? {};
    expect(sessions.map(({ method }) => method)).toEqual(["password", "password"]);
    await t.deliverMail();
    const told = t.mails.filter(({ to, text }) => to === EMAIL && text.includes("A passkey was removed"));
    expect(told).toHaveLength(1);
  });

  test("it is an event of the user and, by an administrator, one of the audit log", async () => {
    const passkeyId = await only();
    await byAdmin(passkeyId);
    await phone.link((await t.auth(project).signIn({ email: EMAIL, password: PASSWORD })).accessToken);
    const second = await only();
    await backend.removeUserPasskey({ userId, passkeyId: second });
    const analytics = t.client(AnalyticsService, { authorization: `Bearer ${token}` });
    const kinds = ["user.passkey_removed", "admin.user_passkey_removed"];
    const { events } = await analytics.listRecentEvents({ project: "demo", kinds });
    expect(events.map(({ kind, actor, data }) => [kind, actor, data?.passkey_id]).toSorted()).toEqual(
      [
        ["user.passkey_removed", "admin:root@example.com", passkeyId],
        ["admin.user_passkey_removed", "admin:root@example.com", passkeyId],
        ["user.passkey_removed", "backend", second],
      ].toSorted(),
    );
  });

  test("a passkey that is not there, or of somebody else, is not found, and nothing changes", async () => {
    const other = await signedUp(passkeyDevice(t, project));
    const passkeyId = await only(other.user?.id);
    const calls = [() => byAdmin(passkeyId), () => backend.removeUserPasskey({ userId, passkeyId: "nope" })];
    for (const call of calls) {
      expect(await failureOf(call())).toMatchObject({
        reason: "NOT_FOUND",
        metadata: { resource: "passkey" },
      });
    }
    expect(await only(other.user?.id)).toBe(passkeyId);
    expect(await reasonOf(backend.listUserPasskeys({ userId: "nope" }))).toBe("NOT_FOUND");
  });

  test("a user of another project is not there for an administrator, and told to a backend", async () => {
    const { project: elsewhere } = await t.addProject("Elsewhere");
    const stranger = await t.addUser(elsewhere, EMAIL, PASSWORD);
    const userId = stranger.user?.id ?? "";
    expect(await reasonOf(admin.listUserPasskeys({ project: "demo", userId }))).toBe("NOT_FOUND");
    expect(await reasonOf(backend.removeUserPasskey({ userId, passkeyId: "x" }))).toBe("WRONG_PROJECT");
  });

  describe("the last way in", () => {
    test("is not taken: not the only passkey, and then no session ends", async () => {
      const device = passkeyDevice(t, project);
      const alone = await signedUp(device, { email: "alone@example.com" });
      const id = alone.user?.id ?? "";
      expect(await reasonOf(byAdmin(await only(id), id))).toBe("LAST_SIGN_IN_METHOD");
      await t.auth(project, alone.accessToken).getMe({});
      expect((await device.signIn()).user?.id).toBe(id);
    });

    test("is not taken when the other passkey is of another RP ID, or passkeys are off", async () => {
      const device = passkeyDevice(t, project);
      const alone = await signedUp(device);
      const id = alone.user?.id ?? "";
      await passkeyDevice(t, project).link(alone.accessToken);
      const [first, second] = (await backend.listUserPasskeys({ userId: id })).passkeys;
      const set = (passkeys: object) =>
        updateProject(t.app, systemActor, project.id, {
          settings: { passkeys: { ...withPasskeys.passkeys, ...passkeys } },
        });
      await set({ rpId: "other.example.com" });
      expect(await reasonOf(byAdmin(first?.id ?? "", id))).toBe("LAST_SIGN_IN_METHOD");
      await set({ enabled: false });
      expect(await reasonOf(byAdmin(first?.id ?? "", id))).toBe("LAST_SIGN_IN_METHOD");
      await set({});
      await byAdmin(first?.id ?? "", id);
      expect(await reasonOf(byAdmin(second?.id ?? "", id))).toBe("LAST_SIGN_IN_METHOD");
    });

    test("a passkey lets a provider account go, and the other way round", async () => {
      const google = await b.signIn(project, "google", "g-1");
      const id = google.user?.id ?? "";
      const device = passkeyDevice(t, project);
      await device.link(google.accessToken);
      await admin.unlinkIdentity({ project: "demo", userId: id, provider: OauthProvider.GOOGLE });
      const { accessToken, user } = await device.signIn();
      expect(user?.id).toBe(id);
      await b.link(project, accessToken, "google", "g-2");
      await byAdmin(await only(id), id);
      expect((await b.signIn(project, "google", "g-2")).user?.id).toBe(id);
    });

    test("of two removals at once, one leaves the user a way in", async () => {
      for (let round = 0; round < times(3, 40); round++) {
        const google = await b.signIn(project, "google", `both-${round}`);
        const id = google.user?.id ?? "";
        await passkeyDevice(t, project).link(google.accessToken);
        const answers = await Promise.allSettled([
          byAdmin(await only(id), id),
          admin.unlinkIdentity({ project: "demo", userId: id, provider: OauthProvider.GOOGLE }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      }
    });
  });

  test("an app learns that the account of an address has a passkey, from its owner's provider only", async () => {
    const device = passkeyDevice(t, project);
    await signedUp(device, { email: "victor@gmail.com" });
    const answering = { email: "victor@gmail.com", email_verified: true };
    const told = await failureOf(b.signIn(project, "google", "v-1", answering));
    expect(told).toMatchObject({ reason: "EMAIL_ALREADY_EXISTS", metadata: { sign_in_methods: "passkey" } });
    const doubtful = await failureOf(
      b.signIn(project, "google", "v-2", { email: "victor@gmail.com", email_verified: false }),
    );
    expect(doubtful.metadata).not.toHaveProperty("sign_in_methods");
  });
});
