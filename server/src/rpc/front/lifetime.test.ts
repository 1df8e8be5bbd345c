import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Lifetime } from "./lifetime.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

/** The turn that a call begins in ends. */
function nextTurn(): void {
  vi.advanceTimersByTime(0);
}

function openExchange(isClosed = false) {
  const events = new EventEmitter();
  const exchange = {
    isClosed,
    isDestroyed: false,
    onClose: (listener: () => void) => void events.once("close", listener),
    close: () => {
      exchange.isClosed = true;
      events.emit("close");
    },
    destroy: () => {
      exchange.isDestroyed = true;
    },
  };
  return exchange;
}

test("the call ends at its deadline and the signal says why", () => {
  const onEnd = vi.fn();
  const lifetime = new Lifetime(openExchange(), onEnd);
  expect(lifetime.begin(1000)).toBe(true);
  vi.advanceTimersByTime(999);
  expect(lifetime.signal.aborted).toBe(false);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: "DEADLINE_EXCEEDED" }));
  expect(lifetime.signal.reason).toMatchObject({ reason: "DEADLINE_EXCEEDED" });
});

test("a deadline that has passed already starts no work", () => {
  const onEnd = vi.fn();
  expect(new Lifetime(openExchange(), onEnd).begin(0)).toBe(false);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: "DEADLINE_EXCEEDED" }));
});

test("a caller who is gone before the call begins starts no work and leaves no timer", () => {
  const onEnd = vi.fn();
  const lifetime = new Lifetime(openExchange(true), onEnd);
  expect(lifetime.begin(1000)).toBe(false);
  lifetime.answered();
  nextTurn();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: "CANCELLED" }));
  expect(lifetime.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

const WHEN: [string, isLater: boolean][] = [
  ["in the turn that the call began in", false],
  ["later", true],
];

test.each(WHEN)("a caller who leaves %s ends the call, and its timer", (_when, isLater) => {
  const onEnd = vi.fn();
  const exchange = openExchange();
  const lifetime = new Lifetime(exchange, onEnd);
  lifetime.begin(1000);
  if (isLater) nextTurn();
  exchange.close();
  nextTurn();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: "CANCELLED" }));
  expect(lifetime.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([1000, 30_000])(
  "a caller with a deadline of %i ms who does not take its answer within 30 seconds is cut off",
  (timeoutMs) => {
    const exchange = openExchange();
    const lifetime = new Lifetime(exchange, () => {});
    lifetime.begin(timeoutMs);
    vi.advanceTimersByTime(999);
    lifetime.answered();
    vi.advanceTimersByTime(29_999);
    expect(exchange.isDestroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(exchange.isDestroyed).toBe(true);
  },
);

test("a call that is refused before it begins is cut off in the same way, and leaves no timer", () => {
  const exchange = openExchange();
  const lifetime = new Lifetime(exchange, () => {});
  lifetime.answered();
  nextTurn();
  expect(vi.getTimerCount()).toBe(1);
  exchange.close();
  expect(vi.getTimerCount()).toBe(0);
});

test.each(WHEN)("an answer that was taken %s leaves no timer and aborts nothing", (_when, isLater) => {
  const onEnd = vi.fn();
  const exchange = openExchange();
  const lifetime = new Lifetime(exchange, onEnd);
  lifetime.begin(1000);
  if (isLater) nextTurn();
  lifetime.answered();
  exchange.close();
  nextTurn();
  expect(vi.getTimerCount()).toBe(0);
  expect(lifetime.signal.aborted).toBe(false);
  expect(onEnd).not.toHaveBeenCalled();
});
