import { AuthError } from "./auth-error.ts";
import type { OpenBrowser } from "./browser.ts";
import type { AuthStorage } from "./storage.ts";

export { type AppStateLike, refreshOnForeground } from "./foreground.ts";

/** `react-native-keychain`, as far as it is used. */
export type KeychainLike = {
  getGenericPassword(options: { service: string }): Promise<false | { password: string }>;
  setGenericPassword(user: string, password: string, options: { service: string }): Promise<unknown>;
  resetGenericPassword(options: { service: string }): Promise<unknown>;
};

/** The Keychain of iOS and the Keystore of Android: the right place for a session. */
export function keychainStorage(keychain: KeychainLike): AuthStorage {
  return {
    async getItem(service) {
      const found = await keychain.getGenericPassword({ service });
      return found ? found.password : null;
    },
    setItem: (service, value) => keychain.setGenericPassword("session", value, { service }),
    removeItem: (service) => keychain.resetGenericPassword({ service }),
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
