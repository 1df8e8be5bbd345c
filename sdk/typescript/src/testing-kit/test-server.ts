import { createHandlers, type Handler, type KnownMethod } from "./handlers.ts";
import type { ServerReason } from "./reasons.ts";
import { codeOf, encodeRefusal, type Metadata, Refusal } from "./refusal.ts";
import { BASE_URL, keepAccounts } from "./test-accounts.ts";
import { keepEmailCodes } from "./test-email-codes.ts";
import type { TestPasskeys } from "./test-passkeys.ts";
import type { TestRecords } from "./test-records.ts";
import { keepSessions, type TestSession } from "./test-sessions.ts";

/** A method of the contract without its service, such as `SignIn`. */
export type Method = KnownMethod | (string & {});

/** More about a failure that `failNext` makes. */
export type FailOptions = {
  /** The `metadata` of the error; docs/errors.md lists the keys. */
  metadata?: Metadata;
  /** How long the server asks to wait, in seconds. */
  retryAfterSeconds?: number;
};

export type TestServer = TestRecords & {
  /** Set by `@svc/sdk/testing-passkey`. */
  passkeys?: TestPasskeys;
  fetch: typeof fetch;
  isOffline: boolean;
  /** Every method that was called, in order, also those that failed. */
  calls: string[];
  failNext: (method: Method, reason: ServerReason, options?: FailOptions) => void;
  answer: (method: Method, handler: Handler) => void;
};

/** Where a TestAuth keeps its server, for `@svc/sdk/testing-passkey` and `@svc/sdk/testing-mfa`. */
export const SERVER: unique symbol = Symbol.for("svc.sdk.testServer") as never;

/** The server's side of the protocol, as far as the client can tell, with everything in memory. */
export function createTestServer(now: () => number): TestServer {
  let ids = 0;
  const newId = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, "0")}`;
  const accounts = keepAccounts(now, newId);
  const sessions = keepSessions(now, newId, accounts);
  const records = { accounts, sessions, emailCodes: keepEmailCodes(now, newId), now };
  const handlers = new Map<string, Handler>(Object.entries(createHandlers(records)));
  const failures = new Map<string, Refusal[]>();

  const answerTo = async (method: string, init: RequestInit | undefined): Promise<object> => {
    const failure = failures.get(method)?.shift();
    if (failure) throw failure;
    const { authorization } = (init?.headers ?? {}) as { authorization?: string };
    const session = authorization && records.sessions.holderOf(authorization.slice("Bearer ".length));
    const handler = handlers.get(method) ?? unknownMethod(method);
    return handler(JSON.parse(String(init?.body)) as never, session as TestSession);
  };

  const server: TestServer = {
    ...records,
    isOffline: false,
    calls: [],
    answer: (method, handler) => void handlers.set(method, handler),

    failNext(method, reason, { metadata, retryAfterSeconds } = {}) {
      codeOf(reason);
      const wait = retryAfterSeconds && { retry_after_seconds: String(retryAfterSeconds) };
      const failure = new Refusal(reason, { ...metadata, ...wait });
      failures.set(method, [...(failures.get(method) ?? []), failure]);
    },

    async fetch(input, init) {
      const url = (input as Partial<Request>).url ?? String(input);
      const isOurs = url.startsWith(`${BASE_URL}/svc.`);
      const method = url.slice(url.lastIndexOf("/") + 1);
      if (isOurs) server.calls.push(method);
      if (server.isOffline) throw new TypeError("Network request failed");
      if (!isOurs) return fetch(input, init);
      try {
        return responseOf(200, await answerTo(method, init));
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal("INTERNAL", {}, String(error));
        const { status, body } = encodeRefusal(refusal);
        return responseOf(status, body, refusal.metadata.retry_after_seconds);
      }
    },
  };
  return server;
}

function unknownMethod(method: string): never {
  const hint = `the test server does not know ${method}; tell it what to say with answer("${method}", handler)`;
  throw new Refusal("UNIMPLEMENTED", {}, hint);
}

/** As much of a Response as the client reads: Jest's jsdom environment has none. */
function responseOf(status: number, body: object, retryAfter: string | null = null): Response {
  const text = JSON.stringify(body);
  const headers = { get: (name: string) => (name === "retry-after" ? retryAfter : null) };
  return { ok: status === 200, status, headers, json: async () => JSON.parse(text) } as Response;
}
