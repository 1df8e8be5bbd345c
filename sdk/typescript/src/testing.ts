import { type AuthClient, createAuthClient } from "./auth-client.ts";
import { callerOf } from "./caller.ts";
import { memoryStorage } from "./storage.ts";
import { entitlementsAnswer } from "./testing-kit/entitlements-answer.ts";
import type { ServerReason } from "./testing-kit/reasons.ts";
import { BASE_URL, canonicalEmail, TEST_PASSWORD, type TestUser } from "./testing-kit/test-accounts.ts";
import type { TestEmailCode } from "./testing-kit/test-email-codes.ts";
import {
  createTestServer,
  type FailOptions,
  type Method,
  SERVER,
  type TestServer,
} from "./testing-kit/test-server.ts";

export type { ServerReason } from "./testing-kit/reasons.ts";
export { TEST_PASSWORD, type TestUser } from "./testing-kit/test-accounts.ts";
export type { TestEmailCode } from "./testing-kit/test-email-codes.ts";
export type { FailOptions, Method } from "./testing-kit/test-server.ts";

const HOUR_MS = 3_600_000;
const ADA: TestUser = { email: "ada@example.com", emailVerified: true, displayName: "Ada" };

/**
 * How the app starts:
 * - `signedIn`: as the user.
 * - `signedOut`: as nobody; the user has an account, whose password is `TEST_PASSWORD`.
 * - `guest`: as an anonymous user.
 * - `expired`: as the user, but the server has ended the session. The first call finds out, and signs out.
 * - `offline`: as the user, with an access token that has expired, and without network.
 */
export type TestStart = "signedIn" | "signedOut" | "guest" | "expired" | "offline";

/** What createTestAuth takes. */
export type TestAuthOptions = {
  /** How the app starts. */
  as: TestStart;
  /** Ada, `ada@example.com`, unless the test says otherwise. */
  user?: TestUser;
};

/** The client of a test, and what the test can do to its server, its network and its clock. */
export type TestAuth = Readonly<{
  /** A real client. Give it to the app. */
  client: AuthClient;
  /** The names of all methods that were called on the server, in order, also those that failed. */
  calls: readonly string[];
  /** From now on every call fails with `NETWORK`. */
  goOffline: () => void;
  /** The network is back, and the client notices. */
  goOnline: () => void;
  /** Moves the clock of device and server. Timers do not fire. */
  passTime: (ms: number) => void;
  /** The server ends all sessions. The client finds out when it needs a token or makes a call. */
  endSession: () => void;
  /** The next call of the method fails for this reason; called twice, the next two. */
  failNext: (method: Method, reason: ServerReason, options?: FailOptions) => void;
  /** Answers a method that the server in memory does not know, or knows otherwise. */
  answer: (method: Method, handler: (request: never) => object | Promise<object>) => void;
  /** The user has these entitlements from now on, and no others. The client finds out when it asks the next time. */
  setEntitlements: (...ids: readonly string[]) => void;
  /**
   * The newest email with a code to this address.
   *
   * @throws `Error` when no code was requested for it.
   */
  emailCodeFor: (email: string) => TestEmailCode;
  /** A client on another device of the same server, with nobody signed in. */
  anotherDevice: () => AuthClient;
}>;

/**
 * A client for tests: the one of production, on a server in memory.
 *
 * @example
 * import { AuthProvider } from "@svc/sdk/react";
 * import { createTestAuth } from "@svc/sdk/testing";
 * import { render } from "@testing-library/react";
 *
 * const auth = await createTestAuth({ as: "signedIn", user: { claims: { role: "admin" } } });
 * render(<AuthProvider client={auth.client}><Home /></AuthProvider>);
 */
export async function createTestAuth({ as, user }: TestAuthOptions): Promise<TestAuth> {
  let passed = 0;
  const now = () => Date.now() + passed;
  const server = createTestServer(now);
  const endSession = () => void server.sessions.end(() => true);
  const start = newDevice(server, now);
  const account =
    as === "guest"
      ? server.accounts.add({ ...user, email: "" })
      : server.accounts.add({ ...ADA, ...user }, TEST_PASSWORD);
  if (as !== "signedOut") {
    const before = start();
    await callerOf(before).keeper.keep(server.sessions.open(account));
    before.close();
  }
  if (as === "expired" || as === "offline") passed = HOUR_MS;
  if (as === "expired") endSession();
  server.isOffline = as === "offline";

  const client = start();
  await client.ready;
  return {
    ...{ [SERVER]: server },
    client,
    endSession,
    calls: server.calls,
    failNext: server.failNext,
    answer: server.answer,
    goOffline: () => {
      server.isOffline = true;
    },
    goOnline: () => {
      server.isOffline = false;
      client.wake();
    },
    passTime: (ms) => {
      passed += ms;
    },
    setEntitlements: (...ids) => server.answer("ListEntitlements", () => entitlementsAnswer(ids)),
    emailCodeFor: (email) => server.emailCodes.newestFor(canonicalEmail(email)) ?? noCode(email),
    anotherDevice: () => newDevice(server, now)(),
  };
}

function noCode(email: string): never {
  throw new Error(`no code was requested for ${email}`);
}

/** Returns the function that starts the app on the device. A device that hangs keeps no other waiting: locks go by the key. */
function newDevice({ fetch }: TestServer, now: () => number): () => AuthClient {
  const storage = memoryStorage();
  const storageKey = `svc.auth.test.${Math.random()}`;
  return () =>
    createAuthClient({
      baseUrl: BASE_URL,
      publishableKey: "pk_test",
      storage,
      storageKey,
      fetch,
      clock: { now, steady: now },
      lock: (_, work) => work(),
      randomBytes: (count) => Array.from({ length: count }, () => Math.floor(Math.random() * 256)),
    });
}
