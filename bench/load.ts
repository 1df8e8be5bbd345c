export type Load = { perSecond: number; p50: number; p99: number; refused: number };

/** Each worker calls again as soon as it was answered, until the time is over. */
export async function closedLoop(
  workers: number,
  ms: number,
  work: (worker: number) => Promise<boolean>,
): Promise<Load> {
  const times: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  const until = startedAt + ms;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < until) {
        const before = performance.now();
        if (await work(worker)) times.push(performance.now() - before);
        else refused += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    refused,
  };
}

export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
