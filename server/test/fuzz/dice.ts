/** Random choices that come again with the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 up to the limit, without it. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }

  some<T>(from: readonly T[], probability: number): T[] {
    return from.filter(() => this.chance(probability));
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Mostly short, now and then long. */
  size(usual: number, rare: number): number {
    return this.below(this.chance(0.02) ? rare : usual);
  }

  /** The same bytes with a few of them changed, lost, doubled or cut off. */
  damaged(bytes: Buffer): Buffer {
    const at = this.below(bytes.length + 1);
    const end = at + this.below(8);
    return this.pick([
      () => Buffer.concat([bytes.subarray(0, at), this.bytes(end - at), bytes.subarray(end)]),
      () => Buffer.concat([bytes.subarray(0, at), this.bytes(this.below(8)), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]),
      () => Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]),
      () => bytes.subarray(0, at),
    ])();
  }
}
