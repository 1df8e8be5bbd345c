import { setTimeout as pause } from "node:timers/promises";
import type {
  PlayProductPurchase,
  PlayStoreClient,
  PlaySubscription,
  ServiceAccount,
  VoidedPurchase,
} from "../../domain/billing/play-store/client.ts";
import { AppError, storeUnavailable } from "../../errors.ts";
import { askStore, type StoreAnswer, type StoreRequest } from "../ask-store.ts";
import { createAccountTokens } from "../google-account.ts";
import { createProviderKeys } from "../provider-keys.ts";
import type { StoreOptions } from "../store-options.ts";

const SCOPE = "https://www.googleapis.com/auth/androidpublisher";
/** A purchase may be unknown for a moment after it was made. */
const UNKNOWN_TRIES = 4;
const UNKNOWN_PAUSE_MS = 250;
/** Google keeps voided purchases for thirty days and refuses to look further back. */
const VOIDED_WINDOW_MS = 30 * 86_400_000 - 60_000;
const MAX_PAGES = 1000;

type Ask = (account: ServiceAccount, request: StoreRequest) => Promise<StoreAnswer>;

/** A stand-in has everything on one origin. */
export function createPlayStore(options: StoreOptions): PlayStoreClient {
  const { origin, clock, monotonicMs, waitMs } = options;
  const api = `${origin ?? "https://androidpublisher.googleapis.com"}/androidpublisher/v3/applications`;
  const certs = origin === undefined ? "https://www.googleapis.com/oauth2/v3/certs" : `${origin}/certs`;
  const asked = { store: "play_store", name: "Google Play", waitMs } as const;
  const tokens = createAccountTokens(options, { ...asked, name: "Google's token endpoint" }, SCOPE);
  const keys = createProviderKeys({ url: certs, limitMs: waitMs, monotonicMs });
  const app = (packageName: string): string => `${api}/${encodeURIComponent(packageName)}`;

  async function ask(account: ServiceAccount, request: StoreRequest): Promise<StoreAnswer> {
    const bearer = await tokens.tokenOf(account);
    const answer = await askStore(asked, { ...request, bearer });
    if (answer.status === 401) tokens.forget(account);
    return answer;
  }

  return {
    async findPushKey(kid) {
      return keys.findKey(kid).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        throw storeUnavailable("play_store", `Google's keys: ${error.detail ?? error.message}`);
      });
    },

    async findSubscription(account, packageName, purchaseToken) {
      const token = encodeURIComponent(purchaseToken);
      const url = `${app(packageName)}/purchases/subscriptionsv2/tokens/${token}`;
      const answer = await askWhileUnknown(ask, account, url);
      return isUnknown(answer) ? undefined : (okOrRefused(answer).json as PlaySubscription);
    },

    async acknowledge(account, packageName, { accountToken, ...purchase }) {
      const url = `${app(packageName)}/purchases/subscriptions/${pathOf(purchase)}:acknowledge`;
      const json =
        accountToken === undefined ? {} : { externalAccountIds: { obfuscatedAccountId: accountToken } };
      okOrRefused(await ask(account, { url, json }));
    },

    ...productCalls(ask, app),

    async listVoidedPurchases(account, packageName, since) {
      const startTime = String(Math.max(since, clock() - VOIDED_WINDOW_MS));
      const voided: VoidedPurchase[] = [];
      for await (const { json } of pages(async (token) => {
        const query = new URLSearchParams({ type: "1", startTime, ...(token !== "" && { token }) });
        const url = `${app(packageName)}/purchases/voidedpurchases?${query}`;
        const answer = okOrRefused(await ask(account, { url }));
        const { nextPageToken } = Object(answer.json.tokenPagination) as { nextPageToken?: unknown };
        return { answer, next: nextPageToken };
      })) {
        const listed = Array.isArray(json.voidedPurchases) ? json.voidedPurchases : [];
        voided.push(...listed.flatMap(readVoided));
      }
      return voided;
    },

    async countProducts(account, packageName) {
      let count = 0;
      for await (const { json } of pages(async (pageToken) => {
        const query = pageToken === "" ? "" : `?${new URLSearchParams({ pageToken })}`;
        const answer = okOrRefused(await ask(account, { url: `${app(packageName)}/subscriptions${query}` }));
        return { answer, next: answer.json.nextPageToken };
      })) {
        count += Array.isArray(json.subscriptions) ? json.subscriptions.length : 0;
      }
      return count;
    },
  };
}

/** What was bought once. */
function productCalls(
  ask: Ask,
  app: (packageName: string) => string,
): Pick<PlayStoreClient, "findProductPurchase" | "acknowledgeProduct" | "consumeProduct"> {
  return {
    async findProductPurchase(account, packageName, purchaseToken) {
      const token = encodeURIComponent(purchaseToken);
      const url = `${app(packageName)}/purchases/productsv2/tokens/${token}`;
      const answer = await askWhileUnknown(ask, account, url);
      return isUnknown(answer) ? undefined : (okOrRefused(answer).json as PlayProductPurchase);
    },

    async acknowledgeProduct(account, packageName, purchase) {
      const url = `${app(packageName)}/purchases/products/${pathOf(purchase)}:acknowledge`;
      okOrRefused(await ask(account, { url, json: {} }));
    },

    async consumeProduct(account, packageName, purchase) {
      const url = `${app(packageName)}/purchases/products/${pathOf(purchase)}:consume`;
      okOrRefused(await ask(account, { url, method: "POST" }));
    },
  };
}

async function askWhileUnknown(ask: Ask, account: ServiceAccount, url: string): Promise<StoreAnswer> {
  let answer = await ask(account, { url });
  for (let tries = 1; answer.status === 404 && tries < UNKNOWN_TRIES; tries++) {
    if (reasonOf(answer) === "applicationNotFound") break;
    await pause(UNKNOWN_PAUSE_MS);
    answer = await ask(account, { url });
  }
  return answer;
}

/** 400 is Google's word for a token that cannot be one. */
function isUnknown(answer: StoreAnswer): boolean {
  return [400, 404, 410].includes(answer.status) && reasonOf(answer) !== "applicationNotFound";
}

function pathOf({ productId, purchaseToken }: { productId: string; purchaseToken: string }): string {
  return `${encodeURIComponent(productId)}/tokens/${encodeURIComponent(purchaseToken)}`;
}

/** Every page of a list, the first under the empty token. */
async function* pages(
  load: (token: string) => Promise<{ answer: StoreAnswer; next: unknown }>,
): AsyncGenerator<StoreAnswer> {
  let token = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const { answer, next } = await load(token);
    yield answer;
    if (typeof next !== "string" || next === "") return;
    token = next;
  }
  throw storeUnavailable("play_store", "Google Play: a list without an end");
}

function okOrRefused(answer: StoreAnswer): StoreAnswer {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const why = `Google Play refuses: status ${status}${reasonOf(answer) && `, ${reasonOf(answer)}`}`;
  const isNew = status === 401 || status === 403;
  const hint = isNew ? "; rights given less than 36 hours ago may still be propagating" : "";
  throw storeUnavailable("play_store", `${why}${hint}`, { isRefusal: true });
}

/** Google's word for what is wrong, never its sentence: that may quote the purchase token. */
function reasonOf({ json }: StoreAnswer): string {
  const { errors, status } = Object(json.error) as { errors?: unknown; status?: unknown };
  const [first] = Array.isArray(errors) ? errors : [];
  const word: unknown = Object(first).reason ?? status;
  return typeof word === "string" && /^\w{1,60}$/.test(word) ? word : "";
}

function readVoided(listed: unknown): VoidedPurchase[] {
  const { purchaseToken, voidedTimeMillis, orderId, voidedQuantity } = Object(listed);
  const voidedAt = Number(voidedTimeMillis);
  if (typeof purchaseToken !== "string" || typeof orderId !== "string" || !Number.isSafeInteger(voidedAt)) {
    return [];
  }
  // Only a part of several pieces of a one-time product has a quantity.
  return voidedQuantity === undefined ? [{ purchaseToken, voidedAt, orderId }] : [];
}
