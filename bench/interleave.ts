/** Interleaves the runs, so that none profits from caches that another has warmed. */
export function inRandomOrder<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, at: Math.random() }));
  return keyed.sort((a, b) => a.at - b.at).map(({ value }) => value);
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
