import type { ImportedSubscriptionJson } from "@svc/proto/svc/admin/v1/billing_pb";

export type Entry = ImportedSubscriptionJson & { storeKey: string };

/** What a record of a file says: something to import, why it cannot be read, or why it is left out with others like it. */
export type Reading = Readonly<{ entry: Entry } | { problem: string } | { leftOut: string }>;

/** The cell of a column, empty when the file has no such column. */
export type Cells = (column: string) => string;

export type RowReader = (cell: Cells) => Reading;

/** Undefined when it is neither. */
export function flagOf(text: string): boolean | undefined {
  if (/^(true|t|yes|1)$/i.test(text)) return true;
  return /^(false|f|no|0|)$/i.test(text) ? false : undefined;
}
