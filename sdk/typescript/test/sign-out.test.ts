import { beforeAll, expect, test, vi } from "vitest";
import { memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

const account = { email: "ada@example.com", password: "correct horse battery" };

test("signing out ends the session here and on the server", async () => {
  const storage = memoryStorage();
  const network = new FlakyNetwork();
  const client = project.client({ storage, fetch: network.fetch });
  await client.signUp(account);
  const watcher = project.client();
  await watcher.signInWithPassword(account);
  expect(await watcher.listMySessions()).toHaveLength(2);

  await client.signOut();
  expect(client.state).toEqual({ status: "signedOut", reason: "user" });
  expect(client.user).toBeNull();
  expect(await client.getAccessToken()).toBeNull();
  await vi.waitFor(async () => expect(await watcher.listMySessions()).toHaveLength(1), 60_000);
  await vi.waitFor(() => expect(storage.getItem(project.storageKey)).not.toContain("refreshToken"), 60_000);
});

test("signing out works offline, and the server is told at the next start", async () => {
  const storage = memoryStorage();
  const network = new FlakyNetwork();
  const client = project.client({ storage, fetch: network.fetch });
  await client.signInWithPassword(account);
  const watcher = project.client();
  await watcher.signInWithPassword(account);
  const before = (await watcher.listMySessions()).length;

  network.goOffline();
  await client.signOut();
  expect(client.state).toEqual({ status: "signedOut", reason: "user" });
  const offline = project.client({ storage, fetch: network.fetch });
  await offline.ready;
  expect(offline.state.status).toBe("signedOut");
  expect(await watcher.listMySessions()).toHaveLength(before);

  network.goOnline();
  const online = project.client({ storage, fetch: network.fetch });
  await online.ready;
  await vi.waitFor(async () => expect(await watcher.listMySessions()).toHaveLength(before - 1), 60_000);
  await vi.waitFor(() =>
    expect(JSON.parse(String(storage.getItem(project.storageKey)))).toEqual({
      ended: [],
      devices: [expect.anything()],
    }),
  );
});

test("a session that was ended offline is told to the server also when somebody else has signed in since", async () => {
  const storage = memoryStorage();
  const network = new FlakyNetwork();
  const client = project.client({ storage, fetch: network.fetch });
  await client.signInWithPassword(account);
  network.fate = (method) => (method === "SignOut" ? "request lost" : "ok");
  await client.signOut();
  await client.signInAnonymously();
  network.goOnline();
  const restarted = project.client({ storage, fetch: network.fetch });
  await restarted.ready;
  await vi.waitFor(() => expect(network.count("SignOut")).toBe(2), 60_000);
  await vi.waitFor(
    () => expect(JSON.parse(String(storage.getItem(project.storageKey))).ended).toEqual([]),
    60_000,
  );
  expect(restarted.user?.isAnonymous).toBe(true);
  expect(await restarted.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
});

test("with scope others the user's other sessions end, and this one stays", async () => {
  const email = "many@example.com";
  const [phone, tablet, laptop] = [project.client(), project.client(), project.client()];
  await phone.signUp({ ...account, email });
  for (const other of [tablet, laptop]) await other.signInWithPassword({ ...account, email });
  await phone.signOut({ scope: "others" });
  expect(phone.state.status).toBe("signedIn");
  expect(await phone.listMySessions()).toHaveLength(1);
  for (const other of [tablet, laptop]) {
    await expect(other.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
    expect(other.state).toEqual({ status: "signedOut", reason: "revoked" });
  }
});

test("with scope everywhere all sessions end, and without the server none", async () => {
  const email = "everywhere@example.com";
  const network = new FlakyNetwork();
  const [phone, tablet] = [project.client({ fetch: network.fetch }), project.client()];
  await phone.signUp({ ...account, email });
  await tablet.signInWithPassword({ ...account, email });
  network.goOffline();
  await expect(phone.signOut({ scope: "everywhere" })).rejects.toMatchObject({ reason: "NETWORK" });
  expect(phone.state.status).toBe("signedIn");
  await tablet.getMe();

  network.goOnline();
  await phone.signOut({ scope: "everywhere" });
  expect(phone.state).toEqual({ status: "signedOut", reason: "user" });
  await expect.poll(() => network.count("SignOut")).toBe(1);
  await expect(tablet.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
});

test("who asks for a token while signing out does not sign in again", async () => {
  const storage = memoryStorage();
  const slow = {
    ...storage,
    setItem: async (key: string, value: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      storage.setItem(key, value);
    },
  };
  const client = project.client({ storage: slow });
  await client.signInAnonymously();
  const leaving = client.signOut();
  await expect.poll(() => client.state.status).toBe("signedOut");
  expect(await client.getAccessToken()).toBeNull();
  await leaving;
  expect(client.state).toEqual({ status: "signedOut", reason: "user" });
});

test("with scope local the server is not told", async () => {
  const network = new FlakyNetwork();
  const client = project.client({ fetch: network.fetch });
  await client.signInAnonymously();
  await client.signOut({ scope: "local" });
  expect(client.state.status).toBe("signedOut");
  expect(network.count("SignOut")).toBe(0);
});

test("an answer that comes after signing out signs nobody in again", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const client = project.client({
    storage,
    clock,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith("RefreshToken")) await held;
      return response;
    },
  });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  const token = client.getAccessToken();
  await vi.waitFor(() => expect(client.state).toMatchObject({ status: "signedIn" }), 60_000);
  await client.signOut();
  letGo();
  expect(await token).toBeNull();
  expect(client.state).toEqual({ status: "signedOut", reason: "user" });
  const restarted = project.client({ storage, clock });
  await restarted.ready;
  expect(restarted.state.status).toBe("signedOut");
});

test("who signs in while a refresh of somebody else is under way stays signed in", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const client = project.client({
    storage,
    clock,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith("RefreshToken")) await held;
      return response;
    },
  });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  const token = client.getAccessToken();
  const { accessToken } = await client.signInWithPassword(account);
  letGo();
  expect(await token).toBe(accessToken);
  expect(client.user?.email).toBe(account.email);
});

test("deleting the account signs out", async () => {
  const client = project.client();
  await client.signUp({ ...account, email: "leaver@example.com" });
  await client.deleteAccount({ currentPassword: account.password });
  expect(client.state).toEqual({ status: "signedOut", reason: "deleted" });
  await expect(client.signInWithPassword({ ...account, email: "leaver@example.com" })).rejects.toMatchObject({
    reason: "INVALID_CREDENTIALS",
  });
});

test("who repeats deleteAccount after a lost answer succeeds", async () => {
  const network = new FlakyNetwork();
  const client = project.client({ fetch: network.fetch });
  await client.signUp({ ...account, email: "lost@example.com" });
  network.fate = (method) => (method === "DeleteAccount" ? "answer lost" : "ok");
  await expect(client.deleteAccount()).rejects.toMatchObject({ reason: "NETWORK" });
  expect(client.state.status).toBe("signedIn");
  network.goOnline();
  await client.deleteAccount();
  expect(client.state).toEqual({ status: "signedOut", reason: "deleted" });
});

test("a call of an account that was deleted elsewhere ends the session as deleted", async () => {
  const email = "gone@example.com";
  const [phone, tablet] = [project.client(), project.client()];
  await phone.signUp({ ...account, email });
  await tablet.signInWithPassword({ ...account, email });
  await phone.deleteAccount();
  await expect(tablet.getMe()).rejects.toMatchObject({
    reason: "SESSION_REVOKED",
    metadata: { cause: "deleted" },
  });
  expect(tablet.state).toEqual({ status: "signedOut", reason: "deleted" });
});

test("a refresh that was written while signing out shows nobody signed in", async () => {
  const items = memoryStorage();
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5 * Math.random()));
  for (let round = 0; round < 20; round++) {
    const storage = {
      getItem: (key: string) => soon().then(() => items.getItem(key)),
      setItem: (key: string, value: string) => soon().then(() => items.setItem(key, value)),
      removeItem: (key: string) => soon().then(() => items.removeItem(key)),
    };
    const client = project.client({ storage });
    await client.signInAnonymously();
    const refreshing = client.getAccessToken({ forceRefresh: true }).catch(() => null);
    await soon();
    await client.signOut();
    await refreshing;
    expect(client.state).toEqual({ status: "signedOut", reason: "user" });
    expect(await client.getAccessToken()).toBeNull();
  }
});

test("a call whose user has been replaced meanwhile is not repeated as the new one", async () => {
  const email = "replaced@example.com";
  const network = new FlakyNetwork();
  let answered: (() => void) | undefined;
  let isHeld = false;
  const client = project.client({
    fetch: async (input, init) => {
      const response = await network.fetch(input, init);
      if (isHeld && String(input).endsWith("GetMe")) await new Promise<void>((go) => (answered = go));
      return response;
    },
  });
  await client.signUp({ ...account, email });
  const elsewhere = project.client();
  await elsewhere.signInWithPassword({ ...account, email });
  await elsewhere.signOut({ scope: "others" });
  isHeld = true;
  const asked = client.getMe().catch((error: unknown) => error);
  await expect.poll(() => answered).toBeDefined();
  isHeld = false;
  await client.signOut({ scope: "local" });
  await client.signInAnonymously();
  answered?.();
  expect(await asked).toMatchObject({ reason: "SESSION_REVOKED" });
  expect(network.count("GetMe")).toBe(1);
  expect(client.user?.isAnonymous).toBe(true);
});
