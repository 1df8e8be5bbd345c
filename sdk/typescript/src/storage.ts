/**
 * Where the session is kept. Any object with these three methods will do; each may return a promise. A method that
 * fails must throw or reject: an empty answer means that nothing is stored.
 */
export interface AuthStorage {
  /** Returns the value, or null when there is none. */
  getItem(key: string): string | null | Promise<string | null>;
  /** Stores the value; must have it on disk when it returns or resolves. */
  setItem(key: string, value: string): unknown;
  /** Removes the value, if there is one. */
  removeItem(key: string): unknown;
}

/** Keeps the session in memory until the process ends: for tests, scripts and server-side rendering. */
export function memoryStorage(): AuthStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

/**
 * Keeps the session in the browser's `localStorage`, which all tabs share. Where there is no page, as on a server, it
 * keeps it in memory.
 */
export function webStorage(): AuthStorage {
  if (!globalThis.document) return memoryStorage();
  return {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
  };
}
