import { type KeyboardEvent, type ReactNode, useState } from "react";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";

export type Series = { name: string; values: readonly number[] };

export const chartColours = ["text-chart-1", "text-chart-2", "text-chart-3", "text-chart-4"] as const;

const format = new Intl.NumberFormat("en");

type ChartProps = { label: string; categories: readonly string[]; series: readonly Series[] };

/**
 * What every chart has: a legend, values under the pointer or by the arrow keys, said aloud, and a
 * table for who would rather read. `children` draws, with the index that is looked at.
 */
export function ChartFrame({
  label,
  categories,
  series,
  children,
}: ChartProps & {
  children: (active: number | undefined, setActive: (index?: number) => void) => ReactNode;
}) {
  const [active, setActive] = useState<number>();
  const [hasTable, setTable] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(event.key, active, categories.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <figure aria-label={label} className="space-y-3">
      <Legend active={active} categories={categories} series={series} />
      <div
        aria-label={`${label}. ${common.chartKeys}`}
        aria-valuemax={Math.max(0, categories.length - 1)}
        aria-valuemin={0}
        aria-valuenow={active ?? 0}
        aria-valuetext={valueText(active ?? 0, categories, series)}
        className="rounded-lg"
        onBlur={() => setActive(undefined)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setActive(undefined)}
        role="slider"
        tabIndex={0}
      >
        {children(active, setActive)}
      </div>
      <Button aria-expanded={hasTable} className="-ml-3" variant="ghost" onClick={() => setTable(!hasTable)}>
        {hasTable ? common.hideTable : common.showTable}
      </Button>
      {hasTable && <ChartTable categories={categories} label={label} series={series} />}
    </figure>
  );
}

function moved(key: string, active: number | undefined, count: number): number | undefined {
  if (key === "ArrowRight") return Math.min(count - 1, (active ?? -1) + 1);
  if (key === "ArrowLeft") return Math.max(0, (active ?? count) - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

function valueText(index: number, categories: readonly string[], series: readonly Series[]): string {
  const values = series.map(({ name, values }) => `${name} ${format.format(values[index] ?? 0)}`);
  return `${categories[index] ?? ""}: ${values.join(", ")}`;
}

/** The names, and beside them the values of the place that is looked at. */
function Legend({ active, categories, series }: Omit<ChartProps, "label"> & { active: number | undefined }) {
  return (
    <figcaption className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      {series.map(({ name, values }, index) => (
        <span className="flex items-center gap-1.5" key={name}>
          <span className={`size-2 rounded-full bg-current ${chartColours[index % chartColours.length]}`} />
          {name}
          {active !== undefined && (
            <strong className="tabular-nums">{format.format(values[active] ?? 0)}</strong>
          )}
        </span>
      ))}
      <span className="ml-auto text-muted">{active === undefined ? "" : categories[active]}</span>
    </figcaption>
  );
}

function ChartTable({ label, categories, series }: ChartProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section aria-label={label} className="max-h-72 overflow-auto rounded-lg border border-line" tabIndex={0}>
      <table className="w-full text-xs">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <td className="px-3 py-1.5" />
            {series.map(({ name }) => (
              <th className="px-3 py-1.5 text-right font-medium" key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, index) => (
            <tr className="border-b border-line last:border-0" key={category}>
              <th className="px-3 py-1.5 text-left font-medium" scope="row">
                {category}
              </th>
              {series.map(({ name, values }) => (
                <td className="px-3 py-1.5 text-right tabular-nums" key={name}>
                  {format.format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
