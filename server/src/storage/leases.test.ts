import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import type { Db } from "./db.ts";
import { releaseLease, takeLease } from "./leases.ts";

describe.each(engines)("leases on $kind", (engine) => {
  let db: Db;
  beforeEach(async () => {
    db = await engine.open();
  });
  afterEach(() => db.destroy());

  test("of many holders who ask at once one gets it", async () => {
    for (let round = 0; round < 20; round++) {
      const now = round * 1000;
      const holders = Array.from({ length: 16 }, (_, i) => `${round}-${i}`);
      const taken = await Promise.all(holders.map((holder) => takeLease(db, "job", holder, now, now + 1000)));
      expect(taken.filter(Boolean)).toHaveLength(1);
    }
  });

  test("its holder may renew it, another one gets it when it has ended or was released", async () => {
    expect(await takeLease(db, "job", "a", 0, 100)).toBe(true);
    expect(await takeLease(db, "job", "a", 50, 200)).toBe(true);
    expect(await takeLease(db, "job", "b", 199, 300)).toBe(false);
    expect(await takeLease(db, "other", "b", 199, 300)).toBe(true);
    expect(await takeLease(db, "job", "b", 200, 300)).toBe(true);
    await releaseLease(db, "job", "a");
    expect(await takeLease(db, "job", "a", 250, 400)).toBe(false);
    await releaseLease(db, "job", "b");
    expect(await takeLease(db, "job", "a", 250, 400)).toBe(true);
  });

  test("one that was taken when the clock was days ahead holds nobody up once it is right", async () => {
    const [hour, days] = [3_600_000, 3 * 86_400_000];
    expect(await takeLease(db, "job", "killed", days, days + hour)).toBe(true);
    expect(await takeLease(db, "job", "b", 0, hour)).toBe(true);
    expect(await takeLease(db, "job", "c", -hour / 2, hour / 2)).toBe(false); // replicas differ a little
  });
});
