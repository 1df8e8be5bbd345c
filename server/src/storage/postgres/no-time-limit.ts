import { AsyncLocalStorage } from "node:async_hooks";

const unlimited = new AsyncLocalStorage<true>();

/** For migrations, dumps and restores: no statement is given up, however long it takes or waits. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return unlimited.run(true, work);
}

export function hasTimeLimit(): boolean {
  return unlimited.getStore() === undefined;
}
