import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { common } from "../strings/common.ts";
import { RelativeTime } from "./relative-time.tsx";

const DAY_MS = 86_400_000;

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });
const thisYear = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const otherYear = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** "3 hours ago", and after a day the date; the exact time on hover. For tables, in which times are compared. */
export function ShortTime({ at }: { at: Timestamp | undefined }): ReactNode {
  if (!at) return <span className="text-muted">{common.never}</span>;
  const date = timestampDate(at);
  const now = new Date();
  if (Math.abs(now.getTime() - date.getTime()) < DAY_MS) return <RelativeTime at={at} />;
  const format = date.getFullYear() === now.getFullYear() ? thisYear : otherYear;
  return (
    <time className="whitespace-nowrap tabular-nums" dateTime={date.toISOString()} title={exact.format(date)}>
      {format.format(date)}
    </time>
  );
}
