import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Environment } from "../../domain/billing/environment.ts";
import { DAY_MS } from "../billing.ts";
import { AppStoreConsumption } from "./app-store-consumption.ts";
import { AppStoreOneTime } from "./app-store-one-time.ts";
import { type AppleSubscription, AppStoreRecords, type Purchase, TEST_APP } from "./app-store-records.ts";
import { isTokenOf, type PurchaseKey } from "./app-store-token.ts";
import { makeAppleChain, newEcKey } from "./apple-ca.ts";
import type { StoreFault } from "./store-fault.ts";

/** An in-app purchase key, as App Store Connect gives it out. */
export function newPurchaseKey(keyId: string = randomBytes(5).toString("hex").toUpperCase()): PurchaseKey {
  return {
    issuerId: "57246542-96fe-1a63-e053-0824d011072a",
    keyId,
    bundleId: TEST_APP.bundleId,
    privateKey: newEcKey().privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
}

export const PURCHASE_KEY: PurchaseKey = newPurchaseKey("2X9R4HXF34");

/** Faults that are Apple's own, beside those of every store. */
export const appStoreFaults = {
  "refuses the key": (_request, response) => {
    response.writeHead(401, { "content-type": "text/plain" }).end(UNAUTHENTICATED);
  },
  "answers 401 in JSON": (_request, response) => {
    response.writeHead(401, { "content-type": "application/json" }).end("{}");
  },
} as const satisfies Record<string, StoreFault>;

/** Too many requests: Apple says until when in milliseconds, unlike everybody else. */
export function busyUntil(until: number, now: number): StoreFault {
  return (_request, response) => {
    const headers = { date: new Date(now).toUTCString(), "retry-after": String(until) };
    response.writeHead(429, headers).end('{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}');
  };
}

const UNAUTHENTICATED = "Unauthenticated\n\nRequest ID: ABCDEF.0.0\n";

type Sent = { environment: Environment; signedPayload: string; at: number };
type Answer = { status: number; body: object | string };
type Ask = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  environment: Environment;
}>;

const PAGE = 20;
const HISTORY_DAYS = 180;
const TRANSACTION_ID = /^\d{1,20}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Apple's App Store for one app: the App Store Server API below `/production` and `/sandbox`, strict as Apple's,
 * and customers who buy, cancel and fail to pay. Each of their acts is a notification, kept in the history.
 */
export class AppStoreStandIn {
  readonly origin: string;
  /** What signed data descends from, as a file in PEM. */
  readonly rootFile: string;
  readonly records: AppStoreRecords;
  readonly consumption = new AppStoreConsumption();
  readonly oneTime: AppStoreOneTime;
  /** Every request that came, without its query. */
  readonly seen: string[] = [];
  fault: StoreFault | undefined;
  /** The only one that opens it. */
  purchaseKey: PurchaseKey = PURCHASE_KEY;
  /** Where the notifications of an environment go. */
  readonly webhooks: Partial<Record<Environment, string>> = {};
  /** Whether the fate of a test notification is known by the time Apple has answered that it sends one. */
  deliversAtOnce = false;
  readonly #history: Sent[] = [];
  readonly #tests = new Map<
    string,
    { environment: Environment; signedPayload: string; result: string | undefined }
  >();
  readonly #server: Server;
  readonly #folder: string;
  readonly #clock: () => number;

  private constructor(server: Server, origin: string, clock: () => number) {
    const chain = makeAppleChain();
    this.#server = server;
    this.origin = origin;
    this.#clock = clock;
    this.records = new AppStoreRecords(chain, clock);
    this.oneTime = new AppStoreOneTime(this.records, clock, (environment, signed) =>
      this.keep(environment, signed),
    );
    this.#folder = mkdtempSync(join(tmpdir(), "svc-app-store-"));
    this.rootFile = join(this.#folder, "root.pem");
    writeFileSync(this.rootFile, chain.rootPem);
  }

  static async open(clock: () => number): Promise<AppStoreStandIn> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const standIn = new AppStoreStandIn(server, `http://127.0.0.1:${port}`, clock);
    server.on("request", (request, response) => {
      standIn.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    return standIn;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
    rmSync(this.#folder, { recursive: true });
  }

  /** A customer buys; the notification is in the history. */
  buy(purchase: Purchase = {}): AppleSubscription {
    const subscription = this.records.add(purchase);
    this.tell("SUBSCRIBED", "INITIAL_BUY", subscription);
    return subscription;
  }

  renew(subscription: AppleSubscription): string {
    const wasFailing = subscription.status !== 1;
    this.records.renew(subscription);
    return this.tell("DID_RENEW", wasFailing ? "BILLING_RECOVERY" : undefined, subscription);
  }

  cancel(subscription: AppleSubscription): string {
    subscription.autoRenewStatus = 0;
    return this.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", subscription);
  }

  uncancel(subscription: AppleSubscription): string {
    subscription.autoRenewStatus = 1;
    return this.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", subscription);
  }

  /** The renewal could not be paid. */
  failToRenew(subscription: AppleSubscription, { graceMs = 0 }: { graceMs?: number } = {}): string {
    subscription.status = graceMs > 0 ? 4 : 3;
    subscription.gracePeriodExpiresDate = graceMs > 0 ? subscription.expiresDate + graceMs : undefined;
    return this.tell("DID_FAIL_TO_RENEW", graceMs > 0 ? "GRACE_PERIOD" : undefined, subscription);
  }

  endGrace(subscription: AppleSubscription): string {
    subscription.status = 3;
    subscription.gracePeriodExpiresDate = undefined;
    return this.tell("GRACE_PERIOD_EXPIRED", undefined, subscription);
  }

  expire(subscription: AppleSubscription): string {
    const isWanted = subscription.autoRenewStatus === 0;
    Object.assign(subscription, { status: 2, autoRenewStatus: 0, expirationIntent: isWanted ? 1 : 2 });
    return this.tell("EXPIRED", isWanted ? "VOLUNTARY" : "BILLING_RETRY", subscription);
  }

  refund(subscription: AppleSubscription): string {
    Object.assign(subscription, { status: 5, revocationDate: this.#clock(), revocationReason: 1 });
    return this.tell("REFUND", undefined, subscription);
  }

  reverseRefund(subscription: AppleSubscription): string {
    Object.assign(subscription, { status: 1, revocationDate: undefined, revocationReason: undefined });
    return this.tell("REFUND_REVERSED", undefined, subscription);
  }

  /** To another product of the group, at once. */
  upgrade(subscription: AppleSubscription, productId: string): string {
    const now = this.#clock();
    const expiresDate = now + subscription.periodMs;
    Object.assign(subscription, { productId, autoRenewProductId: productId, purchaseDate: now, expiresDate });
    return this.tell("DID_CHANGE_RENEWAL_PREF", "UPGRADE", subscription);
  }

  /** What the app reads from StoreKit. */
  signedTransaction(subscription: AppleSubscription): string {
    return this.records.sign(this.records.transactionOf(subscription));
  }

  /** Puts a notification into the history and returns the body that Apple would send. */
  tell(
    type: string,
    subtype: string | undefined,
    subscription: AppleSubscription,
    data: object = {},
  ): string {
    const signedPayload = this.records.notification(type, subtype, subscription, { ...data });
    return this.keep(subscription.environment, signedPayload);
  }

  keep(environment: Environment, signedPayload: string): string {
    this.#history.push({ environment, signedPayload, at: this.#clock() });
    return JSON.stringify({ signedPayload });
  }

  /** The bodies of all notifications so far, oldest first. */
  get told(): readonly string[] {
    return this.#history.map(({ signedPayload }) => JSON.stringify({ signedPayload }));
  }

  /** Sends a body to the address of the environment, as Apple does; returns the status. */
  async deliver(environment: Environment, body: string): Promise<number> {
    const address = this.webhooks[environment];
    if (address === undefined) throw new Error(`no address for ${environment}`);
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await response.body?.cancel();
    return response.status;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", this.origin);
    this.seen.push(`${request.method} ${url.pathname}`);
    if (this.fault) return this.fault(request, response);
    const { status, body } = await this.#answer(request, url);
    response.writeHead(status, {
      date: new Date(this.#clock()).toUTCString(),
      "content-type": typeof body === "string" ? "text/plain" : "application/json",
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  async #answer(request: IncomingMessage, url: URL): Promise<Answer> {
    const [, environment, ...rest] = url.pathname.split("/");
    if (environment !== "production" && environment !== "sandbox") return { status: 404, body: "Not Found" };
    const raw = await text(request);
    if (!(await isTokenOf(this.purchaseKey, request.headers.authorization ?? "", this.#clock()))) {
      return { status: 401, body: UNAUTHENTICATED };
    }
    if (raw !== "" && request.headers["content-type"] !== "application/json") {
      return problem(400, 4000000, "Bad request.");
    }
    const body: unknown = raw === "" ? undefined : JSON.parse(raw);
    const ask: Ask = {
      method: request.method ?? "",
      path: rest.join("/"),
      query: url.searchParams,
      body,
      environment,
    };
    return this.#route(ask);
  }

  #route(ask: Ask): Answer | Promise<Answer> {
    const { method, path, query, body } = ask;
    const [, subscriptionId] = /^inApps\/v1\/subscriptions\/([^/]+)$/.exec(path) ?? [];
    const [, transactionId] = /^inApps\/v1\/transactions\/([^/]+)\/appAccountToken$/.exec(path) ?? [];
    const [, infoId] = /^inApps\/v1\/transactions\/([^/]+)$/.exec(path) ?? [];
    const [, token] = /^inApps\/v1\/notifications\/test\/([^/]+)$/.exec(path) ?? [];
    const isHistory = path === "inApps/v1/notifications/history";
    const allowed = isHistory ? ["paginationToken"] : subscriptionId !== undefined ? ["status"] : [];
    if ([...query.keys()].some((name) => !allowed.includes(name)))
      return problem(400, 4000000, "Bad request.");
    if (method === "GET" && subscriptionId !== undefined) return this.#statuses(ask, subscriptionId);
    if (method === "GET" && infoId !== undefined) return this.#transaction(ask, infoId);
    if (method === "PUT" && transactionId !== undefined) return this.#setToken(ask, transactionId);
    const [, consumed] = /^inApps\/v2\/transactions\/consumption\/([^/]+)$/.exec(path) ?? [];
    if (method === "PUT" && consumed !== undefined)
      return this.consumption.take(this, ask.environment, consumed, body);
    if (method === "POST" && path === "inApps/v1/notifications/test" && body === undefined)
      return this.#test(ask);
    if (method === "GET" && token !== undefined) return this.#testResult(ask, token);
    if (method === "POST" && isHistory) return this.#historyPage(ask);
    return { status: 404, body: "Not Found" };
  }

  #statuses({ environment }: Ask, id: string): Answer {
    if (!TRANSACTION_ID.test(id)) return problem(400, 4000006, "Invalid transaction id.");
    const all = [...this.records.subscriptions.values()].filter((one) => one.environment === environment);
    const found = all.find((one) => one.originalTransactionId === id || one.transactionId === id);
    if (!found) return problem(404, 4040010, "Transaction id not found.");
    // A customer's subscriptions come together; the stand-in has one customer for each account token.
    const theirs = all.filter(
      (one) => one === found || (one.accountToken !== undefined && one.accountToken === found.accountToken),
    );
    return {
      status: 200,
      body: {
        environment: environment === "production" ? "Production" : "Sandbox",
        bundleId: TEST_APP.bundleId,
        ...(environment === "production" && { appAppleId: TEST_APP.appAppleId }),
        data: theirs.map((one) => ({
          subscriptionGroupIdentifier: "20001234",
          lastTransactions: [this.records.lastTransaction(one)],
        })),
      },
    };
  }

  #transaction({ environment }: Ask, id: string): Answer {
    if (!TRANSACTION_ID.test(id)) return problem(400, 4000006, "Invalid transaction id.");
    const bought = [...this.records.subscriptions.values()].find(
      (one) => one.environment === environment && one.transactionId === id,
    );
    const signedTransactionInfo = bought
      ? this.signedTransaction(bought)
      : this.oneTime.find(environment, id);
    if (signedTransactionInfo === undefined) return problem(404, 4040010, "Transaction id not found.");
    return { status: 200, body: { signedTransactionInfo } };
  }

  #setToken({ environment, body }: Ask, id: string): Answer {
    const { appAccountToken, ...rest } = (body ?? {}) as Record<string, unknown>;
    if (Object.keys(rest).length > 0) return problem(400, 4000000, "Bad request.");
    if (typeof appAccountToken !== "string" || !UUID.test(appAccountToken)) {
      return problem(400, 4000183, "Invalid request. The app account token field must be a valid UUID.");
    }
    const found = this.records.subscriptions.get(id);
    if (found?.environment !== environment) return problem(404, 4040010, "Transaction id not found.");
    if (found.familyShared) {
      return problem(
        400,
        4000185,
        "Invalid request. Family transactions are not supported by this endpoint.",
      );
    }
    found.accountToken = appAccountToken;
    return { status: 200, body: "" };
  }

  async #test({ environment }: Ask): Promise<Answer> {
    if (this.webhooks[environment] === undefined) {
      return problem(404, 4040007, "No App Store Server Notification URL found for provided app.");
    }
    const signedPayload = this.records.envelope("TEST", undefined, environment);
    const token = `${randomUUID()}_${this.#clock()}`;
    const test = { environment, signedPayload, result: undefined as string | undefined };
    this.#tests.set(token, test);
    const sent = this.deliver(environment, this.keep(environment, signedPayload)).then(
      (status) => {
        test.result = status >= 200 && status <= 206 ? "SUCCESS" : "UNSUCCESSFUL_HTTP_RESPONSE_CODE";
      },
      () => {
        test.result = "NO_RESPONSE";
      },
    );
    if (this.deliversAtOnce) await sent;
    return { status: 200, body: { testNotificationToken: token } };
  }

  /** The environments of the test notifications so far. */
  get tested(): readonly Environment[] {
    return [...this.#tests.values()].map(({ environment }) => environment);
  }

  #testResult({ environment }: Ask, token: string): Answer {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}_\d{13}$/i.test(decodeURIComponent(token)))
      return problem(400, 4000020, "Invalid request. The test notification token is invalid.");
    const test = this.#tests.get(decodeURIComponent(token));
    if (test?.environment !== environment || test.result === undefined) {
      const why = "Either the test notification token is expired or the status is not available yet.";
      return problem(404, 4040008, why);
    }
    const sendAttempts = [{ attemptDate: this.#clock(), sendAttemptResult: test.result }];
    return { status: 200, body: { signedPayload: test.signedPayload, sendAttempts } };
  }

  #historyPage({ environment, query, body }: Ask): Answer {
    const { startDate, endDate, ...rest } = (body ?? {}) as Record<string, unknown>;
    if (Object.keys(rest).length > 0) return problem(400, 4000000, "Bad request.");
    if (typeof startDate !== "number")
      return problem(400, 4000015, "Invalid request. The start date is not a timestamp.");
    if (typeof endDate !== "number")
      return problem(400, 4000016, "Invalid request. The end date is not a timestamp.");
    if (startDate < this.#clock() - HISTORY_DAYS * DAY_MS)
      return problem(400, 4000012, "Start date too far in past.");
    if (startDate >= endDate) return problem(400, 4000013, "The end date precedes the start date.");
    const from = Number(query.get("paginationToken") ?? 0);
    if (!Number.isSafeInteger(from)) return problem(400, 4000014, "Invalid pagination token.");
    const all = this.#history.filter(
      (sent) => sent.environment === environment && sent.at >= startDate && sent.at <= endDate,
    );
    const notificationHistory = all.slice(from, from + PAGE).map(({ signedPayload, at }) => ({
      signedPayload,
      sendAttempts: [{ attemptDate: at, sendAttemptResult: "SUCCESS" }],
    }));
    const hasMore = all.length > from + PAGE;
    // The token comes with the last page as well.
    return { status: 200, body: { notificationHistory, hasMore, paginationToken: String(from + PAGE) } };
  }
}

function problem(status: number, errorCode: number, errorMessage: string): Answer {
  return { status, body: { errorCode, errorMessage } };
}
