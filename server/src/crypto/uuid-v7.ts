import { randomInt, randomUUID } from "node:crypto";

// RFC 9562, method 1: the 12 bits after the time are a counter. It starts in its lower half,
// so that every millisecond has at least 2,048 ids.
const counterEnd = 0x1000;
const counterStartEnd = 0x800;

/** The ids of this process. */
export const newUuidV7 = createUuidV7();

/**
 * Makes time-ordered ids, each greater than all before. When the clock stops or goes back, the counter
 * continues; when it is used up, the time in the id runs ahead of the clock.
 */
export function createUuidV7(): (nowMs: number) => string {
  let lastMs = -1;
  let counter = 0;
  let timePart = "";

  const begin = (ms: number): void => {
    lastMs = ms;
    counter = randomInt(counterStartEnd);
    const time = ms.toString(16).padStart(12, "0");
    timePart = `${time.slice(0, 8)}-${time.slice(8)}`;
  };

  return (nowMs) => {
    if (nowMs > lastMs) begin(nowMs);
    else {
      counter += 1;
      if (counter === counterEnd) begin(lastMs + 1);
    }
    const count = (counterEnd + counter).toString(16).slice(1);
    // The second half of a random v4 has the same layout: the variant, then 62 random bits.
    return `${timePart}-7${count}${randomUUID().slice(18)}`;
  };
}
