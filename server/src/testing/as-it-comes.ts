import type { Dice } from "./dice.ts";

/** Delivers messages unreliably: lost, repeated and out of order. The last message arrives at least once. */
export function asItComes<T>(roll: Dice, told: readonly T[]): T[] {
  const last = told.at(-1) as T;
  const kept = told.slice(0, -1).filter(() => roll(4) > 0);
  return shuffled(
    roll,
    [...kept, last].flatMap((one) => Array.from({ length: 1 + roll(3) }, () => one)),
  );
}

export function shuffled<T>(roll: Dice, all: readonly T[]): T[] {
  const order = [...all];
  for (let n = order.length - 1; n > 0; n--) {
    const other = roll(n + 1);
    [order[n], order[other]] = [order[other] as T, order[n] as T];
  }
  return order;
}
