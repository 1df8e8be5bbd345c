import { createWorkQueue } from "../crypto/work-queue.ts";
import { describeError } from "../errors.ts";
import type { Log } from "./log.ts";

/** Work that continues after the response and that no request waits for. It is lost when the process dies. */
export type Background = Readonly<{
  /** Never throws: work that fails, or that finds the queue full, is logged as `<what> failed`. */
  run: (what: string, work: (signal: AbortSignal) => Promise<void>) => void;
  /** Resolves once nothing is running. */
  idle: () => Promise<void>;
  /** Aborts what can be aborted, and resolves once nothing is running. */
  end: () => Promise<void>;
}>;

const AT_A_TIME = 16;
const WAITING = 1000;

export function createBackground(log: Log): Background {
  const queue = createWorkQueue({ running: AT_A_TIME, waiting: WAITING });
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    run(what, work) {
      const done = queue
        .run(() => work(ending.signal))
        .catch((error: unknown) => log("warn", `${what} failed`, { detail: describeError(error) }))
        .finally(() => running.delete(done));
      running.add(done);
    },

    idle,

    end() {
      ending.abort();
      return idle();
    },
  };
}
