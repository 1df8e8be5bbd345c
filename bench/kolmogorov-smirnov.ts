/** The two-sample statistic: the largest distance between the two empirical distribution functions. */
export function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): number {
  const shareUpTo = (values: readonly number[], x: number): number =>
    values.filter((value) => value <= x).length / values.length;
  return Math.max(...[...a, ...b].map((x) => Math.abs(shareUpTo(a, x) - shareUpTo(b, x))));
}
