import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/testing/engines.ts";
import { isFull } from "../../src/testing/full.ts";
import { useCaseNamed } from "./all-use-cases.ts";
import { explore, type Report, type Violation } from "./explore.ts";
import { invariants } from "./invariants.ts";
import { allPairs, namedPairs, sampledPairs } from "./pairs.ts";
import { asUseCase, weakened } from "./weakened.ts";
import { weakenedAdmins } from "./weakened-admins.ts";
import { weakenedFactors } from "./weakened-factors.ts";

/** A machine that runs other tests beside it is several times slower. */
const PATIENCE_MS = isFull ? 7_200_000 : 180_000;
const LANES = 3;
const PROGRESS_EVERY = 100;

/** One file for each engine calls this: their tests run side by side. */
export function describeExplorer(engine: Engine): void {
  describe(`the explorer on ${engine.kind}`, () => {
    const found = [...weakened, ...weakenedAdmins, ...weakenedFactors].filter(({ engines }) =>
      engines.includes(engine.kind),
    );
    test.each(found)("finds that $bug", async (weak) => {
      expect(invariants.map(({ sentence }) => sentence)).toContain(weak.breaks);
      const pair = { a: asUseCase(weak), b: useCaseNamed(weak.partner) };
      const { violations } = await explore(engine, [pair], { until: weak.breaks });
      expect(violations.map(({ sentence }) => sentence)).toContain(weak.breaks);
    });

    test(`finds nothing in ${isFull ? "all pairs" : "a sample of the pairs"}`, {
      timeout: PATIENCE_MS,
    }, async () => {
      const startedAt = performance.now();
      const onProgress = (report: Report): void => {
        if (report.pairs % PROGRESS_EVERY === 0) summarise(engine, report, performance.now() - startedAt);
      };
      const pairs = namedPairs() ?? (isFull ? allPairs() : sampledPairs());
      const report = await explore(engine, pairs, { lanes: LANES, onProgress });
      summarise(engine, report, performance.now() - startedAt);
      expect(describeViolations(report.violations)).toEqual([]);
    });
  });
}

/** One line for each pair and sentence, with the first schedule that breaks it. */
function describeViolations(violations: readonly Violation[]): string[] {
  const groups = Map.groupBy(violations, ({ a, b, sentence }) => `${a} | ${b} | ${sentence}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { a, b, n, point, sentence, detail } = first;
    return [`A: ${a} | B: ${b} | n ${n}, ${point} | broken: ${sentence} | ${detail} | ${group.length} times`];
  });
}

function summarise(engine: Engine, report: Report, ms: number): void {
  const { pairs, schedules, serialised, violations } = report;
  const counts = `${pairs} pairs, ${schedules} schedules, ${serialised} serialised, ${violations.length} violations`;
  process.stdout.write(`explorer on ${engine.kind}: ${counts}, ${Math.round(ms / 1000)} seconds\n`);
  for (const line of describeViolations(violations)) process.stdout.write(`${line}\n`);
}
