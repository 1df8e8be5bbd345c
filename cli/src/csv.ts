/** A line of a CSV file (RFC 4180), without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(",");
}

/** A spreadsheet would run what begins like a formula, so such a cell gets an apostrophe, which it does not show. */
function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text);
  if (!isFormula && !/[",\r\n]/.test(text)) return text;
  return `"${isFormula ? "'" : ""}${text.replaceAll('"', '""')}"`;
}
