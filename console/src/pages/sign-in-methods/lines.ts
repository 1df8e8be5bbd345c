/** One entry per line, as people paste them. */
export function toLines(entries: readonly string[]): string {
  return entries.join("\n");
}

export function fromLines(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((entry) => entry.trim().toUpperCase())
    .filter((entry) => entry !== "");
}
