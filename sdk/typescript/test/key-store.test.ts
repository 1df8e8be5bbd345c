import { beforeAll, expect, test } from "vitest";
import { type AuthClient, type AuthStorage, memoryStorage } from "../src/sdk.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

const account = { email: "ada@example.com", password: "correct horse battery" };

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

/** A key store that can be locked: reading fails then, and writing works as on a phone. */
function lockable(): AuthStorage & { isLocked: boolean } {
  const items = memoryStorage();
  return {
    ...items,
    isLocked: false,
    getItem(key) {
      if (this.isLocked) throw new Error("the device is locked");
      return items.getItem(key);
    },
  };
}

const ways: Record<string, (client: AuthClient) => Promise<unknown>> = {
  signUp: (client) => client.signUp({ ...account, email: "second@example.com" }),
  signInWithPassword: (client) => client.signInWithPassword(account),
  signInWithIdToken: (client) => client.signInWithIdToken({ provider: "google", idToken: "x" }),
  signInAnonymously: (client) => client.signInAnonymously(),
};

test.each(Object.keys(ways))(
  "with a key store that cannot be read, %s fails, sends nothing and overwrites nothing",
  async (name) => {
    const storage = lockable();
    const guest = project.client({ storage });
    await guest.signInAnonymously();

    const network = new FlakyNetwork();
    storage.isLocked = true;
    const client = project.client({ storage, fetch: network.fetch, onError: () => {} });
    await client.ready;
    await expect(ways[name]?.(client)).rejects.toMatchObject({ reason: "STORAGE", retryable: true });
    expect(network.sent).toEqual([]);

    storage.isLocked = false;
    expect(await client.getAccessToken()).toEqual(expect.any(String));
    expect(client.user?.id).toBe(guest.user?.id);
  },
);

test("a key store that is locked while the server answers keeps what it has, and the next try gets the same session", async () => {
  const storage = lockable();
  const guest = project.client({ storage });
  await guest.signInAnonymously();
  const network = new FlakyNetwork();
  const client = project.client({
    storage,
    onError: () => {},
    fetch: (input, init) => {
      storage.isLocked = true;
      return network.fetch(input, init);
    },
  });
  await expect(ways.signUp?.(client)).rejects.toMatchObject({ reason: "STORAGE" });
  storage.isLocked = false;
  const restarted = project.client({ storage });
  await restarted.ready;
  expect(restarted.user?.id).toBe(guest.user?.id);
  await ways.signUp?.(restarted);
  expect(restarted.user?.email).toBe("second@example.com");
  expect(await restarted.listMySessions()).toHaveLength(1);
});

test("a new password's device token is not written over a session that cannot be read", async () => {
  const storage = lockable();
  const client = project.client({ storage });
  await client.signUp(account);
  storage.isLocked = true;
  await client.changePassword({ currentPassword: account.password, newPassword: "another good one" });
  storage.isLocked = false;
  const restarted = project.client({ storage });
  await restarted.ready;
  expect(restarted.user?.email).toBe(account.email);
});
