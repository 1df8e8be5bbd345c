import { AsyncLocalStorage } from "node:async_hooks";

const unlimited = new AsyncLocalStorage<true>();

/** For migrations: rewriting a large table takes what it takes, and so does waiting for who does it. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return unlimited.run(true, work);
}

export function hasTimeLimit(): boolean {
  return unlimited.getStore() === undefined;
}
