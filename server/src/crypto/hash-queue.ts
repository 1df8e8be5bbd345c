import { fairLine } from "./fair-line.ts";
import { type HashClass, type HashTurn, hashClasses } from "./hash-turn.ts";
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
 * Shares the hashing threads out fairly. Whoever waits is let in by class, address and account in turn (fair-line.ts).
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

/**
 * Of the address that has most waiting; of several such addresses in the last class; of the account that has most waiting there;
 * who came last.
 */
function mostCrowded(waiters: readonly Waiter[], newcomer: HashTurn): Waiter | "newcomer" {
  const turns = [...waiters.map(({ turn }) => turn), newcomer];
  const perAddress = countBy(turns, ({ address }) => address);
  const perAccount = countBy(turns, accountAt);
  const crowd = (turn: HashTurn): readonly number[] => [
    perAddress.get(turn.address) ?? 0,
    hashClasses.indexOf(turn.class),
    perAccount.get(accountAt(turn)) ?? 0,
  ];
  let found: Waiter | "newcomer" = "newcomer";
  let most = crowd(newcomer);
  for (const waiter of waiters.toReversed()) {
    const its = crowd(waiter.turn);
    if (isMore(its, most)) [found, most] = [waiter, its];
  }
  return found;
}

function accountAt({ address, account }: HashTurn): string {
  return `${address}\n${account}`;
}

function countBy(turns: readonly HashTurn[], keyOf: (turn: HashTurn) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const turn of turns) counts.set(keyOf(turn), (counts.get(keyOf(turn)) ?? 0) + 1);
  return counts;
}

/** The first figure that differs decides. */
function isMore(some: readonly number[], others: readonly number[]): boolean {
  const at = some.findIndex((figure, index) => figure !== others[index]);
  return at >= 0 && (some[at] ?? 0) > (others[at] ?? 0);
}
