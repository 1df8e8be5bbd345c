import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBusy, type Machine, type Result } from "./results.ts";
import { markdownTable } from "./table.ts";

const FILE = join(import.meta.dirname, "../docs/performance.md");

const INTRODUCTION = `<!-- Written by \`npm run bench -- --write-docs\`; do not edit. -->

# Performance

These are results of \`npm run bench\`. Each figure is compared with the limit of the same machine, and with other products that you
might run instead. The load generator and the server share the cores, so compare the ratios, not the absolute values. Run the same command
to measure your own machine.

- *measured* is the median of the rounds, with *lowest* and *highest* beside it; where a chapter says *best of*, it is the best round.
  *p50*, *p95* and *p99* are response times at the client, in milliseconds.
- *CPU us* is the server's CPU time for one request in microseconds, *loop ms* the 99th percentile of its event loop delay, *MB* its
  memory.
- *ratio* is the measured rate divided by the limit in the next column. A limit with several parts adds up their times, because one request
  passes through all of them.
- *bar* is the project's own target.
`;

/** Every figure comes from the results; none is typed. A section that was not measured again keeps its chapter. */
export function writeDocs(results: readonly Result[], order: readonly string[]): string {
  const written = existsSync(FILE) ? chaptersOf(readFileSync(FILE, "utf8")) : new Map<string, string>();
  for (const result of results) written.set(titleOf(result), chapter(result));
  const titles = order.flatMap((name) => [name, `${name}${ON_POSTGRESQL}`]);
  const chapters = titles.flatMap((title) => written.get(title) ?? []);
  const missing = order.filter((name) => !written.has(name));
  const parts = [INTRODUCTION, summary(chapters), listOf(missing), ...chapters];
  writeFileSync(FILE, parts.filter((part) => part !== "").join("\n"));
  return "docs/performance.md";
}

/** By their titles, as they were written. */
function chaptersOf(page: string): Map<string, string> {
  const [, ...chapters] = page.split(/^## /m);
  return new Map(chapters.map((text) => [text.slice(0, text.indexOf("\n")), `## ${text.trimEnd()}\n`]));
}

function listOf(missing: readonly string[]): string {
  const names = missing.map((name) => `\`${name}\``);
  return names.length === 0 ? "" : `Not measured for this page: ${names.join(", ")}.\n`;
}

function summary(chapters: readonly string[]): string {
  const bars = chapters.join("").match(/\b(?:ok|MISS) [<>]= /g)?.length ?? 0;
  const misses = chapters.flatMap((text) =>
    text
      .split("\n")
      .filter((row) => / MISS [<>]= /.test(row))
      .map((row) => `- \`${/^## (.*)/.exec(text)?.[1]}\`: ${missed(row.split(" | "))}\n`),
  );
  if (bars === 0) return "";
  if (misses.length === 0) return `All ${bars} bars are met.\n`;
  return `${bars - misses.length} of ${bars} bars are met. Missed:\n\n${misses.join("")}`;
}

/** The name in the first cell of a row, and what its last cell says. */
function missed(cells: readonly string[]): string {
  return `${cells[0]?.replace("| ", "")}: ${cells.at(-1)?.replace(" |", "")}`;
}

const ON_POSTGRESQL = " on PostgreSQL";

function titleOf({ section, workers }: Result): string {
  return `${section}${workers === undefined ? "" : ON_POSTGRESQL}`;
}

function chapter(result: Result): string {
  const { about, figures } = result;
  return `## ${titleOf(result)}\n\n${sentence(about)} ${origin(result)}\n\n${markdownTable(figures)}`;
}

function origin(result: Result): string {
  const { measuredAt, commit, machine, rounds, workers } = result;
  const busy = isBusy(result) ? " Others were using the machine." : "";
  const more =
    workers === undefined ? "" : `, on PostgreSQL with ${workers === 1 ? "1 worker" : `${workers} workers`}`;
  const source = commit === "" ? "" : ` from ${commit}`;
  const times = rounds === undefined ? "" : `, medians of ${rounds}`;
  return `Measured on ${measuredAt.slice(0, 10)}${source}${times}${more} on ${describe(machine)}.${busy}`;
}

function describe({ processor, cores, memoryGb, system, node }: Machine): string {
  return `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node.replace("v", "")}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
