import { beforeAll, expect, test } from "vitest";
import { memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

const html = (status: number) => () =>
  new Response("<html>Welcome to the hotel</html>", { status, headers: { "content-type": "text/html" } });
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", ...headers },
    });

/** `reason` as the server writes it: the binary ErrorInfo{reason, domain: "svc"}. */
function refusal(code: string, reason: string): object {
  const domain = Buffer.from([0x12, 3, ...Buffer.from("svc")]);
  const value = Buffer.concat([Buffer.from([0x0a, reason.length]), Buffer.from(reason), domain]);
  return {
    code,
    message: "no",
    details: [{ type: "google.rpc.ErrorInfo", value: value.toString("base64") }],
  };
}

const indefinite: Record<string, () => Response | Promise<Response>> = {
  "no network": () => Promise.reject(new TypeError("network request failed")),
  "a hotel's sign-in page": html(200),
  "a proxy that wants a password": html(401),
  "a proxy without a server": html(502),
  "an answer of another service": json(200, {}),
  "an answer that says null": json(200, null),
  "a 401 that is not ours": json(401, { code: "unauthenticated", message: "who are you" }),
  "a server that is overloaded": json(503, refusal("unavailable", "OVERLOADED")),
  "a database that is away": json(503, refusal("unavailable", "STORAGE_UNAVAILABLE")),
  "a limit": json(429, refusal("resource_exhausted", "RATE_LIMITED"), { "retry-after": "7" }),
  "a bug of the server": json(500, refusal("internal", "INTERNAL")),
  "a wrong publishable key": json(401, refusal("unauthenticated", "API_KEY_INVALID")),
  "a deadline": json(504, refusal("deadline_exceeded", "DEADLINE_EXCEEDED")),
  "a reason of the future": json(400, refusal("failed_precondition", "SOMETHING_NEW")),
};

test.each(Object.keys(indefinite))("%s never ends a session", async (name) => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  let isStrange = false;
  const client = project.client({
    storage,
    clock,
    fetch: async (input, init) => (isStrange && indefinite[name] ? indefinite[name]() : fetch(input, init)),
  });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  isStrange = true;
  await expect(client.getAccessToken()).rejects.toMatchObject({ name: "AuthError" });
  expect(client.state).toMatchObject({ status: "signedIn", stale: true });
  const restarted = project.client({ storage, clock });
  await restarted.ready;
  expect(restarted.state).toMatchObject({ status: "signedIn", stale: true });

  isStrange = false;
  clock.pass(2 * MINUTE);
  expect(await client.getAccessToken()).toEqual(expect.any(String));
});

test("a call that takes too long is a TIMEOUT and ends no session", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  await project.client({ storage, clock }).signInAnonymously();
  clock.pass(20 * MINUTE);
  const silence: typeof fetch = (_, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  const client = project.client({ storage, clock, timeoutMs: 50, fetch: silence });
  await expect(client.getAccessToken()).rejects.toMatchObject({ reason: "TIMEOUT", retryable: true });
  expect(client.state.status).toBe("signedIn");
});

test.each([
  ["RATE_LIMITED", 429, "resource_exhausted"],
  ["OVERLOADED", 503, "unavailable"],
])("a server that says with %s how long to wait is not asked before", async (reason, status, code) => {
  const clock = new DeviceClock();
  let calls = 0;
  let isRefusing = false;
  const refuse = json(status, refusal(code, reason), { "retry-after": "7" });
  const client = project.client({
    clock,
    fetch: async (input, init) => {
      calls++;
      return isRefusing ? refuse() : fetch(input, init);
    },
  });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  isRefusing = true;
  calls = 0;
  for (let round = 0; round < 5; round++) {
    await expect(client.getAccessToken()).rejects.toMatchObject({ reason, retryAfterMs: 7000 });
  }
  expect(calls).toBe(1);
  clock.pass(6999);
  await client.getAccessToken().catch(() => {});
  expect(calls).toBe(1);
  clock.pass(7000 / 4 + 1); // each client waits up to a quarter longer, so that they do not all come at once
  await client.getAccessToken().catch(() => {});
  expect(calls).toBe(2);
  isRefusing = false;
  clock.pass(9000);
  expect(await client.getAccessToken()).toEqual(expect.any(String));
});

test("a server in trouble is asked less and less often, but at least once a minute", async () => {
  const clock = new DeviceClock();
  let calls = 0;
  let isDown = false;
  const client = project.client({
    clock,
    fetch: async (input, init) => {
      calls++;
      return isDown ? html(502)() : fetch(input, init);
    },
  });
  await client.signInAnonymously();
  clock.pass(20 * MINUTE);
  isDown = true;
  calls = 0;
  for (let second = 0; second < 600; second++) {
    await client.getAccessToken().catch(() => {});
    clock.pass(1000);
  }
  expect(calls).toBeGreaterThan(12);
  expect(calls).toBeLessThan(40);
});

test("a refresh token that came back to the server ends the session as revoked", async () => {
  const storage = memoryStorage();
  const clock = new DeviceClock();
  const client = project.client({ storage, clock });
  await client.signInAnonymously();
  const stolen = memoryStorage();
  const key = project.storageKey;
  stolen.setItem(key, String(storage.getItem(key)));
  // Fewer, and the thief's call looks like a late one.
  for (let round = 0; round < 4; round++) {
    clock.pass(20 * MINUTE);
    await client.getAccessToken();
  }
  const thief = project.client({ storage: stolen, clock });
  expect(await thief.getAccessToken()).toBeNull();
  expect(thief.state).toEqual({ status: "signedOut", reason: "revoked" });

  clock.pass(20 * MINUTE);
  expect(await client.getAccessToken()).toBeNull();
  expect(client.state).toEqual({ status: "signedOut", reason: "expired" });
  expect(JSON.parse(String(storage.getItem(key))).session).toBeUndefined();
});

test("a session that was revoked elsewhere ends at the next call", async () => {
  const client = project.client();
  await client.signInAnonymously();
  const [session] = await client.listMySessions();
  await client.revokeMySession(String(session?.id));
  await expect(client.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
  expect(client.state).toEqual({ status: "signedOut", reason: "revoked" });
});

test("a disabled user is signed out at the next refresh", async () => {
  const clock = new DeviceClock();
  const client = project.client({ clock });
  await client.signInAnonymously();
  await project.admin("UserService/DisableUser", { project: project.slug, userId: client.user?.id });
  clock.pass(20 * MINUTE);
  expect(await client.getAccessToken()).toBeNull();
  expect(client.state.status).toBe("signedOut");
});

test("an access token that the server no longer takes is renewed and the call repeated", async () => {
  const network = new FlakyNetwork();
  let isOld = true;
  const client = project.client({
    fetch: async (input, init) => {
      if (isOld && String(input).endsWith("GetMe")) {
        isOld = false;
        return json(401, refusal("unauthenticated", "ACCESS_TOKEN_INVALID"))();
      }
      return network.fetch(input, init);
    },
  });
  await client.signInAnonymously();
  expect((await client.getMe()).isAnonymous).toBe(true);
  expect(network.count("RefreshToken")).toBe(1);
});
