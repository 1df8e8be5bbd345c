import { EXCEPTIONS, type Exception } from "./exceptions.ts";

export type Failed = Readonly<{ name: string; says: string }>;

export type SuiteReport = Readonly<{
  total: number;
  passed: number;
  excused: ReadonlyMap<Exception, number>;
  unexplained: readonly Failed[];
}>;

/** Reads what the suite's runner has printed. */
export function readReport(output: string): SuiteReport {
  const [, total] = /^Total cases: (\d+)$/m.exec(output) ?? [];
  const [, passed] = /^(\d+) passed, \d+ failed$/m.exec(output) ?? [];
  if (total === undefined || passed === undefined)
    throw new Error(`the runner did not finish:\n${output.slice(-2000)}`);
  const failures = Array.from(
    output.matchAll(/^FAILED: (.+):\n((?:\t.*\n)*)/gm),
    ([, name = "", says = ""]) => ({
      name,
      says: says.trim(),
    }),
  );
  const excused = new Map(EXCEPTIONS.map((exception) => [exception, 0]));
  const unexplained = failures.filter(({ name, says }) => {
    const known = EXCEPTIONS.find((exception) => exception.cases.test(name) && exception.says.test(says));
    if (known) excused.set(known, (excused.get(known) ?? 0) + 1);
    return !known;
  });
  return { total: Number(total), passed: Number(passed), excused, unexplained };
}

export function printReport({ total, passed, excused, unexplained }: SuiteReport): string {
  const rows: [number, string][] = [
    [total, "cases"],
    [passed, "passed"],
    ...Array.from(excused, ([{ cause }, count]): [number, string] => [count, `exceptions: ${cause}`]),
    [unexplained.length, "unexplained"],
  ];
  return rows.map(([count, text]) => `${String(count).padStart(6)}  ${text}\n`).join("");
}
