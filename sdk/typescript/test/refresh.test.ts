import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { type AuthStorage, memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

/** A guest whose access token has expired, and everything around it. */
async function expired(storage: AuthStorage = memoryStorage()) {
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const client = project.client({ storage, clock, fetch: network.fetch });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  return { client, clock, network, storage };
}

function onDisk(storage: AuthStorage): { refreshToken: string; attemptId: string } {
  const text = storage.getItem(project.storageKey);
  return JSON.parse(String(text)).session;
}

test("fifty callers at once make one refresh and get the same token", async () => {
  const { client, network } = await expired();
  const tokens = await Promise.all(Array.from({ length: 50 }, () => client.getAccessToken()));
  expect(new Set(tokens).size).toBe(1);
  expect(network.count("RefreshToken")).toBe(1);
});

test("two clients on one storage make one refresh", async () => {
  const { client, clock, network, storage } = await expired();
  const other = project.client({ storage, clock, fetch: network.fetch });
  const [one, two] = await Promise.all([client.getAccessToken(), other.getAccessToken()]);
  expect(one).toBe(two);
  expect(network.count("RefreshToken")).toBe(1);
});

test("two copies of the package in one bundle make one refresh", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-copies-"));
  try {
    const { clock, network, storage } = await expired();
    const clients = await Promise.all(
      ["one", "two"].map(async (name) => {
        const outfile = join(folder, `${name}.mjs`);
        const entry = join(import.meta.dirname, "../src/sdk.ts");
        await build({ entryPoints: [entry], outfile, bundle: true, format: "esm" });
        const { createAuthClient }: typeof import("../src/sdk.ts") = await import(outfile);
        const { url: baseUrl, publishableKey } = project;
        return createAuthClient({ baseUrl, publishableKey, storage, clock, fetch: network.fetch });
      }),
    );
    const tokens = await Promise.all(clients.map((client) => client.getAccessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(network.count("RefreshToken")).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a token that is still good is used without a call, and renewed shortly before it expires", async () => {
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const client = project.client({ clock, fetch: network.fetch });
  const { accessToken } = await client.signInAnonymously();
  clock.pass(13 * MINUTE);
  expect(await client.getAccessToken()).toBe(accessToken);
  expect(network.count("RefreshToken")).toBe(0);
  clock.pass(1.5 * MINUTE);
  expect(await client.getAccessToken()).not.toBe(accessToken);
});

test("forceRefresh and minTtlMs renew a token that is still good", async () => {
  const client = project.client();
  const { accessToken } = await client.signInAnonymously();
  const forced = await client.getAccessToken({ forceRefresh: true });
  expect(forced).not.toBe(accessToken);
  expect(await client.getAccessToken({ minTtlMs: 60 * MINUTE })).not.toBe(forced);
});

test("the attempt id is on disk before it is sent", async () => {
  const { client, network, storage } = await expired();
  const before = onDisk(storage);
  expect(before.attemptId).toMatch(/^[0-9a-f]{32}$/);
  await client.getAccessToken();
  const { request } = network.sent.find(({ method }) => method === "RefreshToken") ?? {};
  expect(request).toEqual({ refreshToken: before.refreshToken, attemptId: before.attemptId });
  const after = onDisk(storage);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(after.attemptId).not.toBe(before.attemptId);
});

test("a lost answer is asked for again with the same attempt id, and nobody is signed out", async () => {
  const { client, clock, network } = await expired();
  network.fate = () => "answer lost";
  for (let round = 0; round < 2; round++) {
    await expect(client.getAccessToken()).rejects.toMatchObject({ reason: "NETWORK" });
    clock.pass(MINUTE);
  }
  network.goOnline();
  expect(await client.getAccessToken()).toEqual(expect.any(String));
  const attempts = network.sent.filter(({ method }) => method === "RefreshToken");
  expect(attempts).toHaveLength(3);
  expect(new Set(attempts.map(({ request }) => request.attemptId)).size).toBe(1);
  expect(await client.listMySessions()).toHaveLength(1);
});

test("also after the app was killed the same attempt id is sent again", async () => {
  const { client, clock, network, storage } = await expired();
  network.fate = () => "answer lost";
  await client.getAccessToken().catch(() => {});
  network.goOnline();
  const restarted = project.client({ storage, clock, fetch: network.fetch });
  expect(await restarted.getAccessToken()).toEqual(expect.any(String));
  expect(restarted.user?.id).toBe(client.user?.id);
  const [first, second] = network.sent.filter(({ method }) => method === "RefreshToken");
  expect(second).toEqual(first);
});

test("an answer that cannot be stored is asked for again later, and nobody is signed out", async () => {
  const storage = memoryStorage();
  let isFull = false;
  const errors: unknown[] = [];
  const clock = new DeviceClock();
  const fragile: AuthStorage = {
    ...storage,
    setItem(key, value) {
      if (isFull) throw new Error("disk full");
      storage.setItem(key, value);
    },
  };
  const client = project.client({ storage: fragile, clock, onError: (error) => errors.push(error) });
  await client.signInAnonymously();
  isFull = true;
  for (let round = 0; round < 3; round++) {
    clock.pass(20 * MINUTE);
    expect(await client.getAccessToken()).toEqual(expect.any(String));
  }
  expect(errors).toHaveLength(3);
  isFull = false;
  const restarted = project.client({ storage, clock });
  clock.pass(20 * MINUTE);
  expect(await restarted.getAccessToken()).toEqual(expect.any(String));
});

test("a token that is still good is handed out while it cannot be renewed", async () => {
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const client = project.client({ clock, fetch: network.fetch });
  const { accessToken } = await client.signInAnonymously();
  network.goOffline();
  clock.pass(14.5 * MINUTE);
  expect(await client.getAccessToken()).toBe(accessToken);
  await expect(client.getAccessToken({ forceRefresh: true })).rejects.toMatchObject({ reason: "NETWORK" });
  expect(client.state).toMatchObject({ status: "signedIn", stale: false });
});

test("callbacks may call the client and wait for it, and one that fails harms nobody", async () => {
  const errors: unknown[] = [];
  const clock = new DeviceClock();
  const client = project.client({ clock, onError: (error) => errors.push(error) });
  const seen: string[] = [];
  client.onAuthStateChange(() => {
    throw new Error("a bug of the app");
  });
  const done = new Promise<void>((resolve) => {
    client.onAuthStateChange(async ({ status }, event) => {
      seen.push(event);
      if (status === "signedIn") await client.getAccessToken({ forceRefresh: event === "signedIn" });
      if (event === "refreshed") await client.signOut();
      if (event === "signedOut") resolve();
    });
  });
  await client.signInAnonymously();
  await done;
  expect(seen.filter((event) => event !== "initial" && event !== "restored")).toEqual([
    "signedIn",
    "refreshed",
    "signedOut",
  ]);
  expect(String(errors[0])).toContain("a bug of the app");
});

test("a callback hears the present state once, every change, and nothing after it was removed", async () => {
  const client = project.client();
  await client.ready;
  const events: string[] = [];
  const stop = client.onAuthStateChange(({ status }, event) => {
    events.push(`${event} ${status}`);
  });
  await client.signInAnonymously();
  await client.updateMe({ displayName: "Ada" });
  stop();
  await client.signOut();
  await client.ready;
  expect(events).toEqual(["initial signedOut", "signedIn signedIn", "updated signedIn"]);
});

test("fetch sends the token, and once more with a new one when it is refused", async () => {
  const storage = memoryStorage();
  const seen: Array<string | null> = [];
  let isRefused = true;
  const backend: typeof fetch = async (input, init) => {
    if (String(input).startsWith(project.url)) return fetch(input, init);
    seen.push(`${new Headers(init?.headers).get("authorization")} ${init?.body ?? ""}`);
    return new Response("", { status: isRefused && seen.length % 2 === 1 ? 401 : 200 });
  };
  const client = project.client({ storage, fetch: backend });
  const { accessToken } = await client.signInAnonymously();
  const response = await client.fetch("https://api.example.com/x", { method: "POST", body: "hello" });
  expect(response.status).toBe(200);
  const renewed = await client.getAccessToken();
  expect(seen).toEqual([`Bearer ${accessToken} hello`, `Bearer ${renewed} hello`]);

  isRefused = false;
  await client.signOut();
  await client.fetch("https://api.example.com/public");
  expect(seen[2]).toBe("null ");
});

test("fifty refused calls at once make one refresh", async () => {
  const network = new FlakyNetwork();
  let current: string | undefined;
  const client = project.client({
    fetch: async (input, init) => {
      if (String(input).startsWith(project.url)) return network.fetch(input, init);
      const isOld = new Headers(init?.headers).get("authorization") === `Bearer ${current}`;
      return new Response("", { status: isOld ? 401 : 200 });
    },
  });
  current = (await client.signInAnonymously()).accessToken;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.fetch("https://api.example.com/")),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(network.count("RefreshToken")).toBe(1);
});
