import { expect, test } from "vitest";
import { givenTime } from "./given-time.ts";

test.each([
  ["2030-01-31", "2030-01-31T00:00:00.000Z"],
  [" 2030-01-31T10:00Z ", "2030-01-31T10:00:00.000Z"],
  ["2030-01-31T10:00:00.123456789+01:30", "2030-01-31T08:30:00.123Z"],
  ["0001-01-01", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
])("%j is %s", (typed, time) => {
  expect(givenTime({ expiresAt: typed }, "expiresAt")).toBe(time);
});

test.each([
  ...["soon", "2030-02-30", "2030-13-01", "2030-02-03T10:00:00", "2030-02-03T25:00:00Z", "2030-1-1"],
  ...["0000-01-01", "0000-12-31T23:59:59-23:59", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-23:59"],
  ...["+012030-01-01", "2030-02-29", "2030-02-03T10:00:00+99:99", "١٩٩٩-01-01"],
])("%j is not a time", (typed) => {
  expect(() => givenTime({ expiresAt: typed }, "expiresAt")).toThrow(
    expect.objectContaining({
      code: "invalid_argument",
      message: `--expires-at ${JSON.stringify(typed)} is not a time`,
    }),
  );
});

test("a flag that is left out is no time", () => {
  expect(givenTime({}, "expiresAt")).toBeUndefined();
});
