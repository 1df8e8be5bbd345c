import { storeUnavailable } from "../errors.ts";
import { fetchWhole, parseObject, timeOf, type WholeAnswer } from "./ask-provider.ts";

/** Whom to ask; `name` is for people. */
export type AskedStore = Readonly<{
  store: Parameters<typeof storeUnavailable>[0];
  name: string;
  waitMs: number;
}>;

export type StoreRequest = Readonly<{
  url: string;
  /** POST unless it says otherwise when there is a body, else GET. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  bearer?: string;
  /** At most one of the two. */
  json?: object;
  form?: Readonly<Record<string, string>>;
}>;

export type StoreAnswer = Readonly<{
  status: number;
  /** The JSON object of the body; empty for an empty body. */
  json: Readonly<Record<string, unknown>>;
  /** The store's clock, in milliseconds, if it tells. */
  serverTime: number | undefined;
}>;

/** A page of a store's list. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * One request to a store. Too late, too long, elsewhere, not JSON, too many requests and the store's
 * own errors are STORE_UNAVAILABLE; every other status is an answer. Addresses hold purchase tokens, so
 * what is thrown names the store and never the address.
 */
export async function askStore(
  { store, name, waitMs }: AskedStore,
  { url, method, bearer, json, form }: StoreRequest,
): Promise<StoreAnswer> {
  const hasBody = json !== undefined || form !== undefined;
  const headers = {
    accept: "application/json",
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(json !== undefined && { "content-type": "application/json" }),
  };
  const answer = await fetchWhole(url, {
    limitMs: waitMs,
    maxBytes: MAX_BYTES,
    method: method ?? (hasBody ? "POST" : "GET"),
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  }).catch((error: unknown) => {
    throw storeUnavailable(store, `${name}: ${(error as Error).message}`);
  });
  const { status, text } = answer;
  if (status >= 500 || status === 429) {
    const retryAfterMs = retryAfterOf(answer);
    throw storeUnavailable(store, `${name}: status ${status}`, { retryAfterMs });
  }
  const object = text.trim() === "" ? {} : parseObject(text);
  // Apple refuses a key in plain text.
  if (object === undefined && status === 401) return { status, json: {}, serverTime: timeOf(answer.headers) };
  if (object === undefined) throw storeUnavailable(store, `${name}: status ${status} without a JSON object`);
  return { status, json: object, serverTime: timeOf(answer.headers) };
}

/** In seconds, or as a date (Apple's in milliseconds), which is told apart by the store's own clock. */
function retryAfterOf({ headers }: WholeAnswer): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  const serverTime = timeOf(headers);
  const date = /^\d{13}$/.test(text) ? Number(text) : Date.parse(text);
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : date - (serverTime ?? Number.NaN);
  return ms >= 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}
