import { performance } from "node:perf_hooks";
import { QueueTime } from "../crypto/queue-time.ts";
import { overloaded } from "../errors.ts";

/** When more calls arrive than the server can answer, those of a low priority are refused first. */
export const priorities = ["high", "normal", "low"] as const;
export type Priority = (typeof priorities)[number];

/**
 * What a call waits for most of its time. One that waits `elsewhere`, for a hash or for another server, must not take
 * the place of one that needs only the database. `nothing`: it is never refused.
 */
export type WaitsFor = "database" | "elsewhere" | "nothing";

export type Admitted = Readonly<{ priority: Priority; waitsFor: WaitsFor }>;

/** Enough to fill a commit of SQLite, and to keep a pool of PostgreSQL busy. */
const MAX_RUNNING = 64;
/** More than refused sign-ins, which wait for 250 ms, can fill: otherwise a flood of them would keep administrators out. */
const MAX_ELSEWHERE = 10_000;
const MAX_WAITING = 2_000;

/** A burst may make calls wait this long. */
const MAX_WAIT_MS = 500;
/** Once the queue has not been empty for MAX_WAIT_MS, it is no burst: a longer queue would answer no more calls. */
const TARGET_WAIT_MS = 400;
const SWEEP_MS = 50;

type Waiter = Readonly<{
  since: number;
  isGone: () => boolean;
  resolve: (mayRun: boolean) => void;
  reject: (error: Error) => void;
}>;

/**
 * Bounds how many calls run at the same time in this process, and how long others wait for them. A call that would
 * wait too long is refused at once, in the manner of CoDel: see docs/adr/0054.
 */
export class Admission {
  readonly #now: () => number;
  readonly #queues: Readonly<Record<Priority, Waiter[]>> = { high: [], normal: [], low: [] };
  readonly #queueTime = new QueueTime();
  #running = 0;
  #elsewhere = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get running(): number {
    return this.#running + this.#elsewhere;
  }

  get waiting(): number {
    const { high, normal, low } = this.#queues;
    return high.length + normal.length + low.length;
  }

  /**
   * Undefined: the call may run. A promise resolves to false when its caller has gone meanwhile. A call that may run
   * has to `leave`. Throws or rejects with OVERLOADED.
   */
  enter({ priority, waitsFor }: Admitted, isGone: () => boolean): Promise<boolean> | undefined {
    if (waitsFor === "database") {
      if (this.#running >= MAX_RUNNING) return this.#wait(priority, isGone);
      this.#running += 1;
    } else if (waitsFor === "elsewhere") {
      if (this.#elsewhere >= MAX_ELSEWHERE || (priority === "low" && this.#isStanding(this.#now())))
        throw overloaded();
      this.#elsewhere += 1;
    }
    return undefined;
  }

  leave({ waitsFor }: Admitted): void {
    if (waitsFor === "elsewhere") this.#elsewhere -= 1;
    if (waitsFor !== "database") return;
    if (this.waiting > 0) this.#passOn();
    else this.#running -= 1;
  }

  #wait(priority: Priority, isGone: () => boolean): Promise<boolean> {
    const now = this.#now();
    if (this.waiting === 0) this.#beginQueue(now);
    const target = this.#isStanding(now) ? TARGET_WAIT_MS : MAX_WAIT_MS;
    const isTooLong = this.#queueTime.msFor(this.#countAhead(priority), now) > target;
    if (isTooLong || (this.waiting >= MAX_WAITING && !this.#refuseLower(priority))) throw overloaded();
    return new Promise((resolve, reject) => {
      this.#queues[priority].push({ since: now, isGone, resolve, reject });
    });
  }

  #beginQueue(now: number): void {
    this.#queueTime.begin(now);
    this.#sweep ??= setInterval(() => this.#refuseLate(), SWEEP_MS);
  }

  /** Whether calls have been waiting all the time for longer than a burst takes. */
  #isStanding(now: number): boolean {
    return this.waiting > 0 && this.#queueTime.standingMs(now) > MAX_WAIT_MS;
  }

  /** How many would run before a new call of this priority. */
  #countAhead(priority: Priority): number {
    const { high, normal, low } = this.#queues;
    if (priority === "high") return high.length;
    return high.length + normal.length + (priority === "low" ? low.length : 0);
  }

  /** Makes room: the newest call of the lowest priority goes. Returns false if none is lower than this one. */
  #refuseLower(priority: Priority): boolean {
    const lower = priorities.slice(priorities.indexOf(priority) + 1).reverse();
    const waiter = lower
      .map((other) => this.#queues[other])
      .find(({ length }) => length > 0)
      ?.pop();
    waiter?.reject(overloaded());
    return waiter !== undefined;
  }

  /** The place of a call that is done goes straight to the next one: a new call must not get it first. */
  #passOn(): void {
    const now = this.#now();
    this.#queueTime.count();
    const next = this.#takeNext(now);
    if (next) next.resolve(true);
    else this.#running -= 1;
    if (this.waiting === 0) this.#endQueue();
  }

  #takeNext(now: number): Waiter | undefined {
    for (const priority of priorities) {
      for (let next = this.#queues[priority].shift(); next; next = this.#queues[priority].shift()) {
        if (next.isGone()) next.resolve(false);
        else if (now - next.since > MAX_WAIT_MS) next.reject(overloaded());
        else return next;
      }
    }
    return undefined;
  }

  #endQueue(): void {
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  /** For the time in which no call ends, and for low priorities whose turn does not come. */
  #refuseLate(): void {
    const now = this.#now();
    for (const queue of Object.values(this.#queues)) {
      while (queue[0] && now - queue[0].since > MAX_WAIT_MS) queue.shift()?.reject(overloaded());
    }
    if (this.waiting === 0) this.#endQueue();
  }
}
