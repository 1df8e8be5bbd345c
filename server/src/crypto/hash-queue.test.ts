import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { watchTimersOf } from "../testing/timers.ts";
import { type HashCaller, type HashClass, hashClasses } from "./hash-caller.ts";
import { createHashQueue, type HashQueue } from "./hash-queue.ts";
import { QueueFullError } from "./work-queue.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

const caller = (address: string, account = "", hashClass: HashClass = "other"): HashCaller => ({
  class: hashClass,
  address,
  account,
});

/** A queue that runs one job at a time, and what happened to each job. */
class Bench {
  readonly queue: HashQueue;
  readonly started: string[] = [];
  readonly refused: string[] = [];
  #finish: (() => void)[] = [];

  constructor(limits: { waiting?: number; maxWaitMs?: number; now?: () => number } = {}) {
    this.queue = createHashQueue({ running: 1, ...limits });
  }

  /** The first one runs at once; the others wait. */
  async add(name: string, caller: HashCaller): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const job = (): Promise<void> => {
      this.started.push(name);
      this.#finish.push(resolve);
      return promise;
    };
    this.queue.run(caller, job).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFullError);
      this.refused.push(name);
    });
    await settle();
  }

  /** Finishes the oldest that runs. */
  async finishOne(): Promise<void> {
    this.#finish.shift()?.();
    await settle();
  }

  /** Finishes what runs, one after the other, until nothing waits. */
  async finishAll(): Promise<void> {
    for (let next = this.#finish.shift(); next; next = this.#finish.shift()) {
      next();
      await settle();
    }
  }
}

test("a hash for a caller who has gone is never computed", async () => {
  const bench = new Bench();
  await bench.add("runs", caller("a"));
  await bench.add("gone", { ...caller("a"), isGone: () => true });
  await bench.add("here", caller("a"));
  await bench.finishAll();
  expect(bench.started).toEqual(["runs", "here"]);
  expect(bench.refused).toEqual(["gone"]);
});

test("a full queue refuses sign-ups first", async () => {
  const bench = new Bench({ waiting: 3 });
  await bench.add("runs", caller("x"));
  await bench.add("sign-up", caller("a", "", "sign-up"));
  await bench.add("sign-in 1", caller("b"));
  await bench.add("sign-in 2", caller("c"));
  expect(bench.refused).toEqual(["sign-up"]);
});

test("no more may wait than are computed in the time that one may wait", async () => {
  let now = 0;
  const bench = new Bench({ waiting: 64, maxWaitMs: 1_000, now: () => now });
  let added = 0;
  const add = (): Promise<void> => bench.add(`${added}`, caller(`address ${added++}`));
  for (let n = 0; n < 3; n++) await add();
  while (now < 500) {
    now += 50;
    await bench.finishOne();
    await add();
  }
  while (bench.refused.length === 0) await add();
  expect(bench.queue.load().waiting).toBe(19); // twenty, of which one is for administrators
});

test("of two addresses one hash each is computed in turn, however many the one asks for", async () => {
  const bench = new Bench();
  for (let n = 0; n < 5; n++) await bench.add(`crowd ${n}`, caller("crowd", `account ${n}`));
  await bench.add("honest 0", caller("honest"));
  await bench.add("honest 1", caller("honest"));
  await bench.finishAll();
  expect(bench.started).toEqual([
    "crowd 0",
    "crowd 1",
    "honest 0",
    "crowd 2",
    "honest 1",
    "crowd 3",
    "crowd 4",
  ]);
});

test("behind one address the accounts take turns", async () => {
  const bench = new Bench();
  for (let n = 0; n < 4; n++) await bench.add(`victim ${n}`, caller("proxy", "victim"));
  await bench.add("owner", caller("proxy", "owner"));
  await bench.finishAll();
  expect(bench.started).toEqual(["victim 0", "victim 1", "owner", "victim 2", "victim 3"]);
});

test("administrators, known devices and the others take turns", async () => {
  const bench = new Bench();
  for (let n = 0; n < 4; n++) await bench.add(`other ${n}`, caller(`address ${n}`));
  for (let n = 0; n < 2; n++) await bench.add(`device ${n}`, caller(`phone ${n}`, "", "known-device"));
  for (let n = 0; n < 2; n++) await bench.add(`admin ${n}`, caller(`desk ${n}`, "", "administrator"));
  await bench.finishAll();
  expect(bench.started).toEqual([
    ...["other 0", "other 1", "device 0", "admin 0", "other 2"],
    ...["device 1", "admin 1", "other 3"],
  ]);
});

test("no thread stays idle for a class that does not ask", async () => {
  const queue = createHashQueue({ running: 2 });
  let active = 0;
  let most = 0;
  const job = async (): Promise<void> => {
    most = Math.max(most, ++active);
    await settle();
    active -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => queue.run(caller("a"), job)));
  expect(most).toBe(2);
});

test("a full queue refuses the last one of the address that has most waiting", async () => {
  const bench = new Bench({ waiting: 5 });
  await bench.add("running", caller("crowd"));
  for (let n = 0; n < 3; n++) await bench.add(`crowd ${n}`, caller("crowd", `account ${n}`));
  await bench.add("honest", caller("honest"));
  await bench.add("another", caller("another"));
  expect(bench.refused).toEqual(["crowd 2"]);
  await bench.add("crowd 3", caller("crowd"));
  expect(bench.refused).toEqual(["crowd 2", "crowd 3"]);
  await bench.finishAll();
  expect(bench.started).toEqual(["running", "crowd 0", "honest", "another", "crowd 1"]);
});

test("of that address it refuses the account that has most waiting", async () => {
  const bench = new Bench({ waiting: 4 });
  await bench.add("running", caller("proxy"));
  for (let n = 0; n < 2; n++) await bench.add(`victim ${n}`, caller("proxy", "victim"));
  await bench.add("owner", caller("proxy", "owner"));
  await bench.add("neighbour", caller("proxy", "neighbour"));
  expect(bench.refused).toEqual(["victim 1"]);
});

test("a known device finds room among strangers of as many addresses as there are places", async () => {
  const bench = new Bench({ waiting: 4 });
  await bench.add("running", caller("x"));
  for (let n = 0; n < 4; n++) await bench.add(`bot ${n}`, caller(`bot ${n}`));
  expect(bench.refused).toEqual(["bot 3"]);
  await bench.add("owner", caller("phone", "", "known-device"));
  expect(bench.refused).toEqual(["bot 3", "bot 2"]);
});

test("the last place is an administrator's, and more than one finds room", async () => {
  const bench = new Bench({ waiting: 3 });
  await bench.add("running", caller("x"));
  for (let n = 0; n < 3; n++) await bench.add(`bot ${n}`, caller(`bot ${n}`));
  expect(bench.refused).toEqual(["bot 2"]);
  await bench.add("admin 0", caller("desk", "", "administrator"));
  expect(bench.refused).toEqual(["bot 2"]);
  await bench.add("admin 1", caller("desk", "", "administrator"));
  expect(bench.refused).toEqual(["bot 2", "admin 1"]); // the desk has most waiting by then
  await bench.add("admin 2", caller("another desk", "", "administrator"));
  expect(bench.refused).toEqual(["bot 2", "admin 1", "bot 1"]);
});

test("it tells beforehand whom it would refuse", async () => {
  const bench = new Bench({ waiting: 2 });
  await bench.add("running", caller("crowd"));
  bench.queue.refuseIfFull(caller("crowd"));
  await bench.add("crowd", caller("crowd"));
  expect(() => bench.queue.refuseIfFull(caller("crowd"))).toThrow(QueueFullError);
  expect(() => bench.queue.refuseIfFull(caller("honest"))).toThrow(QueueFullError);
  bench.queue.refuseIfFull(caller("phone", "", "known-device"));
  bench.queue.refuseIfFull(caller("desk", "", "administrator"));
  await bench.finishAll();
  bench.queue.refuseIfFull(caller("crowd"));
});

test("refuses a job that waited too long, and only that", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const timers = watchTimersOf(2017);
  const bench = new Bench({ waiting: 2, maxWaitMs: 2017 });
  await bench.add("slow", caller("a"));
  await bench.add("late", caller("a"));
  vi.advanceTimersByTime(2017);
  await settle();
  expect(bench.refused).toEqual(["late"]);
  await bench.add("next", caller("a")); // the refused job gave its place back
  await bench.finishAll();
  expect(timers.started()).toHaveLength(2);
  expect(timers.stopped()).toEqual(timers.started());
  expect(bench.started).toEqual(["slow", "next"]);
});

test("63 wait unless told otherwise, and an administrator", async () => {
  const queue = createHashQueue({ running: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const results = Array.from({ length: 64 }, () => queue.run(caller("a"), () => promise));
  await expect(queue.run(caller("a"), () => promise)).rejects.toThrow(QueueFullError);
  results.push(queue.run(caller("a", "", "administrator"), () => promise));
  resolve();
  await Promise.all(results);
});

test("must be able to run something", () => {
  expect(() => createHashQueue({ running: 0 })).toThrow(RangeError);
});

test("under any schedule it keeps its bounds, answers everybody once and forgets nobody", async () => {
  const asked = fc.record({
    class: fc.constantFrom(...hashClasses),
    address: fc.constantFrom("a", "b", "c"),
    account: fc.constantFrom("x", "y"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(asked, { minLength: 1, maxLength: 20 }),
      async (s, running, waiting, callers) => {
        const queue = createHashQueue({ running, waiting });
        let active = 0;
        let ran = 0;
        const jobs = callers.map((caller) =>
          queue.run(caller, async () => {
            ran += 1;
            active += 1;
            expect(active).toBeLessThanOrEqual(running);
            expect(queue.load().waiting).toBeLessThanOrEqual(waiting);
            await s.schedule(Promise.resolve());
            active -= 1;
          }),
        );
        const results = Promise.allSettled(jobs);
        await s.waitFor(results);
        const done = (await results).filter(({ status }) => status === "fulfilled").length;
        expect(done).toBe(ran);
        expect(done).toBeGreaterThanOrEqual(Math.min(callers.length, running + waiting - 1));
        expect(queue.load()).toEqual({ running: 0, waiting: 0 });
      },
    ),
  );
});
