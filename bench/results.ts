import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import type { Figure } from "./figure.ts";

const FOLDER = join(import.meta.dirname, "results");
const QUICK = ".quick";

export type Machine = { processor: string; cores: number; memoryGb: number; system: string; node: string };

/** What one section found, as it is kept. */
export type Result = {
  section: string;
  about: string;
  /** ISO 8601. */
  measuredAt: string;
  commit: string;
  machine: Machine;
  /** How many processes wanted a core in the minute before. */
  loadBefore: number;
  isQuick: boolean;
  /** Of how many rounds these are the medians. */
  rounds?: number;
  workers?: number;
  /** Why there are no figures. */
  notRun?: string;
  figures: readonly Figure[];
};

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? "?",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split(".", 2).join(".")}`,
    node: process.version,
  };
}

/** Whether others use the machine so much that the figures say more about them. */
export function isBusy({ loadBefore, machine }: Pick<Result, "loadBefore" | "machine">): boolean {
  return loadBefore > machine.cores / 2;
}

/** Of the sources that were measured; with a + when they had changes of their own. */
export function thisCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync("git", args, {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    const commit = git("rev-parse", "--short", "HEAD").trim();
    return git("status", "--porcelain", "--untracked-files=no") === "" ? commit : `${commit}+`;
  } catch {
    return "";
  }
}

/** A quick run never takes the place of a real one. */
export function keepResult(result: Result): void {
  mkdirSync(FOLDER, { recursive: true });
  const engine = result.workers === undefined ? "" : "-postgresql";
  const name = `${result.section}${engine}${result.isQuick ? QUICK : ""}.json`;
  writeFileSync(join(FOLDER, name), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** Of each section the last one that was not quick. */
export function keptResults(): Result[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter(
    (name) => name.endsWith(".json") && !name.endsWith(`${QUICK}.json`),
  );
  return files.map((name): Result => {
    const result = JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Result;
    // JSON has no NaN: what was not run is null there.
    return {
      ...result,
      figures: result.figures.map((figure) => ({ ...figure, value: figure.value ?? Number.NaN })),
    };
  });
}
