import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gather } from "./gather.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("callers go on as soon as there are enough of them, and the next ones begin anew", async () => {
  const together = gather(3, 50);
  const order: number[] = [];
  const come = (n: number): Promise<void> => together().then(() => void order.push(n));
  const first = [come(1), come(2)];
  await vi.advanceTimersByTimeAsync(49);
  expect(order).toEqual([]);
  await Promise.all([...first, come(3)]);
  expect(order).toEqual([1, 2, 3]);
  expect(vi.getTimerCount()).toBe(0);
  void come(4);
  await vi.advanceTimersByTimeAsync(49);
  expect(order).toEqual([1, 2, 3]);
});

test("nobody waits longer than that", async () => {
  const together = gather(3, 50);
  const wentOn = vi.fn();
  void together().then(wentOn);
  await vi.advanceTimersByTimeAsync(30);
  void together().then(wentOn);
  await vi.advanceTimersByTimeAsync(20);
  expect(wentOn).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
