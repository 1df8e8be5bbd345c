import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAdmin } from "../../domain/admins/create-admin.ts";
import { type AdminBrowser, adminBrowser, CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const EVE = "eve@example.com";
const MINUTE = 60_000;

describe.each(engines)("passkeys of administrators on $kind", (engine) => {
  let t: TestApp;
  let root: { token: string; adminId: string };
  let browser: AdminBrowser;
  let cookie: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: CONSOLE_URL });
    root = await t.addAdmin(ROOT);
    cookie = await t.login(ROOT);
    browser = adminBrowser(t);
  });
  afterEach(() => t.close());

  const own = (of = cookie) => browser.as(of).listMyPasskeys({});
  const current = async (of: string) => (await browser.as(of).getCurrentAdmin({})).admin?.email;
  const withToken = () => t.client(SessionService, { authorization: `Bearer ${root.token}` });
  const eventsOf = async (kinds: RegExp) =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute())
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)]);

  test("an administrator adds a passkey and signs in with it, with the same cookies as with the password", async () => {
    const added = await browser.add(cookie, { transports: ["internal", "hybrid"] });
    expect(added).toMatchObject({ name: "Passkey", rpId: "auth.example.com", backedUp: true });
    expect(added.lastUsedAt).toBeUndefined();

    t.advance(MINUTE);
    let cookies: string[] = [];
    const credentialJson = await browser.asserted();
    const answer = await t
      .client(SessionService, { "user-agent": "Console" })
      .loginWithPasskey({ credentialJson }, { onHeader: (headers) => (cookies = headers.getSetCookie()) });
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-svc_admin=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringContaining("__Host-svc_admin_device="),
    ]);
    const now = t.app.clock();
    expect(answer.admin).toMatchObject({ id: root.adminId, email: ROOT });
    expect(answer.sessionExpiresAt && timestampMs(answer.sessionExpiresAt)).toBe(now + 24 * 60 * MINUTE);
    const opened = cookies[0]?.split(";")[0] ?? "";
    expect(await current(opened)).toBe(ROOT);

    const { passkeys, rpId, userHandle } = await own();
    expect(rpId).toBe("auth.example.com");
    expect(passkeys.map(({ id }) => id)).toEqual([added.id]);
    expect(passkeys[0]?.lastUsedAt && timestampMs(passkeys[0].lastUsedAt)).toBe(now);
    expect(userHandle).toBe(browser.authenticator.passkeys[0]?.userHandle.toString("base64url"));
    const data = { adminId: root.adminId, passkeyId: added.id, name: "Passkey" };
    expect((await eventsOf(/^admin\.(passkey|logged)/)).slice(1)).toEqual([
      ["admin.passkey_added", `admin:${ROOT}`, data],
      ["admin.logged_in", `admin:${ROOT}`, { adminId: root.adminId, method: "passkey" }],
    ]);
    // It counts as a recent sign-in.
    await adminBrowser(t).add(opened);
    expect(JSON.stringify(t.logLines)).not.toContain(opened.split("=")[1]);
  });

  test("the options ask for any passkey of the host and store nothing", async () => {
    const count = async () =>
      (await t.app.db.selectFrom("usedPasskeyChallenges").selectAll().execute()).length;
    const { optionsJson } = await t.client(SessionService).startPasskeyLogin({});
    expect(JSON.parse(optionsJson)).toEqual({
      challenge: expect.any(String),
      rpId: "auth.example.com",
      timeout: 300_000,
      userVerification: "required",
    });
    const { optionsJson: creation } = await browser.as(cookie).startPasskeyAddition({});
    expect(JSON.parse(creation)).toMatchObject({
      rp: { id: "auth.example.com", name: "svc console" },
      user: { name: ROOT, displayName: ROOT },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(await count()).toBe(0);
  });

  test("a server whose base URL has an IP address has no passkeys of administrators, and says so", async () => {
    await t.close();
    t = await TestApp.open(engine, { baseUrl: "http://192.0.2.1:8080" });
    await t.addAdmin(ROOT);
    cookie = await t.login(ROOT);
    browser = adminBrowser(t);
    expect(await own()).toMatchObject({ passkeys: [], rpId: "", userHandle: "" });
    expect(await reasonOf(t.client(SessionService).startPasskeyLogin({}))).toBe("PASSKEY_DISABLED");
    expect(await reasonOf(browser.as(cookie).startPasskeyAddition({}))).toBe("PASSKEY_DISABLED");
    expect(await reasonOf(browser.as(cookie).addMyPasskey({ credentialJson: "{}" }))).toBe(
      "PASSKEY_DISABLED",
    );
    expect(await reasonOf(browser.send("{}"))).toBe("PASSKEY_DISABLED");
  });

  test("a personal access token lists the passkeys and changes none", async () => {
    const { id: passkeyId } = await browser.add(cookie);
    expect((await withToken().listMyPasskeys({})).passkeys).toMatchObject([{ id: passkeyId }]);
    const credentialJson = await adminBrowser(t).created(cookie);
    for (const refused of [
      () => withToken().startPasskeyAddition({}),
      () => withToken().addMyPasskey({ credentialJson }),
      () => withToken().renameMyPasskey({ passkeyId, name: "x" }),
      () => withToken().removeMyPasskey({ passkeyId }),
    ]) {
      expect(await reasonOf(refused())).toBe("INVALID_REQUEST");
    }
    expect((await own()).passkeys).toMatchObject([{ id: passkeyId, name: "Passkey" }]);
  });

  test("an administrator has at most 10 passkeys, also when they are added at the same moment", async () => {
    for (let i = 0; i < 8; i++) await adminBrowser(t).add(cookie);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () =>
        browser.as(cookie).addMyPasskey({ credentialJson: await adminBrowser(t).created(cookie) }),
      ).map((adding) =>
        adding.then(
          () => "added",
          () => reasonOf(adding),
        ),
      ),
    );
    expect(answers.toSorted()).toEqual(["TOO_MANY_PASSKEYS", "TOO_MANY_PASSKEYS", "added", "added"]);
    expect((await own()).passkeys).toHaveLength(10);
    expect(await reasonOf(browser.as(cookie).startPasskeyAddition({}))).toBe("TOO_MANY_PASSKEYS");
  });

  test("no credential is added twice, with a used challenge or with the challenge of another administrator", async () => {
    const add = (of: string, credentialJson: string) => browser.as(of).addMyPasskey({ credentialJson });
    const credentialJson = await browser.created(cookie);
    await add(cookie, credentialJson);
    expect(await reasonOf(add(cookie, credentialJson))).toBe("PASSKEY_INVALID");

    await t.addAdmin(EVE);
    const eve = await t.login(EVE);
    const stolen = browser.authenticator.passkeys[0]?.id;
    const again = await adminBrowser(t).created(eve, { ...(stolen && { credentialId: stolen }) });
    expect(await reasonOf(add(eve, again))).toBe("PASSKEY_ALREADY_EXISTS");
    expect(await reasonOf(add(eve, await adminBrowser(t).created(cookie)))).toBe("PASSKEY_INVALID");
    const forSignIn = JSON.parse(await browser.asserted());
    expect(await reasonOf(add(eve, JSON.stringify(forSignIn)))).toBe("PASSKEY_INVALID");
    expect((await own(eve)).passkeys).toEqual([]);
  });

  test("passkeys are renamed and removed by their owner alone", async () => {
    const { id: passkeyId } = await browser.add(cookie);
    await t.addAdmin(EVE);
    const eve = browser.as(await t.login(EVE));
    expect(await failureOf(eve.renameMyPasskey({ passkeyId, name: "Mine" }))).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "admin_passkey" },
    });
    expect(await reasonOf(eve.removeMyPasskey({ passkeyId }))).toBe("NOT_FOUND");

    const rename = (name: string) => browser.as(cookie).renameMyPasskey({ passkeyId, name });
    expect((await rename("  Work\u202e laptop\u0007 ")).passkey?.name).toBe("Work laptop");
    expect(await reasonOf(rename("  "))).toBe("INVALID_REQUEST");
    expect(await reasonOf(rename("x".repeat(101)))).toBe("INVALID_REQUEST");
    await browser.as(cookie).removeMyPasskey({ passkeyId });
    expect((await own()).passkeys).toEqual([]);
    expect(await eventsOf(/passkey_removed/)).toEqual([
      ["admin.passkey_removed", `admin:${ROOT}`, { adminId: root.adminId, passkeyId, name: "Work laptop" }],
    ]);
    expect(await reasonOf(browser.signIn())).toBe("PASSKEY_INVALID");
  });

  test("removing a passkey ends the other sessions that it opened, and no more", async () => {
    const { id: passkeyId } = await browser.add(cookie);
    const other = adminBrowser(t);
    await other.add(cookie);
    const [here, elsewhere, withOther] = [
      await browser.signIn(),
      await browser.signIn(),
      await other.signIn(),
    ];
    await browser.as(here).removeMyPasskey({ passkeyId });
    expect(await reasonOf(current(elsewhere))).toBe("ADMIN_UNAUTHENTICATED");
    for (const kept of [here, withOther, cookie]) expect(await current(kept)).toBe(ROOT);
  });

  test("a new password that the administrator chooses leaves the passkeys", async () => {
    await browser.add(cookie);
    const newPassword = "a-new-password-of-ada";
    await t
      .client(AdminAccountService, { cookie })
      .changePassword({ currentPassword: ADMIN_PASSWORD, newPassword });
    expect(await current(await browser.signIn())).toBe(ROOT);
  });

  test("recovery on the server removes passkeys, which others may have added", async () => {
    await browser.add(cookie);
    const { removedPasskeys } = await createAdmin(t.app, { email: ROOT, password: ADMIN_PASSWORD });
    expect(removedPasskeys).toBe(1);
    expect(await reasonOf(browser.signIn())).toBe("PASSKEY_INVALID");
    expect((await own(await t.login(ROOT))).passkeys).toEqual([]);
  });
});
