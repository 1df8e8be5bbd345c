import type { ReactNode } from "react";
import { overview as text } from "../../strings/overview.ts";
import { type Days, RANGES, type Range } from "./range.ts";

/** The usual periods, and two days to choose any other. */
export function RangePicker({
  value,
  days,
  today,
  onRange,
  onDays,
}: {
  value: Range;
  days: Days;
  today: string;
  onRange: (range: Range) => void;
  onDays: (days: Days) => void;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {value === "custom" && (
        <div className="flex items-center gap-2">
          <DayInput
            label={text.firstDay}
            max={days.toDate}
            onChange={(fromDate) => onDays({ ...days, fromDate })}
            value={days.fromDate}
          />
          <span className="text-muted">–</span>
          <DayInput
            label={text.lastDay}
            max={today}
            onChange={(toDate) => onDays({ ...days, toDate })}
            value={days.toDate}
          />
        </div>
      )}
      <fieldset className="flex rounded-lg border border-line bg-surface p-0.5">
        <legend className="sr-only">{text.range}</legend>
        {RANGES.map((range) => (
          <label
            className="cursor-pointer rounded-md px-2.5 py-1.5 font-medium whitespace-nowrap text-muted hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent sm:px-3"
            key={range}
          >
            <input
              checked={value === range}
              className="sr-only"
              name="range"
              onChange={() => onRange(range)}
              type="radio"
              value={range}
            />
            {text.ranges[range]}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** An unfinished date is empty, and changes nothing. */
function DayInput(props: {
  label: string;
  value: string;
  max: string;
  onChange: (day: string) => void;
}): ReactNode {
  return (
    <input
      aria-label={props.label}
      className="control w-36 tabular-nums"
      max={props.max}
      onChange={({ target }) => target.value !== "" && props.onChange(target.value)}
      type="date"
      value={props.value}
    />
  );
}
