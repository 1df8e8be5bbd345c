import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { refuseOuterHandle } from "../outer-handle-guard.ts";

/** With one, PostgreSQL waits while we prepare the next. With more, fewer go together. */
const MOST_AT_ONCE = 2;
const MOST_TOGETHER = 32;
/** Nothing waits longer than this for those before it. */
const PATIENCE_MS = 250;
/** So long each goes alone after that. */
const ALONE_MS = 1_000;

export type TogetherOptions<Item, Result> = Readonly<{
  /** One statement for all. Returns a result for each, in their order. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** What only one item that runs together with others may have at a time. */
  keysOf: (item: Item) => readonly string[];
  /** Whether the statement did nothing, perhaps because of only one of its items. */
  mayFailForOne: (error: unknown) => boolean;
}>;

type Waiting<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Runs what is asked for in one turn of the event loop in one statement. At most two run at a time; what is asked for
 * meanwhile waits and goes together next. While one of them takes long, nothing waits for it: each goes alone.
 */
export class Together<Item, Result> {
  readonly #options: TogetherOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  /** Of the items that run together. */
  readonly #keys = new Set<string>();
  /** A turn is about to end, and what waits is taken then. */
  #isTaking = false;
  #aloneUntil = 0;

  constructor(options: TogetherOptions<Item, Result>) {
    this.#options = options;
  }

  /** Never inside a transaction. */
  run(item: Item): Promise<Result> {
    refuseOuterHandle();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (performance.now() < this.#aloneUntil) this.#runWaitingAlone();
      else void this.#start();
    });
  }

  async #start(): Promise<void> {
    if (this.#waiting.length === 0 || this.#isTaking || this.#running >= MOST_AT_ONCE) return;
    this.#isTaking = true;
    await nextTurn();
    this.#isTaking = false;
    const taken = this.#take();
    if (taken.length === 0) return; // the next end of a statement starts again
    this.#running += 1;
    void this.#start();
    const timer = setInterval(() => this.#shareNothing(), PATIENCE_MS);
    await this.#runTogether(taken);
    clearInterval(timer);
    for (const { item } of taken) for (const key of this.#options.keysOf(item)) this.#keys.delete(key);
    this.#running -= 1;
    void this.#start();
  }

  /** Those that wait, but for those with a key that runs or that one before them waits for. */
  #take(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const leftKeys = new Set<string>();
    for (const waiting of this.#waiting) {
      const keys = this.#options.keysOf(waiting.item);
      const goes =
        taken.length < MOST_TOGETHER && !keys.some((key) => this.#keys.has(key) || leftKeys.has(key));
      (goes ? taken : left).push(waiting);
      for (const key of keys) (goes ? this.#keys : leftKeys).add(key);
    }
    this.#waiting = left;
    return taken;
  }

  async #runTogether(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(taken.map(({ item }) => item));
      for (const [at, { resolve }] of taken.entries()) resolve(results[at] as Result);
    } catch (error) {
      const areAlone = taken.length > 1 && this.#options.mayFailForOne(error);
      for (const waiting of taken) {
        if (areAlone) void this.#runTogether([waiting]);
        else waiting.reject(error);
      }
    }
  }

  #shareNothing(): void {
    this.#aloneUntil = performance.now() + ALONE_MS;
    this.#runWaitingAlone();
  }

  #runWaitingAlone(): void {
    for (const waiting of this.#waiting.splice(0)) void this.#runTogether([waiting]);
  }
}
