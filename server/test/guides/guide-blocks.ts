import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { root } from "../../../cli/test/cli-runner.ts";

/** How a block of code is held against the product, from the words after its language. The pages do not show them. */
export type Treatment =
  /** Runs: shell in the page's terminal, TypeScript as a part of this program. */
  | { kind: "run"; file: string | undefined }
  /** TypeScript that compiles but needs a device: a part of this file. */
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

/** The guides, and the page of the client library's package. */
export function readGuides(): Guide[] {
  const files = [...globSync(join(root, "docs/guides/*.md")).sort(), join(root, "sdk/typescript/README.md")];
  return files.map((file) => ({
    name: basename(file, ".md"),
    file: relative(root, file),
    blocks: blocksOf(readFileSync(file, "utf8")),
  }));
}

export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, fence, language = "", info = ""] = /^(`{3,})(\S*) *(.*)$/.exec(lines[at] ?? "") ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf(fence, at + 1);
    if (end < 0) throw new Error(`the block in line ${at + 1} has no end`);
    const code = `${lines.slice(at + 1, end).join("\n")}\n`;
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
  if (what === "check" && isTypeScript && file) return { kind: "check", file };
  if (what === "shows" && !file) return { kind: "shows" };
  if ((what === "file" || what === "from") && file) return { kind: what, file };
  const [, reason] = /^not run: (\S+(?: \S+){2,})$/.exec(info) ?? [];
  return reason === undefined ? { kind: "unmarked", info } : { kind: "not run", reason };
}
