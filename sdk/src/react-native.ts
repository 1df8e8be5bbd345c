import type { AuthClient } from "./auth-client.ts";
import { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import { type BrowserSignIn, browserSignIn, type OpenBrowser } from "./browser.ts";
import { warnInDevelopment } from "./console-log.ts";
import { followLinks, type LinkingLike } from "./follow-links.ts";
import type { AppStateLike } from "./foreground.ts";
import type { AuthStorage } from "./storage.ts";

export type { LinkingLike } from "./follow-links.ts";
export { type AppStateLike, refreshOnForeground } from "./foreground.ts";

type Service = { service: string };

/** `react-native-keychain`, as far as it is used. `Options` are those of its functions. */
export type KeychainLike<Options extends object = object> = {
  getGenericPassword(options: Options & Service): Promise<false | { password: string }>;
  setGenericPassword(user: string, password: string, options: Options & Service): Promise<unknown>;
  resetGenericPassword(options: Options & Service): Promise<unknown>;
};

/**
 * The Keychain of iOS and the Keystore of Android: the right place for a session.
 *
 * @example
 * import * as Keychain from "react-native-keychain";
 * // Readable after the first unlock, so that a push message or a background task can renew the session.
 * keychainStorage(Keychain, { accessible: Keychain.ACCESSIBLE.AFTER_FIRST_UNLOCK });
 * // Asks for face or finger before the session is read.
 * keychainStorage(Keychain, { accessControl: Keychain.ACCESS_CONTROL.BIOMETRY_ANY });
 */
export function keychainStorage<Options extends object = object>(
  keychain: KeychainLike<Options>,
  options?: Options,
): AuthStorage {
  const at = (service: string) => ({ ...options, service }) as Options & Service;
  return {
    async getItem(service) {
      const found = await keychain.getGenericPassword(at(service));
      return found ? found.password : null;
    },
    setItem: (service, value) => keychain.setGenericPassword("session", value, at(service)),
    removeItem: (service) => keychain.resetGenericPassword(at(service)),
  };
}

/** An instance of `react-native-mmkv`, as far as it is used. Versions before 4 call it `delete`. */
export type MmkvLike = {
  getString(key: string): string | undefined;
  set(key: string, value: string): unknown;
  remove?(key: string): unknown;
  delete?(key: string): unknown;
};

/** Give it an instance with an encryption key that is kept in the key store. */
export function mmkvStorage(mmkv: MmkvLike): AuthStorage {
  return {
    getItem: (key) => mmkv.getString(key) ?? null,
    setItem: (key, value) => mmkv.set(key, value),
    removeItem: (key) => (mmkv.remove ? mmkv.remove(key) : mmkv.delete?.(key)),
  };
}

/** Not encrypted: whoever gets at the phone's files gets the session. */
export function asyncStorage(storage: AuthStorage): AuthStorage {
  return storage;
}

/** How long a link may come after the app itself. */
const LINK_LAG_MS = 1000;

/**
 * For `browserSignIn`: the system browser, and the link with which it returns to the app. With React Native's
 * `AppState`, a user who comes back without a link has turned back; without it, that is never known.
 */
export function linkingBrowser(
  linking: Pick<LinkingLike, "openURL" | "addEventListener">,
  appState?: AppStateLike,
): OpenBrowser {
  return (url, redirectTo) =>
    new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let wasAway = false;
      const end = (conclude: () => void) => {
        for (const subscription of subscriptions) subscription?.remove();
        clearTimeout(timer);
        conclude();
      };
      const cancel = (message: string, cause?: unknown) =>
        end(() => reject(new AuthError("CANCELLED", message, { cause })));
      const subscriptions = [
        linking.addEventListener("url", ({ url }) => {
          if (url.startsWith(redirectTo)) end(() => resolve(url));
        }),
        appState?.addEventListener("change", (state) => {
          wasAway ||= state === "background";
          if (state === "active" && wasAway) {
            timer = setTimeout(() => cancel("the user turned back"), LINK_LAG_MS);
          } else clearTimeout(timer);
        }),
      ];
      linking.openURL(url).catch((cause) => cancel("the browser did not open", cause));
    });
}

/**
 * Sign-in with Google and Apple in the system browser, for an app without Expo. It hears the links of the app itself:
 * do not call completeRedirect for them. `resumed` tells what came of a sign-in during which the system ended the
 * app; it is null after any other start.
 *
 * @example
 * import { AppState, Linking } from "react-native";
 * export const social = linkingSignIn(auth, Linking, AppState);
 * await social.signInWithBrowser({ provider: "google", redirectTo: "com.example.app:/signed-in" });
 */
export function linkingSignIn(
  client: AuthClient,
  linking: LinkingLike,
  appState: AppStateLike,
  onError: (error: unknown) => void = warnInDevelopment,
): LinkingSignIn {
  const social = browserSignIn(client, linkingBrowser(linking, appState));
  return { ...social, ...followLinks(client, social, linking, onError) };
}

/** What linkingSignIn returns. */
export type LinkingSignIn = BrowserSignIn & {
  /** What came of a sign-in whose link has started the app; null when the app was started otherwise. */
  resumed: Promise<Session | null>;
  /** Stops listening to links. */
  stop(): void;
};
