import { splitUsage } from "./command.ts";
import { commands, groups } from "./commands.ts";

const ABOUT = "svc is a self-hosted authentication server for mobile apps";

const flags = [
  ["--no-color", "disable coloured output"],
  ["--version", "print the version"],
  ["-h, --help", "show this help"],
] as const;

/** What `svc --help` shows. Laid out here, because loading the parser would take longer than reading the page. */
export function frontPage(columns: number): string {
  const rows = [...topRows(), ["help [command]", "show help for a command"] as const];
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  const list = (entries: readonly (readonly [string, string])[]) =>
    entries
      .map(([term, about]) => `  ${term.padEnd(width)}${wrap(about, columns - width - 2, width + 2)}\n`)
      .join("");
  return [
    "Example:\n  svc serve\n",
    "Usage: svc [flags] [command]\n",
    `${ABOUT}\n`,
    `Flags:\n${list(flags)}`,
    `Commands:\n${list(rows)}`,
  ].join("\n");
}

/** One row for each command of one word and for each group. */
function topRows(): (readonly [string, string])[] {
  const rows = new Map<string, readonly [string, string]>();
  for (const { usage, about } of commands) {
    const { path, args } = splitUsage(usage);
    const word = path[0] ?? "";
    const group = groups[word];
    rows.set(word, group === undefined ? [[word, ...args].join(" "), about] : [word, group]);
  }
  return [...rows.values()];
}

function wrap(text: string, width: number, indent: number): string {
  if (width < 20) return text;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
