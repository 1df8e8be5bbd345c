import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reasons } from "../server/src/errors.ts";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

const LIST_START = /^\s*\/\/.*\b(?:Reasons:|may (?:also )?return\b)/;
const LIST_END = /^\s*\/\/\s*$|^\s*[^/\s]/;

/** Checks that every reason in a comment of the API is in the table of errors.ts. */
export function checkReasons(root: string): Finding {
  const protos = repositoryFiles(root).filter((path) => /^proto\/svc\/.*\.proto$/.test(path));
  const texts = protos.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const declared = new Set(
    texts.flatMap(({ text }) => text.match(/^\s*[A-Z][A-Z0-9_]+(?= = \d)/gm) ?? []).values(),
  );
  const known = new Set([...Object.keys(reasons), ...[...declared].map((name) => name.trim())]);
  const named = texts.flatMap(({ path, text }) => namedReasons(text).map((name) => ({ path, ...name })));
  return {
    problems: named.flatMap(({ path, line, word }) =>
      known.has(word) ? [] : [`${path}:${line}: ${word} is no reason of server/src/errors.ts`],
    ),
    looked: `${named.length} mentions in ${protos.length} files, all in server/src/errors.ts`,
  };
}

/** UPPER_SNAKE words anywhere in a comment, and single upper-case words where a list of reasons is. */
function namedReasons(text: string): Array<{ line: number; word: string }> {
  let isInList = false;
  return text.split("\n").flatMap((line, index) => {
    if (LIST_END.test(line)) isInList = false;
    if (LIST_START.test(line)) isInList = true;
    const comment = /\/\/(.*)$/.exec(line)?.[1] ?? "";
    const words = comment.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
    const single = isInList ? (comment.match(/(?<![_\w])[A-Z]{5,}(?![_\w])/g) ?? []) : [];
    return [...words, ...single].map((word) => ({ line: index + 1, word }));
  });
}

if (import.meta.main) report(checkReasons("."));
