import type { Series } from "./chart-frame.tsx";

/** The round number at which a scale ends: 1, 2 or 5 times a power of ten, and at least as high as every value. */
export function axisMaximum(series: readonly Series[]): number {
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= highest) ?? highest;
}
