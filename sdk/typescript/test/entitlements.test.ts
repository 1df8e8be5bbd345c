import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { billing } from "../src/billing.ts";
import { type AuthClient, type AuthStorage, memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
  await project.sell();
});

let network: FlakyNetwork;
let clock: DeviceClock;
let storage: AuthStorage;
beforeEach(() => {
  network = new FlakyNetwork();
  clock = new DeviceClock();
  storage = memoryStorage();
});

const start = () => project.client({ storage, clock, fetch: network.fetch });
const asked = () => network.count("ListEntitlements");

async function guest(lastsMs?: number): Promise<AuthClient> {
  const client = start();
  await client.signInAnonymously();
  if (lastsMs) await project.grant(client.user?.id, lastsMs);
  return client;
}

test("a client has one billing object, and a second client has its own", async () => {
  const client = await guest(DAY);
  expect(billing(client)).toBe(billing(client));
  const second = start();
  expect(billing(second)).not.toBe(billing(client));
  expect(await billing(client).has("pro")).toBe(true);
  expect(await billing(second).has("pro")).toBe(true);
});

test("a yes is repeated for a minute without asking, a no is asked for each time", async () => {
  const client = await guest();
  const shop = billing(client);
  expect(await shop.has("pro")).toBe(false);
  const id = await project.grant(client.user?.id);
  expect(await shop.has("pro")).toBe(true);
  expect(asked()).toBe(2);
  await project.admin("BillingService/RevokeEntitlementGrant", { project: project.slug, grantId: id });
  clock.pass(MINUTE - 1);
  expect(await shop.has("pro")).toBe(true);
  expect(asked()).toBe(2);
  clock.pass(1);
  expect(await shop.has("pro")).toBe(false);
  expect(asked()).toBe(3);
});

test("callers at the same moment share one request", async () => {
  const shop = billing(await guest(DAY));
  expect(await Promise.all([shop.has("pro"), shop.has("team"), shop.has("pro")])).toEqual([
    true,
    false,
    true,
  ]);
  expect(asked()).toBe(1);
});

test("offline, has answers by what the server said, and false once it has expired", async () => {
  const client = await guest(DAY);
  const shop = billing(client);
  expect(await shop.has("pro")).toBe(true);
  network.goOffline();
  clock.pass(23 * HOUR);
  expect(await shop.has("pro")).toBe(true);
  expect(await shop.has("team")).toBe(false);
  clock.pass(HOUR + MINUTE);
  expect(shop.hasCached("pro")).toBe(false);
  expect(await shop.has("pro")).toBe(false);
  expect(await shop.entitlements()).toMatchObject([{ id: "pro", active: false }, { id: "team" }]);
});

test("an app that starts offline answers until the expiry and not after it", async () => {
  expect(await billing(await guest(DAY)).has("pro")).toBe(true);
  network.goOffline();
  clock.pass(20 * HOUR);
  expect(await billing(start()).has("pro")).toBe(true);
  clock.pass(4 * HOUR + MINUTE);
  expect(await billing(start()).has("pro")).toBe(false);
});

test.each([-2 * DAY, 2 * DAY])(
  "a device whose clock is wrong by %d ms ends at the same moment",
  async (skew) => {
    clock = new DeviceClock(skew);
    expect(await billing(await guest(DAY)).has("pro")).toBe(true);
    network.goOffline();
    clock.pass(23 * HOUR);
    expect(await billing(start()).has("pro")).toBe(true);
    clock.pass(HOUR + MINUTE);
    expect(await billing(start()).has("pro")).toBe(false);
  },
);

test("a clock that is set back gives no more time, and one before the answer gives none", async () => {
  const shop = billing(await guest(DAY));
  expect(await shop.has("pro")).toBe(true);
  network.goOffline();
  clock.pass(25 * HOUR);
  clock.set(-10 * HOUR);
  expect(await shop.has("pro")).toBe(false);
  clock.set(-16 * HOUR);
  expect(await shop.has("pro")).toBe(false);
  await expect(billing(start()).has("pro")).rejects.toMatchObject({ reason: "NETWORK" });
});

test("a clock that is set back before the answer comes does not stretch it", async () => {
  const client = await guest(DAY);
  clock.set(-300 * DAY);
  expect(await billing(client).has("pro")).toBe(true);
  network.goOffline();
  clock.pass(25 * HOUR);
  expect(await billing(start()).has("pro")).toBe(false);
});

test("what has no expiry goes on offline", async () => {
  const client = await guest();
  await project.grant(client.user?.id);
  expect(await billing(client).has("pro")).toBe(true);
  network.goOffline();
  clock.pass(400 * DAY);
  expect(await billing(start()).has("pro")).toBe(true);
});

test("without network and without an earlier answer there is the error, never a guess", async () => {
  const client = await guest(DAY);
  network.goOffline();
  await expect(billing(client).has("pro")).rejects.toMatchObject({ reason: "NETWORK" });
  expect(billing(client).hasCached("pro")).toBeUndefined();
});

test.each(["", "null", "{", "[]", '{"user":1}', '{"list":null}'])(
  "a stored %j is as good as nothing",
  async (text) => {
    const client = await guest(DAY);
    storage.setItem(`${project.storageKey}.entitlements`, text);
    network.goOffline();
    await expect(billing(client).has("pro")).rejects.toMatchObject({ reason: "NETWORK" });
    network.goOnline();
    expect(await billing(client).has("pro")).toBe(true);
  },
);

test("a stored answer whose parts are damaged gives no access", async () => {
  const client = await guest(DAY);
  expect(await billing(client).has("pro")).toBe(true);
  const key = `${project.storageKey}.entitlements`;
  const stored = JSON.parse(String(await storage.getItem(key)));
  network.goOffline();
  for (const damaged of [
    { ...stored, at: "yesterday" },
    { ...stored, serverAt: null },
    { ...stored, user: "somebody else" },
    { ...stored, list: [null] },
    { ...stored, list: [{ ...stored.list[0], expiresAt: "never" }] },
  ]) {
    storage.setItem(key, JSON.stringify(damaged));
    expect(
      await billing(start())
        .has("pro")
        .catch(() => false),
    ).toBe(false);
  }
  storage.setItem(key, JSON.stringify(stored));
  expect(await billing(start()).has("pro")).toBe(true);
});

test("a storage that cannot be written costs nothing but the next start offline", async () => {
  const client = project.client({
    ...{ clock, fetch: network.fetch },
    storage: {
      ...storage,
      setItem: (key, value) => {
        if (key.endsWith(".entitlements")) throw new Error("full");
        return storage.setItem(key, value);
      },
    },
  });
  await client.signInAnonymously();
  await project.grant(client.user?.id, DAY);
  expect(await billing(client).has("pro")).toBe(true);
  network.goOffline();
  clock.pass(HOUR);
  expect(await billing(client).has("pro")).toBe(true);
  await expect(billing(start()).has("pro")).rejects.toMatchObject({ reason: "NETWORK" });
});

test("signing out forgets, and the next user has nothing of the last one", async () => {
  const client = await guest(DAY);
  const shop = billing(client);
  expect(await shop.has("pro")).toBe(true);
  await client.signOut();
  expect(shop.hasCached("pro")).toBeUndefined();
  await expect(shop.has("pro")).rejects.toMatchObject({ reason: "SIGNED_OUT" });
  await vi.waitFor(async () =>
    expect(await storage.getItem(`${project.storageKey}.entitlements`)).toBeNull(),
  );
  await client.signInAnonymously();
  expect(shop.hasCached("pro")).toBeUndefined();
  network.goOffline();
  await expect(shop.has("pro")).rejects.toMatchObject({ reason: "NETWORK" });
  network.goOnline();
  expect(await shop.has("pro")).toBe(false);
});

test("what was kept for a user who signed out without billing is not the next user's", async () => {
  const client = await guest(DAY);
  expect(await billing(client).has("pro")).toBe(true);
  const kept = String(await storage.getItem(`${project.storageKey}.entitlements`));
  const other = start();
  await other.signOut();
  await other.signInAnonymously();
  storage.setItem(`${project.storageKey}.entitlements`, kept);
  network.goOffline();
  await expect(billing(other).has("pro")).rejects.toMatchObject({ reason: "NETWORK" });
});

test("an answer that comes after its user has gone is shown to nobody", async () => {
  const client = await guest(DAY);
  const shop = billing(client);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = project.client({
    ...{ storage, clock },
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).endsWith("/ListEntitlements")) await held;
      return answer;
    },
  });
  const first = billing(slow).has("pro");
  const outcome = first.catch((error) => error);
  await vi.waitFor(() => expect(slow.user?.id).toBe(client.user?.id));
  await slow.signOut();
  await slow.signInAnonymously();
  const second = billing(slow).has("pro");
  release();
  expect(await outcome).toMatchObject({ reason: "SIGNED_OUT" });
  expect(await second).toBe(false);
  expect(shop.hasCached("pro")).toBeUndefined();
});

test("a refusal of the server is not covered by what it said before", async () => {
  const client = await guest(DAY);
  const shop = billing(client);
  expect(await shop.has("pro")).toBe(true);
  clock.pass(MINUTE);
  await project.sell(false);
  try {
    await expect(shop.has("pro")).rejects.toMatchObject({ reason: "BILLING_DISABLED" });
    await expect(shop.entitlements()).rejects.toMatchObject({ reason: "BILLING_DISABLED" });
  } finally {
    await project.sell();
  }
  await project.admin("UserService/RevokeUserSessions", { project: project.slug, userId: client.user?.id });
  await expect(shop.has("pro")).rejects.toMatchObject({ name: "AuthError", retryable: false });
  expect(client.state).toMatchObject({ status: "signedOut", reason: "revoked" });
  expect(shop.hasCached("pro")).toBeUndefined();
});

test("coming to the foreground asks again, once somebody has asked at all", async () => {
  const client = await guest();
  client.wake();
  const shop = billing(client);
  client.wake();
  expect(await shop.has("pro")).toBe(false);
  expect(asked()).toBe(1);
  await project.grant(client.user?.id, DAY);
  client.wake();
  await vi.waitFor(() => expect(shop.hasCached("pro")).toBe(true));
  expect(asked()).toBe(2);
});

test("listeners hear of what is kept, of changes and of another user, and then no more", async () => {
  expect(await billing(await guest(DAY)).has("pro")).toBe(true);
  network.goOffline();
  const client = start();
  const shop = billing(client);
  const seen: Array<boolean | undefined> = [];
  const stop = shop.onEntitlementsChange(() => void seen.push(shop.hasCached("pro")));
  await vi.waitFor(() => expect(seen.at(-1)).toBe(true));
  network.goOnline();
  await client.signOut();
  await vi.waitFor(() => expect(seen.at(-1)).toBeUndefined());
  await client.signInAnonymously();
  await vi.waitFor(() => expect(seen.at(-1)).toBe(false));
  await project.grant(client.user?.id, DAY);
  client.wake();
  await vi.waitFor(() => expect(seen.at(-1)).toBe(true));
  stop();
  const heard = seen.length;
  await client.signOut();
  await expect(shop.has("pro")).rejects.toMatchObject({ reason: "SIGNED_OUT" });
  expect(seen).toHaveLength(heard);
});
