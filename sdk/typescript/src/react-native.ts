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

/** The part of `react-native-keychain` that is used. `Options` are the options of its functions. */
export type KeychainLike<Options extends object = object> = {
  getGenericPassword(options: Options & Service): Promise<false | { password: string }>;
  setGenericPassword(user: string, password: string, options: Options & Service): Promise<unknown>;
  resetGenericPassword(options: Options & Service): Promise<unknown>;
};

/**
 * Keeps the session in the phone's key store: Keychain on iOS, Keystore on Android. Use it unless you have a reason
 * not to. The options are passed to `react-native-keychain`.
 *
 * @example
 * import { createAuthClient } from "@svc/sdk";
 * import { keychainStorage } from "@svc/sdk/react-native";
 * import * as Keychain from "react-native-keychain";
 *
 * export const auth = createAuthClient({
 *   baseUrl: "https://auth.example.com",
 *   publishableKey: "pk_...",
 *   // A notification or a background task can then renew the session while the phone is locked.
 *   storage: keychainStorage(Keychain, { accessible: Keychain.ACCESSIBLE.AFTER_FIRST_UNLOCK }),
 * });
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

/** The part of an instance of `react-native-mmkv` that is used. Versions before 4 have `delete` instead of `remove`. */
export type MmkvLike = {
  getString(key: string): string | undefined;
  set(key: string, value: string): unknown;
  remove?(key: string): unknown;
  delete?(key: string): unknown;
};

/**
 * Keeps the session in MMKV. Give it an instance with an encryption key that you keep in the key store; without one
 * the session is stored in plain text.
 */
export function mmkvStorage(mmkv: MmkvLike): AuthStorage {
  return {
    getItem: (key) => mmkv.getString(key) ?? null,
    setItem: (key, value) => mmkv.set(key, value),
    removeItem: (key) => (mmkv.remove ? mmkv.remove(key) : mmkv.delete?.(key)),
  };
}

/**
 * Keeps the session in `@react-native-async-storage/async-storage`, in plain text: anyone who can read the app's files has
 * the session. Prefer `keychainStorage`.
 */
export function asyncStorage(storage: AuthStorage): AuthStorage {
  return storage;
}

/** How long a link may come after the app itself. */
const LINK_LAG_MS = 1000;

/**
 * For `browserSignIn`: opens the system browser and waits for the link that returns to the app. `linkingSignIn` is
 * simpler and also handles a start of the app by such a link.
 *
 * With React Native's `AppState`, a user who comes back without a link has cancelled. Without it, the call then never
 * ends.
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
 * Signs in with Google and Apple in the system browser, for React Native without Expo. Create it once, next to the
 * client. It listens to the app's links: do not call `completeRedirect` for them. `onError` receives the failures of
 * links that no call waits for.
 *
 * @example
 * import { linkingSignIn } from "@svc/sdk/react-native";
 * import { AppState, Linking } from "react-native";
 *
 * export const social = linkingSignIn(auth, Linking, AppState);
 *
 * export const signInWithGoogle = () =>
 *   social.signInWithBrowser({ provider: "google", redirectTo: "com.example.app:/signed-in" });
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

/** What `linkingSignIn` returns. */
export type LinkingSignIn = BrowserSignIn & {
  /**
   * The session of a browser sign-in during which the system ended the app: its link has started the app again. Null
   * after any other start. Rejects like `signInWithBrowser`.
   */
  resumed: Promise<Session | null>;
  /** Stops listening to the app's links. */
  stop(): void;
};
