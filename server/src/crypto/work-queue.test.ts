import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createWorkQueue, QueueFullError } from "./work-queue.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A job that runs until it is told to finish. */
function heldJob<T>(result: T) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const job = vi.fn(() => promise);
  return { job, finish: () => resolve(result), fail: (error: Error) => reject(error) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("runs at most the given number of jobs at once, in order of arrival", async () => {
  const queue = createWorkQueue({ running: 2 });
  const jobs = [1, 2, 3, 4].map(heldJob);
  const results = jobs.map(({ job }) => queue.run(job));
  const started = () => jobs.map(({ job }) => job.mock.calls.length);

  await settle();
  expect(started()).toEqual([1, 1, 0, 0]);
  jobs[1]?.finish();
  await settle();
  expect(started()).toEqual([1, 1, 1, 0]);
  jobs[0]?.finish();
  await settle();
  expect(started()).toEqual([1, 1, 1, 1]);

  for (const { finish } of jobs) finish();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
});

test("refuses at once when the queue is full, and accepts again when there is room", async () => {
  const queue = createWorkQueue({ running: 1, waiting: 1 });
  const [first, second, third] = [heldJob("first"), heldJob("second"), heldJob("third")];
  const firstResult = queue.run(first.job);
  const secondResult = queue.run(second.job);

  await expect(queue.run(third.job)).rejects.toThrow(QueueFullError);
  expect(third.job).not.toHaveBeenCalled();

  first.finish();
  await firstResult;
  const thirdResult = queue.run(third.job);
  second.finish();
  third.finish();
  expect(await Promise.all([secondResult, thirdResult])).toEqual(["second", "third"]);
});

test("is free again when a job is done and nobody waits", async () => {
  const queue = createWorkQueue({ running: 1, waiting: 0 });
  for (let i = 0; i < 3; i++) expect(await queue.run(async () => i)).toBe(i);
});

test("lets 64 jobs wait unless told otherwise", async () => {
  const queue = createWorkQueue({ running: 1 });
  const { job, finish } = heldJob(0);
  const results = Array.from({ length: 65 }, () => queue.run(job));
  await expect(queue.run(job)).rejects.toThrow(QueueFullError);
  finish();
  expect(await Promise.all(results)).toHaveLength(65);
});

test("refuses a job that waited too long, and only that", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const queue = createWorkQueue({ running: 1, waiting: 1, maxWaitMs: 2000 });
  const [slow, late, next] = [heldJob("slow"), heldJob("late"), heldJob("next")];
  const slowResult = queue.run(slow.job);
  const refusal = expect(queue.run(late.job)).rejects.toThrow(QueueFullError);

  vi.advanceTimersByTime(2000);
  await refusal;
  const nextResult = queue.run(next.job); // the refused job gave its place back
  slow.finish();
  expect(await slowResult).toBe("slow");
  expect(vi.getTimerCount()).toBe(0);

  vi.advanceTimersByTime(10_000); // running has no limit
  next.finish();
  expect(await nextResult).toBe("next");
  expect(late.job).not.toHaveBeenCalled();
});

test("goes on after jobs that fail, asynchronously or at once", async () => {
  const queue = createWorkQueue({ running: 1 });
  const failing = heldJob(0);
  const results = Promise.allSettled([
    queue.run(failing.job),
    queue.run(() => {
      throw new Error("at once");
    }),
    queue.run(async () => "fine"),
  ]);
  failing.fail(new Error("later"));
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});

test("must be able to run something", () => {
  expect(() => createWorkQueue({ running: 0 })).toThrow(RangeError);
  expect(() => createWorkQueue({ running: Number.NaN })).toThrow(RangeError);
});

test("keeps its bounds and its order under any schedule", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.nat({ max: 6 }),
      async (s, running, waiting) => {
        const queue = createWorkQueue({ running, waiting });
        const order: number[] = [];
        let active = 0;
        const jobs = Array.from({ length: 12 }, (_, i) =>
          queue.run(async () => {
            order.push(i);
            active += 1;
            expect(active).toBeLessThanOrEqual(running);
            await s.schedule(Promise.resolve());
            active -= 1;
          }),
        );
        const results = Promise.allSettled(jobs);
        await s.waitFor(results);

        const accepted = Math.min(12, running + waiting);
        expect((await results).filter(({ status }) => status === "fulfilled")).toHaveLength(accepted);
        expect(order).toEqual(Array.from({ length: accepted }, (_, i) => i));
      },
    ),
  );
});

test("tells beforehand when it would refuse", async () => {
  const queue = createWorkQueue({ running: 1, waiting: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = queue.run(() => promise);
  queue.refuseIfFull();
  const second = queue.run(async () => {});
  expect(() => queue.refuseIfFull()).toThrow(QueueFullError);
  resolve();
  await Promise.all([first, second]);
  queue.refuseIfFull();
});
