import { beforeAll, expect, test } from "vitest";
import { memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

const password = "correct horse battery";

function phone() {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const start = () => project.client({ storage, clock, fetch: network.fetch });
  return { storage, clock, network, start, client: start() };
}

test("a guest is used again: at once, at the same time, after a restart and offline", async () => {
  const { client, clock, network, start } = phone();
  await Promise.all(Array.from({ length: 5 }, () => client.signInAnonymously()));
  const id = client.user?.id;
  await client.signInAnonymously();
  const restarted = start();
  await restarted.signInAnonymously();
  expect(restarted.user?.id).toBe(id);
  expect(network.count("SignInAnonymously")).toBe(1);

  network.goOffline();
  clock.pass(20 * MINUTE);
  const offline = start();
  await offline.signInAnonymously();
  expect(offline.user?.id).toBe(id);
  expect(offline.state).toMatchObject({ status: "signedIn", stale: true });
});

test("two clients on one storage make one guest", async () => {
  const { client, network, start } = phone();
  const other = start();
  await Promise.all([client.signInAnonymously(), other.signInAnonymously()]);
  expect(other.user?.id).toBe(client.user?.id);
  expect(network.count("SignInAnonymously")).toBe(1);
});

test("a guest whose session the server has ended becomes a new guest", async () => {
  const { client, clock } = phone();
  await client.signInAnonymously();
  const id = client.user?.id;
  await project.admin("UserService/RevokeUserSessions", { project: project.slug, userId: id });
  clock.pass(20 * MINUTE);
  await client.signInAnonymously();
  expect(client.user?.id).not.toBe(id);
});

test("linkPassword keeps the user and sends an attempt id that is on disk", async () => {
  const { client, network, start } = phone();
  await client.signInAnonymously();
  const id = client.user?.id;
  await client.linkPassword({ email: "Grace@example.com", password, displayName: "Grace" });
  expect(client.user).toMatchObject({
    id,
    email: "grace@example.com",
    isAnonymous: false,
    hasPassword: true,
  });
  const { request } = network.sent.find(({ method }) => method === "LinkPassword") ?? {};
  expect(request?.attemptId).toMatch(/^[0-9a-f]{32}$/);
  const restarted = start();
  expect(await restarted.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
  expect(restarted.user?.isAnonymous).toBe(false);
});

test("a lost answer of linkPassword is made up for by the next refresh, also when the app was killed", async () => {
  const { client, clock, network, start } = phone();
  await client.signInAnonymously();
  const id = client.user?.id;
  network.fate = (method) => (method === "LinkPassword" ? "answer lost" : "ok");
  await expect(client.linkPassword({ email: "lost@example.com", password })).rejects.toMatchObject({
    reason: "NETWORK",
  });
  network.goOnline();
  clock.pass(20 * MINUTE);
  const restarted = start();
  expect(await restarted.getAccessToken()).toEqual(expect.any(String));
  expect(restarted.user).toMatchObject({ id, email: "lost@example.com", isAnonymous: false });
});

test("who repeats linkPassword after a lost answer succeeds", async () => {
  const { client, network } = phone();
  await client.signInAnonymously();
  const id = client.user?.id;
  network.fate = (method) => (method === "LinkPassword" ? "answer lost" : "ok");
  await client.linkPassword({ email: "twice@example.com", password }).catch(() => {});
  network.goOnline();
  await client.linkPassword({ email: "twice@example.com", password });
  expect(client.user).toMatchObject({ id, email: "twice@example.com", isAnonymous: false });
  expect(await client.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
});

test("linkPassword after a refresh whose answer was lost signs nobody out, even if its own answer is lost", async () => {
  const { client, clock, network, start } = phone();
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  network.fate = (method) => (method === "RefreshToken" ? "answer lost" : "ok");
  await client.getAccessToken().catch(() => {});
  network.fate = (method) => (method === "LinkPassword" ? "answer lost" : "ok");
  await client.linkPassword({ email: "both@example.com", password }).catch(() => {});
  network.goOnline();
  const restarted = start();
  expect(await restarted.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
  expect(restarted.user?.email).toBe("both@example.com");
});

test("a linkPassword that is refused changes nothing", async () => {
  const { client } = phone();
  await client.signInAnonymously();
  await expect(client.linkPassword({ email: "grace@example.com", password })).rejects.toMatchObject({
    reason: "EMAIL_ALREADY_EXISTS",
    retryable: false,
  });
  await expect(client.linkPassword({ email: "weak@example.com", password: "short" })).rejects.toMatchObject({
    reason: "WEAK_PASSWORD",
  });
  expect(client.user?.isAnonymous).toBe(true);
  expect(await client.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
});

test("a linkPassword whose refresh cannot be written sends nothing else, and nobody is signed out", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  let isFull = false;
  const setItem = (key: string, value: string) => {
    if (isFull) throw new Error("quota exceeded");
    storage.setItem(key, value);
  };
  const client = project.client({ clock, fetch: network.fetch, storage: { ...storage, setItem } });
  const account = { email: "full@example.com", password: "correct horse battery" };
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  isFull = true;
  await expect(client.linkPassword(account)).rejects.toMatchObject({ reason: "STORAGE", retryable: true });
  expect(network.count("LinkPassword")).toBe(0);

  isFull = false;
  clock.pass(20 * MINUTE);
  await client.linkPassword(account);
  expect(client.user).toMatchObject({ email: account.email, isAnonymous: false });
  expect(await client.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
});

test("a linkPassword that cannot read the session at first fails, and does not pretend to have linked", async () => {
  const storage = memoryStorage();
  let failures = 0;
  const getItem = (key: string) => {
    if (failures-- > 0) throw new Error("busy");
    return storage.getItem(key);
  };
  const client = project.client({ storage: { ...storage, getItem } });
  await client.signInAnonymously();
  failures = 1;
  const link = client.linkPassword({ email: "busy@example.com", password: "correct horse battery" });
  await expect(link).rejects.toMatchObject({ reason: "STORAGE", retryable: true });
  expect(client.user?.isAnonymous).toBe(true);
});
