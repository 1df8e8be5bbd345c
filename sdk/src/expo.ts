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

/** The client of `createExpoAuthClient`: everything of AuthClient, sign-in by browser and push devices. */
export type ExpoAuthClient = AuthClient &
  BrowserSignIn &
  PushDevices & {
    /** What came of a sign-in whose link has started the app; null when the app was started otherwise. */
    resumed: Promise<Session | null>;
  };

export type ExpoAuthClientOptions = Omit<AuthClientOptions, "storage"> &
  Partial<Pick<AuthClientOptions, "storage">>;

/** The client for Expo: session in the key store, refresh when the app comes to the front, sign-in by browser. */
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

/** Options of `expo-secure-store`. */
export type SecureStoreOptions = {
  /** When the session can be read, for example `SecureStore.WHEN_UNLOCKED`. */
  keychainAccessible?: number;
  keychainService?: string;
  accessGroup?: string;
  /** Asks for face or finger whenever the session is read or written. */
  requireAuthentication?: boolean;
  authenticationPrompt?: string;
};

/**
 * The key store of the phone. Readable after the first unlock, so that a push message or a background task can still
 * renew the session; `given` says otherwise.
 *
 * @example
 * // Ask for face or finger before the session is read.
 * createExpoAuthClient({ ..., storage: secureStore({ requireAuthentication: true }) });
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
  throw new AuthError("CANCELLED", "the user turned back");
};
