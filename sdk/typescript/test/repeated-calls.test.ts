import { beforeAll, expect, test } from "vitest";
import { type AuthClient, isAuthError, memoryStorage } from "../src/sdk.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { times } from "./full.ts";
import { randomFrom } from "./simulator/random.ts";
import { TestProject } from "./test-project.ts";

const password = "correct horse battery";
const lost = { reason: "NETWORK" };

let project: TestProject;
let verifying: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
  verifying = await TestProject.create();
  await verifying.settings({ requireEmailVerification: true });
});

function phone(of = project) {
  const storage = memoryStorage();
  const network = new FlakyNetwork();
  const start = () => of.client({ storage, fetch: network.fetch });
  const attempts = () => network.sent.map(({ request }) => request.attemptId);
  const stored = () => JSON.parse(String(storage.getItem(of.storageKey)));
  return { network, start, client: start(), attempts, stored, storage };
}

const loseAnswers = (network: FlakyNetwork): void => {
  network.fate = () => "answer lost";
};

test("a sign-in whose answer was lost gets the same session, also when the app was killed", async () => {
  const email = "ada@example.com";
  await phone().client.signUp({ email, password });
  const { network, start, client, attempts, stored } = phone();
  loseAnswers(network);
  await expect(client.signInWithPassword({ email, password })).rejects.toMatchObject(lost);
  expect(stored()).toEqual({ attempt: attempts()[0] });
  network.goOnline();
  const restarted = start();
  await restarted.signInWithPassword({ email, password });
  expect(attempts()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), attempts()[0]]);
  expect(stored().attempt).toBeUndefined();
  expect(await restarted.listMySessions()).toHaveLength(2); // the other phone's, and this one
  await restarted.getAccessToken({ forceRefresh: true });
});

test("a sign-up and a guest whose answers were lost exist once", async () => {
  const { network, client } = phone();
  loseAnswers(network);
  const input = { email: "grace@example.com", password };
  await expect(client.signUp(input)).rejects.toMatchObject(lost);
  network.goOnline();
  expect(await client.signUp(input)).toMatchObject({ status: "signedIn" });
  expect(await client.listMySessions()).toHaveLength(1);

  const guest = phone();
  loseAnswers(guest.network);
  await expect(guest.client.signInAnonymously()).rejects.toMatchObject(lost);
  await expect(guest.client.signInAnonymously()).rejects.toMatchObject(lost);
  guest.network.goOnline();
  await guest.client.signInAnonymously();
  expect(new Set(guest.attempts().filter(Boolean)).size).toBe(1);
});

test("an attempt that the server refuses is replaced once, and the call succeeds", async () => {
  const { network, client, attempts } = phone();
  const email = "eve@example.com";
  await phone().client.signUp({ email, password });
  loseAnswers(network);
  await expect(client.signInAnonymously()).rejects.toMatchObject(lost);
  network.goOnline();
  await client.signInWithPassword({ email, password }); // another request with the same id
  const [first, second, third] = attempts();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(client.user?.email).toBe(email);
  await client.signOut();
  await client.signInWithPassword({ email, password });
  expect(attempts().at(-1)).not.toBe(third);
});

test("failures keep the attempt, and a session that could not be stored is repeated", async () => {
  const { client, attempts, storage, network } = phone();
  const email = "heidi@example.com";
  await phone().client.signUp({ email, password });
  const wrong = client.signInWithPassword({ email, password: "a wrong password" });
  await expect(wrong).rejects.toMatchObject({ reason: "INVALID_CREDENTIALS" });
  let writes = 0;
  const full = project.client({
    fetch: network.fetch,
    storage: {
      ...storage,
      setItem: (key, value) => {
        if (++writes === 2) throw new Error("disk full");
        storage.setItem(key, value);
      },
    },
  });
  await expect(full.signInWithPassword({ email, password })).rejects.toMatchObject({ reason: "STORAGE" });
  await full.signInWithPassword({ email, password });
  expect(new Set(attempts()).size).toBe(1);
  expect(await full.listMySessions()).toHaveLength(2);
});

test("a sign-up that must be verified is repeated after a lost answer, and is new after an answer", async () => {
  const { network, client, attempts, stored } = phone(verifying);
  const input = { email: "judy@example.com", password };
  loseAnswers(network);
  await expect(client.signUp(input)).rejects.toMatchObject(lost);
  network.goOnline();
  expect(await client.signUp(input)).toEqual({ status: "verifyEmail" });
  expect(stored()).toEqual({});
  await client.signUp(input);
  const [first, second, third] = attempts();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("clients that sign in at the same time, on one storage, share the session", async () => {
  const { client, start } = phone();
  const email = "ken@example.com";
  await phone().client.signUp({ email, password });
  const other = start();
  await Promise.all([client, other].map((one) => one.signInWithPassword({ email, password })));
  await Promise.all([client, other].map((one) => one.getAccessToken({ forceRefresh: true })));
  expect((await client.listMySessions()).length).toBeLessThanOrEqual(3);
  expect(client.user?.email).toBe(email);
});

test("at 30 % lost answers there is one session for each device", async () => {
  const random = randomFrom(Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000));
  const until = async (work: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        return void (await work());
      } catch (error) {
        if (!isAuthError(error) || !error.retryable) throw error;
      }
    }
  };
  const lossy = (): AuthClient => {
    const { network, client } = phone();
    network.fate = () => (random() < 0.3 ? "answer lost" : "ok");
    return client;
  };
  for (let n = 0; n < times(10, 200); n++) {
    const account = { email: `user-${n}@example.com`, password };
    const [first, second] = [lossy(), lossy()];
    await until(() => first.signUp(account));
    await until(() => second.signInWithPassword(account));
    let sessions: readonly unknown[] = [];
    await until(async () => {
      sessions = await second.listMySessions();
    });
    expect(sessions).toHaveLength(2);
  }
});
