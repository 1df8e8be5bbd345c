import { expect, test } from "vitest";
import { isSame, mergeThree } from "../../console/src/app/three-way.ts";
import { type Dice, dice, pick } from "../src/testing/dice.ts";
import { times } from "../src/testing/full.ts";
import { seed } from "../src/testing/seed.ts";

type Flat = Record<string, string | number | boolean | string[]>;

const KEYS = ["a", "b", "c", "d"];
const someValue = (roll: Dice) => pick(roll, ["x", "y", 1, 2, true, false, ["p"], ["p", "q"]]);
const someObject = (roll: Dice): Flat =>
  Object.fromEntries(KEYS.filter(() => roll(3) > 0).map((key) => [key, someValue(roll)]));

test("a merge keeps what either changed, and calls only what both changed differently a conflict", () => {
  const roll = dice(seed);
  for (let count = 0; count < times(500, 20_000); count++) {
    const [base, theirs, yours] = [someObject(roll), someObject(roll), someObject(roll)];
    const { merged, conflicts } = mergeThree({ base, theirs, yours });
    const result = merged as Flat;
    for (const key of KEYS) {
      const why = `SVC_SEED=${seed}: ${key} of ${JSON.stringify({ base, theirs, yours, merged })}`;
      const isConflict = conflicts.some(({ path }) => path === key);
      const isTheirs = !isSame(theirs[key], base[key]);
      const isYours = !isSame(yours[key], base[key]);
      const differs = !isSame(theirs[key], yours[key]);
      expect(isConflict, why).toBe(isTheirs && isYours && differs);
      expect(isSame(result[key], isYours ? yours[key] : theirs[key]), why).toBe(true);
    }
  }
});

test("a choice settles each conflict, also inside of an object", () => {
  const versions = {
    base: { colors: { primary: "#1", text: "#2" }, name: "old" },
    theirs: { colors: { primary: "#t", text: "#2" }, name: "theirs" },
    yours: { colors: { primary: "#y", text: "#3" }, name: "yours" },
  };
  expect(mergeThree(versions).conflicts.map(({ path }) => path)).toEqual(["colors.primary", "name"]);
  const { merged, conflicts } = mergeThree(versions, (path) => (path === "name" ? "theirs" : "yours"));
  expect(conflicts).toEqual([]);
  expect(merged).toEqual({ colors: { primary: "#y", text: "#3" }, name: "theirs" });
});

test("something that one removed and the other changed is a conflict", () => {
  const removed = mergeThree({ base: { role: "admin" }, theirs: {}, yours: { role: "owner" } });
  expect(removed.conflicts).toEqual([{ path: "role", base: "admin", theirs: undefined, yours: "owner" }]);
  const both = mergeThree({ base: { role: "admin" }, theirs: {}, yours: { vip: true } });
  expect(both).toEqual({ merged: { vip: true }, conflicts: [] });
});
