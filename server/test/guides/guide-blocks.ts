import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../../cli/test/cli-runner.ts";
import { repositoryFiles } from "../../../tools/repository-files.ts";

/** How a block of code is held against the product, from the words after its language. The pages do not show them. */
export type Treatment =
  /** Runs: shell in the page's terminal, TypeScript as a part of this program. */
  | { kind: "run"; file: string | undefined }
  /** Compiles but needs a device: a part of this file. TypeScript, or a language of `NATIVE`. */
  | { kind: "check"; file: string }
  /** What the block before it prints; `…` stands for anything. */
  | { kind: "shows" }
  /** A file that the commands of the page use. */
  | { kind: "file"; file: string }
  /** A part of this file of the repository, which is tested by itself. */
  | { kind: "from"; file: string }
  | { kind: "not run"; reason: string }
  | { kind: "unmarked"; info: string };

export type Block = Readonly<{ line: number; language: string; code: string; treatment: Treatment }>;
export type Guide = Readonly<{ name: string; file: string; blocks: readonly Block[] }>;

const TYPESCRIPT = ["ts", "tsx"];

/** What `npm run test:native` compiles. */
export const NATIVE = ["dart", "kotlin", "swift"] as const;

/** Pages that are written from the code, and the tests of their blocks. */
export const WRITTEN_FROM_CODE: readonly (readonly [page: RegExp, tests: readonly string[]])[] = [
  [/^docs\/cli\.md$/, ["cli/test/cli.test.ts"]],
  [/^docs\/reference\//, ["server/test/reference-examples.test.ts", "server/test/reference-calls.test.ts"]],
  [
    /^server\/skill\//,
    [
      "cli/test/cli-skill-samples.slow.test.ts",
      "cli/test/cli-skill.test.ts",
      "server/test/native/guides.native.test.ts",
    ],
  ],
];

/** Pages that are typed into a terminal as they are: the guides, what is beside them and the client library's page. */
export function readGuides(): Guide[] {
  const typed = /^docs\/(?:guides\/.*|errors|operations|console)\.md$|^sdk\/typescript\/README\.md$/;
  return readPages().filter(({ file }) => typed.test(file));
}

/** Every page of the repository that somebody writes. */
export function readPages(): Guide[] {
  const files = repositoryFiles(root).filter(
    (file) => file.endsWith(".md") && !WRITTEN_FROM_CODE.some(([page]) => page.test(file)),
  );
  return files.map((file) => ({
    name: /^docs\/[^/]+\/|^docs\/|^sdk/.test(file) ? basename(file, ".md") : file.replaceAll(/\W/g, "-"),
    file,
    blocks: blocksOf(readFileSync(join(root, file), "utf8")),
  }));
}

export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opened = /^( *)(`{3,})([^\s`]*) *([^`]*)$/.exec(lines[at] ?? "");
    if (!opened) continue;
    const [, indent = "", fence = "", language = "", info = ""] = opened;
    const end = lines.indexOf(`${indent}${fence}`, at + 1);
    if (end < 0) throw new Error(`the block in line ${at + 1} has no end`);
    const inside = lines.slice(at + 1, end).map((line) => line.replace(indent, ""));
    const code = `${inside.join("\n")}\n`;
    blocks.push({ line: at + 1, language, code, treatment: treatmentOf(language, info.trim()) });
    at = end;
  }
  return blocks;
}

function treatmentOf(language: string, info: string): Treatment {
  const { what = "", file } = /^(?<what>\w+)(?:=(?<file>[\w./-]+))?$/.exec(info)?.groups ?? {};
  const isTypeScript = TYPESCRIPT.includes(language);
  if (what === "run" && (language === "sh" || isTypeScript))
    return { kind: "run", file: isTypeScript ? (file ?? "app.ts") : undefined };
  const compiles = isTypeScript || NATIVE.some((name) => name === language);
  if (what === "check" && compiles && file) return { kind: "check", file };
  if (what === "shows" && !file) return { kind: "shows" };
  if ((what === "file" || what === "from") && file) return { kind: what, file };
  const [, reason] = /^not run: (\S+(?: \S+){2,})$/.exec(info) ?? [];
  return reason === undefined ? { kind: "unmarked", info } : { kind: "not run", reason };
}
