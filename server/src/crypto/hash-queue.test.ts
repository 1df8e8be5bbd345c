import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createHashQueue, type HashQueue } from "./hash-queue.ts";
import { type HashClass, type HashTurn, hashClasses } from "./hash-caller.ts";
import { QueueFullError } from "./work-queue.ts";

afterEach(() => {
  vi.useRealTimers();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

const turn = (address: string, account = "", hashClass: HashClass = "other"): HashTurn => ({
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

  constructor(limits: { waiting?: number; maxWaitMs?: number } = {}) {
    this.queue = createHashQueue({ running: 1, ...limits });
  }

  /** The first one runs at once; the others wait. */
  async add(name: string, turn: HashTurn): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const job = (): Promise<void> => {
      this.started.push(name);
      this.#finish.push(resolve);
      return promise;
    };
    this.queue.run(turn, job).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFullError);
      this.refused.push(name);
    });
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

test("of two addresses one hash each is computed in turn, however many the one asks for", async () => {
  const bench = new Bench();
  for (let n = 0; n < 5; n++) await bench.add(`crowd ${n}`, turn("crowd", `account ${n}`));
  await bench.add("honest 0", turn("honest"));
  await bench.add("honest 1", turn("honest"));
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
  for (let n = 0; n < 4; n++) await bench.add(`victim ${n}`, turn("proxy", "victim"));
  await bench.add("owner", turn("proxy", "owner"));
  await bench.finishAll();
  expect(bench.started).toEqual(["victim 0", "victim 1", "owner", "victim 2", "victim 3"]);
});

test("administrators, known devices and the others take turns", async () => {
  const bench = new Bench();
  for (let n = 0; n < 4; n++) await bench.add(`other ${n}`, turn(`address ${n}`));
  for (let n = 0; n < 2; n++) await bench.add(`device ${n}`, turn(`phone ${n}`, "", "known-device"));
  for (let n = 0; n < 2; n++) await bench.add(`admin ${n}`, turn(`desk ${n}`, "", "administrator"));
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
  await Promise.all(Array.from({ length: 10 }, () => queue.run(turn("a"), job)));
  expect(most).toBe(2);
});

test("a full queue refuses the last one of the address that has most waiting", async () => {
  const bench = new Bench({ waiting: 5 });
  await bench.add("running", turn("crowd"));
  for (let n = 0; n < 3; n++) await bench.add(`crowd ${n}`, turn("crowd", `account ${n}`));
  await bench.add("honest", turn("honest"));
  await bench.add("another", turn("another"));
  expect(bench.refused).toEqual(["crowd 2"]);
  await bench.add("crowd 3", turn("crowd"));
  expect(bench.refused).toEqual(["crowd 2", "crowd 3"]);
  await bench.finishAll();
  expect(bench.started).toEqual(["running", "crowd 0", "honest", "another", "crowd 1"]);
});

test("of that address it refuses the account that has most waiting", async () => {
  const bench = new Bench({ waiting: 4 });
  await bench.add("running", turn("proxy"));
  for (let n = 0; n < 2; n++) await bench.add(`victim ${n}`, turn("proxy", "victim"));
  await bench.add("owner", turn("proxy", "owner"));
  await bench.add("neighbour", turn("proxy", "neighbour"));
  expect(bench.refused).toEqual(["victim 1"]);
});

test("a known device finds room among strangers of as many addresses as there are places", async () => {
  const bench = new Bench({ waiting: 4 });
  await bench.add("running", turn("x"));
  for (let n = 0; n < 4; n++) await bench.add(`bot ${n}`, turn(`bot ${n}`));
  expect(bench.refused).toEqual(["bot 3"]);
  await bench.add("owner", turn("phone", "", "known-device"));
  expect(bench.refused).toEqual(["bot 3", "bot 2"]);
});

test("the last place is an administrator's, and more than one finds room", async () => {
  const bench = new Bench({ waiting: 3 });
  await bench.add("running", turn("x"));
  for (let n = 0; n < 3; n++) await bench.add(`bot ${n}`, turn(`bot ${n}`));
  expect(bench.refused).toEqual(["bot 2"]);
  await bench.add("admin 0", turn("desk", "", "administrator"));
  expect(bench.refused).toEqual(["bot 2"]);
  await bench.add("admin 1", turn("desk", "", "administrator"));
  expect(bench.refused).toEqual(["bot 2", "admin 1"]); // the desk has most waiting by then
  await bench.add("admin 2", turn("another desk", "", "administrator"));
  expect(bench.refused).toEqual(["bot 2", "admin 1", "bot 1"]);
});

test("it tells beforehand whom it would refuse", async () => {
  const bench = new Bench({ waiting: 2 });
  await bench.add("running", turn("crowd"));
  bench.queue.refuseIfFull(turn("crowd"));
  await bench.add("crowd", turn("crowd"));
  expect(() => bench.queue.refuseIfFull(turn("crowd"))).toThrow(QueueFullError);
  expect(() => bench.queue.refuseIfFull(turn("honest"))).toThrow(QueueFullError);
  bench.queue.refuseIfFull(turn("phone", "", "known-device"));
  bench.queue.refuseIfFull(turn("desk", "", "administrator"));
  await bench.finishAll();
  bench.queue.refuseIfFull(turn("crowd"));
});

test("refuses a job that waited too long, and only that", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const bench = new Bench({ waiting: 2, maxWaitMs: 2000 });
  await bench.add("slow", turn("a"));
  await bench.add("late", turn("a"));
  vi.advanceTimersByTime(2000);
  await settle();
  expect(bench.refused).toEqual(["late"]);
  await bench.add("next", turn("a")); // the refused job gave its place back
  await bench.finishAll();
  expect(vi.getTimerCount()).toBe(0);
  expect(bench.started).toEqual(["slow", "next"]);
});

test("63 wait unless told otherwise, and an administrator", async () => {
  const queue = createHashQueue({ running: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const results = Array.from({ length: 64 }, () => queue.run(turn("a"), () => promise));
  await expect(queue.run(turn("a"), () => promise)).rejects.toThrow(QueueFullError);
  results.push(queue.run(turn("a", "", "administrator"), () => promise));
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
      async (s, running, waiting, turns) => {
        const queue = createHashQueue({ running, waiting });
        let active = 0;
        let ran = 0;
        const jobs = turns.map((turn) =>
          queue.run(turn, async () => {
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
        expect(done).toBeGreaterThanOrEqual(Math.min(turns.length, running + waiting - 1));
        expect(queue.load()).toEqual({ running: 0, waiting: 0 });
      },
    ),
  );
});
