import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

const MAX_LINES = 400;

/** A longer source file should be split. */
export function checkLengths(root: string): Finding {
  const sources = repositoryFiles(root).filter(
    (path) => /\.m?tsx?$/.test(path) && !path.split("/").includes("gen"),
  );
  const lengths = sources.map((path) => ({ path, lines: countLines(join(root, path)) }));
  const longest = Math.max(0, ...lengths.map(({ lines }) => lines));
  return {
    problems: lengths.flatMap(({ path, lines }) =>
      lines > MAX_LINES ? [`${path}: ${lines} lines; at most ${MAX_LINES}, split it`] : [],
    ),
    looked: `${sources.length} source files, the longest has ${longest} of ${MAX_LINES} lines`,
  };
}

function countLines(file: string): number {
  return readFileSync(file, "utf8").trimEnd().split("\n").length;
}

if (import.meta.main) report(checkLengths("."));
