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
  /** Throws QueueFullError when `run` would, so that a caller can be refused before anything else is done for it. */
  refuseIfFull(): void;
  /** How many jobs run and how many wait, at this moment. */
  load(): { running: number; waiting: number };
};

export type WorkQueueLimits = {
  /** Jobs that run at the same time. */
  running: number;
  /** Jobs that may wait for their turn; one more is refused at once. */
  waiting?: number;
  /** How long a job may wait before it is refused after all; without it, as long as it takes. */
  maxWaitMs?: number;
};

/** A first-in, first-out queue with bounds, for work that would otherwise pile up and slow all the rest. */
export function createWorkQueue({ running, waiting = 64, maxWaitMs }: WorkQueueLimits): WorkQueue {
  if (!(running >= 1)) throw new RangeError("a work queue must run at least one job at a time");

  let active = 0;
  const waiters = new Set<() => void>();

  function waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (waiters.size >= waiting) return reject(new QueueFullError());

      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiters.delete(start);
        reject(new QueueFullError());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      waiters.add(start);
    });
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
    load: () => ({ running: active, waiting: waiters.size }),

    refuseIfFull() {
      if (active >= running && waiters.size >= waiting) throw new QueueFullError();
    },

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
