import type { ReactNode } from "react";
import { axisMaximum } from "./axis-maximum.ts";
import { ChartFrame, chartColours, type Series } from "./chart-frame.tsx";

const WIDTH = 720;
const HEIGHT = 200;

/** Values over time. `categories` are the days, in order; an open end is one that is not over yet. */
export function LineChart({
  label,
  categories,
  series,
  hasOpenEnd = false,
}: {
  label: string;
  categories: readonly string[];
  series: readonly Series[];
  hasOpenEnd?: boolean;
}): ReactNode {
  const closed = categories.length - (hasOpenEnd ? 1 : 0);
  const top = axisMaximum(series);
  const x = (index: number): number => (index * WIDTH) / Math.max(1, categories.length - 1);
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  return (
    <ChartFrame categories={categories} label={label} series={series}>
      {(active, setActive) => (
        <Axes first={categories.at(0)} last={categories.at(-1)} top={top}>
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
            {series.map(({ name, values }, index) => (
              <g className={chartColours[index % chartColours.length]} key={name}>
                <Line points={values.slice(0, closed).map((value, place) => `${x(place)},${y(value)}`)} />
                {hasOpenEnd && (
                  <Line
                    isOpen
                    points={values.slice(-2).map((value, place) => `${x(closed - 1 + place)},${y(value)}`)}
                  />
                )}
              </g>
            ))}
            {active !== undefined && (
              <line
                className="text-line-strong"
                stroke="currentColor"
                vectorEffect="non-scaling-stroke"
                x1={x(active)}
                x2={x(active)}
                y1={0}
                y2={HEIGHT}
              />
            )}
          </svg>
        </Axes>
      )}
    </ChartFrame>
  );
}

function Line({ points, isOpen = false }: { points: readonly string[]; isOpen?: boolean }): ReactNode {
  return (
    <polyline
      fill="none"
      points={points.join(" ")}
      stroke="currentColor"
      strokeDasharray={isOpen ? "3 4" : undefined}
      strokeLinejoin="round"
      strokeWidth={2}
      vectorEffect="non-scaling-stroke"
    />
  );
}

/** The top of the scale and both ends of the time. */
function Axes(props: {
  top: number;
  first: string | undefined;
  last: string | undefined;
  children: ReactNode;
}) {
  return (
    <div aria-hidden="true" className="relative text-xs text-muted">
      <span className="absolute -top-0.5 left-0 rounded bg-surface pr-1 leading-none tabular-nums">
        {props.top.toLocaleString("en")}
      </span>
      {props.children}
      <p className="mt-1 flex justify-between">
        <span>{props.first}</span>
        <span>{props.last}</span>
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
