import { createPublicKey, type KeyObject } from "node:crypto";
import type { IdentityProvider } from "../domain/oauth/identity-provider.ts";
import { AppError } from "../errors.ts";
import { askProvider, unavailable } from "./ask-provider.ts";

const FRESH_MS = 3_600_000;
/** Limits how often tokens with invented key ids can make us fetch the keys. */
const PAUSE_MS = 60_000;
/** Without any key nobody can sign in, so the first fetch is retried sooner. */
const FIRST_PAUSE_MS = 5_000;
const MIN_MODULUS_BITS = 2048;

/**
 * A provider's signing keys. An unknown key id causes a new fetch, at most once a minute. While the provider is down,
 * the last known keys stay in use.
 */
export function createProviderKeys(options: {
  url: string;
  limitMs: number;
  monotonicMs: () => number;
}): Pick<IdentityProvider, "findKey" | "countKeys"> {
  const { url, limitMs, monotonicMs } = options;
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;
  let failure: AppError | undefined;

  async function load(): Promise<void> {
    fetchedAt = monotonicMs();
    try {
      keys = await fetchKeys(url, limitMs);
      loadedAt = monotonicMs();
      failure = undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failure = error;
    }
  }

  /** Concurrent callers share one fetch. */
  function fetchOnce(): Promise<void> {
    fetching ??= load().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  return {
    async findKey(kid) {
      const isFresh = monotonicMs() - loadedAt < FRESH_MS;
      const known = keys.get(kid);
      if (known && isFresh) return known;
      const pauseMs = keys.size === 0 ? FIRST_PAUSE_MS : PAUSE_MS;
      if (fetching || monotonicMs() - fetchedAt >= pauseMs) await fetchOnce();
      const found = keys.get(kid);
      // Only the provider's current keys show whether an unknown id is invalid.
      if (!found && failure) throw failure;
      return found;
    },

    async countKeys() {
      await fetchOnce();
      if (failure) throw failure;
      return keys.size;
    },
  };
}

async function fetchKeys(url: string, limitMs: number): Promise<Map<string, KeyObject>> {
  const { status, json } = await askProvider(url, limitMs);
  const listed = Array.isArray(json.keys) ? (json.keys as unknown[]) : [];
  const keys = new Map(listed.flatMap((jwk) => readKey(jwk)));
  if (status !== 200 || keys.size === 0) throw unavailable(url, `status ${status} without a key for RS256`);
  return keys;
}

/** Ignores keys that are not for RS256 signatures, because a provider may publish several kinds. */
function readKey(jwk: unknown): Array<[string, KeyObject]> {
  if (typeof jwk !== "object" || jwk === null) return [];
  const { kty, kid, use = "sig", alg = "RS256", n, e } = jwk as Record<string, unknown>;
  if (kty !== "RSA" || use !== "sig" || alg !== "RS256" || typeof kid !== "string" || kid === "") return [];
  try {
    const key = createPublicKey({ key: { kty, n: String(n), e: String(e) }, format: "jwk" });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_MODULUS_BITS ? [[kid, key]] : [];
  } catch {
    return [];
  }
}
