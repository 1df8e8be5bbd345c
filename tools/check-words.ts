import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

type Rule = Readonly<{ pattern: RegExp; why: string }>;

/** Text that would tie the repository to one machine or network. */
const MACHINES: readonly Rule[] = [
  { pattern: /(?<![\w.~$}-])\/(?:work|root|home|Users)\/[\w.-]+/, why: "a path of one machine" },
  { pattern: /\b[A-Za-z]:\\+Users\\/, why: "a path of one machine" },
  { pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\./, why: "an address of a package registry" },
  { pattern: /\b(?:npm\.pkg\.github|pypi)\.(?:com|org)\b/, why: "an address of a package registry" },
  { pattern: /^\s*(?:@[\w-]+:)?registry\s*=\s*\S/, why: "an address of a package registry" },
  { pattern: /https?:\/\/[\w.-]*(?:artifactory|nexus|verdaccio)/i, why: "an address of a package registry" },
];

/** Terms that have another name in this project, and metaphors for terms that engineers already have. */
const TERMS: readonly Rule[] = [
  { pattern: /\be-mails?\b/i, why: "write email" },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, why: "write fix" },
  { pattern: /\bwhoever\b/i, why: "name the user, caller or attacker" },
  { pattern: /\bheed(?:s|ed)?\b/i, why: "write apply or handle" },
  { pattern: /\blies about\b|\bcomes? into being\b/i, why: "say what the code does" },
  { pattern: /\b(?:said|told) below\b/i, why: "write reported below" },
  { pattern: /\bspeaks? HTTPS\b/, why: "write serves HTTPS" },
  { pattern: /\b(?:between|since) our look\b/i, why: "write between the read and the write" },
];

/** Folders whose comments use the terms of the project. The clients of the stores are not among them yet. */
const PLAIN_FOLDERS =
  /^(?:server\/src\/(?:archive|config|crypto|domain\/(?!billing\/)|jobs|providers\/(?!google-account|stripe|play-store|app-store|ask-store)|testing)|sdk\/typescript\/src|bench|tools\/(?!check-words))/;
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*)\s?(?<whole>.*)$|;\s+\/\/ (?<trailing>.*)$/;

export function checkWords(root: string): Finding {
  const files = repositoryFiles(root);
  return {
    problems: files.flatMap((path) => problemsIn(path, readFileSync(join(root, path), "latin1"))),
    looked: `${files.length} files, ${MACHINES.length + TERMS.length} patterns`,
  };
}

function problemsIn(path: string, text: string): string[] {
  const isPlain = PLAIN_FOLDERS.test(path) && /(?<!\.test)\.tsx?$/.test(path);
  return text
    .split("\n")
    .flatMap((line, index) => [
      ...found(MACHINES, line).map((problem) => `${path}:${index + 1}: ${problem}`),
      ...(isPlain ? found(TERMS, commentOf(line)) : []).map((problem) => `${path}:${index + 1}: ${problem}`),
    ]);
}

function found(rules: readonly Rule[], text: string): string[] {
  return rules.flatMap(({ pattern, why }) => {
    const match = pattern.exec(text)?.[0].trim();
    return match === undefined ? [] : [`${match}: ${why}`];
  });
}

function commentOf(line: string): string {
  const { whole, trailing } = COMMENT.exec(line)?.groups ?? {};
  return whole ?? trailing ?? "";
}

if (import.meta.main) report(checkWords("."));
