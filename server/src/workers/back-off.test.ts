import { expect, test } from "vitest";
import { backOffMs } from "./back-off.ts";

test("a worker that ends again and again is started later and later, and never given up", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000].map(backOffMs)).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
