/** The machine is overloaded; the caller should try again later. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";

  constructor() {
    super("too much work is waiting");
  }
}

export type WorkQueue = {
  /** Runs the job when a slot is free, or rejects with QueueFullError without ever starting it. */
  run<T>(job: () => Promise<T>): Promise<T>;
};

export type WorkQueueLimits = {
  /** Jobs that run at the same time. */
  running: number;
  /** Jobs that may wait; one more is refused at once. */
  waiting: number;
};

/** A first-in, first-out queue with limits, for work that would otherwise pile up and slow down other calls. */
export function createWorkQueue({ running, waiting }: WorkQueueLimits): WorkQueue {
  if (!(running >= 1)) throw new RangeError("a work queue must run at least one job at a time");

  let active = 0;
  const waiters = new Set<() => void>();

  function waitForSlot(): Promise<void> {
    if (waiters.size >= waiting) return Promise.reject(new QueueFullError());
    return new Promise((resolve) => void waiters.add(resolve));
  }

  // The slot goes straight to the first waiter: if it were freed in between, a new call could jump the queue.
  function releaseSlot(): void {
    const [next] = waiters;
    if (next === undefined) {
      active -= 1;
      return;
    }
    waiters.delete(next);
    next();
  }

  return {
    async run(job) {
      if (active < running) active += 1;
      else await waitForSlot();

      try {
        return await job();
      } finally {
        releaseSlot();
      }
    },
  };
}
