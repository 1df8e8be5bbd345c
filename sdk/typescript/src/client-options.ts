import type { Clock } from "./clock.ts";
import type { Lock } from "./shared-locks.ts";
import type { AuthStorage } from "./storage.ts";

/** The options of `createAuthClient`. The first three are required. */
export interface AuthClientOptions {
  /** Where the server is, for example `https://auth.example.com`. */
  baseUrl: string;
  /** The project's publishable key, `pk_...`. Not a secret. */
  publishableKey: string;
  /**
   * Where the session is kept: `webStorage()` in a browser, the key store on a phone. The entries for Expo, React Native
   * and Capacitor have one for each.
   */
  storage: AuthStorage;
  /** The key in the storage. Set it only to keep two sessions of one project side by side. Default: made from the publishable key. */
  storageKey?: string;
  /**
   * The language of the user, such as `de-AT`, for the emails that a call causes. A function is asked before each call.
   * Default: the language of the device; browsers send their own.
   */
  locale?: string | (() => string | undefined);
  /** Sends the requests instead of the global `fetch`, for example in a test. */
  fetch?: typeof fetch;
  /** How long one call may take, in milliseconds. Default: 15 seconds. */
  timeoutMs?: number;
  /** How long before its expiry an access token is renewed, in milliseconds. Default: about a minute. */
  refreshMarginMs?: number;
  /** Makes processes that share a storage take turns, such as an app and its widget. Tabs and clients in one process need none. */
  lock?: Lock;
  /** Returns secure random bytes. Needed where `crypto.getRandomValues` is missing, such as in React Native. */
  randomBytes?: (count: number) => ArrayLike<number>;
  /**
   * Receives errors that no call of yours can throw, such as a failed write in the background. Default: a warning on the
   * console, in development only.
   */
  onError?: (error: unknown) => void;
  /** Prints each call with its outcome and each change of the state on the console, but never a token. Default: false. */
  debug?: boolean;
  /** Replaces the clocks of the device. For tests. */
  clock?: Clock;
}

/**
 * The language that goes with each call, if it can be found out. Browsers send their own, and a server is not the
 * user's device.
 */
export function localeOf({ locale }: AuthClientOptions): string | undefined {
  try {
    const given = typeof locale === "function" ? locale() : locale;
    const isPhone = !given && navigator.product === "ReactNative";
    const tag = isPhone ? Intl.DateTimeFormat().resolvedOptions().locale : given;
    // Other characters make `fetch` throw, or need a permission of CORS.
    return tag?.replace(/_/g, "-").replace(/[^\w,;=.*-]/g, "");
  } catch {
    return undefined;
  }
}

/** Without randomness that nobody can guess there is no attempt id and no PKCE: better not to start at all. */
export function randomSource({ randomBytes }: AuthClientOptions): (count: number) => ArrayLike<number> {
  if (randomBytes) return randomBytes;
  if (globalThis.crypto) return (count) => crypto.getRandomValues(new Uint8Array(count));
  throw new Error("pass randomBytes");
}
