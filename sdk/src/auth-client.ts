import { type AccountMethods, accountMethods } from "./account-methods.ts";
import type { AuthListener, AuthState } from "./auth-state.ts";
import { CALLER, type Caller, callAsUser, fetchAsUser } from "./caller.ts";
import { type AuthClientOptions, randomSource } from "./client-options.ts";
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

export interface AuthClient extends SignInMethods, AccountMethods {
  /** Resolves when the stored session was read, without any network. Never rejects. */
  readonly ready: Promise<void>;
  readonly state: AuthState;
  readonly user: User | null;
  /** Called soon with the present state and then with every change. Returns the function that ends it. */
  onAuthStateChange(callback: AuthListener): () => void;
  /** An access token that is good for a while, renewed if need be; null when nobody is signed in. */
  getAccessToken(options?: TokenOptions): Promise<string | null>;
  /** Like `fetch`, with the user's access token. For your own backend only: whoever gets the token is the user. */
  fetch: typeof fetch;
  /**
   * Asks the server again at once, if need be, although it failed a moment ago. For the moment in which the app comes
   * to the foreground or online; where the client can see that moment itself, it does so.
   */
  wake(): void;
  /** Stops listening to other tabs, for example before a hot reload. The session is untouched. */
  close(): void;
}

export function createAuthClient(options: AuthClientOptions): AuthClient {
  const { publishableKey, storage, timeoutMs = 15_000, onError = warnInDevelopment } = options;
  if (!publishableKey.startsWith("pk_")) throw new Error("publishableKey must start with pk_");
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const random = randomSource(options);
  const plainFetch: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const storageKey = options.storageKey ?? `svc.auth.${publishableKey.slice(0, 15)}`;
  const lock = lockOf(options.lock, timeoutMs * 2);
  const transport = createTransport({ baseUrl, key: publishableKey, fetch: plainFetch, timeoutMs });
  const call = options.debug ? traced(transport) : transport;
  const keeper = keepSession({
    call,
    storage,
    storageKey,
    lock,
    newAttemptId: () => toHex(random(16)),
    // Not all tabs and phones of the world at the same moment.
    refreshMarginMs: options.refreshMarginMs ?? 60_000 * (1 + Math.random() / 4),
    clock: options.clock ?? deviceClock,
    onError,
  });
  if (options.debug) keeper.view.listen(({ status }, event) => print(event, status));
  const asUser = callAsUser(keeper, call);
  const caller: Caller = { keeper, call, asUser, random, storage, storageKey, baseUrl, publishableKey };
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
  return Object.assign(client, signInMethods(caller, lock), accountMethods(caller));
}
