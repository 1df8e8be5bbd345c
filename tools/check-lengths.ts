import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

const MAX_LINES = 300;
const MAX_LINES_OF_TESTS = 400;

/** Files that are still longer. A file that no longer is must leave this list. */
const EXCEPTIONS: readonly string[] = [];

/** A source file that wants to be longer wants to be two. */
export function checkLengths(root: string, exceptions: readonly string[] = EXCEPTIONS): Finding {
  const sources = repositoryFiles(root).filter(
    (path) => /\.m?tsx?$/.test(path) && !path.split("/").includes("gen"),
  );
  const lengths = sources.map((path) => ({ path, lines: countLines(join(root, path)), most: limitOf(path) }));
  const longer = lengths.filter(({ lines, most }) => lines > most);
  const [tests, product] = [true, false].map((wanted) =>
    Math.max(0, ...lengths.flatMap(({ path, lines }) => (isTest(path) === wanted ? lines : []))),
  );
  return {
    problems: [
      ...longer
        .filter(({ path }) => !exceptions.includes(path))
        .map(({ path, lines, most }) => `${path}: ${lines} lines; at most ${most}, split it`),
      ...exceptions
        .filter((exception) => !longer.some(({ path }) => path === exception))
        .map((path) => `${path}: short enough; remove it from the exceptions of tools/check-lengths.ts`),
    ],
    looked: `${sources.length} source files, the longest has ${product} lines, the longest test ${tests}`,
  };
}

function limitOf(path: string): number {
  return isTest(path) ? MAX_LINES_OF_TESTS : MAX_LINES;
}

function isTest(path: string): boolean {
  return (
    /\.test\.m?tsx?$/.test(path) || path.split("/").some((part) => part === "test" || part === "testing")
  );
}

function countLines(file: string): number {
  return readFileSync(file, "utf8").trimEnd().split("\n").length;
}

if (import.meta.main) report(checkLengths("."));
