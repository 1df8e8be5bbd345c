import { usageFailure } from "../../failure.ts";
import type { RowReader } from "./entry.ts";
import type { SubscriptionFormat } from "./formats.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";
import { readText } from "./read-text.ts";
import { formatOf } from "./recognise.ts";
import type { Line } from "./send.ts";
import type { Tally } from "./tally.ts";

/** RevenueCat writes a record for each renewal. One that is forgotten here is asked about twice, which does no harm. */
const REMEMBERED = 200_000;

export type Source = Readonly<{ format: SubscriptionFormat; lines: AsyncIterable<Line> }>;

/** Reads the header, and the rest as it is asked for. What cannot be imported goes to the tally. */
export async function openSource(file: string, given: string, tally: Tally): Promise<Source> {
  const name = file === "-" ? "standard input" : file;
  const records = readCsv(name, readText(file, name));
  const header = await records.next();
  if (header.done) throw usageFailure(`${name} is empty`, "its first line must name the columns");
  const { format, read } = formatOf(name, header.value.cells, given);
  const columns = new Map(header.value.cells.map((column, place) => [column.toLowerCase(), place] as const));
  return { format, lines: linesOf(records, columns, read, tally) };
}

async function* linesOf(
  records: AsyncIterable<CsvRecord>,
  columns: ReadonlyMap<string, number>,
  read: RowReader,
  tally: Tally,
): AsyncGenerator<Line, void> {
  const seen = new Set<string>();
  for await (const { line, cells } of records) {
    // The server refuses it with everything else in its batch.
    const isText = !cells.some((cell) => cell.includes("\0"));
    const reading = isText
      ? read((column) => cells[columns.get(column) ?? -1] ?? "")
      : { problem: "holds a zero byte" };
    if ("problem" in reading) tally.refuse({ line, outcome: "invalid", detail: reading.problem });
    else if ("leftOut" in reading) tally.leaveOut(reading.leftOut);
    else {
      const { store, storeKey } = reading.entry;
      const key = `${store} ${storeKey}`;
      if (storeKey !== "" && seen.has(key)) continue;
      for (const oldest of seen) {
        if (seen.size < REMEMBERED) break;
        seen.delete(oldest);
      }
      seen.add(key);
      yield { line, entry: reading.entry };
    }
  }
}
