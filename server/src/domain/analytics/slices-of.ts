import { setImmediate } from "node:timers/promises";
import type { Millis } from "../../storage/db.ts";

/** Shorter periods are not divided further. */
const SHORTEST_MS = 1_000;

/**
 * Divides a period with many events, and yields to the event loop in between, because SQLite queries run on the
 * thread that also answers calls.
 */
export async function* slicesOf(
  isLarge: (from: Millis, to: Millis) => Promise<boolean>,
  from: Millis,
  to: Millis,
): AsyncGenerator<[Millis, Millis]> {
  if (from >= to) return;
  if (to - from > SHORTEST_MS && (await isLarge(from, to))) {
    const middle = Math.floor((from + to) / 2);
    yield* slicesOf(isLarge, from, middle);
    yield* slicesOf(isLarge, middle, to);
  } else {
    await setImmediate();
    yield [from, to];
  }
}
