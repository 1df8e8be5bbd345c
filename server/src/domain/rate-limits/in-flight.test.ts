import { describe, expect, test } from "vitest";
import { InFlight } from "./in-flight.ts";

/** A counter that is told what comes back. */
class Budget {
  left: number;
  taken = 0;
  constructor(left: number) {
    this.left = left;
  }
  readonly take = async () => {
    this.taken += 1;
    if (this.left === 0) return { isAllowed: false };
    this.left -= 1;
    return { isAllowed: true };
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("attempts under way", () => {
  test("who succeeds makes room for who waits, so that no success is refused", async () => {
    const inFlight = new InFlight();
    const budget = new Budget(2);
    const crowd = Array.from({ length: 50 }, async () => {
      const { isAllowed } = await inFlight.enter("key", budget.take);
      if (!isAllowed) return false;
      await turn();
      budget.left += 1;
      inFlight.leave("key", 1);
      return true;
    });
    expect(await Promise.all(crowd)).toEqual(crowd.map(() => true));
    expect(budget.taken).toBeLessThan(3 * crowd.length);
  });

  test("when all fail the others are refused, each having asked at most twice", async () => {
    const inFlight = new InFlight();
    const budget = new Budget(10);
    const crowd = Array.from({ length: 200 }, async () => {
      const { isAllowed } = await inFlight.enter("key", budget.take);
      if (!isAllowed) return false;
      await turn();
      inFlight.leave("key", 0);
      return true;
    });
    expect((await Promise.all(crowd)).filter(Boolean)).toHaveLength(10);
    expect(budget.taken).toBeLessThanOrEqual(2 * crowd.length);
  });

  test("nobody waits when nobody is busy with the same key", async () => {
    const inFlight = new InFlight();
    expect((await inFlight.enter("other", new Budget(1).take)).isAllowed).toBe(true);
    expect((await inFlight.enter("key", new Budget(0).take)).isAllowed).toBe(false);
  });

  test("what comes back while the refusal is on its way is noticed", async () => {
    const inFlight = new InFlight();
    const budget = new Budget(1);
    await inFlight.enter("key", budget.take);
    let asked = 0;
    const late = inFlight.enter("key", async () => {
      const taken = await budget.take();
      if (asked++ === 0) {
        budget.left += 1;
        inFlight.leave("key", 1);
      }
      return taken;
    });
    expect((await late).isAllowed).toBe(true);
  });

  test("a counter that cannot be asked fails the one who asks and nobody else", async () => {
    const inFlight = new InFlight();
    const broken = inFlight.enter("key", () => Promise.reject(new Error("no database")));
    await expect(broken).rejects.toThrow("no database");
    expect((await inFlight.enter("key", new Budget(1).take)).isAllowed).toBe(true);
  });
});
