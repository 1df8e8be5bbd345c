import type { Model } from "./model.ts";
import type { Phone } from "./phone.ts";
import type { Outcome } from "./world.ts";

const HEADINGS = {
  model: "model",
  seed: "seed",
  phones: "phones",
  refreshes: "refreshes",
  rotations: "rotations",
  lost: "lost",
  duplicated: "duplicated",
  pages: "pages",
  writes: "bad writes",
  kills: "kills",
  signedOut: "signed out",
  thieves: "thieves found",
  forked: "forked",
} as const;

export type Row = Record<keyof typeof HEADINGS, string | number>;

export function rowOf({ name, ends }: Model, seed: number, outcome: Outcome): Row {
  const { phones, successors, ended, serverKills } = outcome;
  const sum = (count: (phone: Phone) => number) => phones.reduce((total, phone) => total + count(phone), 0);
  const isFound = ends?.mustEnd && ends.by === "reuse";
  return {
    model: name,
    seed,
    phones: phones.length,
    refreshes: sum(({ refreshes }) => refreshes),
    rotations: successors.rotated,
    lost: sum(({ line: { counts } }) => counts.lostRequests + counts.lostAnswers),
    duplicated: sum(({ line }) => line.counts.duplicated),
    pages: sum(({ line }) => line.counts.pages),
    writes: sum(({ disk }) => disk.failedWrites + disk.lostWrites),
    kills: sum(({ kills }) => kills) + serverKills,
    signedOut: isFound ? 0 : ended,
    thieves: isFound ? ended : 0,
    forked: successors.forked,
  };
}

/** Columns of a model's faults in which nothing was counted: such a run says nothing about the model. */
export function neverHappened({ network, disk, process }: Model, row: Row): string[] {
  const wanted = {
    lost: network?.lostRequests,
    duplicated: network?.duplicates ?? network?.lateDuplicates,
    pages: network?.outages,
    writes: disk?.failedWrites ?? disk?.powerCut,
    kills: process?.kills,
  };
  return Object.keys(wanted).filter((key) => wanted[key as keyof typeof wanted] && !row[key as keyof Row]);
}

/** Columns of text, the first to the left and the others to the right. */
export function tableOf(rows: readonly Row[]): string {
  const keys = Object.keys(HEADINGS) as (keyof Row)[];
  const lines = [HEADINGS, ...rows, sumOf(rows)].map((row) => keys.map((key) => String(row[key])));
  const widths = keys.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return lines.map((line) => `${line.map(cell).join("  ")}\n`).join("");
}

function sumOf(rows: readonly Row[]): Row {
  const total = (key: keyof Row) => rows.reduce((sum, row) => sum + Number(row[key]), 0);
  const keys = Object.keys(HEADINGS) as (keyof Row)[];
  const sums = Object.fromEntries(keys.map((key) => [key, total(key)])) as Row;
  return { ...sums, model: "all", seed: "" };
}
