/** Where sessions are kept. `localStorage`, MMKV, a key store behind three functions: all fit. */
export interface AuthStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** Forgets everything when the process ends: for tests and for servers that render pages. */
export function memoryStorage(): AuthStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

/** The browser's localStorage, shared by all tabs; memory where there is no page, as on a server. */
export function webStorage(): AuthStorage {
  if (!globalThis.document) return memoryStorage();
  return {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
  };
}
