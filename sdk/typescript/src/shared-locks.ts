import { shared } from "./shared.ts";

/** Runs `work` while nobody else holds the lock with that name, and returns its result. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Takes turns within this process, then with other tabs (or whoever the given lock knows). A tab that was
 * frozen while it held the lock is not waited for longer than `patienceMs`: attempt ids make that safe.
 */
export function lockOf(others: Lock | undefined, patienceMs: number): Lock {
  const outer = others ?? webLock(patienceMs);
  return (name, work) => {
    // The last in the queue for each name. Two copies of this package take turns too.
    const queues = shared("queues", () => new Map<string, Promise<unknown>>());
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => (outer ? outer(name, work) : work()));
    queues.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
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
