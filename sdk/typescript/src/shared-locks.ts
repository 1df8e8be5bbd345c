import { shared } from "./shared.ts";

/** Runs `work` while holding the lock with that name, and returns its result. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Locks within this process, then across tabs (or with the given lock). If another tab was frozen while it held the lock,
 * the wait ends after `patienceMs`, which is safe because of the attempt ids.
 */
export function lockOf(others: Lock | undefined, patienceMs: number): Lock {
  const outer = others ?? webLock(patienceMs);
  return (name, work) => {
    // The last waiter for each name, shared by all copies of this package.
    const queues = shared("queues", () => new Map<string, Promise<unknown>>());
    const result = (queues.get(name) ?? Promise.resolve()).then(() => (outer ? outer(name, work) : work()));
    queues.set(
      name,
      result.catch(() => {}),
    );
    return result;
  };
}

function webLock(patienceMs: number): Lock | undefined {
  const locks = globalThis.navigator?.locks;
  if (!locks) return undefined;
  return async (name, work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, begin);
    } catch (error) {
      if (hasBegun) throw error;
      return begin();
    }
  };
}
