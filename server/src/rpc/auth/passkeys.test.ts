import { AccountRecovery } from "@svc/proto/svc/auth/v1/user_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newToken } from "../../crypto/random-token.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import {
  type PasskeyDevice,
  passkeyClient,
  passkeyDevice,
  RP_ID,
  signedUp,
  withPasskeys,
} from "../../testing/passkeys.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const EMAIL = "ada@example.com";
const MINUTE_MS = 60_000;

describe.each(engines)("Passkeys on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let device: PasskeyDevice;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { ...withPasskeys, allowAnonymousSignIn: true }));
    device = passkeyDevice(t, project);
  });
  afterEach(() => t.close());

  const list = (accessToken: string) => passkeyClient(t, project, accessToken).listMyPasskeys({});
  const onlyPasskey = async (accessToken: string) =>
    (await list(accessToken)).passkeys[0] ?? expect.fail("no passkey");
  const remove = async (accessToken: string, currentPassword = "") => {
    const { id: passkeyId } = await onlyPasskey(accessToken);
    return passkeyClient(t, project, accessToken).removeMyPasskey({ passkeyId, currentPassword });
  };
  const kindsOf = async (userId = "") => {
    const query = t.app.db.selectFrom("events").select(["kind", "data"]).where("projectId", "=", project.id);
    const rows = await query.where("userId", "=", userId).orderBy("id").execute();
    return rows.map(({ kind, data }) =>
      `${kind} ${(JSON.parse(data) as { method?: string }).method ?? ""}`.trim(),
    );
  };
  const sessionsOf = (userId = "") =>
    t.app.db.selectFrom("sessions").selectAll().where("userId", "=", userId).orderBy("id").execute();

  test("a user signs up with a passkey and signs in with it", async () => {
    const { user, refreshToken } = await signedUp(device, { email: EMAIL, displayName: "Ada" });
    expect(user).toMatchObject({
      email: EMAIL,
      displayName: "Ada",
      hasPassword: false,
      emailVerified: false,
    });
    expect((await t.auth(project).refreshToken({ refreshToken })).user?.id).toBe(user?.id);
    const signedIn = await device.signIn();
    expect(signedIn.user?.id).toBe(user?.id);
    expect(signedIn.deviceToken).not.toBe("");
    expect((await t.auth(project, signedIn.accessToken).getMe({})).user?.id).toBe(user?.id);
    expect(await kindsOf(user?.id)).toEqual([
      "user.signed_up passkey",
      "user.passkey_added",
      "user.signed_in passkey",
    ]);
    const { id } = await onlyPasskey(signedIn.accessToken);
    const sessions = await sessionsOf(user?.id);
    expect(sessions.map(({ method, passkeyId }) => [method, passkeyId])).toEqual([
      ["passkey", id],
      ["passkey", id],
    ]);
  });

  test("a user without an email cannot recover the account, and is told so", async () => {
    const { user } = await signedUp(device);
    expect(user).toMatchObject({ email: "", isAnonymous: false, recovery: AccountRecovery.NONE });
    const { user: ada } = await t.addUser(project, EMAIL, PASSWORD);
    expect(ada?.recovery).toBe(AccountRecovery.EMAIL);
  });

  test("the list has what platforms need, and the names that users and products give", async () => {
    const { accessToken } = await signedUp(device);
    const added = await onlyPasskey(accessToken);
    const aaguid = Buffer.from("fbfc3007154e4ecc8c0b6e020557d7bd", "hex");
    const apple = passkeyDevice(t, project);
    const linked = await apple.link(accessToken, { aaguid });
    await device.signIn();
    const { passkeys, rpId, userHandle } = await list(linked.accessToken);
    expect(passkeys.map(({ name }) => name)).toEqual(["iCloud Keychain", "Passkey"]);
    expect(passkeys[0]).toMatchObject({ backedUp: true, rpId: RP_ID });
    expect([passkeys[0]?.lastUsedAt, added.lastUsedAt]).toEqual([undefined, undefined]);
    expect(passkeys[1]?.lastUsedAt).toBeDefined();
    expect(passkeys[1]?.credentialId).toBe(device.authenticator.passkeys[0]?.id.toString("base64url"));
    expect(rpId).toBe(RP_ID);
    const handles = [device, apple].map(
      ({
        authenticator: {
          passkeys: [one],
        },
      }) => one?.userHandle.toString("base64url"),
    );
    expect(handles).toEqual([userHandle, userHandle]);
  });

  test("a passkey is renamed by its user only, without characters that reverse the text", async () => {
    const { accessToken } = await signedUp(device);
    const { id: passkeyId } = await onlyPasskey(accessToken);
    const mine = passkeyClient(t, project, accessToken);
    const { passkey } = await mine.updateMyPasskey({ passkeyId, name: " my\u202e phone\u0007 " });
    expect(passkey?.name).toBe("my phone");
    for (const name of ["", " \u202e", "x".repeat(101)]) {
      expect(await failureOf(mine.updateMyPasskey({ passkeyId, name }))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "name" },
      });
    }
    const other = await signedUp(passkeyDevice(t, project));
    const foreign = passkeyClient(t, project, other.accessToken);
    expect(await reasonOf(foreign.updateMyPasskey({ passkeyId, name: "mine" }))).toBe("NOT_FOUND");
    expect(await reasonOf(foreign.removeMyPasskey({ passkeyId }))).toBe("NOT_FOUND");
    expect((await onlyPasskey(accessToken)).name).toBe("my phone");
  });

  test("a new name needs a recent sign-in and is recorded", async () => {
    const { accessToken, user } = await signedUp(device);
    const { id: passkeyId } = await onlyPasskey(accessToken);
    const mine = passkeyClient(t, project, accessToken);
    await mine.updateMyPasskey({ passkeyId, name: "my phone" });
    const renamed = (kinds: string[]) => kinds.filter((kind) => kind === "user.passkey_renamed");
    expect(renamed(await kindsOf(user?.id))).toHaveLength(1);
    t.advance(10 * MINUTE_MS);
    const again = mine.updateMyPasskey({ passkeyId, name: "your phone" });
    expect(await reasonOf(again)).toBe("REAUTHENTICATION_REQUIRED");
    expect((await onlyPasskey(accessToken)).name).toBe("my phone");
    expect(renamed(await kindsOf(user?.id))).toHaveLength(1);
  });

  test("a guest who links a passkey becomes a permanent user with the same id", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    t.advance(30 * MINUTE_MS);
    const { refreshToken } = guest;
    const renewed = await t.auth(project).refreshToken({ refreshToken });
    const linked = await device.link(renewed.accessToken, {}, { passkeyName: "my phone" });
    expect(linked.user).toMatchObject({ id: guest.user?.id, isAnonymous: false });
    expect(await kindsOf(guest.user?.id)).toEqual([
      "user.guest_created",
      "user.passkey_added",
      "user.guest_converted passkey",
    ]);
    expect((await onlyPasskey(linked.accessToken)).name).toBe("my phone");
    expect((await device.signIn()).user?.id).toBe(guest.user?.id);
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: renewed.refreshToken }))).toBe(
      "REFRESH_TOKEN_REUSED",
    );
  });

  test("linking needs a recent sign-in, and mails the verified address", async () => {
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    await t.app.db.updateTable("users").set({ emailVerifiedAt: 1 }).execute();
    await t.deliverMail();
    const mine = passkeyClient(t, project, accessToken);
    const options = await mine.startPasskeyLink({});
    t.advance(10 * MINUTE_MS);
    expect(await reasonOf(mine.startPasskeyLink({}))).toBe("REAUTHENTICATION_REQUIRED");
    const credentialJson = device.created(options);
    expect(await reasonOf(mine.linkPasskey({ credentialJson }))).toBe("REAUTHENTICATION_REQUIRED");
    const again = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await device.link(again.accessToken);
    await t.deliverMail();
    expect(t.mails.at(-1)).toMatchObject({ to: EMAIL });
    expect(t.mails.at(-1)?.text).toContain("with a passkey");
  });

  test("a repeated LinkPasskey gets the answer that was lost", async () => {
    const { accessToken } = await t.auth(project).signInAnonymously({});
    const mine = passkeyClient(t, project, accessToken);
    const credentialJson = device.created(await mine.startPasskeyLink({}));
    const attemptId = newToken();
    const first = await mine.linkPasskey({ credentialJson, attemptId });
    const again = await mine.linkPasskey({ credentialJson, attemptId });
    expect(again.refreshToken).toBe(first.refreshToken);
    expect((await list(first.accessToken)).passkeys).toHaveLength(1);
    expect(await reasonOf(mine.linkPasskey({ credentialJson, attemptId: newToken() }))).toBe(
      "PASSKEY_INVALID",
    );
  });

  test("a user has at most ten passkeys, also when several are added at once", async () => {
    let { accessToken } = await signedUp(device);
    for (let n = 0; n < 8; n++) ({ accessToken } = await passkeyDevice(t, project).link(accessToken));
    const mine = passkeyClient(t, project, accessToken);
    const ready = await Promise.all(
      Array.from({ length: 4 }, async () =>
        passkeyDevice(t, project).created(await mine.startPasskeyLink({})),
      ),
    );
    const outcomes = await Promise.all(
      ready.map((credentialJson) =>
        mine.linkPasskey({ credentialJson }).then(
          () => "linked",
          () => "refused",
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "linked")).toHaveLength(1);
    expect((await list(accessToken)).passkeys).toHaveLength(10);
    expect(await reasonOf(mine.startPasskeyLink({}))).toBe("TOO_MANY_PASSKEYS");
  });

  test("removing a passkey ends the sessions that it opened, and no other", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    const session = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const { accessToken, refreshToken } = await device.link(session.accessToken);
    const opened = await device.signIn();
    await remove(accessToken);
    expect(await reasonOf(t.auth(project, opened.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: opened.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    expect((await t.auth(project).refreshToken({ refreshToken })).user?.id).toBe(user?.id);
    expect(await failureOf(device.signIn())).toMatchObject({
      reason: "PASSKEY_INVALID",
      metadata: { signal: "unknown", rp_id: RP_ID },
    });
    expect(await kindsOf(user?.id)).toContain("user.passkey_removed");
    expect((await sessionsOf(user?.id)).map(({ revokedReason }) => revokedReason)).toEqual([
      null,
      null,
      "passkey_removed",
    ]);
  });

  test("removing needs the password or a recent sign-in, and another way in", async () => {
    const only = await signedUp(device);
    expect(await reasonOf(remove(only.accessToken))).toBe("LAST_SIGN_IN_METHOD");
    expect((await device.signIn()).user?.id).toBe(only.user?.id);

    const ada = await t.addUser(project, EMAIL, PASSWORD);
    const { accessToken } = await passkeyDevice(t, project).link(ada.accessToken);
    t.advance(10 * MINUTE_MS);
    expect(await reasonOf(remove(accessToken))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await reasonOf(remove(accessToken, "wrong horse"))).toBe("INVALID_CREDENTIALS");
    await remove(accessToken, PASSWORD);
    expect((await list(accessToken)).passkeys).toEqual([]);
  });

  test("of two passkeys that are removed at once, one stays", async () => {
    const { accessToken, user } = await signedUp(device);
    const other = passkeyDevice(t, project);
    const linked = await other.link(accessToken);
    const { passkeys } = await list(linked.accessToken);
    const mine = passkeyClient(t, project, linked.accessToken);
    await Promise.allSettled(passkeys.map(({ id: passkeyId }) => mine.removeMyPasskey({ passkeyId })));
    const left = await t.app.db
      .selectFrom("passkeys")
      .select("id")
      .where("userId", "=", user?.id ?? "")
      .execute();
    expect(left).toHaveLength(1);
  });

  test("while passkeys are off, nobody signs in, signs up or links; a user can still remove one", async () => {
    const { accessToken } = await t.addUser(project, EMAIL, PASSWORD);
    const linked = await device.link(accessToken);
    const settings = { passkeys: { ...withPasskeys.passkeys, enabled: false } };
    const options = await passkeyClient(t, project).startPasskeySignIn({});
    project = await updateProject(t.app, systemActor, project.id, { settings });
    const app = passkeyClient(t, project);
    const credentialJson = device.asserted(options);
    expect(await reasonOf(app.startPasskeySignIn({}))).toBe("PASSKEY_DISABLED");
    expect(await reasonOf(app.signInWithPasskey({ credentialJson }))).toBe("PASSKEY_DISABLED");
    expect(await reasonOf(app.startPasskeySignUp({}))).toBe("PASSKEY_DISABLED");
    expect(await reasonOf(app.signUpWithPasskey({ credentialJson }))).toBe("PASSKEY_DISABLED");
    const mine = passkeyClient(t, project, linked.accessToken);
    expect(await reasonOf(mine.startPasskeyLink({}))).toBe("PASSKEY_DISABLED");
    expect(await reasonOf(mine.linkPasskey({ credentialJson }))).toBe("PASSKEY_DISABLED");
    await remove(linked.accessToken);
    expect((await list(linked.accessToken)).passkeys).toEqual([]);
  });

  test("passkeys and their used challenges go with their user and project", async () => {
    const { accessToken } = await signedUp(device);
    await t.auth(project, accessToken).deleteAccount({});
    expect(await t.app.db.selectFrom("passkeys").selectAll().execute()).toEqual([]);
    expect(await reasonOf(device.signIn())).toBe("PASSKEY_INVALID");
  });
});
