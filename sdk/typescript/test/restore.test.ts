import { beforeAll, expect, test } from "vitest";
import { isAuthError, memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

test("ready resolves from disk alone, and the user is signed in again", async () => {
  const storage = memoryStorage();
  const first = project.client({ storage });
  await first.signInAnonymously();

  const network = new FlakyNetwork();
  const second = project.client({ storage, fetch: network.fetch });
  expect(second.state).toEqual({ status: "loading" });
  await second.ready;
  expect(second.state).toEqual(first.state);
  expect(second.user).toEqual(first.user);
  expect(network.sent).toEqual([]);
});

test("nobody is signed in on an empty disk", async () => {
  const client = project.client();
  await client.ready;
  expect(client.state).toEqual({ status: "signedOut" });
  expect(await client.getAccessToken()).toBeNull();
  await expect(client.getMe()).rejects.toMatchObject({ reason: "SIGNED_OUT" });
});

test("offline after a cold start the user stays signed in, stale once the token has expired", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  await project.client({ storage, clock }).signInAnonymously();
  clock.pass(20 * MINUTE);

  const network = new FlakyNetwork();
  network.goOffline();
  const client = project.client({ storage, clock, fetch: network.fetch });
  await client.ready;
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });
  await expect(client.getAccessToken()).rejects.toMatchObject({ reason: "NETWORK", retryable: true });
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });

  network.goOnline();
  clock.pass(1000);
  expect(await client.getAccessToken()).toEqual(expect.any(String));
  expect(client.state).toMatchObject({ status: "signedIn", stale: false });
});

test("a token that expires while the device is offline makes the state stale", async () => {
  const network = new FlakyNetwork();
  const clock = new DeviceClock();
  const client = project.client({ clock, fetch: network.fetch });
  await client.signInAnonymously();
  expect(client.state).toMatchObject({ stale: false });
  network.goOffline();
  clock.pass(20 * MINUTE);
  await client.getAccessToken().catch(() => {});
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });
});

test("an unreadable key store means signed out with a reason, and the session is there once it can be read", async () => {
  const storage = memoryStorage();
  await project.client({ storage }).signInAnonymously();
  let isLocked = true;
  const errors: unknown[] = [];
  const client = project.client({
    storage: {
      ...storage,
      getItem: (key) => {
        if (isLocked) throw new Error("the device is locked");
        return storage.getItem(key);
      },
    },
    onError: (error) => errors.push(error),
  });
  await client.ready;
  expect(client.state).toEqual({ status: "signedOut", reason: "storage" });
  expect(errors.map((error) => isAuthError(error, "STORAGE"))).toEqual([true]);
  expect(await client.getAccessToken()).toBeNull();

  isLocked = false;
  expect(await client.getAccessToken()).toEqual(expect.any(String));
  expect(client.state.status).toBe("signedIn");
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "{}",
  '{"session":{}}',
  '{"session":{"user":{}}}',
  "\u0000",
  "5",
])("a record that says %j does not crash the client, and signing in replaces it", async (text) => {
  const storage = memoryStorage();
  const probe = project.client({ storage });
  await probe.signInAnonymously();
  const key = project.storageKey;
  storage.setItem(key, text);

  const client = project.client({ storage });
  await client.ready;
  expect(client.state.status).toBe("signedOut");
  await client.signInAnonymously();
  const again = project.client({ storage });
  await again.ready;
  expect(again.state.status).toBe("signedIn");
});

test("where nothing can be stored, a sign-in fails and sends nothing", async () => {
  const storage = memoryStorage();
  const network = new FlakyNetwork();
  const full = () => {
    throw new Error("quota exceeded");
  };
  const client = project.client({ storage: { ...storage, setItem: full }, fetch: network.fetch });
  await expect(client.signInAnonymously()).rejects.toMatchObject({ reason: "STORAGE" });
  expect(client.state.status).toBe("signedOut");
  expect(network.sent).toEqual([]);
});

test("a client refuses to start without secure randomness", () => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  try {
    expect(() => project.client()).toThrow("pass randomBytes");
    expect(() => project.client({ randomBytes: (count) => new Uint8Array(count) })).not.toThrow();
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
  }
});

test("a secret key is refused before it is sent anywhere", () => {
  expect(() => project.client({ publishableKey: "sk_abc" })).toThrow("pk_");
});
