import type { HashCaller } from "./hash-caller.ts";

/** Waiting items, in the order in which they will be served. */
export type FairQueue<T> = {
  readonly size: number;
  add(caller: HashCaller, item: T): void;
  /** Removes and returns the next item. */
  take(): T | undefined;
  remove(caller: HashCaller, item: T): void;
};

/**
 * Serves the classes round-robin, within a class the addresses round-robin, within an address the accounts
 * round-robin, and the calls for one account first in, first out.
 */
export function fairQueue<T>(): FairQueue<T> {
  const byAccount = (): FairQueue<T> => roundRobin((caller) => caller.account, firstInFirstOut<T>);
  const byAddress = (): FairQueue<T> => roundRobin((caller) => caller.address, byAccount);
  return roundRobin((caller) => caller.class, byAddress);
}

/** One queue for each key. A queue that has been served goes behind the others. */
function roundRobin<T>(keyOf: (caller: HashCaller) => string, newQueue: () => FairQueue<T>): FairQueue<T> {
  const queues = new Map<string, FairQueue<T>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(caller, item) {
      const key = keyOf(caller);
      const queue = queues.get(key) ?? newQueue();
      queues.set(key, queue);
      queue.add(caller, item);
      size += 1;
    },
    take() {
      const [first] = queues;
      if (!first) return undefined;
      const [key, queue] = first;
      queues.delete(key);
      const item = queue.take();
      if (queue.size > 0) queues.set(key, queue);
      size -= 1;
      return item;
    },
    remove(caller, item) {
      const key = keyOf(caller);
      const queue = queues.get(key);
      if (!queue) return;
      size -= queue.size;
      queue.remove(caller, item);
      size += queue.size;
      if (queue.size === 0) queues.delete(key);
    },
  };
}

function firstInFirstOut<T>(): FairQueue<T> {
  const items = new Set<T>();
  return {
    get size() {
      return items.size;
    },
    add(_caller, item) {
      items.add(item);
    },
    take() {
      const [first] = items;
      if (first !== undefined) items.delete(first);
      return first;
    },
    remove(_caller, item) {
      items.delete(item);
    },
  };
}
