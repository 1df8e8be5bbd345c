import { createHook } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { shareOf } from "@svc/server/workers";
import { setThreads } from "../environment.ts";

const TICKS = 3_000;

/** For a process that will answer the same calls for weeks. What it gains is in docs/adr/0029 and 0031. */
export async function tuneEngine(): Promise<void> {
  // A call passes through many small functions of many files: give the compiler room to put them together.
  setFlagsFromString("--max-inlined-bytecode-size=3000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=12000");
  // What outlived a few collections under way would be made among the old objects from then on, where it keeps all of
  // its request alive until the next full collection.
  setFlagsFromString("--no-allocation-site-pretenuring");
  keepShapeOfTicks();
  await settleTicks();
}

const kept: object[] = [];

/**
 * Node makes an object for every `process.nextTick`, some ten for each request. V8 remembers their shape as long as one of
 * them lives; if a garbage collection finds none, it sees another shape next time and builds each in a slow way from then on.
 */
function keepShapeOfTicks(): void {
  const init = (_id: number, type: string, _trigger: number, resource: object): void => {
    if (type === "TickObject") kept.push(resource);
  };
  const hook = createHook({ init, trackPromises: false }).enable();
  process.nextTick(() => {});
  hook.disable();
}

/** Has the code that makes them compiled before the program begins, while every one of them is alike. */
function settleTicks(): Promise<void> {
  return new Promise((resolve) => {
    let left = TICKS;
    const tick = (): void => {
      left -= 1;
      if (left === 0) resolve();
      else process.nextTick(tick);
    };
    tick();
  });
}

/**
 * Has Node make as many threads as there is room for hashes, and hand on the next one without the event loop. More of them would take turns on the
 * cores, each with 19 MiB that drive the others' out of the caches (docs/adr/0033). To be called before the first use.
 */
export function tuneThreads(workers: number): void {
  setThreads(shareOf(workers, availableParallelism()).threads);
}
