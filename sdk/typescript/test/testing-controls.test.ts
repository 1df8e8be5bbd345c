import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterEach, expect, test, vi } from "vitest";
import { billing } from "../src/billing.ts";
import type { AuthClient } from "../src/sdk.ts";
import { createTestAuth, TEST_PASSWORD } from "../src/testing.ts";
import { MINUTE } from "./device-clock.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const password = "four words and more";

function eventsOf(client: AuthClient): string[] {
  const events: string[] = [];
  client.onAuthStateChange((_state, event) => void events.push(event));
  return events;
}

test("signedIn starts as the user that the test describes, with claims in the access token", async () => {
  const user = { email: "grace@example.com", displayName: "Grace Höpper", claims: { role: "admin" } };
  const { client, calls } = await createTestAuth({ as: "signedIn", user });
  expect(client.state).toMatchObject({ status: "signedIn", stale: false, user });
  expect(client.user).toMatchObject({ emailVerified: true, isAnonymous: false, hasPassword: true });
  const [, payload = ""] = String(await client.getAccessToken()).split(".");
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
    sub: client.user?.id,
    email: "grace@example.com",
    claims: { role: "admin" },
  });
  expect(calls).toEqual([]);
  await client.getMe();
  expect(calls).toEqual(["GetMe"]);
});

test("signedOut starts as nobody, and the user can sign in", async () => {
  const { client, calls } = await createTestAuth({ as: "signedOut" });
  expect(client.state).toEqual({ status: "signedOut" });
  await client.signInWithPassword({ email: "ada@example.com", password: TEST_PASSWORD });
  expect(client.user?.displayName).toBe("Ada");
  expect(calls).toEqual(["SignIn"]);
});

test("guest starts as an anonymous user", async () => {
  const { client } = await createTestAuth({ as: "guest", user: { claims: { trial: true } } });
  expect(client.user).toMatchObject({ isAnonymous: true, hasPassword: false, claims: { trial: true } });
  expect(client.user?.email).toBeUndefined();
});

test("expired is signed in until a token is needed, and then signed out as expired", async () => {
  const { client, calls } = await createTestAuth({ as: "expired" });
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });
  const events = eventsOf(client);
  await expect(client.getMe()).rejects.toMatchObject({ reason: "SIGNED_OUT" });
  expect(client.state).toEqual({ status: "signedOut", reason: "expired" });
  expect(events).toEqual(["initial", "signedOut"]);
  expect(calls).toEqual(["RefreshToken"]);
});

test("offline is signed in with a stale token until the network is back", async () => {
  const { client, calls, goOnline } = await createTestAuth({ as: "offline" });
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });
  for (const call of [client.getMe(), client.getAccessToken(), client.fetch("https://api.example.com")]) {
    await expect(call).rejects.toMatchObject({ reason: "NETWORK", retryable: true });
  }
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });
  expect(calls).toEqual(["RefreshToken"]);
  goOnline();
  await expect.poll(() => client.state).toMatchObject({ stale: false });
  await client.getMe();
});

test("goOffline lets calls fail and signs nobody out; signing out works", async () => {
  const { client, calls, goOffline } = await createTestAuth({ as: "signedIn" });
  goOffline();
  await expect(client.getMe()).rejects.toMatchObject({ reason: "NETWORK" });
  expect(client.state.status).toBe("signedIn");
  await client.signOut();
  expect(client.state).toEqual({ status: "signedOut", reason: "user" });
  expect(calls).toEqual(["GetMe", "SignOut"]);
});

test("passTime makes the token expire without a timer, and a session end that nobody used for a month", async () => {
  const { client, calls, passTime } = await createTestAuth({ as: "signedIn" });
  const token = await client.getAccessToken();
  passTime(16 * MINUTE);
  expect(await client.getAccessToken()).not.toBe(token);
  expect(calls).toEqual(["RefreshToken"]);
  passTime(30 * 24 * 60 * MINUTE);
  expect(await client.getAccessToken()).toBeNull();
  expect(client.state).toEqual({ status: "signedOut", reason: "expired" });
});

test("ten minutes after the sign-in, a deletion needs the password again", async () => {
  const { client, passTime } = await createTestAuth({ as: "signedIn" });
  passTime(11 * MINUTE);
  await expect(client.deleteAccount()).rejects.toMatchObject({ reason: "REAUTHENTICATION_REQUIRED" });
  await client.deleteAccount({ currentPassword: TEST_PASSWORD });
  expect(client.state).toEqual({ status: "signedOut", reason: "deleted" });
});

test("after endSession the next call says that the session was revoked", async () => {
  const { client, endSession } = await createTestAuth({ as: "signedIn" });
  endSession();
  await expect(client.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
  expect(client.state).toEqual({ status: "signedOut", reason: "revoked" });
});

test("failNext fails one call as the server would, with metadata and the time to wait", async () => {
  const { client, failNext, calls } = await createTestAuth({ as: "signedOut" });
  failNext("SignIn", "RATE_LIMITED", { retryAfterSeconds: 7 });
  failNext("SignIn", "WEAK_PASSWORD", { metadata: { rule: "common", note: "ü".repeat(200) } });
  const signIn = () => client.signInWithPassword({ email: "ada@example.com", password: TEST_PASSWORD });
  await expect(signIn()).rejects.toMatchObject({
    reason: "RATE_LIMITED",
    code: "resource_exhausted",
    status: 429,
    retryable: true,
    retryAfterMs: 7000,
    metadata: { retry_after_seconds: "7" },
  });
  await expect(signIn()).rejects.toMatchObject({
    reason: "WEAK_PASSWORD",
    status: 400,
    retryable: false,
    metadata: { rule: "common", note: "ü".repeat(200) },
  });
  await signIn();
  expect(client.state.status).toBe("signedIn");
  expect(calls).toEqual(["SignIn", "SignIn", "SignIn"]);
  expect(() => failNext("SignIn", "NO_SUCH_REASON" as never)).toThrow("NO_SUCH_REASON");
});

test("answer speaks for methods that the server in memory does not know, and its absence is named", async () => {
  const { client, answer, endSession } = await createTestAuth({ as: "signedIn" });
  const { entitlements } = billing(client);
  await expect(entitlements()).rejects.toMatchObject({
    reason: "UNIMPLEMENTED",
    message: expect.stringContaining('answer("ListEntitlements", handler)'),
  });
  answer("ListEntitlements", () => ({ entitlements: [{ id: "pro", store: "STORE_STRIPE" }] }));
  expect(await entitlements()).toEqual([{ id: "pro", store: "stripe" }]);
  answer("UpdateMe", ({ displayName }: { displayName: string }) => {
    throw new Error(`no ${displayName}`);
  });
  await expect(client.updateMe({ displayName: "X" })).rejects.toMatchObject({
    reason: "INTERNAL",
    message: "Error: no X",
  });
  endSession();
  await expect(entitlements()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
});

test("setEntitlements says what the user has, which the client keeps while it is offline", async () => {
  const { client, setEntitlements, goOffline, goOnline, passTime, calls } = await createTestAuth({
    as: "signedIn",
  });
  const shop = billing(client);
  setEntitlements("pro", "export");
  expect(await shop.has("pro")).toBe(true);
  expect(await shop.has("team")).toBe(false);
  goOffline();
  passTime(30 * MINUTE);
  expect(await shop.has("export")).toBe(true);
  setEntitlements();
  goOnline();
  expect(await shop.has("pro")).toBe(false);
  expect(calls.filter((method) => method === "ListEntitlements").length).toBeGreaterThan(1);
});

test("answer can say that the email must be verified first", async () => {
  const { client, answer } = await createTestAuth({ as: "signedOut" });
  answer("SignUp", () => ({}));
  const result = await client.signUp({ email: "new@example.com", password });
  expect(result).toEqual({ status: "verifyEmail" });
});

test("anotherDevice is a client of its own on the same server", async () => {
  const { client, anotherDevice, calls } = await createTestAuth({ as: "signedIn" });
  const tablet = anotherDevice();
  await tablet.ready;
  expect(tablet.state).toEqual({ status: "signedOut" });
  await tablet.signInWithPassword({ email: "ada@example.com", password: TEST_PASSWORD });
  expect(tablet.user?.id).toBe(client.user?.id);
  expect(await client.listMySessions()).toHaveLength(2);
  await client.signOut({ scope: "others" });
  await expect(tablet.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
  expect(calls).toEqual(["SignIn", "ListMySessions", "RevokeMyOtherSessions", "GetMe", "RefreshToken"]);
});

test("requests to the app's own backend go to the global fetch, with the token", async () => {
  const { client } = await createTestAuth({ as: "signedIn" });
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Headers }) => {
    sent.push(url, String(headers.get("authorization")));
    return new Response("[]");
  });
  const response = await client.fetch("https://api.example.com/notes");
  expect(await response.json()).toEqual([]);
  expect(sent).toEqual(["https://api.example.com/notes", `Bearer ${await client.getAccessToken()}`]);
});

test("it runs where Jest has no fetch, Response, crypto, TextEncoder, Buffer, atob or URL", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../src/testing.ts")],
    bundle: true,
    format: "cjs",
    target: "es2022",
    write: false,
  });
  const seen = await new Promise((done) => {
    const context = createContext({
      setTimeout,
      clearTimeout,
      AbortController,
      done,
      module: { exports: {} },
    });
    const bare = ["fetch", "Response", "crypto", "TextEncoder", "Buffer", "btoa", "URL"];
    expect(runInContext(`[${bare.map((name) => `typeof ${name}`)}].join("")`, context)).toBe(
      "undefined".repeat(bare.length),
    );
    runInContext(
      `${outputFiles[0]?.text}
      module.exports.createTestAuth({ as: "guest" }).then(async ({ client, failNext }) => {
        failNext("LinkPassword", "EMAIL_ALREADY_EXISTS");
        const link = () => client.linkPassword({ email: "ada@example.com", password: "four words and more" });
        const reason = await link().catch((error) => error.reason);
        await link();
        return [reason, client.user.email];
      }).then(done, done);`,
      context,
    );
  });
  expect(JSON.stringify(seen)).toBe('["EMAIL_ALREADY_EXISTS","ada@example.com"]');
});
