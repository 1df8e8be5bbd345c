import type { ReactNode } from "react";
import { ChartFrame, chartColours } from "./chart-frame.tsx";

/** How a whole is made up: one bar for each part, the longest for the largest. */
export function BarChart({
  label,
  name,
  bars,
}: {
  label: string;
  /** What is counted: "Sign-ins". */
  name: string;
  bars: readonly { label: string; value: number }[];
}): ReactNode {
  const categories = bars.map((bar) => bar.label);
  const values = bars.map((bar) => bar.value);
  const highest = Math.max(1, ...values);
  return (
    <ChartFrame categories={categories} label={label} series={[{ name, values }]}>
      {(active, setActive) => (
        <div aria-hidden="true" className="space-y-2">
          {bars.map((bar, index) => (
            <div
              className={`grid grid-cols-[6rem_1fr_3rem] items-center gap-3 rounded-md px-1 text-xs ${active === index ? "bg-hover" : ""}`}
              key={bar.label}
              onPointerEnter={() => setActive(index)}
            >
              <span className="truncate">{bar.label}</span>
              <svg
                aria-hidden="true"
                className={`h-3 w-full ${chartColours[0]}`}
                preserveAspectRatio="none"
                viewBox="0 0 100 10"
              >
                <rect fill="currentColor" height={10} rx={1} width={(bar.value / highest) * 100} />
              </svg>
              <span className="text-right tabular-nums">{bar.value.toLocaleString("en")}</span>
            </div>
          ))}
        </div>
      )}
    </ChartFrame>
  );
}
