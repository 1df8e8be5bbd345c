import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { putRestoredAt } from "../../storage/restored-at.ts";
import { adminBrowser, CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { type PasskeyDevice, passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("challenges and a restored backup on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let device: PasskeyDevice;
  let accessToken: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: CONSOLE_URL });
    ({ project } = await t.addProject("Demo", withPasskeys));
    device = passkeyDevice(t, project);
    const tokens = await t.addUser(project, "ada@example.com", "correct horse battery");
    ({ accessToken } = await device.link(tokens.accessToken));
  });
  afterEach(() => t.close());

  const app = () => passkeyClient(t, project);
  /** The backup is from before the answers of this test: it does not know which challenges were answered. */
  const restore = async () => {
    t.advance(1_000);
    await t.app.db.deleteFrom("usedPasskeyChallenges").execute();
    await putRestoredAt(t.app.db, t.app.clock());
  };
  const sessions = () => t.app.db.selectFrom("sessions").select("id").execute();

  test("an answer that signed in before the restore does not sign in again", async () => {
    const credentialJson = device.asserted(await app().startPasskeySignIn({}));
    await app().signInWithPasskey({ credentialJson });
    await restore();
    const before = await sessions();
    expect(await reasonOf(app().signInWithPasskey({ credentialJson }))).toBe("PASSKEY_INVALID");
    expect(await sessions()).toEqual(before);
    expect(await t.app.db.selectFrom("usedPasskeyChallenges").selectAll().execute()).toEqual([]);
  });

  test("a challenge that was issued since works, and only once", async () => {
    await restore();
    const credentialJson = device.asserted(await app().startPasskeySignIn({}));
    await app().signInWithPasskey({ credentialJson });
    expect(await reasonOf(app().signInWithPasskey({ credentialJson }))).toBe("PASSKEY_INVALID");
  });

  test("nobody signs up or adds a passkey with an older one", async () => {
    const another = passkeyDevice(t, project);
    const user = passkeyClient(t, project, accessToken);
    const signUp = another.created(await app().startPasskeySignUp({}));
    const link = another.created(await user.startPasskeyLink({}));
    await restore();
    expect(await reasonOf(app().signUpWithPasskey({ credentialJson: signUp }))).toBe("PASSKEY_INVALID");
    expect(await reasonOf(user.linkPasskey({ credentialJson: link }))).toBe("PASSKEY_INVALID");
    expect((await user.listMyPasskeys({})).passkeys).toHaveLength(1);
  });

  test("the same holds for administrators", async () => {
    await t.addAdmin("root@example.com");
    const browser = adminBrowser(t);
    await browser.add(await t.login("root@example.com"));
    const used = await browser.asserted();
    await browser.send(used);
    await restore();
    expect(await reasonOf(browser.send(used))).toBe("PASSKEY_INVALID");
    expect(await browser.signIn()).not.toBe("");
  });
});
