import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

const MAX_CHARACTERS = 120;

/** A decision is read in a terminal and in a diff, where a longer line wraps or is cut off. */
export function checkAdrLines(root: string): Finding {
  const records = repositoryFiles(root).filter((path) => /^docs\/adr\/[^/]+\.md$/.test(path));
  return {
    problems: records.flatMap((path) => longLines(path, readFileSync(join(root, path), "utf8"))),
    looked: `${records.length} decisions, lines of at most ${MAX_CHARACTERS} characters`,
  };
}

function longLines(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const characters = [...line].length;
    if (characters <= MAX_CHARACTERS) return [];
    return [`${path}:${index + 1}: ${characters} characters; at most ${MAX_CHARACTERS}`];
  });
}

if (import.meta.main) report(checkAdrLines("."));
