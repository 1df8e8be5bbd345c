import fc from "fast-check";
import { expect, test } from "vitest";
import { utcText } from "./utc-text.ts";

test("any millisecond of the years 1 to 9999 is written as toISOString writes it", () => {
  const first = Date.parse("0001-01-01T00:00:00Z");
  const last = Date.parse("9999-12-31T23:59:59.999Z");
  const times = fc.oneof(
    fc.integer({ min: first, max: last }),
    fc.integer({ min: 0, max: 40_000 }).map((day) => day * 86_400_000),
    fc.constantFrom(first, last, -1, 0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 86_399_999, 86_400_000),
  );
  fc.assert(
    fc.property(times, (ms) => {
      expect(utcText(ms)).toBe(new Date(ms).toISOString().replace(".000Z", "Z"));
    }),
    { numRuns: 10_000 },
  );
});
