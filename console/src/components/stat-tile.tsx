import type { ReactNode } from "react";

const format = new Intl.NumberFormat();

/** One number that matters, and what it says. Put several into a `<StatTiles>`. */
export function StatTile({
  label,
  value,
  note,
}: {
  label: string;
  /** A number, or what is written instead of one. */
  value: number | string;
  note?: ReactNode;
}): ReactNode {
  return (
    <div className="rounded-xl border border-line bg-surface p-4 shadow-card">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
        {typeof value === "number" ? format.format(value) : value}
      </dd>
      {note && <dd className="mt-0.5 text-xs text-muted">{note}</dd>}
    </div>
  );
}

export function StatTiles({ children }: { children: ReactNode }): ReactNode {
  return <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">{children}</dl>;
}
