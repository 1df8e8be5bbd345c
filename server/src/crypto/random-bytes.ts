import { randomFillSync } from "node:crypto";

/** Asking the system for each few bytes takes ten times as long. */
const pool = Buffer.alloc(4096);
let taken = pool.length;

/** Random bytes of which the pool keeps no copy. */
export function randomBytes(length: number): Buffer {
  if (length > pool.length) throw new RangeError(`at most ${pool.length} random bytes at a time`);
  if (taken + length > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = Buffer.from(pool.subarray(taken, taken + length));
  pool.fill(0, taken, taken + length);
  taken += length;
  return bytes;
}
