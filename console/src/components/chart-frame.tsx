import { type KeyboardEvent, type ReactNode, useState } from "react";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";

export type Series = {
  name: string;
  values: readonly number[];
  /** What it is compared with, drawn paler than the rest. */
  isBefore?: boolean;
};

const COLOURS = ["text-chart-1", "text-chart-2", "text-chart-3", "text-chart-4"] as const;

export type Format = (value: number) => string;

const number = new Intl.NumberFormat();
export const plainNumber: Format = (value) => number.format(value);

type ChartProps = {
  label: string;
  categories: readonly string[];
  series: readonly Series[];
  format?: Format;
};

export function chartColour({ isBefore }: Pick<Series, "isBefore">, index: number): string {
  return isBefore ? "text-line-strong" : (COLOURS[index % COLOURS.length] ?? COLOURS[0]);
}

/**
 * What every chart has: a legend, values under the pointer or by the arrow keys, said aloud, and a
 * table for who would rather read. `children` draws, with the index that is looked at.
 */
export function ChartFrame({
  label,
  categories,
  series,
  format = plainNumber,
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
      {series.length > 1 && <Legend series={series} />}
      <div
        aria-label={`${label}. ${common.chartKeys}`}
        aria-valuemax={Math.max(0, categories.length - 1)}
        aria-valuemin={0}
        aria-valuenow={active ?? 0}
        aria-valuetext={valueText(active ?? 0, { categories, series, format })}
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
      {hasTable && <ChartTable categories={categories} format={format} label={label} series={series} />}
    </figure>
  );
}

function moved(key: string, active: number | undefined, count: number): number | undefined {
  if (key === "ArrowRight") return Math.min(count - 1, (active ?? -1) + 1);
  if (key === "ArrowLeft") return Math.max(0, (active ?? count) - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

function valueText(
  index: number,
  { categories, series, format }: Required<Omit<ChartProps, "label">>,
): string {
  const values = series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`);
  return `${categories[index] ?? ""}: ${values.join(", ")}`;
}

function Legend({ series }: { series: readonly Series[] }): ReactNode {
  return (
    <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      {series.map((one, index) => (
        <span className="flex items-center gap-1.5" key={one.name}>
          <Dot colour={chartColour(one, index)} />
          {one.name}
        </span>
      ))}
    </figcaption>
  );
}

function Dot({ colour }: { colour: string }): ReactNode {
  return <span className={`size-2 shrink-0 rounded-full bg-current ${colour}`} />;
}

/** The values of the place that is looked at, in a box beside it. `at` is from 0, the left edge, to 1. */
export function ChartTip({
  at,
  index,
  categories,
  series,
  format = plainNumber,
}: Omit<ChartProps, "label"> & { at: number; index: number }): ReactNode {
  return (
    <div
      className={`popup pointer-events-none absolute top-0 z-10 space-y-1 px-3 py-2 text-xs text-ink ${at > 0.5 ? "-translate-x-full" : ""}`}
      style={{ left: `calc(${at * 100}% + ${at > 0.5 ? -10 : 10}px)` }}
    >
      <p className="font-medium whitespace-nowrap">{categories[index]}</p>
      {series.map((one, place) => (
        <p className="flex items-center gap-1.5 whitespace-nowrap" key={one.name}>
          <Dot colour={chartColour(one, place)} />
          <span className="text-muted">{one.name}</span>
          <strong className="ml-auto pl-3 font-medium tabular-nums">{format(one.values[index] ?? 0)}</strong>
        </p>
      ))}
    </div>
  );
}

function ChartTable({ label, categories, series, format = plainNumber }: ChartProps): ReactNode {
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
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
