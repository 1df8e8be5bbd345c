import { Link, type LinkProps } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export type SortDirection = "ascending" | "descending";

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Below the cell: in the first column it is not part of the link. A click on `data-text` does not open the row. */
  below?: (row: Row) => ReactNode;
  /** Makes the header a button that sorts. `direction` is how the rows are sorted by it now, if they are. */
  sort?: { direction: SortDirection | undefined; onSort: () => void };
  /** Hidden on narrow screens, such as a phone. */
  isExtra?: boolean;
  /** For numbers and buttons. */
  isRightAligned?: boolean;
};

export type Selection = {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** What is selected, in words, if that is more than the rows with these keys. */
  label?: string | undefined;
};

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
  /** Beside what is selected: a way to select more. */
  selectionNote?: ReactNode;
};

/** A page of rows. Put it into a `<Card isFlush>`, and a `<Pager>` below it. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, rows, columns, keyOf, selection } = props;
  const lastSelected = useRef<string>(undefined);
  const select = (key: string, isOn: boolean, isRange: boolean): void => {
    const all = rows.map(keyOf);
    const [from, to] = [all.indexOf(lastSelected.current ?? ""), all.indexOf(key)];
    const range = isRange && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
    lastSelected.current = key;
    selection?.onChange(toggled(selection.keys, range, isOn));
  };
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
                aria-sort={column.sort?.direction}
                className={`${cellClass(column)} py-2 font-medium whitespace-nowrap`}
                key={column.header}
                scope="col"
              >
                {column.sort ? <SortButton header={column.header} {...column.sort} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              {...props}
              key={keyOf(row)}
              onSelect={(isOn, isRange) => select(keyOf(row), isOn, isRange)}
              row={row}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

function cellClass({ isExtra, isRightAligned }: Column<never>): string {
  return `px-4 ${isExtra ? "max-md:hidden" : ""} ${isRightAligned ? "text-right tabular-nums" : ""}`;
}

function SortButton(props: {
  header: string;
  direction: SortDirection | undefined;
  onSort: () => void;
}): ReactNode {
  return (
    <button
      className="-mx-1 inline-flex items-center gap-1 rounded px-1 font-medium hover:text-ink"
      onClick={props.onSort}
      type="button"
    >
      {props.header}
      <span
        className={`${props.direction === "ascending" ? "rotate-180" : ""} ${props.direction ? "text-ink" : "opacity-50"}`}
      >
        <Icon name={props.direction ? "chevron" : "chevrons"} size={14} />
      </span>
    </button>
  );
}

type RowProps<Row> = DataTableProps<Row> & { row: Row; onSelect: (isOn: boolean, isRange: boolean) => void };

function Row<Row>({ row, columns, keyOf, nameOf, linkOf, selection, onSelect }: RowProps<Row>): ReactNode {
  const link = linkOf?.(row);
  return (
    <tr
      className={`border-b border-line transition-colors last:border-0 has-[:checked]:bg-accent-soft has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent ${link ? "cursor-pointer hover:bg-hover" : ""}`}
      onClick={link && openRow}
    >
      {selection && (
        <td className="w-10 pl-4">
          <Checkbox
            isChecked={selection.keys.has(keyOf(row))}
            label={common.selectRow(nameOf(row))}
            onChange={onSelect}
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
              className="block font-medium focus-visible:outline-none"
              draggable={false}
              onMouseDown={letTextBeSelected}
              onClick={(event) => event.detail > 0 && isTextSelected() && event.preventDefault()}
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
          {column.below && <div>{column.below(row)}</div>}
        </td>
      ))}
    </tr>
  );
}

/**
 * A click on the row is one on its link, unless it ends a selection of text. What people copy from a row is left out: the
 * first click of a double click would open the link.
 */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  if ((event.target as Element).closest("a, button, input, label, time, [data-text], td:has(input)")) return;
  if (isTextSelected()) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const click = new globalThis.MouseEvent("click", {
    ...{ ctrlKey, metaKey, shiftKey },
    bubbles: true,
    cancelable: true,
  });
  event.currentTarget.querySelector("a")?.dispatchEvent(click);
}

/** Browsers start no selection in a link, so while the button is down it is none. A click still opens it. */
function letTextBeSelected({ button, currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  const href = link.getAttribute("href");
  if (button !== 0 || href === null) return;
  link.removeAttribute("href");
  addEventListener("mouseup", () => link.setAttribute("href", href), { once: true, capture: true });
}

function isTextSelected(): boolean {
  return getSelection()?.isCollapsed === false;
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

function BulkBar<Row>({ selection, bulkActions, selectionNote }: WithSelection<Row>): ReactNode {
  return (
    <div
      className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-4 py-2"
      role="status"
    >
      <span className="mr-auto flex flex-wrap items-center gap-x-3 font-medium text-accent-ink">
        {selection.label ?? common.selected(selection.keys.size)}
        {selectionNote}
      </span>
      {bulkActions}
      <Button variant="ghost" onClick={() => selection.onChange(new Set())}>
        {common.clearSelection}
      </Button>
    </div>
  );
}

function toggled(keys: ReadonlySet<string>, changed: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of changed) {
    if (isOn) next.add(key);
    else next.delete(key);
  }
  return next;
}

function Checkbox(props: {
  label: string;
  isChecked: boolean;
  onChange: (isOn: boolean, isRange: boolean) => void;
}): ReactNode {
  return (
    <input
      aria-label={props.label}
      checked={props.isChecked}
      className="block size-4 accent-accent"
      onChange={(event) => {
        const { shiftKey = false } = event.nativeEvent as { shiftKey?: boolean };
        props.onChange(event.target.checked, shiftKey);
      }}
      type="checkbox"
    />
  );
}

/** Walks a list whose place is a cursor in the address; without `previous`, back is the browser's own. */
export function Pager({
  cursor,
  nextCursor,
  onMove,
  note,
  previous,
}: {
  cursor: string;
  nextCursor: string;
  onMove: (cursor: string) => void;
  /** Absent where the page before is not known. */
  previous?: { isKnown: boolean; onMove: () => void };
  note?: ReactNode;
}): ReactNode {
  return (
    <nav
      aria-label={common.pageOf}
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2"
    >
      {note && <p className="mr-auto text-xs text-muted max-sm:w-full">{note}</p>}
      <Button disabled={cursor === ""} onClick={() => onMove("")}>
        {common.firstPage}
      </Button>
      {previous && (
        <Button disabled={!previous.isKnown} onClick={previous.onMove}>
          {common.previousPage}
        </Button>
      )}
      <Button disabled={nextCursor === ""} onClick={() => onMove(nextCursor)}>
        {common.nextPage}
      </Button>
    </nav>
  );
}
