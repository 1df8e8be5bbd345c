/** Lines of a table: aligned below its headings for people, tab-separated without headings for programs. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  isForPeople: boolean,
): string[] {
  const clean = rows.map((row) => row.map(oneLine));
  if (!isForPeople) return clean.map((row) => row.join("\t"));
  return align([headings, ...clean]);
}

/** Lines without headings, for facts about one thing. */
export function renderFields(rows: readonly (readonly string[])[], isForPeople: boolean): string[] {
  const clean = rows.map((row) => row.map(oneLine));
  return isForPeople ? align(clean) : clean.map((row) => row.join("\t"));
}

function align(lines: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...lines.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Text from a server or a database must not be able to move the cursor or forge a line. */
export function oneLine(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");
}

/** The same for text that has lines of its own. */
export function plainLines(text: string): string {
  return text.replace(/[^\n\t]+/g, oneLine);
}
