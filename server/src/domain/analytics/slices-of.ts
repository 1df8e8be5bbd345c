import { setImmediate } from "node:timers/promises";
import type { Millis } from "../../storage/db.ts";

/** Not divided any further, however much has happened in it. */
const SHORTEST_MS = 1_000;

/**
 * Divides a time in which much has happened, and lets others run in between: on SQLite a query is
 * done by the thread that also answers everybody's calls.
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
