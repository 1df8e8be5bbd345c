import { usageFailure } from "../../failure.ts";

/** A record of a file and the line on which it begins, counted from 1. */
export type CsvRecord = Readonly<{ line: number; cells: readonly string[] }>;

/** A quote that nobody closes would otherwise take the rest of the file into memory. */
const MAX_RECORD = 1024 * 1024;

/**
 * The records of a CSV file (RFC 4180), one at a time, whatever its size. The first line says whether commas,
 * semicolons or tabs are between the cells: exports and spreadsheets differ. Empty lines are skipped.
 */
export async function* readCsv(name: string, chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord, void> {
  const records = new RecordReader(name);
  for await (const chunk of chunks) yield* records.take(chunk);
  yield* records.end();
}

class RecordReader {
  readonly #name: string;
  /** What has not made a whole record yet. */
  #text = "";
  #line = 1;
  #delimiter: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  *take(chunk: string): Generator<CsvRecord, void> {
    this.#text += chunk;
    let from = 0;
    for (;;) {
      const end = endOfRecord(this.#text, from);
      if (end === undefined) break;
      yield* this.#record(this.#text.slice(from, end));
      from = end;
    }
    this.#text = this.#text.slice(from);
    if (this.#text.length <= MAX_RECORD) return;
    const hint = "a quote that opens a cell is not closed, or this is not CSV";
    throw usageFailure(`${this.#name}:${this.#line}: a record is longer than 1 MB`, hint);
  }

  *end(): Generator<CsvRecord, void> {
    const rest = this.#text;
    if (isOpen(rest)) {
      const hint = "the file is cut off or damaged; export it again";
      throw usageFailure(`${this.#name}:${this.#line}: a quote is not closed`, hint);
    }
    yield* this.#record(rest);
  }

  *#record(raw: string): Generator<CsvRecord, void> {
    const line = this.#line;
    this.#line += raw.split("\n").length - 1;
    const text = raw.replace(/\r?\n$/, "").replace(/\r$/, "");
    if (text.trim() === "") return;
    this.#delimiter ??= delimiterOf(text);
    yield { line, cells: cellsOf(text, this.#delimiter) };
  }
}

/** After the line feed that ends the record which begins at `from`; undefined when it has not come yet. */
function endOfRecord(text: string, from: number): number | undefined {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (char === "\n" && !isQuoted) return at + 1;
  }
  return undefined;
}

function isOpen(text: string): boolean {
  return (text.split('"').length - 1) % 2 === 1;
}

function delimiterOf(header: string): string {
  const counted = [",", ";", "\t"].map((char) => ({ char, count: header.split(char).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).char;
}

function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (at < text.length && (isQuoted || text[at] !== delimiter)) continue;
    cells.push(cellOf(text.slice(from, at)));
    from = at + 1;
  }
  return cells;
}

function cellOf(raw: string): string {
  const trimmed = raw.trim();
  const isQuoted = trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"');
  return isQuoted ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
}
