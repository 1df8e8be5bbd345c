import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Admission, type Admitted, type Priority } from "./admission.ts";

const overloaded = { reason: "OVERLOADED", metadata: { retry_after_seconds: "1" } };
const here = (): boolean => false;

const onDatabase = (priority: Priority = "normal"): Admitted => ({ priority, waitsFor: "database" });

let admission: Admission;
let now: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }); // others of this process may set timers, too
  now = 0;
  admission = new Admission(() => now);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Calls that get a place at once; there are 64. */
function fill(): void {
  for (let n = 0; n < 64; n++) expect(admission.enter(onDatabase(), here)).toBeUndefined();
}

/** Waits, and notes its name when it may run. */
function wait(name: string, order: string[], priority: Priority = "normal", isGone = here): Promise<void> {
  const entering = admission.enter(onDatabase(priority), isGone);
  if (!entering) throw new Error(`${name} did not have to wait`);
  return entering.then(
    (mayRun) => void order.push(mayRun ? name : `${name} has gone`),
    (error: unknown) => {
      expect(error).toMatchObject(overloaded);
      order.push(`${name} refused`);
    },
  );
}

function leave(): void {
  admission.leave(onDatabase());
}

describe("64 calls run at the same time", () => {
  test("and the next one gets the place of the first that ends", async () => {
    fill();
    const order: string[] = [];
    const waiting = wait("next", order);
    expect(admission).toMatchObject({ running: 64, waiting: 1 });
    leave();
    await waiting;
    expect(order).toEqual(["next"]);
    expect(admission).toMatchObject({ running: 64, waiting: 0 });
  });

  test("and a place that nobody waits for is free", () => {
    fill();
    leave();
    expect(admission.enter(onDatabase(), here)).toBeUndefined();
  });

  test("and a new call cannot get a place before one that waits", async () => {
    fill();
    const order: string[] = [];
    const first = wait("first", order);
    leave();
    const second = wait("second", order);
    leave();
    await Promise.all([first, second]);
    expect(order).toEqual(["first", "second"]);
  });
});

test("refreshes go first, then other calls, then those of a low priority; of the same priority the oldest", async () => {
  fill();
  const order: string[] = [];
  const waiting = [
    wait("guest", order, "low"),
    wait("sign-out 1", order),
    wait("refresh", order, "high"),
    wait("sign-out 2", order),
  ];
  for (const _ of waiting) leave();
  await Promise.all(waiting);
  expect(order).toEqual(["refresh", "sign-out 1", "sign-out 2", "guest"]);
});

test("the work of a caller who has gone is never begun", async () => {
  fill();
  const order: string[] = [];
  const waiting = [wait("a", order, "normal", () => true), wait("b", order)];
  leave();
  await Promise.all(waiting);
  expect(order.toSorted()).toEqual(["a has gone", "b"]);
  expect(admission.running).toBe(64);
});

describe("a call that waits for half a second is refused", () => {
  test("when its turn comes", async () => {
    fill();
    const order: string[] = [];
    const late = wait("late", order);
    now = 300;
    const early = wait("early", order);
    now = 501;
    leave();
    await Promise.all([late, early]);
    expect(order.toSorted()).toEqual(["early", "late refused"]);
  });

  test("when no other call ends, too", async () => {
    fill();
    const order: string[] = [];
    const waiting = wait("late", order);
    now = 501;
    await vi.advanceTimersByTimeAsync(50);
    await waiting;
    expect(order).toEqual(["late refused"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a call that would wait too long is refused at once", () => {
  /** Waits until it is refused; returns how many did wait. */
  function countWaiting(priority: Priority = "normal"): number {
    for (let count = 0; count <= 2_000; count++) {
      try {
        void admission.enter(onDatabase(priority), here);
      } catch (error) {
        expect(error).toMatchObject(overloaded);
        return count;
      }
    }
    throw new Error("nobody was refused");
  }

  /** A call ends every 5 ms, and another comes, so that two always wait. */
  async function beBusy(ms: number): Promise<void> {
    fill();
    for (let n = 0; n < 2; n++) void admission.enter(onDatabase(), here);
    while (now < ms) {
      now += 5;
      leave();
      void admission.enter(onDatabase(), here);
    }
  }

  test("in a burst: longer than half a second", async () => {
    await beBusy(200);
    expect(countWaiting()).toBe(99); // 101 in all: those 100 before the last take half a second
  });

  test("once calls have been waiting for half a second: longer than 400 ms", async () => {
    await beBusy(600);
    expect(countWaiting()).toBe(79); // 81 in all
  });

  test("calls of a higher priority do not wait for those of a lower one", async () => {
    await beBusy(600);
    countWaiting("low");
    expect(countWaiting("high")).toBe(81); // none of those that wait is before them
  });
});

test("of 2,000 calls that wait, the newest of the lowest priority makes room for one of a higher", async () => {
  fill();
  const order: string[] = [];
  for (let n = 0; n < 2_000; n++) void wait(`guest ${n}`, order, "low");
  expect(() => admission.enter(onDatabase("low"), here)).toThrow(expect.objectContaining(overloaded));
  void wait("refresh", order, "high");
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(order.toSorted()).toEqual(["guest 1999 refused", "refresh"]);
});

describe("a call that waits for something other than the database", () => {
  const elsewhere = (priority: Priority): Admitted => ({ priority, waitsFor: "elsewhere" });

  test("takes no place of those that need the database", () => {
    for (let n = 0; n < 10_000; n++) expect(admission.enter(elsewhere("normal"), here)).toBeUndefined();
    fill();
    expect(() => admission.enter(elsewhere("normal"), here)).toThrow(expect.objectContaining(overloaded));
    admission.leave(elsewhere("normal"));
    expect(admission.enter(elsewhere("normal"), here)).toBeUndefined();
  });

  test("is refused while calls have been waiting for half a second, if its priority is low", () => {
    fill();
    void admission.enter(onDatabase(), here);
    now = 400;
    expect(admission.enter(elsewhere("low"), here)).toBeUndefined();
    now = 501;
    expect(() => admission.enter(elsewhere("low"), here)).toThrow(expect.objectContaining(overloaded));
    expect(admission.enter(elsewhere("normal"), here)).toBeUndefined();
  });

  test("is never refused if it waits for nothing", () => {
    fill();
    for (let n = 0; n < 5_000; n++) {
      expect(admission.enter({ priority: "normal", waitsFor: "nothing" }, here)).toBeUndefined();
    }
  });
});
