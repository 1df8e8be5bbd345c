import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lifetimeOf } from "./lifetime.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openResponse(destroyed = false): ServerResponse & { isDestroyed: boolean } {
  const response = Object.assign(new EventEmitter(), {
    destroyed,
    isDestroyed: false,
    destroy() {
      response.isDestroyed = true;
    },
  });
  return response as never;
}

test("the work fails at its deadline and the signal says why", async () => {
  const lifetime = lifetimeOf(openResponse());
  const work = lifetime.run(1000, () => new Promise(() => {}));
  vi.advanceTimersByTime(999);
  expect(lifetime.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(work).rejects.toMatchObject({ reason: "DEADLINE_EXCEEDED" });
  expect(lifetime.signal.reason).toMatchObject({ reason: "DEADLINE_EXCEEDED" });
});

test("a deadline that has passed already starts no work", async () => {
  const work = vi.fn(async () => {});
  await expect(lifetimeOf(openResponse()).run(0, work)).rejects.toMatchObject({
    reason: "DEADLINE_EXCEEDED",
  });
  expect(work).not.toHaveBeenCalled();
});

test("a caller who is gone before the call begins starts no work and leaves no timer", async () => {
  const lifetime = lifetimeOf(openResponse(true));
  const work = vi.fn(async () => {});
  await expect(lifetime.run(1000, work)).rejects.toMatchObject({ reason: "CANCELLED" });
  lifetime.answered();
  expect(work).not.toHaveBeenCalled();
  expect(lifetime.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("a caller who does not take its answer within 30 seconds is cut off", () => {
  const response = openResponse();
  const lifetime = lifetimeOf(response);
  lifetime.answered();
  vi.advanceTimersByTime(29_999);
  expect(response.isDestroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(response.isDestroyed).toBe(true);
});

test("an answer that was taken leaves no timer and aborts nothing", async () => {
  const response = openResponse();
  const lifetime = lifetimeOf(response);
  await lifetime.run(1000, async () => "done");
  lifetime.answered();
  response.emit("close");
  expect(vi.getTimerCount()).toBe(0);
  expect(lifetime.signal.aborted).toBe(false);
});
