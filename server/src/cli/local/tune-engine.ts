import { setFlagsFromString } from "node:v8";

const TICKS = 3_000;

/** For a process that will answer the same calls for weeks. What it gains is in docs/adr/0029. */
export async function tuneEngine(): Promise<void> {
  // A call passes through many small functions of many files: give the compiler room to put them together.
  setFlagsFromString("--max-inlined-bytecode-size=3000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=12000");
  await settleTicks();
}

/**
 * Node makes an object for every `process.nextTick`, some ten for each request. If that code is compiled before the
 * program begins, they share one shape; if not, V8 may see several and builds each in a slow way from then on.
 */
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
