import { appendFileSync } from "node:fs";
import { describe, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { allUseCases, useCaseNamed } from "./all-use-cases.ts";
import { explore, type Pair } from "./explore.ts";

const names = process.env.PAIR?.split("|");
const every = Number(process.env.EVERY ?? 1);
const only = process.env.ENGINE;
describe.each(engines.filter(({ kind }) => !only || kind === only))("try on $kind", (engine) => {
  test("pair", { timeout: 6_000_000 }, async () => {
    const started = performance.now();
    let pairs: Pair[];
    if (names) {
      const [a, b] = [useCaseNamed(names[0] ?? ""), useCaseNamed(names[1] ?? "")];
      pairs = [
        { a, b },
        { a: b, b: a },
      ];
    } else if (process.env.CORE) {
      const core = process.env.CORE.split("|").map(useCaseNamed);
      pairs = core.flatMap((a) => core.map((b) => ({ a, b })));
    } else {
      pairs = allUseCases
        .flatMap((a) => allUseCases.map((b) => ({ a, b })))
        .filter(({ a, b }) => a.about === b.about || a.about === "project" || b.about === "project");
      pairs = pairs.filter((_, i) => (i * 7919) % pairs.length < pairs.length / every);
    }
    const report = await explore(engine, pairs, { lanes: Number(process.env.LANES ?? 1) });
    const { violations, ...counts } = report;
    console.log(engine.kind, counts, violations.length, `${Math.round(performance.now() - started)} ms`);
    const file = process.env.OUT ?? `/tmp/explorer-${engine.kind}.txt`;
    for (const v of violations)
      appendFileSync(file, `${v.a} | ${v.b} | ${v.n} ${v.point} | ${v.sentence} | ${v.detail}\n`);
  });
});
