import { performance } from "node:perf_hooks";
import { type FairQueue, fairQueue } from "./fair-queue.ts";
import { type HashCaller, type HashClass, hashClasses } from "./hash-caller.ts";
import { QueueTime } from "./queue-time.ts";
import { QueueFullError } from "./work-queue.ts";

const ADMINISTRATOR: HashClass = "administrator";

export type HashQueue = {
  /** Runs the job when a thread is free, or rejects with QueueFullError without ever starting it. */
  run<T>(caller: HashCaller, job: () => Promise<T>): Promise<T>;
  /** Throws QueueFullError when `run` would, so that a call can be refused before any other work is done for it. */
  refuseIfFull(caller: HashCaller): void;
  /** How many jobs are running and how many are waiting. */
  load(): { running: number; waiting: number };
  /** How many of the waiting jobs come from this address. */
  waitingFrom(address: string): number;
};

export type HashQueueLimits = {
  /** Jobs that run at the same time. */
  running: number;
  /** Jobs that may wait. The last place is reserved for administrators. */
  waiting?: number;
  /** How long a job may wait before it is refused; unlimited if undefined. */
  maxWaitMs?: number;
  now?: () => number;
};

const FEWEST_PLACES = 8;

type Waiter = Readonly<{ caller: HashCaller; start: () => void; refuse: () => void }>;

/**
 * Shares the hashing threads fairly: waiting calls are served round-robin by class, address and account (fair-queue.ts).
 * A full queue refuses a call from the address with the most waiting calls, which may be the new one, so that no
 * address can starve the others. No thread is reserved.
 */
export function createHashQueue({
  running,
  waiting = 64,
  maxWaitMs,
  now = () => performance.now(),
}: HashQueueLimits): HashQueue {
  if (!(running >= 1)) throw new RangeError("a hash queue must run at least one job at a time");

  let active = 0;
  const queue = fairQueue<Waiter>();
  const waiters = new Set<Waiter>();
  const time = new QueueTime();

  /** The call to refuse, waiting or new; undefined while the queue is not full. */
  function pickRefused(newcomer: HashCaller): Waiter | "newcomer" | undefined {
    const limit = waiters.size > 0 ? placesAt(now(), time, waiting, maxWaitMs) : waiting;
    const isFull = waiters.size >= limit;
    if (!isFull && (newcomer.class === ADMINISTRATOR || waiters.size < limit - 1)) return undefined;
    const others = [...waiters].filter(({ caller }) => caller.class !== ADMINISTRATOR);
    if (!isFull && others.length < limit - 1) return undefined;
    return pickFromMostWaiting(isFull ? [...waiters] : others, newcomer);
  }

  function waitForSlot(caller: HashCaller): Promise<void> {
    const refused = pickRefused(caller);
    if (refused === "newcomer") return Promise.reject(new QueueFullError());
    refused?.refuse();
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
        queue.remove(caller, waiter);
        reject(new QueueFullError());
      };
      const start = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve();
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs);
      const waiter = { caller, start, refuse };
      if (waiters.size === 0) time.begin(now());
      waiters.add(waiter);
      queue.add(caller, waiter);
    });
  }

  // The slot goes straight to the next waiter: if it were freed in between, a new call could jump the queue.
  function releaseSlot(): void {
    if (waiters.size > 0) time.count();
    const next = takeNext(queue);
    if (next === undefined) active -= 1;
    else next.start();
  }

  return {
    load: () => ({ running: active, waiting: waiters.size }),

    waitingFrom: (address) => [...waiters].filter(({ caller }) => caller.address === address).length,

    refuseIfFull(caller) {
      if (active >= running && pickRefused(caller) === "newcomer") throw new QueueFullError();
    },

    async run(caller, job) {
      if (active < running) active += 1;
      else await waitForSlot(caller);

      try {
        return await job();
      } finally {
        releaseSlot();
      }
    },
  };
}

/** Skips those whose callers have gone. */
function takeNext(queue: FairQueue<Waiter>): Waiter | undefined {
  let next = queue.take();
  for (; next?.caller.isGone?.(); next = queue.take()) next.refuse();
  return next;
}

/** No more jobs may wait than are done in the time that one may wait: the last would wait in vain. */
function placesAt(
  now: number,
  time: QueueTime,
  waiting: number,
  maxWaitMs = Number.POSITIVE_INFINITY,
): number {
  const served = Math.floor(maxWaitMs / time.msFor(1, now));
  return Math.min(waiting, Math.max(FEWEST_PLACES, served));
}

type Candidate = Readonly<{ caller: HashCaller; waiter: Waiter | "newcomer" }>;

/**
 * Picks the address with the most waiting calls; on a tie, the one with the lowest class. At that address it picks the
 * lowest class, then the account with the most waiting calls, then the newest call.
 */
function pickFromMostWaiting(waiters: readonly Waiter[], newcomer: HashCaller): Waiter | "newcomer" {
  const candidates: Candidate[] = waiters.map((waiter) => ({ caller: waiter.caller, waiter }));
  candidates.push({ caller: newcomer, waiter: "newcomer" });
  const addresses = countBy(candidates, ({ caller }) => caller.address);
  const [address] = lastOfMost(candidates, ({ caller }) => [
    addresses.get(caller.address) ?? 0,
    rankOf(caller),
  ]);
  const fromAddress = candidates.filter(({ caller }) => caller.address === address?.caller.address);
  const accounts = countBy(fromAddress, ({ caller }) => caller.account);
  const [found] = lastOfMost(fromAddress, ({ caller }) => [
    rankOf(caller),
    accounts.get(caller.account) ?? 0,
  ]);
  return found?.waiter ?? "newcomer";
}

function rankOf(caller: HashCaller): number {
  return hashClasses.indexOf(caller.class);
}

function countBy(
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const candidate of candidates) counts.set(keyOf(candidate), (counts.get(keyOf(candidate)) ?? 0) + 1);
  return counts;
}

/** Sorts by the figures, largest first; the first figure that differs decides, then the later candidate. */
function lastOfMost(
  candidates: readonly Candidate[],
  figuresOf: (candidate: Candidate) => [number, number],
): Candidate[] {
  return candidates.toReversed().toSorted((a, b) => {
    const [a1, a2] = figuresOf(a);
    const [b1, b2] = figuresOf(b);
    return b1 - a1 || b2 - a2;
  });
}
