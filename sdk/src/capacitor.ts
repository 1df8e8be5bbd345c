import type { AuthClient } from "./auth-client.ts";
import { AuthError } from "./auth-error.ts";
import type { OpenBrowser } from "./browser.ts";
import type { AuthStorage } from "./storage.ts";

/** `capacitor-secure-storage-plugin`, as far as it is used. A missing key is an error there. */
export type SecureStorageLike = {
  keys(): Promise<{ value: string[] }>;
  get(options: { key: string }): Promise<{ value: string }>;
  set(options: { key: string; value: string }): Promise<unknown>;
  remove(options: { key: string }): Promise<unknown>;
};

/** The Keychain of iOS and the Keystore of Android: the right place for a session. */
export function secureStorage(plugin: SecureStorageLike): AuthStorage {
  return {
    async getItem(key) {
      // Asked first, because the error of `get` does not tell a missing key from a key store that fails.
      const { value: keys } = await plugin.keys();
      return keys.includes(key) ? (await plugin.get({ key })).value : null;
    },
    setItem: (key, value) => plugin.set({ key, value }),
    removeItem: (key) => plugin.remove({ key }),
  };
}

/** `@capacitor/preferences`, as far as it is used. */
export type PreferencesLike = {
  get(options: { key: string }): Promise<{ value: string | null }>;
  set(options: { key: string; value: string }): Promise<unknown>;
  remove(options: { key: string }): Promise<unknown>;
};

/** Not encrypted, but not cleared by the system either, as localStorage in an app is. */
export function preferencesStorage(preferences: PreferencesLike): AuthStorage {
  return {
    getItem: async (key) => (await preferences.get({ key })).value,
    setItem: (key, value) => preferences.set({ key, value }),
    removeItem: (key) => preferences.remove({ key }),
  };
}

type Handle = { remove(): Promise<unknown> };

/** `@capacitor/app`, as far as it is used. */
export type AppLike = {
  addListener(event: "appStateChange", listener: (state: { isActive: boolean }) => void): Promise<Handle>;
  addListener(event: "appUrlOpen", listener: (event: { url: string }) => void): Promise<Handle>;
};

/** `@capacitor/browser`, as far as it is used. */
export type BrowserLike = {
  open(options: { url: string }): Promise<unknown>;
  close(): Promise<unknown>;
  addListener(event: "browserFinished", listener: () => void): Promise<Handle>;
};

/** Renews the access token, if need be, when the app comes back to the foreground. Returns the function that ends it. */
export function refreshOnForeground(client: AuthClient, app: AppLike): () => Promise<void> {
  const handle = app.addListener("appStateChange", ({ isActive }) => {
    if (isActive) client.wake();
  });
  return async () => {
    await (await handle).remove();
  };
}

/** For `browserSignIn`: the system browser, and the link with which it returns to the app. */
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
