const LONGEST_MS = 30_000;

/** Before a worker is started again: at once after the first end, then later and later. */
export function backOffMs(endsInARow: number): number {
  return endsInARow <= 1 ? 0 : Math.min(LONGEST_MS, 1_000 * 2 ** (endsInARow - 2));
}
