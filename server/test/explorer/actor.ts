import { AsyncLocalStorage } from "node:async_hooks";

export type Side = "A" | "B";

/** Where in the schedule something happened; two sides of one schedule count together. */
export type Moments = { count: number };

/** A commit that changed something: a transaction's, or that of a single statement. */
export type Commit = Readonly<{ at: number; tables: readonly string[] }>;

/**
 * One of the two calls of a schedule. It stops at its n-th suspension point until it is released. A call that runs several
 * things at once stops as a whole: it has stopped when nothing of it is under way.
 */
export class Actor {
  readonly side: Side;
  /** The suspension points that it came to, in order. */
  readonly points: string[] = [];
  readonly commits: Commit[] = [];
  readonly startedAt: number;
  answeredAt = 0;
  /** Steps that have come back: while this number grows, the call makes progress. */
  finishedSteps = 0;
  stepsUnderWay = 0;
  writerSteps = 0;
  openTransactions = 0;
  hasStopped = false;
  readonly stopped = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  readonly #moments: Moments;
  readonly #stopAt: number;
  #isReleased = false;

  constructor(side: Side, moments: Moments, stopAt: number) {
    this.side = side;
    this.#moments = moments;
    this.#stopAt = stopAt;
    this.startedAt = this.now();
  }

  now(): number {
    this.#moments.count += 1;
    return this.#moments.count;
  }

  release(): void {
    this.#isReleased = true;
    this.#released.resolve();
  }

  async pause(point: string): Promise<void> {
    const index = this.points.push(point) - 1;
    if (this.#isReleased || index < this.#stopAt) return;
    this.hasStopped = true;
    this.noteStop();
    await this.#released.promise;
  }

  /**
   * For what SQLite's one writer does: it may have to wait for another transaction of the same call, which has stopped. A call
   * that sends two mails at once has two, and both are committed together.
   */
  async asWriter<T>(work: () => Promise<T>): Promise<T> {
    this.stepsUnderWay -= 1;
    this.writerSteps += 1;
    this.noteStop();
    try {
      return await work();
    } finally {
      this.stepsUnderWay += 1;
      this.writerSteps -= 1;
    }
  }

  noteStop(): void {
    const isWaiting = this.writerSteps === 0 || this.openTransactions > 0;
    if (this.hasStopped && this.stepsUnderWay === 0 && isWaiting) this.stopped.resolve();
  }
}

/** Whose query it is. Setting up and checking belong to neither side and never stop. */
export const actors = new AsyncLocalStorage<Actor>();

/** A suspension point, and what happens after it. */
export async function step<T>(point: string, work: (actor: Actor | undefined) => Promise<T>): Promise<T> {
  const actor = actors.getStore();
  if (!actor) return work(undefined);
  await actor.pause(point);
  actor.stepsUnderWay += 1;
  try {
    return await work(actor);
  } finally {
    actor.stepsUnderWay -= 1;
    actor.finishedSteps += 1;
    actor.noteStop();
  }
}
