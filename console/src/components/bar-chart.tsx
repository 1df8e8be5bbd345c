import type { ReactNode } from "react";
import { ChartFrame, chartColour } from "./chart-frame.tsx";

const percent = new Intl.NumberFormat(undefined, { style: "percent" });

/** How a whole is made up: one bar for each part, with its share. */
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
  const whole = Math.max(
    1,
    values.reduce((sum, value) => sum + value, 0),
  );
  return (
    <ChartFrame categories={categories} label={label} series={[{ name, values }]}>
      {(active, setActive) => (
        <div aria-hidden="true" className="space-y-2.5">
          {bars.map((bar, index) => (
            <div
              className={`space-y-1 rounded-md px-1 text-xs ${active === index ? "bg-hover" : ""}`}
              key={bar.label}
              onPointerEnter={() => setActive(index)}
            >
              <p className="flex justify-between gap-3">
                <span className="truncate">{bar.label}</span>
                <span className="tabular-nums">
                  {bar.value.toLocaleString()}{" "}
                  <span className="text-muted">({percent.format(bar.value / whole)})</span>
                </span>
              </p>
              <svg
                aria-hidden="true"
                className={`h-1.5 w-full ${chartColour({}, 0)}`}
                preserveAspectRatio="none"
                viewBox="0 0 100 10"
              >
                <rect fill="currentColor" height={10} opacity={0.15} width={100} />
                <rect fill="currentColor" height={10} width={(bar.value / whole) * 100} />
              </svg>
            </div>
          ))}
        </div>
      )}
    </ChartFrame>
  );
}
