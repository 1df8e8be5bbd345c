import { type Block, type Guide, NATIVE } from "./guide-blocks.ts";

export type Shown = Readonly<{ line: number; pattern: RegExp }>;

/** A page as one shell script with the files it needs, and what it must print. */
export type GuideScript = Readonly<{
  script: string;
  files: ReadonlyMap<string, string>;
  shown: ReadonlyMap<string, Shown>;
}>;

/** The mark that is printed before what a block prints. */
const markOf = (block: Block): string => `@@@ ${block.line}`;

/**
 * Everything in the order of the page, as one who follows it would type it. Parts of a program make one file, which
 * runs where its last part stands.
 */
export function scriptOf({ blocks }: Guide): GuideScript {
  const files = new Map<string, string>();
  const shown = new Map<string, Shown>();
  const commands: string[] = [];
  let last: Block | undefined;
  for (const block of blocks) {
    const { treatment, code, line } = block;
    if (treatment.kind === "file") files.set(treatment.file, code);
    if (treatment.kind === "shows" && last)
      shown.set(markOf(last), { line, pattern: patternOf(code, block.language) });
    if (treatment.kind !== "run") continue;
    last = block;
    if (treatment.file === undefined) {
      commands.push(`echo '${markOf(block)}'\n${code}`);
      continue;
    }
    files.set(treatment.file, `${files.get(treatment.file) ?? ""}console.log("${markOf(block)}");\n${code}`);
    const isLast = blocks.findLast((other) => fileOf(other) === treatment.file) === block;
    if (isLast) commands.push(`node ${treatment.file}\n`);
  }
  return { script: commands.join(""), files, shown };
}

function fileOf({ treatment }: Block): string | undefined {
  return treatment.kind === "run" ? treatment.file : undefined;
}

/** The TypeScript that must compile: programs and what is only checked, without the marks. */
export function sourcesOf({ blocks }: Guide): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { treatment, code, language } of blocks) {
    if (NATIVE.some((name) => name === language)) continue;
    if (treatment.kind !== "check" && (treatment.kind !== "run" || treatment.file === undefined)) continue;
    const file = treatment.file ?? "";
    sources.set(file, `${sources.get(file) ?? ""}${code}`);
  }
  return sources;
}

/** What was printed after each mark. */
export function printedBy(output: string): ReadonlyMap<string, string> {
  const parts = output.split(/^(@@@ \d+)\n/m).slice(1);
  return new Map(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""] as const] : [])));
}

/** Anything for `…`, and any space for space: a pipe has tabs where a terminal has columns. JSON may have none. */
function patternOf(shows: string, language: string): RegExp {
  const space = language === "json" ? "\\s*" : "\\s+";
  const exact = (part: string) => part.split(/\s+/).map(RegExp.escape).join(space);
  return new RegExp(`^\\s*${shows.trim().split("…").map(exact).join("[^]*?")}\\s*$`);
}
