import { AuthError } from "./auth-error.ts";
import type { OpenBrowser } from "./browser.ts";
import type { AuthStorage } from "./storage.ts";

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

/** React Native's `Linking`, as far as it is used. */
export type LinkingLike = {
  openURL(url: string): Promise<unknown>;
  addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
};

/** For `browserSignIn`: the system browser, and the link with which it returns to the app. */
export function linkingBrowser(linking: LinkingLike): OpenBrowser {
  return (url, redirectTo) =>
    new Promise((resolve, reject) => {
      const subscription = linking.addEventListener("url", ({ url }) => {
        if (!url.startsWith(redirectTo)) return;
        subscription.remove();
        resolve(url);
      });
      linking.openURL(url).catch((cause) => {
        subscription.remove();
        reject(new AuthError("CANCELLED", "the browser did not open", { cause }));
      });
    });
}
