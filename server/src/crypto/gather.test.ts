import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchTimersOf } from "../testing/timers.ts";
import { gather } from "./gather.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("callers go on as soon as there are enough of them, one in each turn, and the next ones begin anew", async () => {
  const timers = watchTimersOf(50);
  const together = gather(50);
  const order: number[] = [];
  const come = (n: number): void => void together(3).then(() => order.push(n));
  come(1);
  come(2);
  await vi.advanceTimersByTimeAsync(49);
  expect(order).toEqual([]);
  come(3);
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await Promise.resolve();
    expect(order).toEqual(expected);
    await vi.advanceTimersToNextTimerAsync();
  }
  expect(timers.started()).toHaveLength(1);
  expect(timers.stopped()).toEqual(timers.started());
  come(4);
  await vi.advanceTimersByTimeAsync(49);
  expect(order).toEqual([1, 2, 3]);
});

test("nobody waits longer than that", async () => {
  const timers = watchTimersOf(50);
  const together = gather(50);
  const wentOn = vi.fn();
  void together(3).then(wentOn);
  await vi.advanceTimersByTimeAsync(30);
  void together(3).then(wentOn);
  await vi.advanceTimersByTimeAsync(20);
  await vi.advanceTimersToNextTimerAsync(); // the second in the next turn
  expect(wentOn).toHaveBeenCalledTimes(2);
  expect(timers.started()).toHaveLength(1);
  expect(timers.stopped()).toEqual(timers.started());
});
