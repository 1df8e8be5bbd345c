import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { common } from "../strings/common.ts";

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** "3 hours ago"; the exact time on hover. Says "never" without a time. */
export function RelativeTime({ at }: { at: Timestamp | undefined }): ReactNode {
  if (!at) return <span className="text-muted">{common.never}</span>;
  const date = timestampDate(at);
  return (
    <time className="whitespace-nowrap" dateTime={date.toISOString()} title={exact.format(date)}>
      {relativeText(date)}
    </time>
  );
}

function relativeText(date: Date): string {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const count = seconds / length;
  // What ends in 2 days and 23 hours ends in 3 days; what was an hour and a half ago was an hour ago.
  return relative.format(seconds > 0 ? Math.round(count) : Math.trunc(count), unit);
}
