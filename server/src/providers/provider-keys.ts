import { createPublicKey, type KeyObject } from "node:crypto";
import type { IdentityProvider } from "../domain/oauth/identity-provider.ts";
import { AppError } from "../errors.ts";
import { askProvider, unavailable } from "./ask-provider.ts";

const FRESH_MS = 3_600_000;
/** Nobody can make us ask more often by sending tokens with made-up key ids. */
const PAUSE_MS = 60_000;
/** Without any key nobody can sign in, so the first ones are worth asking for again sooner. */
const FIRST_PAUSE_MS = 5_000;
const MIN_MODULUS_BITS = 2048;

/**
 * A provider's signing keys. An unknown key id makes us ask again, at most once a minute; while
 * the provider is down, the keys it gave last go on being used.
 */
export function createProviderKeys(options: {
  url: string;
  limitMs: number;
  monotonicMs: () => number;
}): Pick<IdentityProvider, "findKey" | "countKeys"> {
  const { url, limitMs, monotonicMs } = options;
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  let failure: AppError | undefined;

  async function load(): Promise<void> {
    askedAt = monotonicMs();
    try {
      keys = await fetchKeys(url, limitMs);
      loadedAt = monotonicMs();
      failure = undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failure = error;
    }
  }

  /** Callers who come while we ask wait for the same answer. */
  function ask(): Promise<void> {
    asking ??= load().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async findKey(kid) {
      const isFresh = monotonicMs() - loadedAt < FRESH_MS;
      const known = keys.get(kid);
      if (known && isFresh) return known;
      const pauseMs = keys.size === 0 ? FIRST_PAUSE_MS : PAUSE_MS;
      if (asking || monotonicMs() - askedAt >= pauseMs) await ask();
      const found = keys.get(kid);
      // Whether an unknown id is a lie can be told only from the provider's present keys.
      if (!found && failure) throw failure;
      return found;
    },

    async countKeys() {
      await ask();
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

/** Keys for anything but RS256 signatures are passed over: a provider may publish several kinds. */
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
