/** One measured number. Those without a `limit` stand for themselves. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** What the machine itself can do, measured in the same run, in the same unit. */
  limit?: number;
};

export type Section = {
  /** What is measured, in one line. */
  about: string;
  run: () => Promise<readonly Figure[]>;
};

export function printFigures(name: string, about: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, unit, limit }) => [
    name,
    formatNumber(value),
    unit,
    limit === undefined ? "" : `${formatNumber(value / limit)} x ${formatNumber(limit)}`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [first = 0, second = 0, third = 0] = widths;
  process.stdout.write(`\n${name}: ${about}\n`);
  for (const [label = "", value = "", unit = "", ratio = ""] of rows) {
    const line = `  ${label.padEnd(first)}  ${value.padStart(second)} ${unit.padEnd(third)}  ${ratio}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

function formatNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
