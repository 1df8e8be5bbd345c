import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

/** What would tie the repository to one machine, one network or one place it was written at. */
const FORBIDDEN: ReadonlyArray<{ pattern: RegExp; why: string }> = [
  { pattern: /(?<![\w.~$}-])\/(?:work|root|home|Users)\/[\w.-]+/, why: "a path of one machine" },
  { pattern: /\b[A-Za-z]:\\+Users\\/, why: "a path of one machine" },
  { pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\./, why: "an address of a package registry" },
  { pattern: /\b(?:npm\.pkg\.github|pypi)\.(?:com|org)\b/, why: "an address of a package registry" },
  { pattern: /^\s*(?:@[\w-]+:)?registry\s*=\s*\S/, why: "an address of a package registry" },
  { pattern: /https?:\/\/[\w.-]*(?:artifactory|nexus|verdaccio)/i, why: "an address of a package registry" },
];

export function checkWords(root: string): Finding {
  const files = repositoryFiles(root);
  return {
    problems: files.flatMap((path) => problemsIn(path, readFileSync(join(root, path), "latin1"))),
    looked: `${files.length} files, ${FORBIDDEN.length} patterns`,
  };
}

function problemsIn(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) =>
    FORBIDDEN.flatMap(({ pattern, why }) => {
      const found = pattern.exec(line)?.[0].trim();
      return found === undefined ? [] : [`${path}:${index + 1}: ${found}: ${why}`];
    }),
  );
}

if (import.meta.main) report(checkWords("."));
