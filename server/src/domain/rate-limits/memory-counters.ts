import type { Counters, WindowLimit } from "./counters.ts";

const MAX_KEYS = 100_000;

/**
 * Counters of this process. Beyond `maxKeys` the least recently used one is dropped, so that memory is bounded.
 */
export function createMemoryCounters(
  monotonicMs: () => number,
  maxKeys = MAX_KEYS,
): Counters<WindowLimit> & { readonly size: number } {
  const windows = new Map<string, { count: number; endsAt: number }>();

  const touch = (key: string, window: { count: number; endsAt: number }): void => {
    windows.delete(key);
    windows.set(key, window);
    if (windows.size <= maxKeys) return;
    for (const oldest of windows.keys()) {
      windows.delete(oldest);
      return;
    }
  };

  return {
    get size() {
      return windows.size;
    },

    async take(key, { limit, windowMs }) {
      const now = monotonicMs();
      const found = windows.get(key);
      const window = found && found.endsAt > now ? found : { count: 0, endsAt: now + windowMs };
      touch(key, window);
      if (window.count >= limit) return { isAllowed: false, retryAfterMs: window.endsAt - now };
      window.count += 1;
      return { isAllowed: true };
    },

    async giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },

    async clear(key) {
      windows.delete(key);
    },
  };
}
