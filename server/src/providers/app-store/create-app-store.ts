import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { loadPrivateKey, signEs256 } from "../../crypto/es256.ts";
import type { AppStoreClient, AppStoreKey, AppStoreStatus } from "../../domain/billing/app-store/client.ts";
import type { Environment } from "../../domain/billing/environment.ts";
import { storeUnavailable } from "../../errors.ts";
import { askStore, type StoreAnswer, type StoreRequest } from "../ask-store.ts";
import type { StoreOptions } from "../store-options.ts";
import { appleRootPem } from "./apple-root.ts";

/** Apple refuses tokens that are valid for longer than an hour. */
const TOKEN_SECONDS = 600;

/** Apple's error codes that say something about what was asked, and nothing about us. */
const NOT_FOUND = new Set([4000006, 4000008, 4040005, 4040010]);
const SHARED_IN_A_FAMILY = 4000185;
/** Apple takes no answer about this kind of purchase. */
const NOT_CONSUMED = new Set([4000043, 4000047, SHARED_IN_A_FAMILY]);
const TEST_NOT_FOUND = new Set([4000020, 4040008]);

const HOSTS = {
  production: "https://api.storekit.itunes.apple.com",
  sandbox: "https://api.storekit-sandbox.itunes.apple.com",
} as const satisfies Record<Environment, string>;

/** What is asked of one environment. */
type Call = Omit<StoreRequest, "url" | "bearer"> & { path: string; version?: "v1" | "v2" };

/** The App Store Server API. */
export function createAppStore({
  origin,
  rootFile,
  clock,
  waitMs,
}: StoreOptions & { rootFile: string | undefined }): AppStoreClient {
  const asked = { store: "app_store", name: "App Store Server API", waitMs } as const;

  async function ask(
    key: AppStoreKey,
    environment: Environment,
    { path, version = "v1", ...call }: Call,
  ): Promise<StoreAnswer> {
    const host = origin === undefined ? HOSTS[environment] : `${origin}/${environment}`;
    const url = `${host}/inApps/${version}/${path}`;
    const answer = await askStore(asked, { ...call, url, bearer: bearerOf(key, clock()) });
    // Apple says it in plain text, whatever is wrong with the key.
    if (answer.status === 401) throw refusal(environment, "refuses the key (401)");
    return answer;
  }

  return {
    roots: [new X509Certificate(rootFile === undefined ? appleRootPem : readFileSync(rootFile))],

    async findStatus(key, environment, originalTransactionId) {
      const path = `subscriptions/${encodeURIComponent(originalTransactionId)}`;
      const answer = await ask(key, environment, { path });
      if (NOT_FOUND.has(codeOf(answer))) return undefined;
      return statusOf(originalTransactionId, requireOk(environment, answer));
    },

    findTransaction: async (key, environment, id) =>
      signedTransaction(
        environment,
        await ask(key, environment, { path: `transactions/${encodeURIComponent(id)}` }),
      ),

    async setAccountToken(key, environment, originalTransactionId, accountToken) {
      const path = `transactions/${encodeURIComponent(originalTransactionId)}/appAccountToken`;
      const json = { appAccountToken: accountToken };
      const answer = await ask(key, environment, { path, method: "PUT", json });
      const code = codeOf(answer);
      if (code === SHARED_IN_A_FAMILY || NOT_FOUND.has(code)) return false;
      requireOk(environment, answer);
      return true;
    },

    async sendConsumption(key, environment, transactionId, answer) {
      const path = `transactions/consumption/${encodeURIComponent(transactionId)}`;
      const told = await ask(key, environment, { path, version: "v2", method: "PUT", json: answer });
      const code = codeOf(told);
      if (NOT_FOUND.has(code) || NOT_CONSUMED.has(code)) return false;
      requireOk(environment, told);
      return true;
    },

    ...testCalls(ask),

    async *listNotifications(key, environment, from, to) {
      let page = "";
      do {
        const answer = await ask(key, environment, {
          path: `notifications/history${page}`,
          json: { startDate: from, endDate: to },
        });
        const { notificationHistory, hasMore, paginationToken } = requireOk(environment, answer);
        for (const { signedPayload } of listOf(notificationHistory)) {
          if (typeof signedPayload === "string") yield signedPayload;
        }
        const next =
          hasMore === true ? `?${new URLSearchParams({ paginationToken: String(paginationToken) })}` : "";
        if (next !== "" && next === page) throw junk("the same page of the history twice");
        page = next;
      } while (page !== "");
    },
  };
}

type AskApple = (key: AppStoreKey, environment: Environment, call: Call) => Promise<StoreAnswer>;

function testCalls(ask: AskApple): Pick<AppStoreClient, "requestTestNotification" | "findTestNotification"> {
  return {
    async requestTestNotification(key, environment) {
      const answer = await ask(key, environment, { path: "notifications/test", method: "POST" });
      const { testNotificationToken: token } = requireOk(environment, answer);
      if (typeof token !== "string" || token === "") throw junk("a test notification without a token");
      return token;
    },

    async findTestNotification(key, environment, token) {
      const answer = await ask(key, environment, { path: `notifications/test/${encodeURIComponent(token)}` });
      if (TEST_NOT_FOUND.has(codeOf(answer))) return undefined;
      const { sendAttempts } = requireOk(environment, answer);
      const result = listOf(sendAttempts).at(-1)?.sendAttemptResult;
      return typeof result === "string" ? result : undefined;
    },
  };
}

function bearerOf({ issuerId, keyId, bundleId, privateKey }: AppStoreKey, now: number): string {
  const iat = Math.floor(now / 1000);
  const claims = { iss: issuerId, iat, exp: iat + TOKEN_SECONDS, aud: "appstoreconnect-v1", bid: bundleId };
  return signEs256(loadPrivateKey(privateKey), keyId, claims);
}

/** Apple answers with every subscription of the same customer. */
function statusOf(originalTransactionId: string, json: StoreAnswer["json"]): AppStoreStatus | undefined {
  const all = listOf(json.data).flatMap(({ lastTransactions }) => listOf(lastTransactions));
  const found = all.find((last) => last.originalTransactionId === originalTransactionId);
  if (found === undefined) return undefined;
  const { status, signedTransactionInfo, signedRenewalInfo } = found;
  if (
    typeof status !== "number" ||
    typeof signedTransactionInfo !== "string" ||
    typeof signedRenewalInfo !== "string"
  ) {
    throw junk("a status without its signed data");
  }
  return { status, signedTransactionInfo, signedRenewalInfo };
}

function signedTransaction(environment: Environment, answer: StoreAnswer): string | undefined {
  if (NOT_FOUND.has(codeOf(answer))) return undefined;
  const { signedTransactionInfo: signed } = requireOk(environment, answer);
  if (typeof signed !== "string") throw junk("a transaction without its signed data");
  return signed;
}

function codeOf({ status, json: { errorCode } }: StoreAnswer): number {
  return status >= 400 && typeof errorCode === "number" ? errorCode : 0;
}

function requireOk(environment: Environment, answer: StoreAnswer): StoreAnswer["json"] {
  if (answer.status >= 200 && answer.status < 300) return answer.json;
  const code = codeOf(answer);
  const why = `answers ${answer.status}${code === 0 ? "" : ` ${code}`}`;
  // Apple marks by its code what is worth another try; without a code it was not Apple who answered.
  throw code === 0 || RETRYABLE.has(code) ? junk(`${environment} ${why}`) : refusal(environment, why);
}

const RETRYABLE = new Set([4040002, 4040004, 4040006]);

function refusal(environment: Environment, why: string): Error {
  return storeUnavailable("app_store", `App Store Server API: ${environment} ${why}`, { isRefusal: true });
}

function junk(why: string): Error {
  return storeUnavailable("app_store", `App Store Server API: ${why}`);
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const isRecord = (item: unknown): item is Record<string, unknown> =>
    typeof item === "object" && item !== null;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
