import { describeBar, type Figure, isMet, ratioOf } from "./figure.ts";

type Column = { title: string; isText?: boolean; cell: (figure: Figure) => string };

const COLUMNS: readonly Column[] = [
  { title: "", isText: true, cell: ({ name }) => name },
  { title: "wire", isText: true, cell: ({ load }) => load?.wire ?? "" },
  { title: "clients", cell: ({ load }) => (load ? String(load.clients) : "") },
  { title: "measured", cell: ({ value }) => formatNumber(value) },
  { title: "", isText: true, cell: ({ unit }) => unit },
  { title: "lowest", cell: ({ lowest }) => optional(lowest) },
  { title: "highest", cell: ({ highest }) => optional(highest) },
  { title: "p50 ms", cell: ({ load }) => optional(load?.p50) },
  { title: "p95", cell: ({ load }) => optional(load?.p95) },
  { title: "p99", cell: ({ load }) => optional(load?.p99) },
  { title: "CPU us", cell: ({ load }) => optional(load?.cpuUs) },
  { title: "loop ms", cell: ({ load }) => optional(load?.loopDelayMs) },
  { title: "MB", cell: ({ load }) => optional(load?.memoryMb) },
  { title: "refused", cell: ({ load }) => (load?.refused ? String(load.refused) : "") },
  { title: "unsent", cell: ({ load }) => (load?.unsent ? String(load.unsent) : "") },
  { title: "load", cell: ({ load }) => optional(load?.generatorCpu) },
  { title: "ratio", cell: (figure) => optional(ratioOf(figure)) },
  { title: "of", cell: ({ limit }) => optional(limit) },
  { title: "which is", isText: true, cell: ({ limitIs }) => limitIs ?? "" },
  { title: "bar", isText: true, cell: (figure) => verdicts(figure) },
];

/** Rows of cells; columns that nobody fills are left out. */
export function tableOf(figures: readonly Figure[]): {
  titles: string[];
  isText: boolean[];
  rows: string[][];
} {
  const used = COLUMNS.filter(({ cell }) => figures.some((figure) => cell(figure) !== ""));
  return {
    titles: used.map(({ title }) => title),
    isText: used.map(({ isText }) => isText === true),
    rows: figures.map((figure) => used.map(({ cell }) => cell(figure))),
  };
}

/** For a terminal: aligned by spaces. */
export function printTable(figures: readonly Figure[]): string {
  const { titles, isText, rows } = tableOf(figures);
  const lines = titles.some((title) => title !== "" && title !== "measured") ? [titles, ...rows] : rows;
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, n) => (isText[n] ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `  ${line}\n`)
    .join("");
}

/** For a page. */
export function markdownTable(figures: readonly Figure[]): string {
  const { titles, isText, rows } = tableOf(figures);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return line(titles) + line(isText.map((text) => (text ? "---" : "--:"))) + rows.map(line).join("");
}

function verdicts(figure: Figure): string {
  return (figure.bars ?? [])
    .map((bar) => `${isMet(figure, bar) ? "ok" : "MISS"} ${describeBar(bar)}`)
    .join(", ");
}

function optional(value: number | undefined): string {
  return value === undefined ? "" : formatNumber(value);
}

export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "NOT RUN";
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
