import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { removeAdmin } from "../../domain/admins/remove-admin.ts";
import { resetFactors } from "../../domain/admins/reset-factors.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { type AdminBrowser, adminBrowser, CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const EVE = "eve@example.com";
const MINUTE = 60_000;

describe.each(engines)("a sign-in of an administrator with a passkey on $kind", (engine) => {
  let t: TestApp;
  let adminId: string;
  let browser: AdminBrowser;
  let cookie: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: CONSOLE_URL });
    ({ adminId } = await t.addAdmin(ROOT));
    await t.addAdmin(EVE);
    cookie = await t.login(ROOT);
    browser = adminBrowser(t);
    await browser.add(cookie);
  });
  afterEach(() => t.close());

  const eventsOf = async (kinds: RegExp) =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute())
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)]);
  const sessionsOf = async (of: string) =>
    (await t.app.db.selectFrom("adminSessions").select("id").where("adminId", "=", of).execute()).length;
  const prove = (of: string, proof: { password?: string; credentialJson?: string }) =>
    browser.as(of).reauthenticate(proof);

  test("every answer that is not right fails alike, and opens nothing", async () => {
    const stranger = adminBrowser(t);
    await stranger.add(await t.login(EVE));
    const [eves] = stranger.authenticator.passkeys;
    if (!eves) throw new Error("no passkey");
    const late = await browser.asserted();
    t.advance(5 * MINUTE);
    const { optionsJson } = await browser.as(cookie).startPasskeyAddition({});
    const { challenge: ofAddition } = JSON.parse(optionsJson) as { challenge: string };
    const used = await browser.asserted();
    await browser.send(used);
    const before = await sessionsOf(adminId);
    const wrong: Record<string, string> = {
      "used before": used,
      "too late": late,
      "another origin": await browser.asserted({ origin: "https://evil.example" }),
      "a port": await browser.asserted({ origin: `${CONSOLE_URL}:444` }),
      "another host": await browser.asserted({ rpId: "evil.example" }),
      "another key": await browser.asserted({ signWith: eves.privateKey }),
      "no handle": await browser.asserted({ userHandle: null }),
      "the handle of another": await browser.asserted({ userHandle: eves.userHandle }),
      "not verified": await browser.asserted({ flags: 0x19 }),
      "a challenge to add": await browser.asserted({ challenge: ofAddition }),
      "a framed page": await browser.asserted({ crossOrigin: true }),
      "an unknown passkey": JSON.stringify({
        ...JSON.parse(await browser.asserted()),
        id: "AAAA",
        rawId: "AAAA",
      }),
      "no JSON": "canary",
    };
    const failures = [];
    for (const [name, credentialJson] of Object.entries(wrong)) {
      failures.push([name, await failureOf(browser.send(credentialJson))]);
    }
    const alike = { code: "Unauthenticated", reason: "PASSKEY_INVALID", metadata: {} };
    expect(failures).toEqual(Object.keys(wrong).map((name) => [name, alike]));
    expect(await sessionsOf(adminId)).toBe(before);
    expect(await reasonOf(browser.send(""))).toBe("INVALID_REQUEST");
    expect(JSON.stringify([await eventsOf(/./), t.logLines])).not.toContain("canary");
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["no handle", { userHandle: null }],
    ["no verification", { flags: 0x19 }],
  ])("%s fails within the time of the challenge, and is in the audit log", async (_name, request) => {
    expect(await reasonOf(browser.send(await browser.asserted(request)))).toBe("PASSKEY_INVALID");
    expect(await eventsOf(/login_failed/)).toEqual([
      ["admin.login_failed", "", { adminId, email: ROOT, method: "passkey" }],
    ]);
  });

  test("an unknown passkey is in the audit log without a name", async () => {
    const unknown = { ...JSON.parse(await browser.asserted()), id: "AAAA", rawId: "AAAA" };
    expect(await reasonOf(browser.send(JSON.stringify(unknown)))).toBe("PASSKEY_INVALID");
    expect(await eventsOf(/login_failed/)).toEqual([["admin.login_failed", "", { adminId: null }]]);
  });

  test("failures count in the limit that Login has for the address", async () => {
    const reasons: string[] = [];
    for (let i = 0; i < 200 && reasons.at(-1) !== "RATE_LIMITED"; i++) {
      reasons.push((await reasonOf(browser.send("{}"))) ?? "");
    }
    expect(new Set(reasons)).toEqual(new Set(["PASSKEY_INVALID", "RATE_LIMITED"]));
    expect(await reasonOf(t.login(ROOT))).toBe("RATE_LIMITED");
    expect(await reasonOf(browser.signIn())).toBe("RATE_LIMITED");
  });

  test("a sign-in ends the browser's session of before", async () => {
    const credentialJson = await browser.asserted();
    await browser.as(cookie).loginWithPasskey({ credentialJson });
    expect(await reasonOf(browser.as(cookie).getCurrentAdmin({}))).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("a page of another site cannot sign a browser in", async () => {
    const client = t.client(SessionService, { origin: "https://evil.example" });
    expect(await reasonOf(client.loginWithPasskey({ credentialJson: await browser.asserted() }))).toBe(
      "CSRF_REJECTED",
    );
  });

  test("a counter that does not grow is recorded, and the sign-in goes on", async () => {
    await browser.signIn({ counter: 7 });
    await browser.signIn({ counter: 8 });
    expect(await eventsOf(/counter/)).toEqual([]);
    await browser.signIn({ counter: 8 });
    const { passkeys } = await browser.as(cookie).listMyPasskeys({});
    expect(await eventsOf(/counter/)).toEqual([
      ["admin.passkey_counter_went_back", `admin:${ROOT}`, { adminId, passkeyId: passkeys[0]?.id }],
    ]);
  });

  test("a passkey proves a session again like the password", async () => {
    t.advance(10 * MINUTE);
    expect(await reasonOf(browser.as(cookie).startPasskeyAddition({}))).toBe("REAUTHENTICATION_REQUIRED");
    const credentialJson = await browser.asserted();
    await prove(cookie, { credentialJson });
    await browser.as(cookie).startPasskeyAddition({});
    expect(await reasonOf(prove(cookie, { credentialJson }))).toBe("PASSKEY_INVALID");
    expect(
      (await eventsOf(/reauth/)).map(([kind, , data]) => [kind, (data as { method: string }).method]),
    ).toEqual([
      ["admin.reauthenticated", "passkey"],
      ["admin.reauthentication_failed", "passkey"],
    ]);
    const both = { password: ADMIN_PASSWORD, credentialJson: await browser.asserted() };
    expect(await reasonOf(prove(cookie, both))).toBe("INVALID_REQUEST");
  });

  test("the passkey of another administrator proves nothing, and failures count in the limits", async () => {
    const eve = await t.login(EVE);
    const reasons: string[] = [];
    for (let i = 0; i < 30 && reasons.at(-1) !== "RATE_LIMITED"; i++) {
      reasons.push((await reasonOf(prove(eve, { credentialJson: await browser.asserted() }))) ?? "");
    }
    expect(new Set(reasons)).toEqual(new Set(["PASSKEY_INVALID", "RATE_LIMITED"]));
    expect(await reasonOf(prove(eve, { password: ADMIN_PASSWORD }))).toBe("RATE_LIMITED");
  });

  /** Does something after a passkey was checked, and before the transaction that its proof allows. */
  function afterTheCheck(act: () => Promise<unknown>): () => Promise<unknown> {
    let acting: Promise<unknown> | undefined;
    const { mac } = t.app.secretBox;
    vi.spyOn(t.app.secretBox, "mac").mockImplementation((...input) => {
      acting ??= act();
      return mac(...input);
    });
    return async () => acting;
  }

  test("a passkey that is reset during a sign-in opens no session", async () => {
    const credentialJson = await browser.asserted();
    const acted = afterTheCheck(() => resetFactors(t.app, ROOT));
    await Promise.allSettled([browser.send(credentialJson)]);
    expect(await acted()).toMatchObject({ removedPasskeys: 1 });
    expect(await sessionsOf(adminId)).toBe(0);
  });

  test("an administrator who is removed during a sign-in gets no session", async () => {
    const credentialJson = await browser.asserted();
    const [eve] = await t.app.db.selectFrom("admins").selectAll().where("email", "=", EVE).execute();
    const acted = afterTheCheck(() =>
      removeAdmin(t.app, { id: eve?.id ?? "" }, { adminId, inviteId: "" }, systemActor),
    );
    await Promise.allSettled([browser.send(credentialJson)]);
    await acted();
    expect(await sessionsOf(adminId)).toBe(0);
    expect(await t.app.db.selectFrom("adminPasskeys").selectAll().execute()).toEqual([]);
  });

  test("reset-factors removes the passkeys and ends the sessions of one administrator", async () => {
    const stranger = adminBrowser(t);
    const eve = await t.login(EVE);
    await stranger.add(eve);
    const opened = await browser.signIn();
    expect(await resetFactors(t.app, " Root@Example.com ")).toEqual({
      admin: { id: adminId, email: ROOT },
      removedPasskeys: 1,
      removedTotp: false,
    });
    for (const session of [cookie, opened]) {
      expect(await reasonOf(browser.as(session).getCurrentAdmin({}))).toBe("ADMIN_UNAUTHENTICATED");
    }
    expect(await reasonOf(browser.signIn())).toBe("PASSKEY_INVALID");
    await stranger.as(eve).getCurrentAdmin({});
    await stranger.signIn();
    await t.login(ROOT); // the password stays
    expect(await eventsOf(/factors/)).toEqual([
      ["admin.factors_reset", "system", { adminId, email: ROOT, passkeys: 1, totp: false }],
    ]);
    await expect(resetFactors(t.app, "nobody@example.com")).rejects.toMatchObject({ reason: "NOT_FOUND" });
  });
});
