import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "../../storage/db.ts";
import { type Engine, engines } from "../../testing/engines.ts";
import type { Counters, Limit, PacedLimit, StreakLimit, WindowLimit } from "./counters.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { createTableCounters } from "./table-counters.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const window: WindowLimit = { by: "window", limit: 3, windowMs: MINUTE };
const streak: StreakLimit = { by: "streak", limit: 3, pausesMs: [1, 2, 4, 8, 15].map((n) => n * MINUTE) };
const paced: PacedLimit = { by: "paced", limit: 10, windowMs: HOUR, atOnce: 3, everyMs: MINUTE };

async function allowed<L extends Limit>(counters: Counters<L>, key: string, limit: L, times: number) {
  let count = 0;
  for (let i = 0; i < times; i++) if ((await counters.take(key, limit)).isAllowed) count += 1;
  return count;
}

async function waitOf<L extends Limit>(counters: Counters<L>, key: string, limit: L): Promise<number> {
  const taken = await counters.take(key, limit);
  if (taken.isAllowed) throw new Error("it was allowed");
  return taken.retryAfterMs;
}

type Setup = { kind: string; open: (clock: () => number) => Promise<Counters<WindowLimit>> };

const dbs: Db[] = [];
afterEach(async () => {
  for (const db of dbs.splice(0)) await db.destroy();
});

async function openTable(engine: Engine, clock: () => number): Promise<Counters<Limit>> {
  const db = await engine.open();
  dbs.push(db);
  return createTableCounters({ clock, db });
}

const everywhere: Setup[] = [
  { kind: "memory", open: async (clock) => createMemoryCounters(clock) },
  ...engines.map((engine) => ({
    kind: engine.kind,
    open: (clock: () => number) => openTable(engine, clock),
  })),
];

describe.each(everywhere)("a window in $kind", ({ open }) => {
  let now = 1_000_000;
  let counters: Counters<WindowLimit>;
  beforeEach(async () => {
    now = 1_000_000;
    counters = await open(() => now);
  });

  test("allows its limit, says how long to wait, and starts anew when it is over", async () => {
    expect(await allowed(counters, "a", window, 5)).toBe(3);
    now += MINUTE - 1;
    expect(await waitOf(counters, "a", window)).toBe(1);
    now += 1;
    expect(await allowed(counters, "a", window, 5)).toBe(3);
  });

  test("starts with the first call and not with each", async () => {
    await counters.take("a", window);
    now += MINUTE / 2;
    expect(await allowed(counters, "a", window, 5)).toBe(2);
    expect(await waitOf(counters, "a", window)).toBe(MINUTE / 2);
  });

  test("counts each key on its own", async () => {
    expect(await allowed(counters, "a", window, 5)).toBe(3);
    expect(await allowed(counters, "b", window, 5)).toBe(3);
  });

  test("takes back what is given back, and no more than was taken", async () => {
    await counters.giveBack("a");
    expect(await allowed(counters, "a", window, 5)).toBe(3);
    await counters.giveBack("a");
    expect(await allowed(counters, "a", window, 5)).toBe(1);
    await counters.clear("a");
    expect(await allowed(counters, "a", window, 5)).toBe(3);
    for (let i = 0; i < 5; i++) await counters.giveBack("a");
    expect(await allowed(counters, "a", window, 5)).toBe(3);
  });

  test("allows no more than its limit to a crowd", async () => {
    const crowd = await Promise.all(Array.from({ length: 200 }, () => counters.take("a", window)));
    expect(crowd.filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
  });
});

describe.each(engines)("counters in the table of $kind", (engine) => {
  let now = 1_000_000;
  let counters: Counters<Limit>;
  beforeEach(async () => {
    now = 1_000_000;
    counters = await openTable(engine, () => now);
  });

  test("a streak: so many in a row, then one per pause, which doubles up to the last", async () => {
    expect(await allowed(counters, "a", streak, 5)).toBe(3);
    for (const minutes of [1, 2, 4, 8, 15, 15, 15]) {
      expect(await waitOf(counters, "a", streak)).toBe(minutes * MINUTE);
      now += minutes * MINUTE - 1;
      expect(await waitOf(counters, "a", streak)).toBe(1);
      now += 1;
      expect(await allowed(counters, "a", streak, 3)).toBe(1);
    }
  });

  test("a streak of one pauses after the first", async () => {
    const one: StreakLimit = { ...streak, limit: 1 };
    expect(await allowed(counters, "a", one, 2)).toBe(1);
    expect(await waitOf(counters, "a", one)).toBe(MINUTE);
    now += MINUTE;
    expect(await allowed(counters, "a", one, 2)).toBe(1);
    expect(await waitOf(counters, "a", one)).toBe(2 * MINUTE);
  });

  test("a streak that is cleared starts anew; one given back lifts the pause that it caused", async () => {
    expect(await allowed(counters, "a", streak, 5)).toBe(3);
    await counters.giveBack("a");
    expect(await allowed(counters, "a", streak, 5)).toBe(1);
    await counters.clear("a");
    expect(await allowed(counters, "a", streak, 5)).toBe(3);
  });

  test("a streak is forgotten after a day without an attempt, which pays less than the pauses do", async () => {
    expect(await allowed(counters, "a", streak, 5)).toBe(3);
    now += 24 * HOUR - 1;
    expect(await allowed(counters, "a", streak, 5)).toBe(1);
    now += 24 * HOUR;
    expect(await allowed(counters, "a", streak, 5)).toBe(3);
  });

  test("a streak allows a crowd no more than its limit, and one after a pause", async () => {
    const crowd = () => Promise.all(Array.from({ length: 200 }, () => counters.take("a", streak)));
    expect((await crowd()).filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
    now += MINUTE;
    expect((await crowd()).filter(({ isAllowed }) => isAllowed)).toHaveLength(1);
  });

  test("a pace: three at once, then one a minute, ten an hour", async () => {
    expect(await allowed(counters, "a", paced, 5)).toBe(3);
    expect(await waitOf(counters, "a", paced)).toBe(MINUTE);
    for (let i = 0; i < 7; i++) {
      now += MINUTE - 1;
      expect(await allowed(counters, "a", paced, 3)).toBe(0);
      now += 1;
      expect(await allowed(counters, "a", paced, 3)).toBe(1);
    }
    now += 10 * MINUTE;
    expect(await waitOf(counters, "a", paced)).toBe(HOUR - 17 * MINUTE);
    now += HOUR - 17 * MINUTE;
    expect(await allowed(counters, "a", paced, 5)).toBe(3);
  });

  test("a pace recovers by one a minute, up to three", async () => {
    expect(await allowed(counters, "a", paced, 5)).toBe(3);
    now += 2 * MINUTE;
    expect(await allowed(counters, "a", paced, 5)).toBe(2);
    now += 20 * MINUTE;
    expect(await allowed(counters, "a", paced, 5)).toBe(3);
  });

  test("a clock that ran ahead and was set back blocks nobody", async () => {
    for (const limit of [window, streak, paced]) {
      now += 48 * HOUR;
      expect(await allowed(counters, limit.by, limit, 20)).toBe(3);
      now -= 48 * HOUR;
      expect(await allowed(counters, limit.by, limit, 20)).toBe(3);
    }
  });

  test("replicas whose clocks differ do not forget each other's counts", async () => {
    for (const skew of [1, 5_000, 59_000]) {
      for (const limit of [window, streak, paced]) {
        const counts: number[] = [];
        for (let i = 0; i < 30; i++) {
          now += i % 2 === 0 ? skew : -skew;
          counts.push(await allowed(counters, `${limit.by} ${skew}`, limit, 1));
        }
        expect(counts, `${limit.by}, ${skew} ms apart`).toEqual([1, 1, 1, ...Array<number>(27).fill(0)]);
      }
    }
  });

  test("a pause that is configured longer than a day is not cut short", async () => {
    const slow: StreakLimit = { by: "streak", limit: 1, pausesMs: [72 * HOUR] };
    expect(await allowed(counters, "a", slow, 2)).toBe(1);
    now += 72 * HOUR - 1;
    expect(await waitOf(counters, "a", slow)).toBe(1);
  });
});

describe("counters in memory", () => {
  test("forget what was used least recently, and stay below their bound", async () => {
    const counters = createMemoryCounters(() => 0, 1000);
    await allowed(counters, "kept", window, 3);
    for (let i = 0; i < 50_000; i++) {
      await counters.take(`key ${i}`, window);
      if (i % 500 === 0) expect((await counters.take("kept", window)).isAllowed).toBe(false);
    }
    expect(counters.size).toBe(1000);
    expect((await counters.take("key 0", window)).isAllowed).toBe(true);
  });
});
