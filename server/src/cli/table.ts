/** Lines of a table: aligned below its headings for people, tab-separated without headings for programs. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  isForPeople: boolean,
): string[] {
  const clean = rows.map((row) => row.map(oneLine));
  if (!isForPeople) return clean.map((row) => row.join("\t"));
  const lines = [headings, ...clean];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

// A name from the database must not be able to move the cursor or forge a row.
function oneLine(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");
}
