import { fairLine } from "./fair-queue.ts";
import { type HashClass, type HashTurn, hashClasses } from "./hash-caller.ts";
import { QueueFullError } from "./work-queue.ts";

const ADMINISTRATOR: HashClass = "administrator";

export type HashQueue = {
  /** Runs the job when its turn comes, or rejects with QueueFullError without ever starting it. */
  run<T>(turn: HashTurn, job: () => Promise<T>): Promise<T>;
  /** Throws QueueFullError when `run` would, so that a caller can be refused before anything else is done for it. */
  refuseIfFull(turn: HashTurn): void;
  /** How many jobs run and how many wait, at this moment. */
  load(): { running: number; waiting: number };
  /** How many of those who wait come from this address. */
  waitingFrom(address: string): number;
};

export type HashQueueLimits = {
  /** Jobs that run at the same time. */
  running: number;
  /** Jobs that may wait for their turn. The last place is kept for administrators. */
  waiting?: number;
  /** How long a job may wait before it is refused after all; without it, as long as it takes. */
  maxWaitMs?: number;
};

type Waiter = Readonly<{ turn: HashTurn; start: () => void; refuse: () => void }>;

/**
 * Shares the hashing threads out fairly. Whoever waits is let in by class, address and account in turn (fair-queue.ts).
 * A full queue refuses one of the address that has most waiting, which may be the newcomer. So nobody
 * can take the threads or the places from everybody else. No thread is kept free for anyone.
 */
export function createHashQueue({ running, waiting = 64, maxWaitMs }: HashQueueLimits): HashQueue {
  if (!(running >= 1)) throw new RangeError("a hash queue must run at least one job at a time");

  let active = 0;
  const line = fairLine<Waiter>();
  const waiters = new Set<Waiter>();

  /** One of those who wait, or the newcomer; undefined while there is room. */
  function oneTooMany(newcomer: HashTurn): Waiter | "newcomer" | undefined {
    const isFull = waiters.size >= waiting;
    if (!isFull && (newcomer.class === ADMINISTRATOR || waiters.size < waiting - 1)) return undefined;
    const others = [...waiters].filter(({ turn }) => turn.class !== ADMINISTRATOR);
    if (!isFull && others.length < waiting - 1) return undefined;
    return mostCrowded(isFull ? [...waiters] : others, newcomer);
  }

  function waitForTurn(turn: HashTurn): Promise<void> {
    const tooMany = oneTooMany(turn);
    if (tooMany === "newcomer") return Promise.reject(new QueueFullError());
    tooMany?.refuse();
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
        line.remove(turn, waiter);
        reject(new QueueFullError());
      };
      const start = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve();
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs);
      const waiter = { turn, start, refuse };
      waiters.add(waiter);
      line.add(turn, waiter);
    });
  }

  // The slot goes straight to who is next: were it freed in between, a newcomer could jump the queue.
  function passSlotOn(): void {
    const next = line.take();
    if (next === undefined) active -= 1;
    else next.start();
  }

  return {
    load: () => ({ running: active, waiting: waiters.size }),

    waitingFrom(address) {
      let count = 0;
      for (const { turn } of waiters) if (turn.address === address) count += 1;
      return count;
    },

    refuseIfFull(turn) {
      if (active >= running && oneTooMany(turn) === "newcomer") throw new QueueFullError();
    },

    async run(turn, job) {
      if (active < running) active += 1;
      else await waitForTurn(turn);

      try {
        return await job();
      } finally {
        passSlotOn();
      }
    },
  };
}

type Place = Readonly<{ turn: HashTurn; waiter: Waiter | "newcomer" }>;

/**
 * Of the address that has most waiting, and of several such addresses one of the lowest class; there of the account that has most
 * waiting; of several such calls the last one.
 */
function mostCrowded(waiters: readonly Waiter[], newcomer: HashTurn): Waiter | "newcomer" {
  const places: Place[] = waiters.map((waiter) => ({ turn: waiter.turn, waiter }));
  places.push({ turn: newcomer, waiter: "newcomer" });
  const addresses = countBy(places, ({ turn }) => turn.address);
  const [address] = lastOfMost(places, ({ turn }) => [addresses.get(turn.address) ?? 0, rankOf(turn)]);
  const there = places.filter(({ turn }) => turn.address === address?.turn.address);
  const accounts = countBy(there, ({ turn }) => turn.account);
  const [found] = lastOfMost(there, ({ turn }) => [rankOf(turn), accounts.get(turn.account) ?? 0]);
  return found?.waiter ?? "newcomer";
}

function rankOf(turn: HashTurn): number {
  return hashClasses.indexOf(turn.class);
}

function countBy(places: readonly Place[], keyOf: (place: Place) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}

/** Those with the largest figures, the last one first. The first figure that differs decides. */
function lastOfMost(places: readonly Place[], figuresOf: (place: Place) => [number, number]): Place[] {
  return places.toReversed().toSorted((a, b) => {
    const [a1, a2] = figuresOf(a);
    const [b1, b2] = figuresOf(b);
    return b1 - a1 || b2 - a2;
  });
}
