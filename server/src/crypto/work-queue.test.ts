import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createWorkQueue, QueueFullError } from "./work-queue.ts";

/** A job that runs until it is told to finish. */
function heldJob<T>(result: T) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const job = vi.fn(() => promise);
  return { job, finish: () => resolve(result), fail: (error: Error) => reject(error) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("runs at most the given number of jobs at once, in order of arrival", async () => {
  const queue = createWorkQueue({ running: 2, waiting: 2 });
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

test("goes on after jobs that fail, asynchronously or at once", async () => {
  const queue = createWorkQueue({ running: 1, waiting: 2 });
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
  expect(() => createWorkQueue({ running: 0, waiting: 1 })).toThrow(RangeError);
  expect(() => createWorkQueue({ running: Number.NaN, waiting: 1 })).toThrow(RangeError);
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
