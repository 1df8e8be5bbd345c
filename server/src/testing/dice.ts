export type Dice = (sides: number) => number;

/** mulberry32: the same numbers for the same seed. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

export function pick<T>(roll: Dice, from: readonly T[]): T {
  return from[roll(from.length)] as T;
}
