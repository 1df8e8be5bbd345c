import type { ReactNode } from "react";
import { axisMaximum } from "./axis-maximum.ts";
import { ChartFrame, ChartTip, chartColour, type Format, plainNumber, type Series } from "./chart-frame.tsx";

const WIDTH = 720;
const HEIGHT = 200;

/** Values over time. `categories` are the days, in order; an open end is one that is not over yet. */
export function LineChart({
  label,
  categories,
  series,
  format = plainNumber,
  top = axisMaximum(series),
  hasOpenEnd = false,
}: {
  label: string;
  categories: readonly string[];
  series: readonly Series[];
  format?: Format;
  /** Where the scale ends, if not at the next round number. */
  top?: number;
  hasOpenEnd?: boolean;
}): ReactNode {
  const last = Math.max(1, categories.length - 1);
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  return (
    <ChartFrame categories={categories} format={format} label={label} series={series}>
      {(active, setActive) => (
        <Axes categories={categories} format={format} top={top}>
          <svg
            aria-hidden="true"
            className="h-50 w-full overflow-visible"
            onPointerMove={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              const place = Math.round(((clientX - left) / width) * (categories.length - 1));
              setActive(Math.max(0, Math.min(categories.length - 1, place)));
            }}
            preserveAspectRatio="none"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          >
            <Grid />
            {series.map((one, index) => (
              <g className={chartColour(one, index)} key={one.name}>
                <SeriesLine
                  hasOpenEnd={hasOpenEnd && !one.isBefore}
                  isThin={one.isBefore ?? false}
                  points={one.values.map((value, place) => `${(place * WIDTH) / last},${y(value)}`)}
                />
              </g>
            ))}
            {active !== undefined && <Cursor x={(active * WIDTH) / last} />}
          </svg>
          {active !== undefined && (
            <ChartTip
              at={active / last}
              categories={categories}
              format={format}
              index={active}
              series={series}
            />
          )}
        </Axes>
      )}
    </ChartFrame>
  );
}

type SeriesLineProps = { points: readonly string[]; hasOpenEnd: boolean; isThin: boolean };

/** Dashed from the last point that is complete to the one that is not. */
function SeriesLine({ points, hasOpenEnd, isThin }: SeriesLineProps): ReactNode {
  return (
    <>
      <Line isThin={isThin} points={hasOpenEnd ? points.slice(0, -1) : points} />
      {hasOpenEnd && <Line isOpen points={points.slice(-2)} />}
    </>
  );
}

function Line({
  points,
  isOpen = false,
  isThin = false,
}: {
  points: readonly string[];
  isOpen?: boolean;
  isThin?: boolean;
}): ReactNode {
  return (
    <polyline
      fill="none"
      points={points.join(" ")}
      stroke="currentColor"
      strokeDasharray={isOpen ? "3 4" : undefined}
      strokeLinejoin="round"
      strokeWidth={isThin ? 1.25 : 2}
      vectorEffect="non-scaling-stroke"
    />
  );
}

function Cursor({ x }: { x: number }): ReactNode {
  return (
    <line
      className="text-line-strong"
      stroke="currentColor"
      vectorEffect="non-scaling-stroke"
      x1={x}
      x2={x}
      y1={0}
      y2={HEIGHT}
    />
  );
}

/** The scale, and both ends and the middle of the time. */
function Axes(props: {
  top: number;
  format: Format;
  categories: readonly string[];
  children: ReactNode;
}): ReactNode {
  const { categories, top, format } = props;
  const middle = categories.length > 4 ? categories[Math.floor((categories.length - 1) / 2)] : undefined;
  return (
    <div aria-hidden="true" className="relative text-xs text-muted">
      <span className="absolute -top-0.5 left-0 rounded bg-surface pr-1 leading-none tabular-nums">
        {format(top)}
      </span>
      {(top === 1 || top % 2 === 0) && (
        <span className="absolute top-[94px] left-0 rounded bg-surface pr-1 leading-none tabular-nums">
          {format(top / 2)}
        </span>
      )}
      {props.children}
      <p className="mt-1 flex justify-between gap-2">
        <span>{categories.at(0)}</span>
        {middle && <span>{middle}</span>}
        <span>{categories.length > 1 && categories.at(-1)}</span>
      </p>
    </div>
  );
}

function Grid(): ReactNode {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => (
    <line
      className="text-line"
      key={part}
      stroke="currentColor"
      vectorEffect="non-scaling-stroke"
      x1={0}
      x2={WIDTH}
      y1={part * HEIGHT}
      y2={part * HEIGHT}
    />
  ));
}
