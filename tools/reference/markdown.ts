import { anchorOf } from "../../server/src/http/docs/anchors.ts";

export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s*\n+\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function link(label: string, target: string): string {
  return `[${label}](${target})`;
}

/** A link to a heading of the same page. */
export function linkToHeading(heading: string, label = heading): string {
  return link(label, `#${anchorOf(heading)}`);
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Applies `change` to what is not code. */
export function outsideCode(text: string, change: (text: string) => string): string {
  return text.replaceAll(/`[^`]*`|[^`]+/g, (piece) => (piece.startsWith("`") ? piece : change(piece)));
}

/** "a, b and c". */
export function inWords(parts: readonly string[], last = "and"): string {
  const [end = "", ...others] = [...parts].reverse();
  return others.length === 0 ? end : `${others.reverse().join(", ")} ${last} ${end}`;
}

/** The first sentence, with its dot. A short one brings the next one along. */
export function firstSentence(text: string): string {
  const [paragraph = ""] = text.split("\n\n");
  return /^(?:.{1,16}\.\s)?.*?[.:](?=\s|$)/.exec(paragraph)?.[0].replace(/:$/, ".") ?? paragraph;
}
