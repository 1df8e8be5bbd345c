import type { Cell } from "./cell.ts";

export type Row = Readonly<{ cell: Cell; result: "ok" | "FAILED" | "NOT RUN"; seconds: number }>;

/** The matrix for people: a line per cell. */
export function matrixTable(rows: readonly Row[]): string {
  const lines = rows.map(({ cell, result, seconds }) => [
    cell.name,
    versionsOf(cell),
    result,
    seconds.toFixed(1),
  ]);
  const all = [["Cell", "Versions", "Result", "Seconds"], ...lines];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Without React, which nearly every cell has. */
export function versionsOf({ packages, version }: Cell): string {
  const named = Object.entries(packages).filter(([name]) => !/^react(-dom)?$/.test(name));
  return version ?? named.map(([name, exact]) => `${name} ${exact}`).join(", ");
}
