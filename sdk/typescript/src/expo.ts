import { getRandomBytes } from "expo-crypto";
import { AFTER_FIRST_UNLOCK, deleteItemAsync, getItemAsync, setItemAsync } from "expo-secure-store";
import { openAuthSessionAsync } from "expo-web-browser";
import { AppState, Linking, Platform } from "react-native";
import { type AuthClient, createAuthClient } from "./auth-client.ts";
import { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import { type BrowserSignIn, browserSignIn, type OpenBrowser } from "./browser.ts";
import { chunkedStorage } from "./chunked-storage.ts";
import type { AuthClientOptions } from "./client-options.ts";
import { warnInDevelopment } from "./console-log.ts";
import { followLinks } from "./follow-links.ts";
import { refreshOnForeground } from "./foreground.ts";
import { type PushDevices, pushDevices } from "./push.ts";
import { type AuthStorage, webStorage } from "./storage.ts";

/** The client of `createExpoAuthClient`: an `AuthClient` with sign-in by browser and push devices. */
export type ExpoAuthClient = AuthClient &
  BrowserSignIn &
  PushDevices & {
    /**
     * The session of a browser sign-in during which the system ended the app: its link has started the app again. Null
     * after any other start. Rejects like `signInWithBrowser`.
     */
    resumed: Promise<Session | null>;
  };

/** The options of `createExpoAuthClient`: those of `createAuthClient`, with the key store as the default `storage`. */
export type ExpoAuthClientOptions = Omit<AuthClientOptions, "storage"> &
  Partial<Pick<AuthClientOptions, "storage">>;

/**
 * Creates the client for Expo. It keeps the session in the phone's key store, renews the access token when the app
 * comes to the foreground, and signs in with Google and Apple in the browser. It also works for Expo on the web.
 *
 * Needs `expo-secure-store`, `expo-crypto` and `expo-web-browser`.
 *
 * @throws `Error` when `publishableKey` does not begin with `pk_`.
 *
 * @example
 * import { createExpoAuthClient } from "@svc/sdk/expo";
 *
 * export const auth = createExpoAuthClient({
 *   baseUrl: "https://auth.example.com",
 *   publishableKey: "pk_...",
 * });
 *
 * export const signInWithGoogle = () =>
 *   auth.signInWithBrowser({ provider: "google", redirectTo: "com.example.app:/signed-in" });
 */
export function createExpoAuthClient(options: ExpoAuthClientOptions): ExpoAuthClient {
  const isWeb = Platform.OS === "web";
  const client = createAuthClient({
    storage: isWeb ? webStorage() : secureStore(),
    randomBytes: getRandomBytes,
    ...options,
  });
  const social = browserSignIn(client, isWeb ? undefined : openBrowser);
  const extras = { ...social, ...pushDevices(client) };
  if (isWeb) return Object.assign(client, extras, { resumed: Promise.resolve(null) });
  const stopRefreshing = refreshOnForeground(client, AppState);
  const { resumed, stop } = followLinks(client, social, Linking, options.onError ?? warnInDevelopment);
  const closeClient = client.close;
  return Object.assign(client, extras, {
    resumed,
    close() {
      stopRefreshing();
      stop();
      closeClient();
    },
  });
}

/** The options of `expo-secure-store` that `secureStore` takes. */
export type SecureStoreOptions = {
  /** iOS: when the session can be read. Default: `SecureStore.AFTER_FIRST_UNLOCK`. */
  keychainAccessible?: number;
  /** The name of the entry group in the key store. Change it, and older sessions are not found. */
  keychainService?: string;
  /** iOS: the access group that shares the session between apps and extensions. */
  accessGroup?: string;
  /** Asks for Face ID, Touch ID or a fingerprint whenever the session is read or written. */
  requireAuthentication?: boolean;
  /** The text of that question. */
  authenticationPrompt?: string;
};

/**
 * Keeps the session in the phone's key store: Keychain on iOS, Keystore on Android. `createExpoAuthClient` uses it
 * by default. The session can be read after the first unlock, so that a notification or a background task can renew
 * it; the options change that.
 *
 * @example
 * import { createExpoAuthClient, secureStore } from "@svc/sdk/expo";
 *
 * // Asks for Face ID or a fingerprint before the session is read.
 * export const auth = createExpoAuthClient({
 *   baseUrl: "https://auth.example.com",
 *   publishableKey: "pk_...",
 *   storage: secureStore({ requireAuthentication: true }),
 * });
 */
export function secureStore(given?: SecureStoreOptions): AuthStorage {
  const options = { keychainAccessible: AFTER_FIRST_UNLOCK, ...given };
  return chunkedStorage({
    getItem: (key) => getItemAsync(key, options),
    setItem: (key, value) => setItemAsync(key, value, options),
    removeItem: (key) => deleteItemAsync(key, options),
  });
}

const openBrowser: OpenBrowser = async (url, redirectTo) => {
  const result = await openAuthSessionAsync(url, redirectTo);
  if (result.type === "success") return result.url;
  throw new AuthError("CANCELLED", "turned back");
};
