import { expect, test } from "vitest";
import { randomBytes } from "./random-bytes.ts";

/** More than the pool holds, in lengths that never fit into it exactly. */
const LENGTHS = Array.from({ length: 3_000 }, (_, n) => 1 + (n % 61));

test("each call has bytes of its own, which later calls do not change", () => {
  const given = LENGTHS.map(randomBytes);
  const texts = given.map((bytes) => bytes.toString("hex"));
  for (const length of LENGTHS) randomBytes(length);
  expect(given.map(({ length }) => length)).toEqual(LENGTHS);
  expect(given.map((bytes) => bytes.toString("hex"))).toEqual(texts);
});

test("bytes do not repeat", () => {
  const some = LENGTHS.filter((length) => length >= 12).map((length) =>
    randomBytes(length).toString("hex", 0, 12),
  );
  expect(new Set(some).size).toBe(some.length);
});

test("every value of a byte is as frequent as the others, also at the start of the pool and after it was refilled", () => {
  const counts = new Array<number>(256).fill(0);
  for (let n = 0; n < 20_000; n++) for (const byte of randomBytes(32)) counts[byte] = (counts[byte] ?? 0) + 1;
  const expected = (20_000 * 32) / 256;
  for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected)); // seven standard deviations
});

test("nobody gets more than the pool holds", () => {
  expect(() => randomBytes(4097)).toThrow("at most 4096");
  expect(randomBytes(4096)).toHaveLength(4096);
});
