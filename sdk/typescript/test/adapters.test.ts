import { beforeEach, expect, test, vi } from "vitest";
import {
  type AppLike,
  type BrowserLike,
  capacitorBrowser,
  preferencesStorage,
  refreshOnForeground as refreshOnResume,
  secureStorage,
} from "../src/capacitor.ts";
import { chunkedStorage } from "../src/chunked-storage.ts";
import { keychainStorage, linkingBrowser, mmkvStorage, refreshOnForeground } from "../src/react-native.ts";
import { type AuthStorage, memoryStorage } from "../src/sdk.ts";
import { DeviceClock, MINUTE } from "./device-clock.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

/** What the app installs: these stand in for the modules of a phone, with their habits. */
const phone = vi.hoisted(() => ({
  keyStore: new Map<string, string>(),
  /** What was asked of the key store, each way once. */
  options: new Set<string>(),
  appState: new Set<(state: string) => void>(),
  os: "ios",
  browser: (_url: string, _redirectTo: string): { type: string; url?: string } => ({ type: "cancel" }),
}));

vi.mock("react-native", () => ({
  Platform: {
    get OS() {
      return phone.os;
    },
  },
  AppState: {
    addEventListener: (_type: string, listener: (state: string) => void) => {
      phone.appState.add(listener);
      return { remove: () => phone.appState.delete(listener) };
    },
  },
  Linking: {
    openURL: async () => {},
    addEventListener: () => ({ remove() {} }),
    getInitialURL: async () => null,
  },
}));
vi.mock("expo-secure-store", () => ({
  AFTER_FIRST_UNLOCK: 0,
  getItemAsync: async (key: string, options: object) => {
    phone.options.add(JSON.stringify(options));
    return phone.keyStore.get(key) ?? null;
  },
  setItemAsync: async (key: string, value: string, options: object) => {
    phone.options.add(JSON.stringify(options));
    if (!/^[\w.-]+$/.test(key)) throw new Error(`Invalid key ${key}`);
    if (Buffer.byteLength(value) > 2048) throw new Error("larger than 2048 bytes");
    phone.keyStore.set(key, value);
  },
  deleteItemAsync: async (key: string) => {
    phone.keyStore.delete(key);
  },
}));
vi.mock("expo-crypto", () => ({
  getRandomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
}));
vi.mock("expo-web-browser", () => ({
  openAuthSessionAsync: async (url: string, redirectTo: string) => phone.browser(url, redirectTo),
}));

beforeEach(() => {
  phone.keyStore.clear();
  phone.appState.clear();
});

test("the client for Expo keeps its session in the key store and wakes with the app", async () => {
  const { createExpoAuthClient } = await import("../src/expo.ts");
  const { url: baseUrl, publishableKey, ...project } = await TestProject.create();
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const options = { baseUrl, publishableKey, clock, fetch: network.fetch };
  const client = createExpoAuthClient(options);
  await client.signInAnonymously();
  expect(phone.keyStore.size).toBeGreaterThan(1);
  expect(project.slug).toBeTruthy();

  const restarted = createExpoAuthClient(options);
  await restarted.ready;
  expect(restarted.user?.id).toBe(client.user?.id);
  expect(restarted.state).toEqual(client.state);
  client.close();

  clock.pass(20 * MINUTE);
  for (const listener of phone.appState) listener("background");
  for (const listener of phone.appState) listener("active");
  await vi.waitFor(() =>
    expect(restarted.state).toMatchObject({
      stale: false,
      session: { expiresAt: clock.now() + 15 * MINUTE },
    }),
  );
  expect(network.count("RefreshToken")).toBe(1);
  restarted.close();
  expect(phone.appState.size).toBe(0);

  const device = await restarted.registerPushDevice({
    provider: "fcm",
    token: "t".repeat(80),
    appId: "com.example",
  });
  expect(device.current).toBe(true);
  await expect(
    restarted.signInWithBrowser({ provider: "google", redirectTo: "com.example:/back" }),
  ).rejects.toMatchObject({ reason: "CANCELLED" });
});

test("a value with a missing chunk is damaged as a whole, never a shorter value", async () => {
  const items = memoryStorage();
  const storage = chunkedStorage(items);
  const value = JSON.stringify({ text: "x".repeat(5000) });
  await storage.setItem("a", value);
  expect(await storage.getItem("a")).toBe(value);
  items.removeItem("a.1.1");
  const damaged = await storage.getItem("a");
  expect(damaged).not.toBeNull();
  expect(() => JSON.parse(String(damaged))).toThrow(SyntaxError);
});

test("a value that is written anew while it is read is read again", async () => {
  const items = memoryStorage();
  const writer = chunkedStorage(items);
  const [old, fresh] = ["a", "b"].map((letter) => JSON.stringify({ text: letter.repeat(5000) }));
  await writer.setItem("a", String(old));
  let isFirst = true;
  const reader = chunkedStorage({
    ...items,
    async getItem(key) {
      if (key === "a.1.1" && isFirst) {
        isFirst = false;
        await writer.setItem("a", String(fresh));
      }
      return items.getItem(key);
    },
  });
  expect(await reader.getItem("a")).toBe(fresh);
});

test("long values are split, and who is killed while writing finds the old value whole", async () => {
  const disk = new Map<string, string>();
  let writesLeft = Number.POSITIVE_INFINITY;
  const killed: AuthStorage = {
    getItem: (key) => disk.get(key) ?? null,
    setItem: (key, value) => {
      if (writesLeft-- <= 0) throw new Error("killed");
      if (Buffer.byteLength(value) > 2048) throw new Error("too large");
      disk.set(key, value);
    },
    removeItem: (key) => {
      if (writesLeft-- <= 0) throw new Error("killed");
      disk.delete(key);
    },
  };
  const storage = chunkedStorage(killed);
  const value = (name: string, length: number) => JSON.stringify({ name, claims: "ä€😀".repeat(length) });
  expect(await storage.getItem("k")).toBeNull();
  let old = value("first", 1000);
  await storage.setItem("k", old);
  for (let writes = 0; writes < 40; writes++) {
    const next = value(`number ${writes}`, 50 * writes);
    writesLeft = writes;
    const isWhole = await Promise.resolve(storage.setItem("k", next)).then(
      () => true,
      () => false,
    );
    writesLeft = Number.POSITIVE_INFINITY;
    const read = JSON.parse(String(await storage.getItem("k")));
    const allowed = isWhole ? [next] : [old, next];
    expect(allowed.map((text) => JSON.parse(text))).toContainEqual(read);
    old = JSON.stringify(read);
  }
  await storage.setItem("k", "{}");
  expect(disk.size).toBeLessThan(60);
  await storage.removeItem("k");
  expect(await storage.getItem("k")).toBeNull();
});

const keychain = () => {
  const items = new Map<string, string>();
  return {
    getGenericPassword: async ({ service }: { service: string }) => {
      const password = items.get(service);
      return password === undefined ? (false as const) : { password };
    },
    setGenericPassword: async (_user: string, password: string, { service }: { service: string }) =>
      items.set(service, password),
    resetGenericPassword: async ({ service }: { service: string }) => items.delete(service),
  };
};
const mmkv = () => {
  const items = new Map<string, string>();
  return {
    getString: (key: string) => items.get(key),
    set: (key: string, value: string) => void items.set(key, value),
    remove: (key: string) => items.delete(key),
  };
};
const preferences = () => {
  const items = new Map<string, string>();
  return {
    get: async ({ key }: { key: string }) => ({ value: items.get(key) ?? null }),
    set: async ({ key, value }: { key: string; value: string }) => items.set(key, value),
    remove: async ({ key }: { key: string }) => items.delete(key),
  };
};
const secure = () => {
  const { get, ...rest } = preferences();
  const names = new Set<string>();
  return {
    ...rest,
    keys: async () => ({ value: [...names] }),
    set: (options: { key: string; value: string }) => {
      names.add(options.key);
      return rest.set(options);
    },
    remove: (options: { key: string }) => {
      names.delete(options.key);
      return rest.remove(options);
    },
    get: async (options: { key: string }) => {
      const { value } = await get(options);
      if (value === null) throw new Error("Item with given key does not exist");
      return { value };
    },
  };
};

test.each([
  ["keychainStorage", () => keychainStorage(keychain())],
  ["mmkvStorage", () => mmkvStorage(mmkv())],
  [
    "mmkvStorage before version 4",
    () => {
      const { remove, ...old } = mmkv();
      return mmkvStorage({ ...old, delete: remove });
    },
  ],
  ["secureStorage", () => secureStorage(secure())],
  ["preferencesStorage", () => preferencesStorage(preferences())],
  ["memoryStorage", () => memoryStorage()],
])("%s reads what was written and forgets what was removed", async (_name, make) => {
  const storage = make();
  expect(await storage.getItem("a")).toBeNull();
  await storage.setItem("a", "1");
  await storage.setItem("b", "2");
  await storage.setItem("a", "3");
  expect(await storage.getItem("a")).toBe("3");
  await storage.removeItem("a");
  expect(await storage.getItem("a")).toBeNull();
  expect(await storage.getItem("b")).toBe("2");
});

test("keychainStorage and secureStore hand the app's options to the key store", async () => {
  const seen: object[] = [];
  const note = async (...args: unknown[]) => {
    seen.push(args.at(-1) as object);
    return false as const;
  };
  const keychainLike = { getGenericPassword: note, setGenericPassword: note, resetGenericPassword: note };
  const storage = keychainStorage(keychainLike, { accessControl: "BiometryAny" });
  await storage.getItem("a");
  await storage.setItem("a", "1");
  await storage.removeItem("a");
  expect(seen).toEqual(Array(3).fill({ accessControl: "BiometryAny", service: "a" }));

  const { secureStore } = await import("../src/expo.ts");
  phone.options.clear();
  await secureStore({ requireAuthentication: true }).setItem("a", "1");
  await secureStore().getItem("a");
  expect([...phone.options]).toEqual([
    JSON.stringify({ keychainAccessible: 0, requireAuthentication: true }),
    JSON.stringify({ keychainAccessible: 0 }),
  ]);
});

test("linkingBrowser waits for the app's own link", async () => {
  const listeners = new Set<(event: { url: string }) => void>();
  const linking = {
    openURL: vi.fn(async () => {}),
    addEventListener: (_type: "url", listener: (event: { url: string }) => void) => {
      listeners.add(listener);
      return { remove: () => void listeners.delete(listener) };
    },
  };
  const returned = linkingBrowser(linking)("https://auth.example.com/x", "com.example:/back");
  for (const listener of listeners) listener({ url: "com.example:/other?code=1" });
  for (const listener of listeners) listener({ url: "com.example:/back?code=2" });
  expect(await returned).toBe("com.example:/back?code=2");
  expect(listeners.size).toBe(0);
});

test("capacitorBrowser returns the link, or CANCELLED when the browser is closed", async () => {
  const opened = new Set<(event: { url: string }) => void>();
  const finished = new Set<() => void>();
  const listen = <L>(set: Set<L>, listener: L) => {
    set.add(listener);
    return Promise.resolve({ remove: async () => set.delete(listener) });
  };
  const app = {
    addListener: (_event: string, listener: never) => listen(opened, listener),
  } as unknown as AppLike;
  const browser: BrowserLike = {
    open: vi.fn(async () => {}),
    close: async () => {
      throw new Error("not available on Android");
    },
    addListener: (_event, listener) => listen(finished, listener),
  };
  const open = capacitorBrowser(browser, app);
  const returned = open("https://auth.example.com/x", "com.example:/back");
  await vi.waitFor(() => expect(browser.open).toHaveBeenCalled(), 60_000);
  for (const listener of opened) listener({ url: "com.example:/back?code=2" });
  expect(await returned).toBe("com.example:/back?code=2");
  expect([opened.size, finished.size]).toEqual([0, 0]);

  const closed = open("https://auth.example.com/x", "com.example:/back");
  closed.catch(() => {});
  await vi.waitFor(() => expect(finished.size).toBe(1), 60_000);
  for (const listener of finished) listener();
  await expect(closed).rejects.toMatchObject({ reason: "CANCELLED" });
});

test("an app that comes to the front renews its token, on React Native and on Capacitor", async () => {
  const project = await TestProject.create();
  const clock = new DeviceClock();
  const network = new FlakyNetwork();
  const client = project.client({ clock, fetch: network.fetch });
  await client.signInAnonymously();
  const native = new Set<(state: string) => void>();
  const stop = refreshOnForeground(client, {
    addEventListener: (_type, listener) => {
      native.add(listener);
      return { remove: () => void native.delete(listener) };
    },
  });
  clock.pass(20 * MINUTE);
  for (const listener of native) listener("active");
  await vi.waitFor(() => expect(network.count("RefreshToken")).toBe(1), 120_000);
  stop();
  expect(native.size).toBe(0);

  const capacitor = new Set<(state: { isActive: boolean }) => void>();
  const app = {
    addListener: async (_event: string, listener: (state: { isActive: boolean }) => void) => {
      capacitor.add(listener);
      return { remove: async () => capacitor.delete(listener) };
    },
  } as unknown as AppLike;
  const end = refreshOnResume(client, app);
  clock.pass(20 * MINUTE);
  for (const listener of capacitor) listener({ isActive: false });
  for (const listener of capacitor) listener({ isActive: true });
  await vi.waitFor(() => expect(network.count("RefreshToken")).toBe(2), 120_000);
  await end();
  expect(capacitor.size).toBe(0);
});
