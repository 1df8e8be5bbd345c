import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Hidden on narrow screens, such as a phone. */
  isExtra?: boolean;
  /** For numbers and buttons. */
  isRightAligned?: boolean;
};

export type Selection = { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void };

type DataTableProps<Row> = {
  /** What the rows are, for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The name of a row in the label of its checkbox. Used only with `selection`. */
  nameOf: (row: Row) => string;
  /** The page that a click anywhere on the row opens. The first cell becomes the link, for use with the keyboard. */
  linkOf?: (row: Row) => LinkProps;
  /** Lets people choose rows for `bulkActions`. */
  selection?: Selection;
  bulkActions?: ReactNode;
};

/** A page of rows. Put it into a `<Card isFlush>`, and a `<Pager>` below it. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, rows, columns, keyOf, selection } = props;
  return (
    <>
      {selection && selection.keys.size > 0 && <BulkBar {...props} selection={selection} />}
      <table aria-label={label} className="w-full table-auto border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {selection && (
              <th className="w-10 py-2 pl-4" scope="col">
                <SelectAll {...props} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <th
                className={`${cellClass(column)} py-2 font-medium whitespace-nowrap`}
                key={column.header}
                scope="col"
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row {...props} key={keyOf(row)} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function cellClass({ isExtra, isRightAligned }: Column<never>): string {
  return `px-4 ${isExtra ? "max-md:hidden" : ""} ${isRightAligned ? "text-right tabular-nums" : ""}`;
}

function Row<Row>({
  row,
  columns,
  keyOf,
  nameOf,
  linkOf,
  selection,
}: DataTableProps<Row> & { row: Row }): ReactNode {
  const link = linkOf?.(row);
  return (
    <tr className="relative border-b border-line transition-colors last:border-0 has-[a:hover]:bg-hover has-[:checked]:bg-accent-soft">
      {selection && (
        <td className="w-10 pl-4">
          <Checkbox
            isChecked={selection.keys.has(keyOf(row))}
            label={common.selectRow(nameOf(row))}
            onChange={(isOn) => selection.onChange(toggled(selection.keys, keyOf(row), isOn))}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          className={`${cellClass(column)} py-2.5 ${index === 0 ? "max-md:w-full max-md:max-w-0" : ""}`}
          key={column.header}
        >
          {link && index === 0 ? (
            <Link
              {...link}
              className="block font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

type WithSelection<Row> = DataTableProps<Row> & { selection: Selection };

function SelectAll<Row>({ rows, keyOf, selection }: WithSelection<Row>): ReactNode {
  const areAll = rows.length > 0 && rows.every((row) => selection.keys.has(keyOf(row)));
  return (
    <Checkbox
      isChecked={areAll}
      label={common.selectAll}
      onChange={(isOn) => selection.onChange(new Set(isOn ? rows.map(keyOf) : []))}
    />
  );
}

function BulkBar<Row>({ selection, bulkActions }: WithSelection<Row>): ReactNode {
  return (
    <div
      className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-4 py-2"
      role="status"
    >
      <span className="mr-auto font-medium text-accent-ink">{common.selected(selection.keys.size)}</span>
      {bulkActions}
      <Button variant="ghost" onClick={() => selection.onChange(new Set())}>
        {common.clearSelection}
      </Button>
    </div>
  );
}

function toggled(keys: ReadonlySet<string>, key: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (isOn) next.add(key);
  else next.delete(key);
  return next;
}

/** Above the link that covers the row. */
function Checkbox(props: {
  label: string;
  isChecked: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  return (
    <input
      aria-label={props.label}
      checked={props.isChecked}
      className="relative z-10 block size-4 accent-accent"
      onChange={(event) => props.onChange(event.target.checked)}
      type="checkbox"
    />
  );
}

/** Walks a list whose place is a cursor in the address; back is the browser's own. */
export function Pager({
  cursor,
  nextCursor,
  onMove,
  note,
}: {
  cursor: string;
  nextCursor: string;
  onMove: (cursor: string) => void;
  note?: ReactNode;
}): ReactNode {
  return (
    <nav
      aria-label={common.pageOf}
      className="flex items-center justify-end gap-2 border-t border-line px-4 py-2"
    >
      {note && <p className="mr-auto text-xs text-muted">{note}</p>}
      <Button disabled={cursor === ""} onClick={() => onMove("")}>
        {common.firstPage}
      </Button>
      <Button disabled={nextCursor === ""} onClick={() => onMove(nextCursor)}>
        {common.nextPage}
      </Button>
    </nav>
  );
}
