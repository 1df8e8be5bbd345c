import { randomBytes } from "node:crypto";

class EventEmitter {
  addListener() {
    return { remove() {} };
  }
  removeListener() {}
  emit() {}
}

/** Expo's native modules, as far as the library uses them: a key store and random numbers. */
export function expoModules(): object {
  const items = new Map<string, string>();
  const modules = {
    ExpoSecureStore: {
      AFTER_FIRST_UNLOCK: 0,
      getValueWithKeyAsync: async (key: string) => items.get(key) ?? null,
      setValueWithKeyAsync: async (value: string, key: string) => void items.set(key, value),
      deleteValueWithKeyAsync: async (key: string) => void items.delete(key),
    },
    ExpoCrypto: { getRandomValues: (bytes: Uint8Array) => void bytes.set(randomBytes(bytes.length)) },
    ExpoCryptoAES: { EncryptionKey: class {}, SealedData: class {} },
    ExpoWebBrowser: {},
  };
  class NativeModule extends EventEmitter {}
  class SharedObject extends EventEmitter {}
  return { modules, EventEmitter, NativeModule, SharedObject, SharedRef: class {} };
}

const SCREEN = { width: 1, height: 1, scale: 1, fontScale: 1 };
const CONSTANTS: Readonly<Record<string, object>> = {
  PlatformConstants: { isTesting: true, reactNativeVersion: { major: 0, minor: 86, patch: 3 }, Version: 35 },
  DeviceInfo: { Dimensions: { window: SCREEN, screen: SCREEN } },
  AppState: { initialAppState: "active" },
  SourceCode: { scriptURL: "file://bundle.js" },
};

/** What React Native's own scripts ask of the native side when they start. Its modules do nothing else. */
export function reactNativeGlobals(print: (line: string) => void): object {
  const moduleOf = (name: string) => {
    const answers: Record<string | symbol, () => unknown> = {
      getConstants: () => CONSTANTS[name] ?? {},
      // No link has started the app.
      getInitialURL: async () => null,
    };
    return new Proxy(answers, { get: (_, method) => answers[method] ?? (() => undefined) });
  };
  return {
    TextEncoder,
    queueMicrotask,
    // Otherwise React Native brings a Promise of its own, which waits for the native side.
    HermesInternal: { hasPromise: () => true, useEngineQueue: () => true, getRuntimeProperties: () => ({}) },
    __turboModuleProxy: moduleOf,
    __fbBatchedBridgeConfig: { remoteModuleConfig: [] },
    nativeLoggingHook: print,
    nativePerformanceNow: () => performance.now(),
    // React Native's own waits for the native side; its signals are none of Node's.
    host: { fetch: (url: string, { signal: _, ...init }: RequestInit) => fetch(url, init) },
  };
}
