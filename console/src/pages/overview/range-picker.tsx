import type { ReactNode } from "react";
import { overview as text } from "../../strings/overview.ts";
import { RANGES, type Range } from "./range.ts";

export function RangePicker({
  value,
  onChange,
}: {
  value: Range;
  onChange: (range: Range) => void;
}): ReactNode {
  return (
    <fieldset className="flex rounded-lg border border-line bg-surface p-0.5">
      <legend className="sr-only">{text.range}</legend>
      {RANGES.map((range) => (
        <label
          className="cursor-pointer rounded-md px-3 py-1.5 font-medium text-muted hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          key={range}
        >
          <input
            checked={value === range}
            className="sr-only"
            name="range"
            onChange={() => onChange(range)}
            type="radio"
            value={range}
          />
          {text.ranges[range]}
        </label>
      ))}
    </fieldset>
  );
}
