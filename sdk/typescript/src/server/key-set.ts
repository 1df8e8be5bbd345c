import { TokenError } from "./token-error.ts";

export type KeySetOptions = Readonly<{
  jwksUrl: string;
  /** How long keys count as fresh. */
  cacheMs: number;
  timeoutMs: number;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  now: () => number;
}>;

export type KeySet = Readonly<{
  /** The key of that name; throws KEY_UNKNOWN, or KEYS_UNAVAILABLE when that cannot be told. */
  find: (kid: string) => Promise<CryptoKey>;
}>;

/** Anyone can send any kid, so unknown ones cause a fetch only this often. */
const FORCED_EVERY_MS = 60_000;
/** The pause after a failed fetch. */
const RETRY_AFTER_MS = 5_000;
const MAX_BYTES = 100_000;

/**
 * The project's public keys, fetched when they are needed. Keys that cannot be renewed stay good: an outage of
 * the server does not become one of yours.
 *
 * An unknown kid fetches once more even right after a fetch, because the key may have been rotated in between;
 * only these forced fetches count towards their own limit.
 */
export function createKeySet(options: KeySetOptions): KeySet {
  const { now, cacheMs } = options;
  let keys: ReadonlyMap<string, CryptoKey> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let forcedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  // One at a time, so that an older answer never replaces a newer one.
  let underWay: { isForced: boolean; done: Promise<void> } | undefined;

  const renew = async (isForced: boolean): Promise<void> => {
    try {
      keys = await fetchKeys(options, isForced);
      renewedAt = now();
      failure = undefined;
    } catch (error) {
      failedAt = now();
      failure = error;
    }
    underWay = undefined;
  };
  const start = (isForced: boolean): Promise<void> => {
    const done = renew(isForced);
    underWay = { isForced, done };
    return done;
  };
  const keepFresh = async (kid: string): Promise<void> => {
    // Only a caller without its key waits.
    if (underWay) return keys?.has(kid) ? undefined : underWay.done;
    const isStale = keys === undefined || now() - renewedAt >= cacheMs;
    if (isStale && now() - failedAt >= RETRY_AFTER_MS) await start(false);
  };
  const force = async (): Promise<void> => {
    if (underWay?.isForced === false) await underWay.done;
    if (underWay) return underWay.done;
    if (now() - forcedAt < FORCED_EVERY_MS) return;
    forcedAt = now();
    await start(true);
  };

  return {
    async find(kid) {
      await keepFresh(kid);
      if (keys !== undefined && !keys.has(kid)) await force();
      const key = keys?.get(kid);
      if (key) return key;
      if (failure === undefined)
        throw new TokenError("KEY_UNKNOWN", "no key of the project signed the token");
      const message = `cannot fetch the keys at ${options.jwksUrl}`;
      throw new TokenError("KEYS_UNAVAILABLE", message, { cause: failure });
    },
  };
}

async function fetchKeys(
  { jwksUrl, timeoutMs, fetch }: KeySetOptions,
  isForced: boolean,
): Promise<ReadonlyMap<string, CryptoKey>> {
  const response = await fetch(jwksUrl, {
    headers: { accept: "application/json", ...(isForced && { "cache-control": "no-cache" }) },
    // Redirects are not followed: another server is not the issuer.
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) throw new Error(`${jwksUrl} answers ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_BYTES) throw new Error(`${jwksUrl} is too long to be a JWKS`);
  const { keys } = JSON.parse(text) as { keys: unknown };
  if (!Array.isArray(keys)) throw new Error(`${jwksUrl} is no JWKS`);
  const imported = await Promise.all(keys.map(importKey));
  return new Map(imported.filter((entry) => entry !== undefined));
}

/** Undefined for keys that cannot sign our tokens: another kind, another use, not on the curve. */
async function importKey(jwk: unknown): Promise<readonly [string, CryptoKey] | undefined> {
  const { kid, kty, crv, alg = "ES256", use = "sig", x, y } = Object(jwk) as Record<string, unknown>;
  const isOurs = kty === "EC" && crv === "P-256" && alg === "ES256" && use === "sig";
  if (!isOurs || typeof kid !== "string" || typeof x !== "string" || typeof y !== "string") return undefined;
  try {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    return [kid, await crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, false, ["verify"])];
  } catch {
    return undefined;
  }
}
