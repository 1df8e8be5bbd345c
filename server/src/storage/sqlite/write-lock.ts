import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./errors.ts";

const RETRY_MS = 20;

/** Lets one caller at a time write, in the order in which they asked. */
export class WriteLock {
  #isHeld = false;
  #isClosed = false;
  #waiting: PromiseWithResolvers<void>[] = [];

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Returns undefined when the lock was free: awaiting a promise would cost more than the statement. */
  acquire(): Promise<void> | undefined {
    if (this.#isClosed) throw new Error("the database is closed");
    if (this.#isHeld) {
      const request = Promise.withResolvers<void>();
      this.#waiting.push(request);
      return request.promise;
    }
    this.#isHeld = true;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#isHeld = false;
  }

  /** Rejects every caller that waits for the lock. The holder keeps it. */
  rejectWaiting(failure: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(failure);
  }

  /** For the holder: nobody gets the lock again. */
  close(): void {
    this.#isClosed = true;
    this.rejectWaiting(new Error("the database is closed"));
    this.#isHeld = false;
  }
}

/**
 * Another process (`svc admin …`) may hold SQLite's own write lock for a moment. SQLite's busy_timeout would block the
 * event loop meanwhile, so the writing connection has none, and this sleeps between two attempts.
 */
export async function retryWhileBusy(busyMs: number, work: () => void): Promise<void> {
  const attempts = Math.ceil(busyMs / RETRY_MS);
  for (let attempt = 1; ; attempt++) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt >= attempts) throw error;
      await sleep(RETRY_MS);
    }
  }
}
