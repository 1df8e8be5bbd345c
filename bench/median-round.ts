import { type Figure, ratioOf } from "./figure.ts";

/** Of one figure in several rounds the one in the middle, by its ratio if it has a limit, with the span of all of them. */
export function medianRound(rounds: readonly Figure[]): Figure {
  const [first] = rounds;
  if (first === undefined) throw new Error("nothing was measured");
  const rank = (figure: Figure): number => ratioOf(figure) ?? figure.value;
  const measured = rounds.filter((figure) => !Number.isNaN(rank(figure)));
  if (measured.length === 0) return first;
  const sorted = measured.toSorted((a, b) => rank(a) - rank(b));
  const middle = sorted[Math.floor(sorted.length / 2)] ?? first;
  if (measured.length === 1) return middle;
  const values = measured.map(({ value }) => value);
  return { ...middle, lowest: Math.min(...values), highest: Math.max(...values) };
}
