import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createAuthClient, memoryStorage } from "../src/sdk.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "warn").mockImplementation((...facts) => void printed.push(facts.map(String).join(" ")));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** One that fails in the background: its storage cannot be read. */
const withoutStorage = (options = {}) => {
  const { url: baseUrl, publishableKey } = project;
  const getItem = () => {
    throw new Error("the device is locked");
  };
  return createAuthClient({
    baseUrl,
    publishableKey,
    storage: { ...memoryStorage(), getItem },
    ...options,
  });
};

test("in development, what goes wrong in the background is a warning on the console", async () => {
  vi.stubEnv("NODE_ENV", "development");
  await withoutStorage().ready;
  expect(printed).toEqual(["svc: AuthError: storage failed"]);
});

test("in production nothing is printed", async () => {
  vi.stubEnv("NODE_ENV", "production");
  await withoutStorage().ready;
  expect(printed).toEqual([]);
});

test("an app that handles errors itself has nothing on its console", async () => {
  vi.stubEnv("NODE_ENV", "development");
  const errors: unknown[] = [];
  await withoutStorage({ onError: (error: unknown) => errors.push(error) }).ready;
  expect(printed).toEqual([]);
  expect(errors).toHaveLength(1);
});

test("debug prints each call and each change of the state, and no token, attempt id or password", async () => {
  const storage = memoryStorage();
  const email = "ada@example.com";
  const password = "correct horse battery";
  const client = project.client({ storage, debug: true });
  await client.signUp({ email, password });
  await client.getAccessToken({ forceRefresh: true });
  await client.signInWithPassword({ email, password: "wrong" }).catch(() => {});
  await client.signInWithPassword({ email, password });
  const stored = String(storage.getItem(project.storageKey));
  await client.signOut();
  await vi.waitFor(() => expect(printed).toContain("svc: SignOut"));
  expect(printed).toEqual([
    "svc: initial",
    "svc: restored",
    "svc: SignUp",
    "svc: signedIn",
    "svc: RefreshToken",
    "svc: refreshed",
    "svc: SignIn INVALID_CREDENTIALS",
    "svc: SignIn",
    "svc: refreshed",
    "svc: signedOut",
    "svc: SignOut",
  ]);
  const { session, devices } = JSON.parse(stored) as {
    session: Record<string, string>;
    devices: [number, string][];
  };
  const secrets = [session.accessToken, session.refreshToken, session.attemptId, devices[0]?.[1], password];
  for (const secret of secrets) expect(printed.join("\n")).not.toContain(String(secret));
  expect(secrets.every(Boolean)).toBe(true);
});
