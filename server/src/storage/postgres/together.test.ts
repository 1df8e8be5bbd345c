import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { Together } from "./together.ts";

/** How the statements that were run are answered is up to each test. */
function statements(mayFailForOne: (error: unknown) => boolean = () => false) {
  const ran: { items: readonly string[]; answer: PromiseWithResolvers<readonly string[]> }[] = [];
  const together = new Together<string, string>({
    run(items) {
      const answer = Promise.withResolvers<readonly string[]>();
      ran.push({ items, answer });
      return answer.promise;
    },
    keysOf: (item) => item.split("+"),
    mayFailForOne,
  });
  const asked = (...items: string[]) => items.map((item) => together.run(item));
  const runs = () => ran.map(({ items }) => items);
  const reach = async (count: number): Promise<void> => {
    for (let turn = 0; turn < 100 && ran.length < count; turn++) await nextTurn();
    expect(ran.length).toBeGreaterThanOrEqual(count);
  };
  const answer = async (at: number): Promise<void> => {
    await reach(at + 1);
    ran[at]?.answer.resolve(ran[at].items.map((item) => `${item}!`));
  };
  const fail = async (at: number, message: string): Promise<void> => {
    await reach(at + 1);
    ran[at]?.answer.reject(new Error(message));
  };
  return { asked, runs, reach, answer, fail };
}

describe("what goes together", () => {
  test("is what is asked for in one turn, and each gets its own result", async () => {
    const { asked, runs, answer } = statements();
    const calls = asked("a", "b", "c");
    await answer(0);
    expect(await Promise.all(calls)).toEqual(["a!", "b!", "c!"]);
    expect(runs()).toEqual([["a", "b", "c"]]);
  });

  test("waits while two run, and then goes together", async () => {
    const { asked, runs, reach, answer } = statements();
    const calls = asked("a");
    await reach(1);
    calls.push(...asked("b"));
    await reach(2);
    calls.push(...asked("c", "d"));
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(runs()).toEqual([["a"], ["b"]]);
    await answer(1);
    await answer(2);
    await answer(0);
    expect(await Promise.all(calls)).toEqual(["a!", "b!", "c!", "d!"]);
    expect(runs()).toEqual([["a"], ["b"], ["c", "d"]]);
  });

  test("has no key of what runs", async () => {
    const { asked, runs, reach, answer } = statements();
    const calls = asked("a+x");
    await reach(1);
    calls.push(...asked("b+x", "c"));
    await answer(1);
    expect(runs()).toEqual([["a+x"], ["c"]]);
    await answer(0);
    await answer(2);
    await Promise.all(calls);
    expect(runs()).toEqual([["a+x"], ["c"], ["b+x"]]);
  });

  test("is at most 32", async () => {
    const { asked, runs, answer } = statements();
    const calls = asked(...Array.from({ length: 40 }, (_, n) => `${n}`));
    await answer(0);
    await answer(1);
    await Promise.all(calls);
    expect(runs().map((items) => items.length)).toEqual([32, 8]);
  });

  test("never has a key twice, and those with the same key go in their order", async () => {
    const { asked, runs, answer } = statements();
    const calls = asked("a+x", "b+x", "c", "b+y");
    for (const at of [0, 1, 2]) await answer(at);
    await Promise.all(calls);
    expect(runs()).toEqual([["a+x", "c"], ["b+x"], ["b+y"]]);
  });
});

describe("when a statement fails", () => {
  test("perhaps because of one, each is run again alone", async () => {
    const { asked, runs, answer, fail } = statements((error) => (error as Error).message === "wrong row");
    const calls = asked("a", "b");
    await fail(0, "wrong row");
    await answer(1);
    await fail(2, "wrong row");
    expect(await Promise.allSettled(calls)).toMatchObject([
      { value: "a!" },
      { reason: { message: "wrong row" } },
    ]);
    expect(runs()).toEqual([["a", "b"], ["a"], ["b"]]);
  });

  test("and may have done something, none is run again", async () => {
    const { asked, runs, fail } = statements();
    const calls = asked("a", "b");
    await fail(0, "no answer");
    expect(await Promise.allSettled(calls)).toMatchObject([
      { reason: { message: "no answer" } },
      { reason: { message: "no answer" } },
    ]);
    expect(runs()).toEqual([["a", "b"]]);
  });
});

test("nothing waits for those before it longer than 250 ms, and until a second later each goes alone", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const pass = (ms: number): void => {
    clock.mockReturnValue(performance.now() + ms);
    vi.advanceTimersByTime(ms);
  };
  try {
    const { asked, runs, reach, answer } = statements();
    const slow = asked("a");
    await reach(1);
    slow.push(...asked("b"));
    await reach(2);
    const calls = asked("c", "d");
    pass(249);
    expect(runs()).toHaveLength(2);
    pass(1);
    calls.push(...asked("e"));
    for (const at of [2, 3, 4]) await answer(at);
    expect(await Promise.all(calls)).toEqual(["c!", "d!", "e!"]);
    expect(runs()).toEqual([["a"], ["b"], ["c"], ["d"], ["e"]]);
    pass(5_000);
    const stillAlone = asked("f");
    await answer(5);
    expect(await Promise.all(stillAlone)).toEqual(["f!"]);
    for (const at of [0, 1]) await answer(at);
    await Promise.all(slow);
    pass(1_000);
    const later = asked("g", "h");
    await answer(6);
    expect(await Promise.all(later)).toEqual(["g!", "h!"]);
  } finally {
    clock.mockRestore();
    vi.useRealTimers();
  }
});
