import { type AccountMethods, accountMethods } from "./account-methods.ts";
import type { AuthListener, AuthState } from "./auth-state.ts";
import { CALLER, type Caller, callAsUser, fetchAsUser } from "./caller.ts";
import { type AuthClientOptions, localeOf, randomSource } from "./client-options.ts";
import { deviceClock } from "./clock.ts";
import { print, traced, warnInDevelopment } from "./console-log.ts";
import type { User } from "./contract.ts";
import { toHex } from "./hex.ts";
import { type TokenOptions, wake } from "./refresher.ts";
import { keepSession } from "./session-keeper.ts";
import { lockOf } from "./shared-locks.ts";
import { type SignInMethods, signInMethods } from "./sign-in-methods.ts";
import { createTransport } from "./transport.ts";
import { watchTabs } from "./watch-tabs.ts";

/**
 * Signs users in, keeps their session and gives out access tokens. Create one per app with `createAuthClient`.
 *
 * A method that fails rejects with an `AuthError`; decide by its `reason`. Every call to the server may fail with
 * `NETWORK`, `TIMEOUT`, `RATE_LIMITED`, `OVERLOADED` or `STORAGE_UNAVAILABLE` (all `retryable`), and every call that
 * needs a user with `SIGNED_OUT`. The methods below name the other reasons.
 *
 * Call a sign-up, sign-in or guest sign-in again after a `retryable` error, also when the app was restarted: there is one
 * account, one session and one guest, however many answers were lost.
 */
export interface AuthClient extends SignInMethods, AccountMethods {
  /**
   * Resolves when the stored session was read: `state` is then no longer `loading`. Never rejects and never waits for
   * the network.
   */
  readonly ready: Promise<void>;
  /**
   * Whether somebody is signed in, right now: `loading`, `signedOut` or `signedIn`. Use `onAuthStateChange`, or the
   * hooks of `@svc/sdk/react`, to follow it.
   */
  readonly state: AuthState;
  /** The signed-in user, guests included; null when nobody is signed in or the session is still being read. */
  readonly user: User | null;
  /**
   * Calls back soon with the current state (event `initial`) and then on every change. Returns a function that stops
   * it. The callback may call the client and wait for it.
   *
   * @example
   * const stop = auth.onAuthStateChange((state, event) => {
   *   if (state.status === "signedIn") show(`Hello ${state.user.displayName ?? "guest"}`);
   *   if (event === "signedOut") show("You are signed out.");
   * });
   *
   * // When you no longer need it:
   * stop();
   */
  onAuthStateChange(callback: AuthListener): () => void;
  /**
   * Returns an access token that stays valid for about a minute or longer, and renews it first if it does not. Returns
   * null when nobody is signed in. Ask for it right before each call and do not keep it. `fetch` does that for you.
   *
   * If the renewal fails while the current token is still valid, you get the current one. No network, timeout or busy
   * server ever signs the user out.
   *
   * @throws `AuthError` when the token has expired, or `forceRefresh` is set, and it could not be renewed: `NETWORK`,
   * `TIMEOUT` or another retryable reason.
   *
   * @example
   * const token = await auth.getAccessToken();
   * const headers = { authorization: `Bearer ${token}` };
   */
  getAccessToken(options?: TokenOptions): Promise<string | null>;
  /**
   * Like the global `fetch`, with the user's access token in the `authorization` header. If the answer is 401, it renews
   * the token and tries once more. Without a signed-in user the request goes out without a token.
   *
   * Call only your own backend with it: anyone who receives the token can act as the user.
   *
   * @throws what `fetch` throws, and the `AuthError`s of `getAccessToken`.
   *
   * @example
   * const response = await auth.fetch("https://api.example.com/notes", { method: "POST", body: "Buy milk" });
   * if (!response.ok) show(`The server answered ${response.status}.`);
   */
  fetch: typeof fetch;
  /**
   * Ends the pause after a failed renewal, and renews the access token if it needs to be. Call it when the app comes to
   * the foreground or back online. On the web, in Expo and with `refreshOnForeground` this happens without you.
   */
  wake(): void;
  /** Stops listening to other tabs and to the app's state, for example before a hot reload. Nobody is signed out. */
  close(): void;
}

/**
 * Creates the client. Do it once for the whole app, outside of your components. It reads the stored session at once;
 * `ready` resolves when that is done.
 *
 * On phones, take the storage of your platform: `createExpoAuthClient` in Expo, `keychainStorage` in React Native,
 * `secureStorage` in Capacitor.
 *
 * @throws `Error` when `publishableKey` does not begin with `pk_`, or when the platform has no secure random
 * numbers and `randomBytes` is missing.
 *
 * @example
 * import { createAuthClient, webStorage } from "@svc/sdk";
 *
 * export const auth = createAuthClient({
 *   baseUrl: "https://auth.example.com",
 *   publishableKey: "pk_...",
 *   storage: webStorage(),
 * });
 */
export function createAuthClient(options: AuthClientOptions): AuthClient {
  const {
    publishableKey,
    storage,
    timeoutMs = 15_000,
    clock = deviceClock,
    onError = warnInDevelopment,
  } = options;
  if (!publishableKey.startsWith("pk_")) throw new Error("publishableKey is no pk_ key");
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const random = randomSource(options);
  const plainFetch: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const storageKey = options.storageKey ?? `svc.auth.${publishableKey.slice(0, 15)}`;
  const lock = lockOf(options.lock, timeoutMs * 2);
  const transport = createTransport({
    baseUrl,
    key: publishableKey,
    fetch: plainFetch,
    timeoutMs,
    locale: () => localeOf(options),
  });
  const call = options.debug ? traced(transport) : transport;
  const keeper = keepSession({
    call,
    storage,
    storageKey,
    lock,
    newAttemptId: () => toHex(random(16)),
    // Jitter, so that not all clients refresh at the same time.
    refreshMarginMs: options.refreshMarginMs ?? 60_000 * (1 + Math.random() / 4),
    clock,
    onError,
  });
  if (options.debug) keeper.view.listen((_, event) => print(event));
  const asUser = callAsUser(keeper, call);
  const caller: Caller = {
    keeper,
    call,
    asUser,
    random,
    storage,
    storageKey,
    baseUrl,
    publishableKey,
    clock,
    lock,
  };
  // Compilers for older engines copy a spread and read each accessor once: the methods are added afterwards.
  const client = {
    ready: keeper.ready,
    get state() {
      return keeper.view.state;
    },
    get user() {
      return keeper.view.current?.user ?? null;
    },
    onAuthStateChange: keeper.view.listen,
    getAccessToken: keeper.getAccessToken,
    wake: () => wake(keeper),
    fetch: fetchAsUser(keeper, plainFetch),
    close: watchTabs(keeper),
    [CALLER]: caller,
  };
  return Object.assign(client, signInMethods(caller), accountMethods(caller));
}
