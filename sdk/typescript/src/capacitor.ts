import type { AuthClient } from "./auth-client.ts";
import { AuthError } from "./auth-error.ts";
import type { OpenBrowser } from "./browser.ts";
import type { AuthStorage } from "./storage.ts";

/** The part of `capacitor-secure-storage-plugin` that is used. A missing key is an error there. */
export type SecureStorageLike = {
  keys(): Promise<{ value: string[] }>;
  get(options: { key: string }): Promise<{ value: string }>;
  set(options: { key: string; value: string }): Promise<unknown>;
  remove(options: { key: string }): Promise<unknown>;
};

/**
 * Keeps the session in the phone's key store: Keychain on iOS, Keystore on Android. Use it unless you have a reason
 * not to.
 *
 * @example
 * import { createAuthClient } from "@svc/sdk";
 * import { secureStorage } from "@svc/sdk/capacitor";
 * import { SecureStoragePlugin } from "capacitor-secure-storage-plugin";
 *
 * export const auth = createAuthClient({
 *   baseUrl: "https://auth.example.com",
 *   publishableKey: "pk_...",
 *   storage: secureStorage(SecureStoragePlugin),
 * });
 */
export function secureStorage(plugin: SecureStorageLike): AuthStorage {
  return {
    async getItem(key) {
      // Checked first, because `get` throws the same error for a missing key and a failing key store.
      const { value: keys } = await plugin.keys();
      return keys.includes(key) ? (await plugin.get({ key })).value : null;
    },
    setItem: (key, value) => plugin.set({ key, value }),
    removeItem: (key) => plugin.remove({ key }),
  };
}

/** The part of `@capacitor/preferences` that is used. */
export type PreferencesLike = {
  get(options: { key: string }): Promise<{ value: string | null }>;
  set(options: { key: string; value: string }): Promise<unknown>;
  remove(options: { key: string }): Promise<unknown>;
};

/**
 * Keeps the session in `@capacitor/preferences`, in plain text. Unlike `localStorage`, the system does not clear it when
 * space is short. Prefer `secureStorage`.
 */
export function preferencesStorage(preferences: PreferencesLike): AuthStorage {
  return {
    getItem: async (key) => (await preferences.get({ key })).value,
    setItem: (key, value) => preferences.set({ key, value }),
    removeItem: (key) => preferences.remove({ key }),
  };
}

type Handle = { remove(): Promise<unknown> };

/** The part of `@capacitor/app` that is used. */
export type AppLike = {
  addListener(event: "appStateChange", listener: (state: { isActive: boolean }) => void): Promise<Handle>;
  addListener(event: "appUrlOpen", listener: (event: { url: string }) => void): Promise<Handle>;
};

/** The part of `@capacitor/browser` that is used. */
export type BrowserLike = {
  open(options: { url: string }): Promise<unknown>;
  close(): Promise<unknown>;
  addListener(event: "browserFinished", listener: () => void): Promise<Handle>;
};

/**
 * Calls `wake` of the client when the app comes back to the foreground, so that the first call finds a valid access
 * token. Returns a function that stops it.
 *
 * @example
 * import { App } from "@capacitor/app";
 * import { refreshOnForeground } from "@svc/sdk/capacitor";
 *
 * refreshOnForeground(auth, App);
 */
export function refreshOnForeground(client: AuthClient, app: AppLike): () => Promise<void> {
  const handle = app.addListener("appStateChange", ({ isActive }) => {
    if (isActive) client.wake();
  });
  return async () => {
    await (await handle).remove();
  };
}

/**
 * For `browserSignIn`: opens the system browser and waits for the link that returns to the app. A user who closes the
 * browser has cancelled.
 *
 * @example
 * import { App } from "@capacitor/app";
 * import { Browser } from "@capacitor/browser";
 * import { browserSignIn } from "@svc/sdk/browser";
 * import { capacitorBrowser } from "@svc/sdk/capacitor";
 *
 * export const social = browserSignIn(auth, capacitorBrowser(Browser, App));
 *
 * export const signInWithGoogle = () =>
 *   social.signInWithBrowser({ provider: "google", redirectTo: "com.example.app:/signed-in" });
 */
export function capacitorBrowser(browser: BrowserLike, app: AppLike): OpenBrowser {
  return async (url, redirectTo) => {
    const handles: Handle[] = [];
    try {
      return await new Promise<string>((resolve, reject) => {
        const turnedBack = (cause?: unknown) =>
          reject(new AuthError("CANCELLED", "the user turned back", { cause }));
        const begin = async () => {
          handles.push(
            await app.addListener("appUrlOpen", ({ url }) => {
              if (url.startsWith(redirectTo)) resolve(url);
            }),
            await browser.addListener("browserFinished", turnedBack),
          );
          await browser.open({ url });
        };
        begin().catch(turnedBack);
      });
    } finally {
      for (const handle of handles) await handle.remove();
      // On Android there is nothing to close: the browser is another app.
      await browser.close().catch(() => {});
    }
  };
}
