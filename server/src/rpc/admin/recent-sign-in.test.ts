import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requireAdminPasskeys } from "../../domain/admins/admin-passkey-domain.ts";
import { newChallenge } from "../../domain/passkeys/challenge.ts";
import { previewPage } from "../../pages/preview.ts";
import { adminBrowser, CONSOLE_URL } from "../../testing/admin-passkeys.ts";
import { createAuthenticator } from "../../testing/authenticator.ts";
import { engines } from "../../testing/engines.ts";
import { sellAtStripe } from "../../testing/sell-at-stripe.ts";
import { StripeStore } from "../../testing/stores/stripe.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";
import type { Access } from "../context.ts";
import { routeTable } from "../router.ts";

const MINUTE = 60_000;
const ROOT = "root@example.com";
const EVE = "eve@example.com";
const { privateKey: dkimKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const DKIM = { selector: "s1", privateKey: dkimKey.export({ type: "pkcs8", format: "pem" }) };

type World = {
  project: string;
  eveId: string;
  /** A passkey that a browser has just made for root. */
  newPasskey: () => string;
  passkeyId: string;
  inviteId: string;
  userId: string;
  subscriptionId: string;
  purchaseId: string;
};
type Act = {
  name: string;
  path: string;
  body: (world: World) => object;
  /** Has no commit. */
  onlyReads?: boolean;
  /** Of a factor that nobody has here: what is left to refuse after the sign-in. */
  refusedFor?: string;
};

const act = (path: string, body: Act["body"] = () => ({}), about = ""): Act => {
  const name = about === "" ? path : `${path} (${about})`;
  return { name, path: `svc.admin.v1.${path}`, body };
};
const ofProject = ({ project }: World) => ({ project });

/** Everything that needs a recent sign-in: the decision, written apart from the table that carries it out. */
const guarded: readonly Act[] = [
  act("ProjectService/DeleteProject", ofProject),
  act("ProjectService/RegenerateSecretKey", ofProject),
  act("ProjectService/RotateSigningKey", ofProject),
  act("ProjectService/ResetSigningKey", ofProject),
  act("ProjectService/ExportUsers", ofProject),
  act("UserService/ListUsers", ({ project }) => ({ project, forExport: true }), "a list to keep"),
  act("UserService/ResetUserFactors", ({ project, userId }) => ({ project, userId })),
  act("ProjectService/ImportUsers", ({ project }) => ({ project, users: [{ email: EVE }] })),
  act("AdminAccountService/InviteAdmin", () => ({ email: "new@example.com" })),
  act("AdminAccountService/RemoveAdmin", ({ eveId }) => ({ adminId: eveId })),
  act("AdminAccountService/RemoveAdmin", ({ inviteId }) => ({ inviteId }), "an invitation"),
  act("AdminAccountService/SetAdminRole", ({ eveId }) => ({ adminId: eveId, role: "ADMIN_ROLE_NONE" })),
  act("AdminAccountService/CreatePersonalAccessToken", () => ({ name: "ci" })),
  act("InstanceSettingsService/SetSmtp", () => ({ host: "mail.example.com", fromAddress: EVE })),
  act("InstanceSettingsService/ClearSmtp"),
  act("DkimService/SetDkimKey", () => ({ ...DKIM, domain: "b.example" })),
  act("DkimService/RemoveDkimKey", () => ({ domain: "a.example" })),
  act(
    "ProjectService/UpdateProject",
    ({ project }) => ({ project, settings: { redirectSchemes: { values: ["com.evil.app"] } } }),
    "redirect schemes",
  ),
  act(
    "ProjectService/UpdateProject",
    ({ project }) => ({ project, settings: { redirectOrigins: { values: ["https://evil.example"] } } }),
    "redirect origins",
  ),
  ...[
    { passkeys: { enabled: true, rpId: "example.com" } },
    { passkeys: { rpId: "b.example" } },
    { passkeys: { origins: { values: ["https://b.example"] } } },
    { mfa: { policy: "MFA_POLICY_OPTIONAL" } },
    { sender: { name: "Evil" } },
    { sender: { replyTo: EVE } },
    { mfa: { claim: "role" } },
    { mfa: { claimValues: { values: ["admin"] } } },
  ].map((settings) =>
    act("ProjectService/UpdateProject", ({ project }) => ({ project, settings }), JSON.stringify(settings)),
  ),
  act(
    "ProjectService/UpdateProject",
    ({ project }) => ({
      project,
      settings: { google: { androidSha256Fingerprints: { values: [Array(32).fill("AB").join(":")] } } },
    }),
    "the certificates of an app that may use passkeys",
  ),
  act(
    "ProjectService/UpdateProject",
    ({ project }) => ({ project, settings: { google: { webClientSecret: "stolen" } } }),
    "a provider's secret",
  ),
  act(
    "ProjectService/ApplyProjectSpec",
    ({ project }) => ({
      specYaml: `slug: ${project}\nname: Demo\nsettings:\n  redirect_origins: [https://evil.example]\n`,
    }),
    "redirect origins",
  ),
  act(
    "ProjectService/ApplyProjectSpec",
    ({ project }) => ({
      specYaml: `slug: ${project}\nname: Demo\nsettings:\n  passkeys:\n    origins: [https://evil.example]\n`,
    }),
    "the origins of passkeys",
  ),
  act(
    "ProjectService/ApplyProjectSpec",
    ({ project }) => ({
      specYaml: `slug: ${project}\nname: Demo\nsettings:\n  google:\n    web_client_secret: stolen\n`,
    }),
    "a provider's secret",
  ),
  act(
    "BillingService/UpdateBillingSettings",
    ({ project }) => ({ project, settings: { stripe: { secretKey: "sk_test_canary" } } }),
    "a store's secret",
  ),
  act("BillingService/CancelSubscription", ({ project, subscriptionId }) => ({ project, subscriptionId })),
  act("BillingService/RefundPayment", ({ project, subscriptionId }) => ({ project, subscriptionId })),
  act(
    "BillingService/RefundPayment",
    ({ project, purchaseId }) => ({ project, purchaseId }),
    "a one-time purchase",
  ),
];

/** The same, for sessions of the console alone. */
const ofSessions: readonly Act[] = [
  { ...act("SessionService/StartPasskeyAddition"), onlyReads: true },
  act("SessionService/AddMyPasskey", ({ newPasskey }) => ({ credentialJson: newPasskey() })),
  act("SessionService/RemoveMyPasskey", ({ passkeyId }) => ({ passkeyId })),
  act("AdminFactorService/StartTotpEnrollment"),
  { ...act("AdminFactorService/RemoveTotp"), refusedFor: "NOT_FOUND" },
  { ...act("AdminFactorService/RegenerateRecoveryCodes"), refusedFor: "NOT_FOUND" },
  act("AdminFactorService/SetAdminFactorPolicy", () => ({ requireFactors: true })),
];
const all = [...guarded, ...ofSessions];

/** What the same methods may change without being asked. */
const unguarded: readonly Act[] = [
  act("UserService/ListUsers", ofProject, "a page to read"),
  act(
    "ProjectService/UpdateProject",
    ({ project }) => ({ project, name: "Renamed", settings: { signUpClosed: true } }),
    "its name",
  ),
  act(
    "ProjectService/UpdateProject",
    ({ project }) => ({
      project,
      settings: { redirectSchemes: { values: ["com.example.app"] }, google: { webClientSecret: "known" } },
    }),
    "what is stored already",
  ),
  act(
    "ProjectService/ApplyProjectSpec",
    ({ project }) => ({
      specYaml: `slug: ${project}\nname: Renamed\nsettings:\n  redirect_schemes: [com.example.app]\n  google:\n    web_client_secret: known\n`,
    }),
    "what is stored already",
  ),
  act("ProjectService/ApplyProjectSpec", () => ({ specYaml: "slug: another\nname: Another\n" }), "a new one"),
  act(
    "BillingService/UpdateBillingSettings",
    ({ project }) => ({ project, settings: { enabled: true } }),
    "no secret",
  ),
];

/** Each says whether a recent sign-in is asked for. `open` and `own-site` come before any sign-in. */
const decisions: ReadonlySet<Access> = new Set<Access>([
  "open",
  "own-site",
  "admin",
  "admin-session",
  "recent-admin",
  "recent-admin-session",
  "recent-admin-for-some-changes",
]);

test("every method of administrators has a decision, and every one that needs a sign-in is tried here", async () => {
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
  const t = await TestApp.open(engine);
  const routes = [...routeTable(t.app, () => true, previewPage).routes.values()];
  const ofAdmins = routes.filter(({ path }) => path.startsWith("/svc.admin.v1."));
  const elsewhere = routes.filter((route) => route.access.includes("admin") && !ofAdmins.includes(route));
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
  const undecided = ofAdmins.filter(({ access }) => !decisions.has(access));
  expect(undecided.map(({ path }) => path)).toEqual([]);
  const needed = ofAdmins.filter(({ access }) => access.startsWith("recent-admin"));
  expect(new Set(all.map(({ path }) => `/${path}`))).toEqual(new Set(needed.map(({ path }) => path)));
  await t.close();
});

describe.each(engines)("a recent sign-in on $kind", (engine) => {
  let t: TestApp;
  let stripe: StripeStore;
  let token: string;
  let cookie: string;
  let world: World;

  async function open(): Promise<void> {
    stripe = await StripeStore.open();
    t = await TestApp.open(engine, {
      rateLimits: "off",
      stores: { stripe: stripe.url },
      baseUrl: CONSOLE_URL,
    });
    stripe.clock = t.app.clock;
    const { token: rootToken, adminId } = await t.addAdmin(ROOT);
    token = rootToken;
    const { adminId: eveId } = await t.addAdmin(EVE);
    const { project } = await t.addProject();
    const bearer = { authorization: `Bearer ${token}` };
    await post("svc.admin.v1.ProjectService/UpdateProject", bearer, {
      project: project.slug,
      settings: { redirectSchemes: { values: ["com.example.app"] }, google: { webClientSecret: "known" } },
    });
    await post("svc.admin.v1.InstanceSettingsService/SetSmtp", bearer, {
      host: "relay.example.com",
      fromAddress: ROOT,
    });
    await post("svc.admin.v1.DkimService/SetDkimKey", bearer, { ...DKIM, domain: "a.example" });
    const { invite } = await post("svc.admin.v1.AdminAccountService/InviteAdmin", bearer, {
      email: "open@example.com",
    });
    const inviteId = (invite as { id: string }).id;
    const { id: passkeyId } = await adminBrowser(t).add(await t.login(ROOT));
    const newPasskey = () => passkeyMadeFor(adminId);
    const { user } = await t.addUser(project, "ada@example.com", ADMIN_PASSWORD);
    const sold = await sellAtStripe(t, stripe, project.id);
    const ids = { eveId, passkeyId, inviteId, userId: user?.id ?? "" };
    world = { project: project.slug, newPasskey, ...ids, ...sold };
  }

  function passkeyMadeFor(adminId: string): string {
    const { ownersId, rpId } = requireAdminPasskeys(t.app);
    const challenge = newChallenge(t.app, ownersId, "link", adminId, "").toString("base64url");
    const options = JSON.stringify({ challenge, rp: { id: rpId }, user: { id: "AAAA" } });
    return createAuthenticator().create(options, { origin: CONSOLE_URL });
  }

  async function signIn(): Promise<void> {
    cookie = await t.login(ROOT);
  }

  async function close(): Promise<void> {
    await t.close();
    await stripe.close();
  }

  const session = () => t.client(SessionService, { cookie });
  const byCookie = ({ path, body }: Act) => post(path, { cookie }, body(world));

  async function post(
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<Record<string, unknown>> {
    const all = { "content-type": "application/json", "connect-protocol-version": "1", ...headers };
    const answer = await fetch(`${t.url}/${path}`, {
      method: "POST",
      headers: all,
      body: JSON.stringify(body),
    });
    return reasonIn(await answer.text());
  }

  /** All that an administrator can change, and what was recorded. */
  async function state(): Promise<string> {
    const tables = [
      "projects",
      "providerSecrets",
      "signingKeys",
      "users",
      "admins",
      "adminInvites",
      "adminPasskeys",
      "adminMfaChallenges",
      "instanceSettings",
      "outbox",
    ] as const;
    const rows: unknown[] = [];
    for (const table of tables) rows.push(await t.app.db.selectFrom(table).selectAll().execute());
    rows.push(await t.app.db.selectFrom("personalAccessTokens").select(["id", "revokedAt"]).execute());
    const events = await t.app.db.selectFrom("events").selectAll().orderBy("id").execute();
    rows.push(events.filter(({ kind }) => !/session_ended|reauthenticated/.test(kind)));
    return JSON.stringify(rows);
  }

  const lastUse = async () =>
    (
      await t.app.db
        .selectFrom("adminSessions")
        .select("lastUsedAt")
        .orderBy("lastUsedAt", "desc")
        .executeTakeFirst()
    )?.lastUsedAt;

  /** A call whose body is still to come. */
  function begin({ path }: Act, headers: Record<string, string>): [ClientRequest, Promise<IncomingMessage>] {
    const all = { "content-type": "application/json", "connect-protocol-version": "1", ...headers };
    const call = request(`${t.url}/${path}`, { method: "POST", headers: all });
    call.flushHeaders();
    return [call, once(call, "response").then(([response]) => response as IncomingMessage)];
  }

  describe("for what is done with it", () => {
    beforeEach(open);
    beforeEach(signIn);
    afterEach(close);

    test.each(all)(
      "$name is refused ten minutes after it, and done once the password was proven again",
      async (act) => {
        t.advance(10 * MINUTE);
        const before = await state();
        expect(await byCookie(act)).toEqual({ reason: "REAUTHENTICATION_REQUIRED" });
        expect(await state()).toBe(before);

        await session().reauthenticate({ password: ADMIN_PASSWORD });
        t.advance(10 * MINUTE - 1);
        const { reason } = await byCookie(act);
        expect(reason).toBe(act.refusedFor);
        if (!act.onlyReads && !act.refusedFor) expect(await state()).not.toBe(before);
      },
    );

    test.each(ofSessions)("$name is for sessions alone", async ({ path, body }) => {
      const answer = await post(path, { authorization: `Bearer ${token}` }, body(world));
      expect(answer).toEqual({ reason: "INVALID_REQUEST" });
    });

    test.each(guarded)("$name is never refused to a personal access token", async ({ path, body }) => {
      t.advance(60 * MINUTE);
      const answer = await post(path, { authorization: `Bearer ${token}` }, body(world));
      expect(answer).not.toHaveProperty("reason");
    });
  });

  // Nothing here is in the way of the next one, so they share a server.
  describe("for what does nothing, or needs none", () => {
    beforeAll(open);
    beforeEach(signIn);
    afterAll(close);

    test.each(all.filter(({ onlyReads }) => !onlyReads))(
      "$name does nothing when the session ends between its guard and its commit",
      async (act) => {
        t.advance(MINUTE);
        const [call, answered] = begin(act, { cookie });
        // The guard has let the call in once the session is noted as used; the handler waits for the body.
        await expect.poll(lastUse, { timeout: 60_000 }).toBe(t.app.clock());
        const before = await state();
        const { sessions } = await session().listMySessions({});
        await session().revokeMySession({ sessionId: sessions[0]?.id ?? "" });
        call.end(JSON.stringify(act.body(world)));
        expect(reasonIn(await text(await answered))).toEqual({ reason: "ADMIN_UNAUTHENTICATED" });
        expect(await state()).toBe(before);
      },
    );

    test.each(unguarded)("$name needs none", async (act) => {
      t.advance(30 * MINUTE);
      expect(await byCookie(act)).not.toHaveProperty("reason");
    });

    test("a dry run of a spec needs none", async () => {
      t.advance(30 * MINUTE);
      for (const { path, body } of guarded.filter(({ path }) => path.endsWith("ApplyProjectSpec"))) {
        const answer = await post(path, { cookie }, { ...body(world), dryRun: true });
        expect(answer).not.toHaveProperty("reason");
      }
    });
  });
});

/** The answer, or the reason of the failure. */
function reasonIn(body: string): Record<string, unknown> {
  const answer = JSON.parse(body);
  const reason = answer.details?.[0]?.debug?.reason;
  return reason === undefined ? answer : { reason };
}
