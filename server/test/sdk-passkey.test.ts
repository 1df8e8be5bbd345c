import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CeremonyOptions, type PasskeyPlatform, passkeys } from "../../sdk/typescript/src/passkey.ts";
import {
  type AuthClient,
  type AuthClientOptions,
  type AuthStorage,
  createAuthClient,
  type EmailLinkReview,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { FlakyNetwork } from "../../sdk/typescript/test/flaky-network.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { type Authenticator, authenticatorFlags, createAuthenticator } from "../src/testing/authenticator.ts";
import { engines } from "../src/testing/engines.ts";
import { ORIGIN, passkeyDevice, RP_ID, withPasskeys } from "../src/testing/passkeys.ts";
import { TestApp } from "../src/testing/test-app.ts";

const ADA = "ada@example.com";
const BEN = "ben@example.com";
const MINUTE_MS = 60_000;
const lost = { reason: "NETWORK", retryable: true };

/** A phone whose user agrees to everything, and what it was asked. */
class Phone implements PasskeyPlatform {
  readonly authenticator: Authenticator = createAuthenticator();
  readonly asked: string[] = [];
  readonly signalled: object[] = [];
  readonly signals = {
    signalUnknownCredential: async (signal: object) => void this.signalled.push(signal),
    signalAllAcceptedCredentials: async (signal: object) => void this.signalled.push(signal),
  };
  flags: { flags?: number } = {};
  isAvailable = () => true;

  async create(optionsJson: string): Promise<string> {
    this.asked.push("create");
    return this.authenticator.create(optionsJson, { origin: ORIGIN, ...this.flags });
  }

  async get(optionsJson: string, _options: CeremonyOptions): Promise<string> {
    this.asked.push("get");
    return this.authenticator.get(optionsJson, { origin: ORIGIN, ...this.flags });
  }
}

describe.each(engines)("passkeys by the SDK, of a server on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let storage: AuthStorage;
  let network: FlakyNetwork;
  let phone: Phone;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { ...withPasskeys, allowAnonymousSignIn: true }));
    storage = memoryStorage();
    network = new FlakyNetwork();
    phone = new Phone();
  });
  afterEach(() => t.close());

  /** Starts the app on the device. What is not in the storage is lost. */
  function start(options: Partial<AuthClientOptions> = {}): AuthClient {
    const { publishableKey } = project;
    const clock = { now: t.app.clock, steady: t.app.clock };
    return createAuthClient({
      ...{ baseUrl: t.url, publishableKey, storage, clock, fetch: network.fetch, onError: () => {} },
      ...options,
    });
  }
  const keysOf = (client: AuthClient) => passkeys(client, phone);
  const requests = (method: string) =>
    network.sent.filter((call) => call.method === method).map(({ request }) => request);
  const count = async (table: "sessions" | "users" | "passkeys") =>
    (await t.app.db.selectFrom(table).select("id").execute()).length;
  const key = () => `svc.auth.${project.publishableKey.slice(0, 15)}`;
  const anotherDevice = () => start({ storage: memoryStorage(), fetch });

  test("signs up, signs in on another device that has the passkey, and lists it", async () => {
    const client = start();
    const signUp = { email: ADA, displayName: "Ada", passkeyName: "My phone" };
    expect(await keysOf(client).signUpWithPasskey(signUp)).toMatchObject({ status: "signedIn" });
    expect(client.user).toMatchObject({
      email: ADA,
      displayName: "Ada",
      recovery: "email",
      hasPassword: false,
    });
    const tablet = anotherDevice();
    const session = await keysOf(tablet).signInWithPasskey();
    expect(session.accessToken).toBe(await tablet.getAccessToken());
    expect(tablet.user?.id).toBe(client.user?.id);
    const [passkey, ...others] = await keysOf(tablet).listPasskeys();
    expect(others).toEqual([]);
    expect(passkey).toMatchObject({ name: "My phone", rpId: RP_ID, backedUp: true });
    expect(passkey?.lastUsedAt).toMatch(/^\d{4}-/);
    expect(await storage.getItem(key())).not.toContain("attestationObject");
    expect(keysOf(client)).toBe(passkeys(client));
  });

  test("where the address must be verified, nobody is signed in", async () => {
    await updateProject(t.app, systemActor, project.id, { settings: { requireEmailVerification: true } });
    const client = start();
    expect(await keysOf(client).signUpWithPasskey({ email: ADA })).toEqual({ status: "verifyEmail" });
    expect(client.user).toBeNull();
    await expect(keysOf(client).signInWithPasskey()).rejects.toMatchObject({ reason: "EMAIL_NOT_VERIFIED" });
  });

  test("a user without an address is told that nothing recovers the account, until there is one", async () => {
    const client = start();
    await keysOf(client).signUpWithPasskey();
    expect(client.user).toMatchObject({ recovery: "none", isAnonymous: false });
    await client.requestEmailChange({ newEmail: ADA });
    await t.deliverMail();
    await client.confirmEmailChange(t.mails.findLast(({ to }) => to === ADA)?.token ?? "");
    expect(client.user).toMatchObject({ recovery: "email", email: ADA, emailVerified: true });
  });

  const confirmations = {
    ConfirmEmailVerification: (client: AuthClient, token: string, review: EmailLinkReview) =>
      client.confirmEmailVerification(token, [], review),
    ConfirmEmailChange: (client: AuthClient, token: string, review: EmailLinkReview) =>
      client.confirmEmailChange(token, review),
  };
  /** The secret of the link that this call takes. */
  const mailedFor = async (method: string, client: AuthClient): Promise<string> => {
    const isChange = method === "ConfirmEmailChange";
    if (isChange) await client.requestEmailChange({ newEmail: BEN });
    await t.deliverMail();
    return t.mails.find(({ to }) => to === (isChange ? BEN : ADA))?.token ?? "";
  };
  test.each(Object.entries(confirmations))(
    "a page of the app says what it has listed, and what was added meanwhile is removed: %s",
    async (method, confirm) => {
      const client = start();
      await keysOf(client).signUpWithPasskey({ email: ADA });
      const token = await mailedFor(method, client);
      const { identities, passkeys: shown = [] } = await anotherDevice().inspectEmailLink(token);
      expect(shown).toMatchObject([{ id: expect.any(String), name: expect.any(String) }]);
      await passkeyDevice(t, project).link((await client.getAccessToken()) ?? "");
      const providers = identities.map(({ provider }) => provider);
      const passkeyIds = shown.map(({ id }) => id);
      const user = await confirm(anotherDevice(), token, { listed: { providers, passkeyIds } });
      expect(user.emailVerified).toBe(true);
      expect((await keysOf(client).listPasskeys()).map(({ id }) => id)).toEqual(passkeyIds);
    },
  );

  test.each(Object.entries(confirmations))(
    "what its visitor does not recognise is removed: %s",
    async (method, confirm) => {
      const client = start();
      await keysOf(client).signUpWithPasskey({ email: ADA });
      const token = await mailedFor(method, client);
      const { passkeys: shown = [] } = await client.inspectEmailLink(token);
      await confirm(anotherDevice(), token, { removePasskeys: shown.map(({ id }) => id) });
      expect(await count("passkeys")).toBe(0);
    },
  );

  test("a guest keeps the id, and is no guest any more", async () => {
    const client = start();
    await client.signInAnonymously();
    const guest = client.user;
    await keysOf(client).linkPasskey({ passkeyName: "Phone" });
    expect(client.user).toEqual({ ...guest, isAnonymous: false });
    await client.signOut();
    await keysOf(client).signInWithPasskey();
    expect(client.user?.id).toBe(guest?.id);
  });

  test.each(["request lost", "answer lost"] as const)(
    "after a sign-in whose %s, the next person at the device is asked, and signed in as nobody else",
    async (fate) => {
      await keysOf(anotherDevice()).signUpWithPasskey({ email: ADA });
      const ben = new Phone(); // a security key at the same computer
      await passkeys(anotherDevice(), ben).signUpWithPasskey({ email: BEN });
      network.fate = (method) => (method === "SignInWithPasskey" ? fate : "ok");
      const client = start();
      await expect(keysOf(client).signInWithPasskey()).rejects.toMatchObject(lost);
      expect(await storage.getItem(key())).not.toContain("signature");
      network.goOnline();
      ben.asked.length = 0;
      Object.assign(phone, { authenticator: ben.authenticator });
      await keysOf(client).signInWithPasskey();
      expect(client.user?.email).toBe(BEN);
      await client.signOut();
      const restarted = start();
      await passkeys(restarted, ben).signInWithPasskey();
      expect([restarted.user?.email, ben.asked]).toEqual([BEN, ["get"]]);
    },
  );

  test.each(["request lost", "answer lost"] as const)(
    "after a sign-up whose %s, there is one account and one passkey",
    async (fate) => {
      network.fate = (method) => (method === "SignUpWithPasskey" ? fate : "ok");
      await expect(keysOf(start()).signUpWithPasskey({ email: ADA })).rejects.toMatchObject(lost);
      network.goOnline();
      const client = start();
      await keysOf(client).signUpWithPasskey({ email: ADA });
      expect(client.user?.email).toBe(ADA);
      expect([await count("users"), await count("passkeys"), phone.authenticator.passkeys.length]).toEqual([
        1, 1, 1,
      ]);
      const [first, second] = requests("SignUpWithPasskey");
      expect(second).toEqual(first);
    },
  );

  test.each(["request lost", "answer lost"] as const)(
    "after a link whose %s, the guest has one passkey and the same session",
    async (fate) => {
      const before = start();
      await before.signInAnonymously();
      network.fate = (method) => (method === "LinkPasskey" ? fate : "ok");
      await expect(keysOf(before).linkPasskey()).rejects.toMatchObject(lost);
      network.goOnline();
      const client = start();
      await keysOf(client).linkPasskey();
      expect(client.user).toMatchObject({ id: before.user?.id, isAnonymous: false });
      expect([await count("passkeys"), phone.authenticator.passkeys.length, await count("sessions")]).toEqual(
        [1, 1, 1],
      );
      expect(await client.getMe()).toMatchObject({ isAnonymous: false });
    },
  );

  test("another account or another input does not send what an earlier call left behind", async () => {
    network.fate = (method) => (method === "SignUpWithPasskey" ? "request lost" : "ok");
    await expect(keysOf(start()).signUpWithPasskey({ email: ADA })).rejects.toMatchObject(lost);
    network.goOnline();
    await keysOf(start()).signUpWithPasskey({ email: "grace@example.com" });
    expect(phone.asked).toEqual(["create", "create"]);
    expect(requests("SignUpWithPasskey").map(({ email }) => email)).toEqual([ADA, "grace@example.com"]);
  });

  test("a sign-up without an address is never repeated for the next person", async () => {
    network.fate = (method) => (method === "SignUpWithPasskey" ? "answer lost" : "ok");
    await expect(keysOf(start()).signUpWithPasskey({ displayName: "Ada" })).rejects.toMatchObject(lost);
    expect(await storage.getItem(key())).not.toContain("attestationObject");
    network.goOnline();
    await keysOf(start()).signUpWithPasskey({ displayName: "Ada" });
    expect(phone.asked).toEqual(["create", "create"]);
    expect(await count("users")).toBe(2);
  });

  test.each<[string, (client: AuthClient) => Promise<unknown>]>([
    ["a sign-in by another method", (client) => client.signUp({ email: BEN, password: "correct horse" })],
    ["a sign-out", (client) => client.signOut()],
  ])("%s removes a passkey that waits for the server", async (_what, change) => {
    const client = start();
    await client.signInAnonymously();
    network.fate = (method) => (method === "LinkPasskey" ? "request lost" : "ok");
    await expect(keysOf(client).linkPasskey()).rejects.toMatchObject(lost);
    network.goOnline();
    expect(await storage.getItem(key())).toContain("attestationObject");
    await client.getAccessToken({ forceRefresh: true });
    expect(await storage.getItem(key())).toContain("attestationObject");
    await change(start()); // an app that does not use passkeys here
    expect(await storage.getItem(key())).not.toContain("attestationObject");
  });

  test("what came too late is dropped, and the user is asked again", async () => {
    network.fate = (method) => (method === "SignUpWithPasskey" ? "request lost" : "ok");
    await expect(keysOf(start()).signUpWithPasskey({ email: ADA })).rejects.toMatchObject(lost);
    network.goOnline();
    t.advance(6 * MINUTE_MS); // the options were good for five
    const client = start();
    await keysOf(client).signUpWithPasskey({ email: ADA });
    expect(client.user).not.toBeNull();
    expect(phone.asked).toEqual(["create", "create"]);
  });

  test("an app that is killed before its session is written gets the same account", async () => {
    const full: AuthStorage = {
      ...storage,
      setItem: (name, value) => {
        if (value.includes("refreshToken")) throw new Error("killed");
        return storage.setItem(name, value);
      },
    };
    const signUp = { email: ADA };
    await expect(keysOf(start({ storage: full })).signUpWithPasskey(signUp)).rejects.toMatchObject({
      reason: "STORAGE",
    });
    const client = start();
    await keysOf(client).signUpWithPasskey(signUp);
    expect([client.user?.email, await count("users"), await count("sessions")]).toEqual([ADA, 1, 1]);
  });

  test("nothing is sent when the answer of the phone cannot be stored", async () => {
    const broken: AuthStorage = {
      ...storage,
      setItem: () => {
        throw new Error("the disk is full");
      },
    };
    await expect(keysOf(start({ storage: broken })).signUpWithPasskey({ email: ADA })).rejects.toMatchObject({
      reason: "STORAGE",
      retryable: true,
    });
    expect(network.count("SignUpWithPasskey")).toBe(0);
  });

  test("without user verification the server refuses", async () => {
    phone.flags = { flags: authenticatorFlags.up };
    await expect(keysOf(start()).signUpWithPasskey()).rejects.toMatchObject({ reason: "PASSKEY_INVALID" });
    expect(await storage.getItem(key())).not.toContain("attestationObject");
  });

  test("removes a passkey and tells the phone, also when the passkey is used later", async () => {
    const client = start();
    await client.signUp({ email: ADA, password: "correct horse battery" });
    const keys = keysOf(client);
    await keys.linkPasskey({ passkeyName: "Old" });
    const old = phone.authenticator.passkeys[0];
    const credentialId = old?.id.toString("base64url");
    const [passkey] = await keys.listPasskeys();
    const userId = old?.userHandle.toString("base64url");
    const all = { rpId: RP_ID, userId, allAcceptedCredentialIds: [credentialId] };
    await expect.poll(() => phone.signalled).toEqual([all]);
    expect(await keys.renamePasskey(passkey?.id ?? "", "Older")).toMatchObject({ name: "Older" });
    await keys.removePasskey(passkey?.id ?? "");
    await expect.poll(() => phone.signalled).toEqual([all, { rpId: RP_ID, credentialId }]);
    expect(await keys.listPasskeys()).toEqual([]);
    await expect(keysOf(anotherDevice()).signInWithPasskey()).rejects.toMatchObject({
      reason: "PASSKEY_INVALID",
      metadata: { signal: "unknown", rp_id: RP_ID },
    });
    await expect.poll(() => phone.signalled).toHaveLength(3);
    expect(phone.signalled[2]).toEqual({ rpId: RP_ID, credentialId });
  });

  test("a passkey that waits for the server is not signalled away", async () => {
    const client = start();
    await client.signUp({ email: ADA, password: "correct horse battery" });
    const keys = keysOf(client);
    await keys.linkPasskey();
    network.fate = (method) => (method === "LinkPasskey" ? "request lost" : "ok");
    const second = new Phone(); // the first one is excluded
    Object.assign(phone, { authenticator: second.authenticator });
    await expect(keys.linkPasskey()).rejects.toMatchObject(lost);
    network.goOnline();
    phone.signalled.length = 0;
    await keys.listPasskeys();
    const waiting = second.authenticator.passkeys[0]?.id.toString("base64url");
    await expect
      .poll(() => phone.signalled)
      .toMatchObject([{ allAcceptedCredentialIds: [expect.any(String), waiting] }]);
  });

  test("removing the passkey of this session signs out, and the last way in cannot be removed", async () => {
    const client = start();
    await keysOf(client).signUpWithPasskey();
    const [only] = await keysOf(client).listPasskeys();
    await expect(keysOf(client).removePasskey(only?.id ?? "")).rejects.toMatchObject({
      reason: "LAST_SIGN_IN_METHOD",
    });
    Object.assign(phone, { authenticator: createAuthenticator() });
    await keysOf(client).linkPasskey();
    await keysOf(client).removePasskey(only?.id ?? "");
    expect(client.state).toEqual({ status: "signedOut", reason: "revoked" });
  });

  test("a phone that fails while it is told something fails nothing", async () => {
    const client = start();
    await keysOf(client).signUpWithPasskey();
    phone.signals.signalAllAcceptedCredentials = () => {
      throw new Error("not today");
    };
    expect(await keysOf(client).listPasskeys()).toHaveLength(1);
  });

  test("a project without passkeys, and a server that does not know them, say so", async () => {
    const config = await start().getProjectConfig();
    expect([config.providers.passkey?.enabled, config.passkeyRpId]).toEqual([true, RP_ID]);
    await updateProject(t.app, systemActor, project.id, { settings: { passkeys: { enabled: false } } });
    await expect(keysOf(start()).signInWithPasskey()).rejects.toMatchObject({ reason: "PASSKEY_DISABLED" });
    const old: typeof fetch = (url, init) =>
      fetch(String(url).replace("PasskeyService", "NotThereYet"), init);
    await expect(keysOf(start({ fetch: old })).signInWithPasskey()).rejects.toMatchObject({
      reason: "UNIMPLEMENTED",
      retryable: false,
    });
    expect(phone.asked).toEqual([]);
  });
});
