import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PREDICATE = /^["`](is|are|must|has|have|holds|cannot|does|names|needs) /;

test("what is wrong with a field is said as a predicate, so that `field problem` is a sentence", () => {
  const folder = join(import.meta.dirname, "../src");
  const sources = globSync("**/*.ts", { cwd: folder, exclude: ["**/*.test.ts", "testing/**"] });
  const problems = sources.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), "utf8").matchAll(/invalidRequest\(\s*[^,]+,\s*(["`][^"`]+["`])/g),
    ].map(([, problem = ""]) => problem),
  );
  expect(problems.length).toBeGreaterThan(80);
  expect(problems.filter((problem) => !PREDICATE.test(problem))).toEqual([]);
});
