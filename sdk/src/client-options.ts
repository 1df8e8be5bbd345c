import type { Clock } from "./clock.ts";
import type { Lock } from "./shared-locks.ts";
import type { AuthStorage } from "./storage.ts";

export interface AuthClientOptions {
  /** Where the server is, for example `https://auth.example.com`. */
  baseUrl: string;
  /** The project's publishable key, `pk_...`. Not a secret. */
  publishableKey: string;
  /** Where the session is kept. The entries for Expo, React Native and Capacitor bring their own. */
  storage: AuthStorage;
  /** Only for two sessions of one project side by side; made from the publishable key otherwise. */
  storageKey?: string;
  fetch?: typeof fetch;
  /** How long one call may take; 15 seconds. */
  timeoutMs?: number;
  /** How long before its end an access token is renewed; about a minute. */
  refreshMarginMs?: number;
  /** Keeps processes that share a storage apart. Tabs of a browser and clients in one process need none. */
  lock?: Lock;
  /** Secure random bytes, where `crypto.getRandomValues` is missing. */
  randomBytes?: (count: number) => ArrayLike<number>;
  /** Told what went wrong in the background, such as a write that the storage refused. Warns on the console in development. */
  onError?: (error: unknown) => void;
  /** Prints each call with its outcome and each change of the state on the console; never a token. */
  debug?: boolean;
  /** For tests. */
  clock?: Clock;
}

/** Without randomness that nobody can guess there is no attempt id and no PKCE: better not to start at all. */
export function randomSource({ randomBytes }: AuthClientOptions): (count: number) => ArrayLike<number> {
  if (randomBytes) return randomBytes;
  if (globalThis.crypto) return (count) => crypto.getRandomValues(new Uint8Array(count));
  throw new Error("no crypto: pass randomBytes");
}
