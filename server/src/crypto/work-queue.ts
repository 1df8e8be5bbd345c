import { Refusal } from "../errors.ts";

/** There is more work than the machine keeps up with; the caller should try again later. */
export class QueueFullError extends Refusal {
  override readonly name = "QueueFullError";

  constructor() {
    super("too much work is waiting");
  }
}

export type WorkQueue = {
  /** Runs the job when its turn comes, or rejects with QueueFullError without ever starting it. */
  run<T>(job: () => Promise<T>): Promise<T>;
};

export type WorkQueueLimits = {
  /** Jobs that run at the same time. */
  running: number;
  /** Jobs that may wait for their turn; one more is refused at once. */
  waiting: number;
};

/** A first-in, first-out queue with bounds, for work that would otherwise pile up and slow all the rest. */
export function createWorkQueue({ running, waiting }: WorkQueueLimits): WorkQueue {
  if (!(running >= 1)) throw new RangeError("a work queue must run at least one job at a time");

  let active = 0;
  const waiters = new Set<() => void>();

  function waitForTurn(): Promise<void> {
    if (waiters.size >= waiting) return Promise.reject(new QueueFullError());
    return new Promise((resolve) => void waiters.add(resolve));
  }

  // The slot goes straight to the first in line: were it freed in between, a newcomer could jump the queue.
  function passSlotOn(): void {
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
      else await waitForTurn();

      try {
        return await job();
      } finally {
        passSlotOn();
      }
    },
  };
}
